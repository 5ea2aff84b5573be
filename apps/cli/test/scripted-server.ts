import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { onTestFinished } from "vitest";

/** What the scripted model says in one step. */
export interface ScriptedStep {
  readonly text?: string;
  readonly calls?: readonly { readonly tool: string; readonly args: unknown }[];
  /** Answers with this HTTP status instead. */
  readonly status?: number;
  /** Breaks the connection after the first chunk. */
  readonly broken?: true;
  /** Does not answer at all. */
  readonly hangs?: true;
}

export interface ChatMessage {
  readonly role: string;
  readonly content: string | null;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
  readonly tool_call_id?: string;
}

export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

/** A step, or one decided on what the model was sent. */
export type Script = readonly (ScriptedStep | ((request: ChatRequest) => ScriptedStep))[];

/**
 * An OpenAI-compatible chat completions server on loopback that streams a script, one step a request, and keeps the
 * requests. Closed when the test ends. Past its script it answers with the last step.
 */
export async function startScriptedServer(script: Script): Promise<{ baseUrl: string; requests: ChatRequest[] }> {
  const requests: ChatRequest[] = [];
  const server = createServer((request, response) => void answer(request, response));
  let step = 0;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const chat = JSON.parse(body) as ChatRequest;
    requests.push(chat);
    const scripted = script[Math.min(step, script.length - 1)]!;
    step++;
    const said = typeof scripted === "function" ? scripted(chat) : scripted;
    if (said.hangs) return;
    if (said.status !== undefined) {
      response.writeHead(said.status, { "content-type": "application/json", "retry-after": "0" });
      return void response.end(JSON.stringify({ error: { message: "scripted failure" } }));
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const [index, chunk] of chunksOf(said).entries()) {
      response.write(`data: ${JSON.stringify(chunk)}\n\n`);
      if (said.broken && index === 0) return void setTimeout(() => response.destroy(), 20);
    }
    response.end("data: [DONE]\n\n");
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The server has no port.");
  return { baseUrl: `http://127.0.0.1:${address.port}/v1`, requests };
}

/** The step in small pieces, as real servers stream it: text by word, arguments in two halves. */
function chunksOf({ text, calls = [] }: ScriptedStep): readonly unknown[] {
  const chunk = (delta: unknown, finish: string | null = null) => ({
    id: "scripted",
    object: "chat.completion.chunk",
    created: 0,
    model: "scripted",
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  const words = text?.split(/(?<= )/) ?? [];
  return [
    chunk({ role: "assistant", content: "" }),
    ...words.map((content) => chunk({ content })),
    ...calls.flatMap(({ tool, args }, index) => {
      const json = JSON.stringify(args);
      const half = Math.ceil(json.length / 2);
      return [
        chunk({
          tool_calls: [
            { index, id: `call_${index}`, type: "function", function: { name: tool, arguments: json.slice(0, half) } },
          ],
        }),
        chunk({ tool_calls: [{ index, function: { arguments: json.slice(half) } }] }),
      ];
    }),
    {
      ...chunk({}, calls.length > 0 ? "tool_calls" : "stop"),
      usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
    },
  ];
}
