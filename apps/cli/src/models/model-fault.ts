import {
  APICallError,
  InvalidResponseDataError,
  JSONParseError,
  NoOutputGeneratedError,
  TypeValidationError,
} from "ai";
import { messageOf } from "../cli-error.ts";

/**
 * What a failed step calls for. `passing`: try the same step again. `overflow`: show the model less. `no-tools`,
 * `refused`, `final`: end the run, since the same step would fail again.
 */
export type FaultKind = "passing" | "overflow" | "no-tools" | "refused" | "final";

/** A step that came to its end and is no answer. */
export class StepError extends Error {
  override readonly name = "StepError";
  readonly kind: FaultKind;

  constructor(kind: FaultKind, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.kind = kind;
  }
}

/**
 * How servers say that a prompt is too long for the model, in the order of the comment: OpenAI and most that imitate it;
 * Anthropic (prompt, prompt and answer together, request body); Google; llama.cpp; Ollama; LM Studio; Mistral; Groq and
 * a rate limit on tokens that a single request exceeds, which waiting does not cure.
 */
const OVERFLOW = [
  /context[_ ]length[_ ]exceeded|maximum context length|exceeds? the (?:model's )?context (?:window|length)/i,
  /prompt is too long|exceed context limit|request_too_large|model_context_window_exceeded/i,
  /input token count\b.*\bexceeds/i,
  /exceed_context_size_error|exceeds the available context size/i,
  /input length exceeds|exceeds maximum context|exceeded max context/i,
  /greater than the context length|context length of only|initial prompt is (?:greater|longer)/i,
  /too large for model with \d+ maximum context/i,
  /reduce the length of the (?:messages|prompt|input)|request too large for .* tokens per min/i,
];

/** Ollama and others; OpenRouter; vLLM started without a tool parser; llama.cpp without `--jinja`; OpenAI. */
const NO_TOOLS = [
  /does not support (?:the use of )?(?:tools|tool use|tool calling|function calling)/i,
  /no endpoints found that support tool use/i,
  /--enable-auto-tool-choice|--tool-call-parser/i,
  /tools param requires --jinja/i,
  /\btools?\b[^.]{0,40}\b(?:is|are) not supported|unsupported[^.]{0,20}\btools?\b|function calling is not (?:enabled|supported)/i,
];

/** What system calls and Node's HTTP client say of connections that broke. */
const BROKEN = /^(?:ECONN|ETIMEDOUT|EPIPE|ENETUNREACH|EHOSTUNREACH|EAI_AGAIN|UND_ERR)/;

/** Tells what a failure of a step calls for, from its type, its status and the server's own words. */
export function faultOf(cause: unknown): FaultKind {
  if (cause instanceof StepError) return cause.kind;
  if (isRefusedPort(cause)) return "final";
  const said = wordsOf(cause);
  const status = statusOf(cause);
  if (status !== undefined || isFromServer(cause)) {
    if (OVERFLOW.some((wording) => wording.test(said)) || status === 413) return "overflow";
    if (NO_TOOLS.some((wording) => wording.test(said))) return "no-tools";
    // Answered with 429 like any other limit, and yet no wait fills an account.
    if (/insufficient_quota|billing_hard_limit|credit balance is too low/i.test(said)) return "final";
  }
  const { isRetryable } = recordOf(cause);
  if (typeof isRetryable === "boolean") return isRetryable ? "passing" : "final";
  return isBrokenStream(cause) ? "passing" : "final";
}

/** Milliseconds that the server asks to wait, from `retry-after-ms` or `retry-after` (seconds or a date); at least 0. */
export function retryAfterMs(cause: unknown, now: number): number | undefined {
  const headers = APICallError.isInstance(cause) ? (cause.responseHeaders ?? {}) : {};
  const milliseconds = numberIn(headers["retry-after-ms"]);
  if (milliseconds !== undefined) return milliseconds;
  const header = headers["retry-after"];
  const seconds = numberIn(header);
  if (seconds !== undefined) return seconds * 1_000;
  // Only a date has letters; `Date.parse` would take "-5" for a year.
  const date = header !== undefined && /[a-z]/i.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Why a step failed, for a person: what was asked, what the server said, and what to do next. */
export function stepFailure(cause: unknown): string {
  const said = messageOf(cause);
  switch (faultOf(cause)) {
    case "no-tools":
      return cause instanceof StepError
        ? said
        : `The model cannot call tools, without which it can do nothing here. The server said: ${said} Choose a model with tool calling, or start the server so that it parses tool calls.`;
    case "overflow":
      return `The conversation does not fit the model's context window. The server said: ${said} Choose a model with a larger window, or resume at a higher --context-level.`;
    case "refused":
    case "passing":
    case "final":
  }
  if (!APICallError.isInstance(cause)) return said;
  if (cause.statusCode === 401 || cause.statusCode === 403)
    return `The model's server refused the key (${cause.statusCode}): ${said}`;
  if (cause.statusCode !== undefined) return said;
  const why = isRefusedPort(cause)
    ? "web clients never connect to this port, which belongs to another kind of server; choose another one"
    : said;
  return `The model at ${cause.url} could not be reached: ${why}`;
}

/** `fetch` never connects to the ports of mail, name and window servers. */
function isRefusedPort(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  return cause.message.endsWith("bad port") || isRefusedPort(cause.cause);
}

/** A connection that broke, or an answer that broke off: also one that is no JSON any more, or ends without its end. */
function isBrokenStream(cause: unknown): boolean {
  // What fetch throws for refused, reset and dropped connections.
  if (cause instanceof TypeError) return true;
  if (InvalidResponseDataError.isInstance(cause) || JSONParseError.isInstance(cause)) return true;
  if (TypeValidationError.isInstance(cause)) return true;
  if (NoOutputGeneratedError.isInstance(cause)) return true;
  const { code } = recordOf(cause);
  return typeof code === "string" && BROKEN.test(code);
}

/** Errors that a server sent inside a stream have a message and a type or a code, and no class of their own. */
function isFromServer(cause: unknown): boolean {
  const { type, code, data } = recordOf(cause);
  return typeof type === "string" || typeof code === "string" || typeof code === "number" || data !== undefined;
}

/** All that the server said: its message, and the body that it came from. */
function wordsOf(cause: unknown): string {
  const { code, type } = recordOf(cause);
  const body = APICallError.isInstance(cause) ? (cause.responseBody ?? "") : "";
  return [messageOf(cause), body, code, type].filter((one) => typeof one === "string").join("\n");
}

function statusOf(cause: unknown): number | undefined {
  const { statusCode } = recordOf(cause);
  return typeof statusCode === "number" ? statusCode : undefined;
}

function recordOf(cause: unknown): Readonly<Record<string, unknown>> {
  // Any object may be read by names; what it holds is checked by whoever asks.
  return typeof cause === "object" && cause !== null ? (cause as Record<string, unknown>) : {};
}

function numberIn(header: string | undefined): number | undefined {
  const number = header === undefined || header.trim() === "" ? Number.NaN : Number(header);
  return Number.isFinite(number) && number >= 0 ? number : undefined;
}
