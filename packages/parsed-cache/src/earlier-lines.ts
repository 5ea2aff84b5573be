import type { Address, ParsedPart, Revision, Run } from "./parts.ts";
import type { EarlierLine } from "./rendered-page.ts";

type Block = Extract<ParsedPart, { readonly type: "block" }>;

/** Where moved text went, and where it came from, by the text itself. */
export interface Moves {
  readonly to: ReadonlyMap<string, Address>;
  readonly from: ReadonlyMap<string, Address>;
}

/** Whether a tracked change took this text away: it is no part of the accepted reading. */
export function isTaken({ revision }: Run): boolean {
  return revision?.kind === "deleted" || revision?.kind === "moved-from";
}

/** The formats name a move at each of its ends alone, so that equal text is what joins them. */
export function findMoves(blocks: readonly Block[]): Moves {
  const to = new Map<string, Address>();
  const from = new Map<string, Address>();
  for (const { address, runs } of blocks) {
    if (!runs.some(({ revision }) => revision?.kind === "moved-to" || revision?.kind === "moved-from")) continue;
    for (const { kind, text } of stretches(runs)) {
      const places = kind === "moved-to" ? to : kind === "moved-from" ? from : undefined;
      const words = text.trim();
      if (places !== undefined && words !== "" && !places.has(words)) places.set(words, address);
    }
  }
  return { to, from };
}

/** The lines of a block that tracked changes took text from; none where nothing was taken. */
export function earlierLines({ address, runs }: Block, moves: Moves): EarlierLine[] {
  if (!runs.some(isTaken)) return [];
  const lines: { text: string; marked: string; taken: { start: number; end: number; markedAt: number }[] }[] = [];
  const newLine = () => {
    const line = { text: "", marked: "", taken: [] };
    lines.push(line);
    return line;
  };
  let line: (typeof lines)[number] = newLine();
  for (const { kind, text } of stretches(runs)) {
    // What was inserted had no lines of its own before.
    const pieces = kind === "inserted" || kind === "moved-to" ? [text.replaceAll("\n", " ")] : text.split("\n");
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) line = newLine();
      if (piece === "") continue;
      if (kind === "deleted" || kind === "moved-from") {
        const start = line.text.length;
        line.taken.push({ start, end: start + piece.length, markedAt: line.marked.length });
      }
      line.marked += kind === undefined ? piece : `[${markOf(kind, text.trim(), moves)}: ${piece}]`;
      if (kind !== "inserted" && kind !== "moved-to") line.text += piece;
    }
  }
  return lines.filter(({ taken }) => taken.length > 0).map((found) => ({ address, ...found }));
}

function markOf(kind: Revision["kind"], words: string, { to, from }: Moves): string {
  if (kind === "moved-from") return to.has(words) ? `moved to ${to.get(words)}` : "moved away";
  if (kind === "moved-to") return from.has(words) ? `moved from ${from.get(words)}` : "moved here";
  return kind;
}

/** Runs of one kind of change in a row as one, however they look; hidden text marked. */
function stretches(runs: readonly Run[]): { readonly kind: Revision["kind"] | undefined; readonly text: string }[] {
  const found: { kind: Revision["kind"] | undefined; text: string }[] = [];
  for (const run of runs) {
    const kind = run.revision?.kind;
    const last = found.at(-1);
    if (last?.kind === kind && last !== undefined) last.text += shownText(run);
    else found.push({ kind, text: shownText(run) });
  }
  return found;
}

/** The text of a run whatever changes are on it; hidden text is marked. */
export function shownText({ text, hidden }: Run): string {
  return hidden === true && text.trim() !== "" ? `[hidden: ${text}]` : text;
}
