import type { Address } from "./parts.ts";

/** A page of a document as a reader sees it: Markdown, tables as tables. */
export interface RenderedPage {
  readonly address: Address;
  readonly text: string;
  /** Where each line of `text` stands in the document, when that is finer than the page; one entry a line. */
  readonly lines?: readonly RenderedLine[];
}

export interface RenderedLine {
  readonly address: Address;
  /** Finer still: stretches of the line (UTF-16 offsets) with addresses of their own, in order. */
  readonly spans?: readonly { readonly start: number; readonly end: number; readonly address: Address }[];
}
