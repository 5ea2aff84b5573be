import { type Frame, type ScriptedCall, type ScriptedStep, type Wire, words } from "./wire.ts";

interface Part {
  readonly text?: string;
  readonly thought?: true;
  readonly thoughtSignature?: string;
  readonly functionCall?: { readonly id?: string; readonly name: string; readonly args?: unknown };
  readonly functionResponse?: { readonly id?: string; readonly response: { readonly content?: unknown } };
}

interface Content {
  readonly role: string;
  readonly parts: readonly Part[];
}

const data = (value: unknown): string => `data: ${JSON.stringify(value)}`;

/**
 * Google's generateContent, streamed. A call comes in one piece with its arguments as an object; arguments that would be
 * no JSON never leave Google's server, which says `MALFORMED_FUNCTION_CALL` instead.
 */
export const googleWire: Wire = {
  name: "google",
  model: "google/gemini-2.5-scripted",
  variables: { GOOGLE_GENERATIVE_AI_API_KEY: "scripted" },
  frames(said, step) {
    const { text, reasoning, refusal, usage } = said;
    const chunk = (parts: readonly Part[], more: object = {}): string =>
      data({
        candidates: [{ content: { role: "model", parts }, index: 0, ...more }],
        responseId: `google-${step}`,
        modelVersion: "gemini-2.5-scripted",
      });
    const signature = reasoning === undefined ? {} : { thoughtSignature: `proof-${step}` };
    const calls = (said.calls ?? []).filter(isWellFormed);
    const { input = 10, output = 5, cached = 0, reasoning: thought = 0 } = usage ?? {};
    const usageMetadata = {
      promptTokenCount: input,
      cachedContentTokenCount: cached,
      candidatesTokenCount: output - thought,
      thoughtsTokenCount: thought,
      totalTokenCount: input + output,
    };
    return [
      { part: "start", data: chunk([]) },
      ...words(reasoning).map((word): Frame => ({ part: "reasoning", data: chunk([{ text: word, thought: true }]) })),
      ...words(refusal ?? text).map((word): Frame => ({ part: "text", data: chunk([{ text: word }]) })),
      // The first call of a step carries the proof of the thoughts that led to all of them.
      ...calls.map(({ tool, args }, index): Frame => {
        const functionCall = { id: `google_${step}_${index}`, name: tool, args };
        return { part: "calls", data: chunk([{ functionCall, ...(index === 0 && signature) }]) };
      }),
      {
        part: "end",
        data: data({
          candidates: [{ content: { role: "model", parts: [] }, index: 0, finishReason: endOf(said) }],
          usageMetadata,
          responseId: `google-${step}`,
        }),
      },
    ];
  },
  errorBody: (status, message) => ({ error: { code: status, message, status: "UNKNOWN" } }),
  streamError: ({ message }) => data({ error: { code: 503, message, status: "UNAVAILABLE" } }),
  overflow: {
    status: 400,
    body: {
      error: {
        code: 400,
        message: "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
        status: "INVALID_ARGUMENT",
      },
    },
  },
  read(body) {
    const { contents, ...rest } = body as { readonly contents: readonly Content[] };
    const parts = contents.flatMap((content) => content.parts);
    return {
      fixed: JSON.stringify(rest),
      messages: contents.map((content) => JSON.stringify(content)),
      results: parts.flatMap(({ functionResponse: result }) =>
        result === undefined ? [] : [{ callId: result.id ?? "", text: String(result.response.content) }],
      ),
      calls: parts.flatMap(({ functionCall: call }) =>
        call === undefined ? [] : [{ callId: call.id ?? "", tool: call.name, args: call.args }],
      ),
      proofs: parts.flatMap(({ thoughtSignature }) => thoughtSignature ?? []),
      userTexts: contents.flatMap(({ role, parts: own }) =>
        role === "user" ? own.flatMap(({ text }) => text ?? []) : [],
      ),
    };
  },
};

/** A text stands for arguments that are no JSON. */
function isWellFormed({ args }: ScriptedCall): boolean {
  return typeof args !== "string";
}

function endOf({ calls = [], finish, refusal }: ScriptedStep): string {
  if (refusal !== undefined) return "PROHIBITED_CONTENT";
  if (finish !== undefined) return finish === "length" ? "MAX_TOKENS" : "SAFETY";
  return calls.every(isWellFormed) ? "STOP" : "MALFORMED_FUNCTION_CALL";
}
