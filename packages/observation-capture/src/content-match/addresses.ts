import type { Range } from "../capture-strategy.ts";

/**
 * The addresses of a file's lines, run-length coded: thousands of lines of a text or rows of a sheet take one entry. An
 * address is kept as a pattern and a number that stands in it (`L{}` and 12, `sheet=Q1&range=A{}:F{}` and 5).
 */
export interface LineAddresses {
  /** Takes the address of the next line. */
  add(address: string): void;
  /** The address of a line, counted from 0. */
  at(line: number): string | undefined;
  /** Runs kept. */
  readonly size: number;
}

interface AddressRun {
  readonly firstLine: number;
  readonly pattern: string;
  readonly number: number;
  /** By how much the number grows per line; set by the second line. */
  step: 0 | 1 | undefined;
  lines: number;
}

const HOLE = "{}";

export function createLineAddresses(): LineAddresses {
  const runs: AddressRun[] = [];
  let count = 0;
  return {
    add(address) {
      const { pattern, number } = takeApart(address);
      const last = runs.at(-1);
      const step = last === undefined ? -1 : number - (last.number + (last.step ?? 0) * (last.lines - 1));
      if (last?.pattern === pattern && (step === 0 || step === 1) && (last.step ?? step) === step) {
        last.step = step;
        last.lines++;
      } else runs.push({ firstLine: count, pattern, number, step: undefined, lines: 1 });
      count++;
    },
    at(line) {
      let [low, high] = [0, runs.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (runs[middle]!.firstLine <= line) low = middle + 1;
        else high = middle;
      }
      const run = runs[low - 1];
      if (run === undefined || line >= run.firstLine + run.lines) return undefined;
      return run.pattern.replaceAll(HOLE, String(run.number + (run.step ?? 0) * (line - run.firstLine)));
    },
    get size() {
      return runs.length;
    },
  };
}

/** The last number of an address, and the address with holes for it. Only the part behind the last `=` has holes. */
function takeApart(address: string): { pattern: string; number: number } {
  const from = address.lastIndexOf("=") + 1;
  const place = address.slice(from);
  const digits = /(\d{1,9})\D*$/.exec(place)?.[1];
  if (digits === undefined || digits !== String(Number(digits)) || address.includes(HOLE))
    return { pattern: address.replaceAll(HOLE, ""), number: 0 };
  const pattern = place.replaceAll(/\d+/g, (found) => (found === digits ? HOLE : found));
  return { pattern: address.slice(0, from) + pattern, number: Number(digits) };
}

/** The range from one address to another, both of one file: lines, pages, slides or cells. `undefined` where it has no such unit. */
export function rangeBetween(first: string, last: string): Range | undefined {
  const [from, to] = [placeOf(first), placeOf(last)];
  return from && to && hullOf(from, to);
}

/** The smallest range around two; `undefined` where they are of different units or sheets. */
export function hullOf(one: Range, other: Range): Range | undefined {
  if (one.unit === "cell" || other.unit === "cell") {
    if (one.unit !== "cell" || other.unit !== "cell" || one.sheet !== other.sheet) return undefined;
    return { unit: "cell", sheet: one.sheet, cells: cellHull(one.cells, other.cells) };
  }
  if (one.unit !== other.unit) return undefined;
  return { unit: one.unit, start: Math.min(one.start, other.start), end: Math.max(one.end, other.end) };
}

function placeOf(address: string): Range | undefined {
  const lines = /^L(\d+)(?:-L(\d+))?$/.exec(address);
  if (lines !== null) return { unit: "line", start: Number(lines[1]), end: Number(lines[2] ?? lines[1]) };
  const paged = /^(page|slide)=(\d+)$/.exec(address);
  if (paged !== null) {
    return { unit: paged[1] === "page" ? "page" : "slide", start: Number(paged[2]), end: Number(paged[2]) };
  }
  const cells = /^sheet=([^&]+)&(?:range|cell)=([A-Z]{1,3}\d+(?::[A-Z]{1,3}\d+)?)$/.exec(address);
  return cells === null ? undefined : { unit: "cell", sheet: decode(cells[1]!), cells: cells[2]! };
}

/** The smallest rectangle around two. */
function cellHull(one: string, other: string): string {
  const corners = `${one}:${other}`.split(":").map((cell) => /^([A-Z]+)(\d+)$/.exec(cell)!);
  const columns = corners.map(([, letters]) => letters!).toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1));
  const rows = corners.map(([, , digits]) => Number(digits));
  const [from, to] = [`${columns[0]}${Math.min(...rows)}`, `${columns.at(-1)}${Math.max(...rows)}`];
  return from === to ? from : `${from}:${to}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
