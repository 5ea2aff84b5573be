import type { CapturedRead, CaptureResult } from "@runningtab/observation-capture";
import type { EntryOrigin, ObservationRecord } from "@runningtab/tab-core";
import { describeCall } from "./describe-call.ts";
import type { Redact, ToolOutcome } from "./tab-session.ts";

/** Turns what a capture saw into what the tab records: excerpts cut from the text the model was given, origins decided. */
export function observationRecord(seen: {
  readonly outcome: ToolOutcome;
  /** The output before redaction; a slice that does not occur in it was masked. */
  readonly clamped: string;
  /** The output after redaction: what offsets refer to. */
  readonly shown: string;
  readonly result: CaptureResult;
  readonly turn: number;
  readonly own: ReadonlySet<string>;
  readonly redact: Redact;
}): ObservationRecord {
  const { outcome, clamped, shown, result, turn, own, redact } = seen;
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
  };
}

function originOf(read: CapturedRead, own: ReadonlySet<string>): EntryOrigin {
  if (read.paths.length === 0) return "unattributed";
  if (read.paths.every((path) => own.has(path))) return "own";
  return read.via ?? "read";
}
