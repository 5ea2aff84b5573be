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

/** The line of a page that holds most of the words, with its number from 0: what a search shows of the page. */
export function bestLine(
  page: RenderedPage,
  words: readonly string[],
): { readonly index: number; readonly text: string } {
  const lines = page.text.split("\n");
  let best = { index: 0, text: "", score: -1 };
  for (const [index, text] of lines.entries()) {
    if (text.trim() === "") continue;
    const folded = text.toLowerCase();
    const score = words.filter((word) => folded.includes(word)).length;
    if (score > best.score) best = { index, text, score };
  }
  const at = Math.max(0, ...words.map((word) => best.text.toLowerCase().indexOf(word)));
  return { index: best.index, text: clipAround(best.text, at) };
}
