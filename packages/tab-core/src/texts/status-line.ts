import type { Projection } from "../fold.ts";
import { limits } from "../limits.ts";

/** The line that rides on an observation. Parts that do not fit are dropped from the end, the next step first. */
export function renderStatusLine(tab: Projection, turn: number, next?: string): string {
  const { requirements: recorded, open, done, candidates, aboveThreshold, entries } = tab.counts;
  const requirements =
    recorded === 0
      ? "no requirements yet: tab_add one per fact the task names"
      : `requirements: ${open} open, ${done} done`;
  const parts = [
    `[tab] ${requirements}`,
    `candidates: ${candidates} unopened, ${aboveThreshold} above threshold`,
    `read log: ${entries} ${entries === 1 ? "entry" : "entries"}`,
  ];
  if (tab.lastTabUseTurn !== undefined) {
    const age = Math.max(0, turn - tab.lastTabUseTurn);
    parts.push(`last tab use: ${age} ${age === 1 ? "turn" : "turns"} ago`);
  }
  if (next !== undefined) parts.push(`next: ${next}`);
  while (parts.join(" | ").length > limits.statusLine) parts.pop();
  return parts.join(" | ");
}

/** A status line, read back. */
export interface StatusLine {
  /** `undefined` while no requirement exists. */
  readonly requirements: { readonly open: number; readonly done: number } | undefined;
  readonly candidates: { readonly unopened: number; readonly aboveThreshold: number } | undefined;
  readonly logEntries: number | undefined;
  readonly turnsSinceUse: number | undefined;
  /** `r3 ← L2`, `r3 ← open policies/travel_2024.docx`. */
  readonly next: string | undefined;
}

const grammar =
  /^\[tab\] (?:requirements: (\d+) open, (\d+) done|no requirements yet: tab_add one per fact the task names)(?: \| candidates: (\d+) unopened, (\d+) above threshold)?(?: \| read log: (\d+) (?:entry|entries))?(?: \| last tab use: (\d+) turns? ago)?(?: \| next: (r\d+ ← (?:L\d+|open \S.*)))?$/;

/** Strict: `undefined` for anything but a whole line that this package could have written. */
export function parseStatusLine(line: string): StatusLine | undefined {
  const match = line.length <= limits.statusLine ? grammar.exec(line) : null;
  if (!match) return undefined;
  // A group that did not take part is `undefined` at run time, whatever the type of a match says.
  const groups: readonly (string | undefined)[] = match.slice(1);
  const next = groups.at(-1);
  const [open, done, unopened, aboveThreshold, logEntries, turnsSinceUse] = groups.slice(0, -1).map(toNumber);
  return {
    requirements: open === undefined || done === undefined ? undefined : { open, done },
    candidates: unopened === undefined || aboveThreshold === undefined ? undefined : { unopened, aboveThreshold },
    logEntries,
    turnsSinceUse,
    next,
  };
}

function toNumber(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number(digits);
}
