import type { CapturedRead, Range } from "../capture-strategy.ts";
import { linesOf } from "./lines.ts";
import type { SearchRun } from "./search-lines.ts";

const NUMBERED = /^\s*(?:L|Line )?(\d{1,9})(?:[:\t→|│]|-(?!\d)|\s{1,2}|$)/;

/** The lines that a numbered text shows, from its first and last numbers; `undefined` where it has none. */
export function numberedRange(text: string, start: number, end: number): Range | undefined {
  let first: number | undefined;
  let last: number | undefined;
  for (const line of linesOf(text, start, end)) {
    const found = NUMBERED.exec(text.slice(line.start, Math.min(line.end, line.start + 40)));
    if (found === null) continue;
    const number = Number(found[1]);
    // Numbers only rise; a smaller one is part of the text.
    if (last !== undefined && number <= last) continue;
    first ??= number;
    last = number;
  }
  return first === undefined || last === undefined ? undefined : { unit: "line", start: first, end: last };
}

/** A file's matching lines as a read. */
export function runToRead(run: SearchRun, confidence: number): CapturedRead {
  const { source } = run;
  const unit = run.paged ? "page" : "line";
  const ranges: Range[] =
    source.page !== undefined
      ? [{ unit: "page", start: source.page, end: source.page }]
      : mergeNumbers(run.numbers).map(([start, end]) => ({ unit, start, end }));
  const range = ranges.length === 0 ? undefined : hull(ranges);
  return {
    paths: [source.path],
    start: run.start,
    end: run.end,
    partial: !run.isWhole,
    confidence,
    redacted: false,
    via: source.via ?? "search",
    ...(range !== undefined && { range }),
    ...(ranges.length > 1 && { ranges }),
    ...(source.hash !== undefined && { hash: source.hash }),
  };
}

function mergeNumbers(numbers: readonly number[]): [number, number][] {
  const merged: [number, number][] = [];
  for (const number of [...new Set(numbers)].toSorted((one, other) => one - other)) {
    const last = merged.at(-1);
    if (last !== undefined && number === last[1] + 1) last[1] = number;
    else merged.push([number, number]);
  }
  return merged;
}

function hull(ranges: readonly Range[]): Range {
  const [first] = ranges;
  const last = ranges.at(-1)!;
  return first!.unit === "cell" || last.unit === "cell"
    ? first!
    : { unit: first!.unit, start: first!.start, end: last.end };
}
