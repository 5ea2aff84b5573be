import type { Address } from "./parts.ts";

/** A page of a document as a reader sees it: Markdown, tables as tables. */
export interface RenderedPage {
  readonly address: Address;
  readonly text: string;
  /** Where each line of `text` stands in the document, when that is finer than the page; one entry a line. */
  readonly lines?: readonly RenderedLine[];
  /** The lines from which tracked changes took text, as they stood before; absent where there are none. */
  readonly earlier?: readonly EarlierLine[];
}

export interface RenderedLine {
  readonly address: Address;
  /** Finer still: stretches of the line (UTF-16 offsets) with addresses of their own, in order. */
  readonly spans?: readonly { readonly start: number; readonly end: number; readonly address: Address }[];
}

/** A line as it stood before tracked changes. The page's text does not hold what they took from it. */
export interface EarlierLine {
  readonly address: Address;
  /** With what was deleted or moved away, without what was inserted. */
  readonly text: string;
  /** Both readings in one: `Price is [deleted: 100][inserted: 200] EUR`. */
  readonly marked: string;
  /** The stretches of `text` that were taken (UTF-16 offsets), in order, and where their marks begin in `marked`. */
  readonly taken: readonly { readonly start: number; readonly end: number; readonly markedAt: number }[];
}

/** All text that a search finds on a page: what it shows, and what tracked changes took from it. */
export function searchedText({ text, earlier = [] }: RenderedPage): string {
  return earlier.length === 0 ? text : [text, ...earlier.map((line) => line.text)].join("\n");
}

/** What tracked changes took from a page, for readers: `[with tracked changes, paragraph=3] …` a line. */
export function earlierNotes(earlier: readonly EarlierLine[] = []): readonly string[] {
  return earlier.map(({ address, marked }) => `[with tracked changes, ${address}] ${marked}`);
}
