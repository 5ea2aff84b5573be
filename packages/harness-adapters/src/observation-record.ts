import { type CapturedRead, type CaptureResult, redactSecrets } from "@runningtab/observation-capture";
import type { EntryOrigin, ObservationRecord } from "@runningtab/tab-core";
import { describeCall } from "./describe-call.ts";
import type { Redact, ToolOutcome } from "./tab-session.ts";

/** One tool call, the text of it that the model is given, and what a capture saw in that text. */
export interface SeenOutcome {
  readonly outcome: ToolOutcome;
  /** What was given to the capture, and so what its offsets refer to; after redaction, if there is any. */
  readonly shown: string;
  /** The output before redaction; a slice that does not occur in it was masked. Default: `shown`. */
  readonly clamped?: string;
  readonly result: CaptureResult;
  readonly turn: number;
  /** Files that the agent made or changed: their text is its own, and they are no candidates. Default: none. */
  readonly own?: ReadonlySet<string>;
  /** Masks secrets in the command. Default: `redactSecrets` of the capture package. */
  readonly redact?: Redact;
}

/**
 * The bridge from `capture.capture(…)` to `tab.record(…)`, as the session uses it: excerpts cut from the text that the model
 * was given, origins decided. For a composition of your own.
 */
export function observationRecord(seen: SeenOutcome): ObservationRecord {
  const { outcome, shown, clamped = shown, result, turn, own = new Set<string>(), redact = redactSecrets } = seen;
  const isMasked = (excerpt: string): boolean => shown !== clamped && !clamped.includes(excerpt);
  const reads = result.reads.map((read) => {
    const excerpt = shown.slice(read.start, read.end);
    return {
      paths: read.paths,
      excerpt,
      origin: originOf(read, own),
      ...(read.range && { range: read.range }),
      partial: read.partial,
      ...(read.hash && { hash: read.hash }),
      redacted: read.redacted || isMasked(excerpt),
      confidence: read.confidence,
    };
  });
  const computed = result.computed.map((output) => {
    const excerpt = shown.slice(output.start, output.end);
    return {
      paths: output.inputs,
      excerpt,
      origin: output.own ? ("own" as const) : ("computed" as const),
      partial: false,
      redacted: isMasked(excerpt),
      confidence: 1,
    };
  });
  return {
    callId: outcome.callId,
    turn,
    command: redact(describeCall(outcome.tool, outcome.args)).text,
    reads: [...reads, ...computed],
    listed: result.listed.filter((path) => !own.has(path)),
    ...(result.writes.length > 0 && { writes: result.writes }),
  };
}

function originOf(read: CapturedRead, own: ReadonlySet<string>): EntryOrigin {
  if (read.paths.length === 0) return "unattributed";
  if (read.paths.every((path) => own.has(path))) return "own";
  return read.via ?? "read";
}
