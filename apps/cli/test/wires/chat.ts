import { argumentsOf, type Frame, halves, type Wire, words } from "./wire.ts";

interface ChatMessage {
  readonly role: string;
  readonly content: string | readonly { readonly type: string; readonly text?: string }[] | null;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
  readonly tool_call_id?: string;
}

const data = (value: unknown): string => `data: ${JSON.stringify(value)}`;

/** OpenAI's chat completions, as most local servers speak them. */
export const chatWire: Wire = {
  name: "chat",
  model: "openai-compatible/scripted",
  variables: {},
  frames({ text, reasoning, calls = [], finish, refusal, usage }, step) {
    const chunk = (delta: unknown, reason: string | null = null) => ({
      id: `scripted-${step}`,
      object: "chat.completion.chunk",
      created: 0,
      model: "scripted",
      choices: [{ index: 0, delta, finish_reason: reason }],
    });
    const { input = 10, output = 5, cached, reasoning: thought, cost } = usage ?? {};
    const reason = finish && { length: "length", filtered: "content_filter" }[finish];
    return [
      { part: "start", data: data(chunk({ role: "assistant", content: "" })) },
      ...words(reasoning).map((word): Frame => ({ part: "reasoning", data: data(chunk({ reasoning_content: word })) })),
      ...words(text).map((content): Frame => ({ part: "text", data: data(chunk({ content })) })),
      ...words(refusal).map((word): Frame => ({ part: "text", data: data(chunk({ refusal: word })) })),
      ...calls.flatMap((call, index) => {
        const [first, second] = halves(argumentsOf(call));
        const made = { id: `call_${step}_${index}`, type: "function" };
        return [
          { ...made, index, function: { name: call.tool, arguments: first } },
          { index, function: { arguments: second } },
        ].map((delta): Frame => ({ part: "calls", data: data(chunk({ tool_calls: [delta] })) }));
      }),
      {
        part: "end",
        data: data({
          ...chunk({}, reason ?? (calls.length > 0 ? "tool_calls" : "stop")),
          usage: {
            prompt_tokens: input,
            completion_tokens: output,
            total_tokens: input + output,
            ...(cached !== undefined && { prompt_tokens_details: { cached_tokens: cached } }),
            ...(thought !== undefined && { completion_tokens_details: { reasoning_tokens: thought } }),
            ...(cost !== undefined && { cost }),
          },
        }),
      },
      { part: "end", data: "data: [DONE]" },
    ];
  },
  errorBody: (status, message) => ({ error: { message, type: "server_error", code: String(status) } }),
  streamError: ({ type, message }) => data({ error: { message, type, code: type } }),
  overflow: {
    status: 400,
    body: {
      error: {
        message:
          "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens. Please reduce the length of the messages.",
        type: "invalid_request_error",
        param: "messages",
        code: "context_length_exceeded",
      },
    },
  },
  read(body) {
    const { messages, ...rest } = body as { readonly messages: readonly ChatMessage[] };
    const system = messages.filter(({ role }) => role === "system");
    const others = messages.filter(({ role }) => role !== "system");
    return {
      fixed: JSON.stringify([rest, system]),
      messages: others.map((message) => JSON.stringify(message)),
      results: others.flatMap(({ role, content, tool_call_id }) =>
        role === "tool" ? [{ callId: tool_call_id ?? "", text: textOf(content) }] : [],
      ),
      calls: others.flatMap(({ tool_calls = [] }) =>
        tool_calls.map((call) => ({
          callId: call.id,
          tool: call.function.name,
          args: JSON.parse(call.function.arguments) as unknown,
        })),
      ),
      proofs: [],
      userTexts: others.flatMap(({ role, content }) => (role === "user" ? [textOf(content)] : [])),
    };
  },
};

function textOf(content: ChatMessage["content"]): string {
  if (content === null || typeof content === "string") return content ?? "";
  return content.map(({ text = "" }) => text).join("");
}
