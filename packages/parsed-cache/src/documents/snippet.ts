import type { Address } from "../parts.ts";
import type { RenderedPage } from "../rendered-page.ts";

const MAX_CHARACTERS = 300;

/** A long line cut to 300 characters around `at`, with `…` where something was left out. */
export function clipAround(line: string, at: number): string {
  if (line.length <= MAX_CHARACTERS) return line;
  const start = Math.max(0, Math.min(at - MAX_CHARACTERS / 3, line.length - MAX_CHARACTERS));
  const from = Math.floor(start);
  const cut = line.slice(from, from + MAX_CHARACTERS);
  return `${from > 0 ? "…" : ""}${cut}${from + MAX_CHARACTERS < line.length ? "…" : ""}`;
}

/** What a search shows of a page. */
export interface BestLine {
  /** Absent where it stands on no line with an address of its own. */
  readonly address: Address | undefined;
  readonly text: string;
  /** It was found in what tracked changes took away. */
  readonly removed?: true;
}

/** The line of a page that holds most of the words; one from before tracked changes only where it holds more. */
export function bestLine(page: RenderedPage, words: readonly string[]): BestLine {
  const scoreOf = (text: string): number => {
    const folded = text.toLowerCase();
    return words.filter((word) => folded.includes(word)).length;
  };
  let best: BestLine & { readonly score: number } = { address: undefined, text: "", score: -1 };
  for (const [index, text] of page.text.split("\n").entries()) {
    const score = text.trim() === "" ? -1 : scoreOf(text);
    if (score > best.score) best = { address: page.lines?.[index]?.address, text, score };
  }
  for (const { address, text, marked } of page.earlier ?? []) {
    const score = scoreOf(text);
    if (score > best.score) best = { address, text: marked, removed: true, score };
  }
  const { score: _, ...line } = best;
  const at = Math.max(0, ...words.map((word) => line.text.toLowerCase().indexOf(word)));
  return { ...line, text: clipAround(line.text, at) };
}
