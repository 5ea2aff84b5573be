import { argumentsOf, type Frame, halves, type ScriptedStep, type Wire, words } from "./wire.ts";

type Item = Readonly<Record<string, unknown>> & { readonly type?: string; readonly role?: string };

/** OpenAI's responses. */
export const responsesWire: Wire = {
  name: "responses",
  model: "openai/gpt-5.4-scripted",
  variables: { OPENAI_API_KEY: "sk-scripted" },
  frames(said, step) {
    const frames: Frame[] = [];
    const emit = (part: Frame["part"], event: Readonly<Record<string, unknown>> & { readonly type: string }): void => {
      frames.push({ part, data: `event: ${event.type}\ndata: ${JSON.stringify(event)}` });
    };
    const id = `resp_${step}`;
    let index = 0;
    emit("start", {
      type: "response.created",
      response: { id, created_at: 0, model: "gpt-5.4-scripted", service_tier: null },
    });
    if (said.reasoning !== undefined) {
      const item = { type: "reasoning", id: `rs_${step}`, encrypted_content: null };
      const place = { item_id: item.id, output_index: index, summary_index: 0 };
      emit("reasoning", { type: "response.output_item.added", output_index: index, item });
      emit("reasoning", { type: "response.reasoning_summary_part.added", ...place });
      emit("reasoning", { type: "response.reasoning_summary_text.delta", ...place, delta: said.reasoning });
      emit("reasoning", { type: "response.reasoning_summary_part.done", ...place });
      const done = { ...item, encrypted_content: `proof-${step}`, summary: [] };
      emit("reasoning", { type: "response.output_item.done", output_index: index++, item: done });
    }
    const spoken = said.refusal ?? said.text;
    if (spoken !== undefined) {
      const kind = said.refusal === undefined ? "output_text" : "refusal";
      const item = { type: "message", id: `msg_${step}`, role: "assistant", content: [] };
      emit("text", { type: "response.output_item.added", output_index: index, item });
      for (const delta of words(spoken)) {
        emit("text", {
          type: `response.${kind}.delta`,
          item_id: item.id,
          output_index: index,
          content_index: 0,
          delta,
        });
      }
      emit("text", { type: "response.output_item.done", output_index: index++, item });
    }
    for (const [number, call] of (said.calls ?? []).entries()) {
      const item = {
        type: "function_call",
        id: `fc_${step}_${number}`,
        call_id: `call_${step}_${number}`,
        name: call.tool,
      };
      const place = { item_id: item.id, output_index: index };
      emit("calls", { type: "response.output_item.added", output_index: index, item: { ...item, arguments: "" } });
      for (const delta of halves(argumentsOf(call)))
        emit("calls", { type: "response.function_call_arguments.delta", ...place, delta });
      const done = { ...item, arguments: argumentsOf(call), status: "completed" };
      emit("calls", { type: "response.output_item.done", output_index: index++, item: done });
    }
    emit("end", { type: "response.completed", response: { id, ...endOf(said) } });
    return frames;
  },
  errorBody: (status, message) => ({ error: { message, type: "server_error", param: null, code: String(status) } }),
  streamError({ type, message }) {
    const event = { type: "error", sequence_number: 9, error: { type, code: type, message, param: null } };
    return `event: error\ndata: ${JSON.stringify(event)}`;
  },
  overflow: {
    status: 400,
    body: {
      error: {
        message: "Your input exceeds the context window of this model. Please adjust your input and try again.",
        type: "invalid_request_error",
        param: "input",
        code: "context_length_exceeded",
      },
    },
  },
  read(body) {
    const { input, ...rest } = body as { readonly input: readonly Item[] };
    const isSystem = ({ role }: Item): boolean => role === "developer" || role === "system";
    const others = input.filter((item) => !isSystem(item));
    return {
      fixed: JSON.stringify([rest, input.filter(isSystem)]),
      messages: others.map((item) => JSON.stringify(item)),
      results: others.flatMap((item) =>
        item.type === "function_call_output"
          ? [{ callId: String(item["call_id"]), text: outputText(item["output"]) }]
          : [],
      ),
      calls: others.flatMap((item) =>
        item.type === "function_call"
          ? [
              {
                callId: String(item["call_id"]),
                tool: String(item["name"]),
                args: JSON.parse(String(item["arguments"])) as unknown,
              },
            ]
          : [],
      ),
      proofs: others.flatMap((item) => (item.type === "reasoning" ? [String(item["encrypted_content"])] : [])),
      userTexts: others.flatMap((item) => (item.role === "user" ? [outputText(item["content"])] : [])),
    };
  },
};

function endOf({ finish, usage }: ScriptedStep) {
  const { input = 10, output = 5, cached = 0, reasoning = 0 } = usage ?? {};
  const reason = finish && { length: "max_output_tokens", filtered: "content_filter" }[finish];
  return {
    ...(reason !== undefined && { incomplete_details: { reason } }),
    usage: {
      input_tokens: input,
      input_tokens_details: { cached_tokens: cached },
      output_tokens: output,
      output_tokens_details: { reasoning_tokens: reasoning },
      total_tokens: input + output,
    },
  };
}

function outputText(output: unknown): string {
  if (typeof output === "string") return output;
  return (output as readonly { readonly text?: string }[]).map(({ text = "" }) => text).join("");
}
