import type { Address, Cell, ParsedPart, Run } from "@runningtab/parsed-cache";
import { fold, holdsWords } from "./words-around.ts";

/** Shorter texts stand in too many quotes to tell where one comes from. */
const FEWEST_CHARACTERS = 12;

/**
 * The narrowest place in a document where a quote stands: a cell or a block before the page that shows it; `undefined`
 * where none does. A quote of a page that was shown carries what the page adds to its blocks (table bars, footnote marks),
 * so a block that stands in the quote is a place of it too.
 */
export function placeOfQuote(parts: readonly ParsedPart[], quote: string, value?: string): Address | undefined {
  const words = fold(quote);
  let inQuote: Address | undefined;
  let page: Address | undefined;
  for (const part of parts) {
    if (part.type === "sheet") {
      const place = placeInSheet(part.cells, words, value === undefined ? undefined : fold(value));
      if (place !== undefined) return `${part.address}&${place}`;
    }
    if (part.type === "block") {
      const text = fold(standing(part.runs));
      if (holdsWords(text, words)) return part.address;
      if (text.length >= FEWEST_CHARACTERS && holdsWords(words, text)) inQuote ??= part.address;
    }
    if (part.type === "page" && holdsWords(fold(part.text), words)) page ??= lineOf(part, words) ?? part.address;
  }
  return inQuote ?? page;
}

/** The text without what tracked changes took out of it. */
function standing(runs: readonly Run[]): string {
  return runs
    .filter(({ revision }) => revision?.kind !== "deleted" && revision?.kind !== "moved-from")
    .map(({ text }) => text)
    .join("");
}

/** The line, where pages are stretches of lines. A quote over several lines has the place of its page. */
function lineOf({ address, text }: { readonly address: Address; readonly text: string }, words: string) {
  const first = /^L(\d+)(?:-L\d+)?$/.exec(address)?.[1];
  if (first === undefined) return undefined;
  const at = text.split("\n").findIndex((line) => holdsWords(fold(line), words));
  return at < 0 ? undefined : `L${Number(first) + at}`;
}

/** A cell that holds the whole quote, else the row whose cells all stand in it: there the cell of the value, if one is. */
function placeInSheet(cells: readonly Cell[], words: string, value: string | undefined): string | undefined {
  const rows = new Map<string, { readonly ref: string; readonly text: string }[]>();
  for (const { ref, shown } of cells) {
    const text = fold(shown);
    if (text === "") continue;
    if (holdsWords(text, words)) return `cell=${ref}`;
    const number = ref.replace(/^[A-Z]+/, "");
    const row = rows.get(number);
    if (row === undefined) rows.set(number, [{ ref, text }]);
    else row.push({ ref, text });
  }
  for (const row of rows.values()) {
    if (row.length < 2 || !row.every(({ text }) => holdsWords(words, text))) continue;
    const stated = row.find(({ text }) => text === value);
    return stated === undefined ? `range=${row[0]!.ref}:${row.at(-1)!.ref}` : `cell=${stated.ref}`;
  }
  return undefined;
}
