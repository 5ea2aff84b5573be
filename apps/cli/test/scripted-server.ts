import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { onTestFinished } from "vitest";
import { chatWire } from "./wires/chat.ts";
import type { Frame, ModelRequest, ScriptedStep, Wire } from "./wires/wire.ts";

export type { ModelRequest, ScriptedStep } from "./wires/wire.ts";

export interface ChatMessage {
  readonly role: string;
  readonly content: string | null;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
  readonly tool_call_id?: string;
}

/** A request of the chat protocol, as it came. */
export interface ChatRequest {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

/** A step, or one decided on what the model was sent. */
export type Script = readonly (ScriptedStep | ((request: ChatRequest) => ScriptedStep))[];

export interface ScriptedServer {
  /** Ends in `/v1`. */
  readonly baseUrl: string;
  /** As they came; typed for the chat protocol. */
  readonly requests: readonly ChatRequest[];
  /** The same in words that all protocols share. */
  readonly received: readonly ModelRequest[];
  close(): void;
}

/** Starts a server as `openScriptedServer` does, and closes it when the test ends. */
export async function startScriptedServer(script: Script, wire: Wire = chatWire): Promise<ScriptedServer> {
  let step = 0;
  const server = await openScriptedServer((request) => {
    const scripted = script[Math.min(step++, script.length - 1)]!;
    return typeof scripted === "function" ? scripted(request as ChatRequest) : scripted;
  }, wire);
  onTestFinished(() => server.close());
  return server;
}

/** A model server on loopback that streams what `answer` decides, one step a request, and keeps the requests. */
export async function openScriptedServer(
  answer: (body: unknown, request: ModelRequest) => ScriptedStep,
  wire: Wire = chatWire,
): Promise<ScriptedServer> {
  const requests: ChatRequest[] = [];
  const received: ModelRequest[] = [];
  const server = createServer((request, response) => void respond(request, response));

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = "";
    for await (const chunk of request) text += String(chunk);
    const body = JSON.parse(text) as ChatRequest;
    requests.push(body);
    const read = wire.read(body);
    received.push(read);
    const said = answer(body, read);
    if (said.hangs) return;
    if (said.status !== undefined) {
      response.writeHead(said.status, { "content-type": "application/json", "retry-after": "0", ...said.headers });
      return void response.end(JSON.stringify(said.body ?? wire.errorBody(said.status, "scripted failure")));
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    const frames = wire.frames(said, received.length);
    const kept = framesOf(said, frames);
    for (const { data } of kept) response.write(`${data}\n\n`);
    if (said.streamError !== undefined) response.write(`${wire.streamError(said.streamError)}\n\n`);
    // The client has to have read what came before, or it sees a connection that never answered.
    if (said.broken !== undefined) return void setTimeout(() => response.destroy(), 20);
    response.end();
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The server has no port.");
  return {
    baseUrl: `http://127.0.0.1:${address.port}/v1`,
    requests,
    received,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The frames that go out before the answer breaks off; all of them when it does not. */
function framesOf({ broken, cutShort, streamError }: ScriptedStep, frames: readonly Frame[]): readonly Frame[] {
  if (broken === true) return frames.slice(0, 1);
  if (streamError !== undefined) return frames.filter(({ part }) => part === "start" || part === "text");
  const place = broken ?? cutShort;
  if (place === undefined) return frames;
  return frames.filter(({ part }) => part !== "end" && (place === "after-calls" || part !== "calls"));
}
