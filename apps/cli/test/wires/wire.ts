/** What a scripted model says in one step, whatever protocol it speaks. */
export interface ScriptedStep {
  readonly text?: string;
  /** Thoughts before the answer, with what the provider wants back. */
  readonly reasoning?: string;
  readonly calls?: readonly ScriptedCall[];
  /** Answers with this HTTP status instead; `body` and `headers` as given, else an error of the protocol's own form. */
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Breaks the connection: `true` after the first frame, else before or after the frames of tool calls. */
  readonly broken?: true | "before-calls" | "after-calls";
  /** Ends the answer in good order at the same places, without saying that it is complete. */
  readonly cutShort?: "before-calls" | "after-calls";
  /** An error frame after the first words. */
  readonly streamError?: StreamError;
  /** Why the answer ends; default: calls or done. */
  readonly finish?: "length" | "filtered";
  /** The model says no, in the protocol's form for it. */
  readonly refusal?: string;
  /** Does not answer at all. */
  readonly hangs?: true;
  readonly usage?: ScriptedUsage;
}

export interface StreamError {
  readonly type: string;
  readonly message: string;
}

export interface ScriptedCall {
  readonly tool: string;
  /** A text is sent as it is, JSON or not. */
  readonly args: unknown;
}

export interface ScriptedUsage {
  /** All of the prompt, the cached part included. */
  readonly input: number;
  readonly cached?: number;
  readonly output: number;
  readonly reasoning?: number;
  /** US dollars, as some servers tell. */
  readonly cost?: number;
}

/** A frame of the stream and what it belongs to. */
export interface Frame {
  readonly part: "start" | "reasoning" | "text" | "calls" | "end";
  /** As it goes over the wire, without the blank line. */
  readonly data: string;
}

/** A request in words that all protocols share. */
export interface ModelRequest {
  /** Everything before the messages, as JSON: system text and tools. */
  readonly fixed: string;
  /** The messages, each as JSON. */
  readonly messages: readonly string[];
  readonly results: readonly { readonly callId: string; readonly text: string }[];
  readonly calls: readonly { readonly callId: string; readonly tool: string; readonly args: unknown }[];
  /** Reasoning that was sent back, as the protocol proves it: signatures and encrypted thoughts. */
  readonly proofs: readonly string[];
  readonly userTexts: readonly string[];
}

/** One protocol of model servers, from the server's side. */
export interface Wire {
  readonly name: string;
  /** For `--model`, and the environment that it needs. */
  readonly model: string;
  readonly variables: Readonly<Record<string, string>>;
  /** `step` counts from 1, so that ids differ between steps. */
  frames(said: ScriptedStep, step: number): readonly Frame[];
  errorBody(status: number, message: string): unknown;
  /** A frame that tells of an error in mid-stream, as it goes over the wire. */
  streamError(error: StreamError): string;
  /** The words of this protocol's best-known server for a prompt that is too long. */
  readonly overflow: Pick<ScriptedStep, "status" | "body">;
  read(body: unknown): ModelRequest;
}

export function argumentsOf({ args }: ScriptedCall): string {
  return typeof args === "string" ? args : JSON.stringify(args);
}

/** Two pieces, as servers stream arguments. */
export function halves(text: string): readonly [string, string] {
  const half = Math.ceil(text.length / 2);
  return [text.slice(0, half), text.slice(half)];
}

/** By word, as servers stream text. */
export function words(text: string | undefined): readonly string[] {
  return text?.split(/(?<= )/) ?? [];
}
