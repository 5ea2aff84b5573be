import type { CaptureResult, Observation, Range } from "./capture-strategy.ts";

/** One line of what `runningtab capture` prints; documented there and in the README, and stable. */
export interface CaptureLine {
  readonly reads: readonly CaptureLineRead[];
  readonly listed: readonly string[];
  readonly computed: readonly { readonly excerpt: string; readonly inputs: readonly string[]; readonly own: boolean }[];
  readonly writes: readonly string[];
  readonly notes: readonly string[];
}

export interface CaptureLineRead {
  readonly path: string;
  /** All of them, where the text could not be attributed to one. */
  readonly paths?: readonly string[];
  /** Verbatim from the output. */
  readonly excerpt: string;
  readonly range?: Range;
  readonly ranges?: readonly Range[];
  readonly partial: boolean;
  readonly hash?: string;
  readonly via?: "search" | "derived";
  readonly redacted?: true;
  readonly confidence: number;
}

/**
 * A result as plain JSON, the slices cut from the observation. A read of several files that could not be told apart is
 * one entry under its first path, with all of them in `paths`.
 */
export function captureResultToLine(result: CaptureResult, observation: Observation): CaptureLine {
  const { output } = observation;
  return {
    reads: result.reads.map((read) => ({
      path: read.paths[0]!,
      ...(read.paths.length > 1 && { paths: read.paths }),
      excerpt: output.slice(read.start, read.end),
      ...(read.range !== undefined && { range: read.range }),
      ...(read.ranges !== undefined && { ranges: read.ranges }),
      partial: read.partial,
      ...(read.hash !== undefined && { hash: read.hash }),
      ...(read.via !== undefined && { via: read.via }),
      ...(read.redacted && { redacted: true as const }),
      confidence: read.confidence,
    })),
    listed: result.listed,
    computed: result.computed.map(({ start, end, inputs, own }) => ({
      excerpt: output.slice(start, end),
      inputs,
      own,
    })),
    writes: result.writes,
    notes: result.notes,
  };
}

/** An observation from one line of JSON as `runningtab capture` reads it; `undefined` if it is none. */
export function lineToObservation(line: string): Observation | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (value === null || typeof value !== "object" || Array.isArray(value)) return undefined;
  const { tool, args, output, cwd, turn, callId, exitCode } = value as { readonly [key: string]: unknown };
  if (typeof tool !== "string" || typeof output !== "string") return undefined;
  return {
    tool,
    // Parsed from JSON, so nothing but JSON values can be inside.
    args: (args ?? null) as Observation["args"],
    output,
    ...(typeof cwd === "string" && { cwd }),
    ...(typeof turn === "number" && { turn }),
    ...(typeof callId === "string" && { callId }),
    ...(typeof exitCode === "number" && { exitCode }),
  };
}
