import { argumentsOf, type Frame, halves, type Wire, words } from "./wire.ts";

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly id?: string;
  readonly name?: string;
  readonly input?: unknown;
  readonly tool_use_id?: string;
  readonly content?: string | readonly Block[];
  readonly signature?: string;
}

interface Message {
  readonly role: string;
  readonly content: string | readonly Block[];
}

/** Anthropic's messages. */
export const messagesWire: Wire = {
  name: "messages",
  model: "anthropic/claude-scripted",
  variables: { ANTHROPIC_API_KEY: "sk-scripted" },
  frames({ text, reasoning, calls = [], finish, refusal, usage }, step) {
    const frames: Frame[] = [];
    const emit = (part: Frame["part"], event: Readonly<Record<string, unknown>> & { readonly type: string }): void => {
      frames.push({ part, data: `event: ${event.type}\ndata: ${JSON.stringify(event)}` });
    };
    const { input = 10, output = 5, cached = 0 } = usage ?? {};
    let index = 0;
    const block = (part: Frame["part"], start: unknown, deltas: readonly unknown[]): void => {
      emit(part, { type: "content_block_start", index, content_block: start });
      for (const delta of deltas) emit(part, { type: "content_block_delta", index, delta });
      emit(part, { type: "content_block_stop", index: index++ });
    };
    emit("start", {
      type: "message_start",
      message: {
        id: `msg_${step}`,
        type: "message",
        role: "assistant",
        model: "claude-scripted",
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: {
          input_tokens: input - cached,
          cache_read_input_tokens: cached,
          cache_creation_input_tokens: 0,
          output_tokens: 1,
        },
      },
    });
    if (reasoning !== undefined) {
      block("reasoning", { type: "thinking", thinking: "" }, [
        { type: "thinking_delta", thinking: reasoning },
        { type: "signature_delta", signature: `proof-${step}` },
      ]);
    }
    const spoken = refusal ?? text;
    if (spoken !== undefined) {
      block(
        "text",
        { type: "text", text: "" },
        words(spoken).map((word) => ({ type: "text_delta", text: word })),
      );
    }
    for (const [number, call] of calls.entries()) {
      block(
        "calls",
        { type: "tool_use", id: `toolu_${step}_${number}`, name: call.tool, input: {} },
        halves(argumentsOf(call)).map((json) => ({ type: "input_json_delta", partial_json: json })),
      );
    }
    const isRefused = refusal !== undefined || finish === "filtered";
    const reason = isRefused
      ? "refusal"
      : finish === "length"
        ? "max_tokens"
        : calls.length > 0
          ? "tool_use"
          : "end_turn";
    emit("end", {
      type: "message_delta",
      delta: { stop_reason: reason, stop_sequence: null },
      usage: { output_tokens: output },
    });
    emit("end", { type: "message_stop" });
    return frames;
  },
  errorBody: (status, message) => ({
    type: "error",
    error: { type: status === 429 ? "rate_limit_error" : "api_error", message },
  }),
  streamError: (error) => `event: error\ndata: ${JSON.stringify({ type: "error", error })}`,
  overflow: {
    status: 400,
    body: {
      type: "error",
      error: { type: "invalid_request_error", message: "prompt is too long: 209061 tokens > 200000 maximum" },
    },
  },
  read(body) {
    const { messages, ...rest } = body as { readonly messages: readonly Message[] };
    const blocks = messages.flatMap(({ content }) => (typeof content === "string" ? [] : content));
    return {
      fixed: JSON.stringify(rest),
      messages: messages.map((message) => JSON.stringify(message)),
      results: blocks.flatMap((block) =>
        block.type === "tool_result" ? [{ callId: block.tool_use_id ?? "", text: textOf(block.content ?? "") }] : [],
      ),
      calls: blocks.flatMap((block) =>
        block.type === "tool_use" ? [{ callId: block.id ?? "", tool: block.name ?? "", args: block.input }] : [],
      ),
      proofs: blocks.flatMap((block) => (block.type === "thinking" ? [block.signature ?? ""] : [])),
      userTexts: messages.flatMap(({ role, content }) => (role === "user" ? [textOf(content)] : [])),
    };
  },
};

function textOf(content: string | readonly Block[]): string {
  if (typeof content === "string") return content;
  return content.map(({ text = "" }) => text).join("");
}
