export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/**
 * A place inside one document, without its path: `page=3`, `sheet=Q1%20plan&cell=B12`, `slide=4`, `L10-L20`,
 * `paragraph=7`. Values are percent-encoded. A path and a place make a whole address: `report.pdf#page=3`.
 */
export type Address = string;

export interface Revision {
  readonly kind: "inserted" | "deleted" | "moved-from" | "moved-to";
  readonly author?: string;
  /** ISO 8601, as the document states it. */
  readonly date?: string;
}

export interface Run {
  readonly text: string;
  readonly revision?: Revision;
  readonly hidden?: true;
  /**
   * How the text stands out from its paragraph: `bold`, `italic`, `underlined` and `struck through`, in this order, then
   * the name of a character style; joined by a comma. Absent where it does not, or the format does not say.
   */
  readonly style?: string;
}

export type BlockKind = "heading" | "paragraph" | "list" | "row" | "header" | "footer" | "note" | "comment";

export interface Cell {
  /** `B12`. */
  readonly ref: string;
  /** The value as the program shows it; empty for a formula without a cached value. */
  readonly shown: string;
  /** The stored value; dates in ISO form without a time zone. Absent when the file holds none. */
  readonly raw?: string | number | boolean;
  /** Without the leading `=`. */
  readonly formula?: string;
  readonly format?: string;
  readonly hidden?: true;
  readonly comment?: string;
}

/** One piece of a parsed document, in document order. Structure is kept, because reviews need more than text. */
export type ParsedPart =
  | {
      readonly type: "page";
      readonly address: Address;
      readonly text: string;
      readonly coverage?: "text" | "partial" | "image" | "blank";
    }
  | {
      readonly type: "block";
      readonly address: Address;
      readonly kind: BlockKind;
      /** Heading level, from 1. */
      readonly level?: number;
      /** Name of the paragraph style; absent for the document's default one, and where the format has none. */
      readonly style?: string;
      readonly runs: readonly Run[];
    }
  | {
      readonly type: "sheet";
      readonly address: Address;
      readonly name: string;
      readonly hidden: boolean;
      /** A chunk of rows; a large sheet comes as several parts with the same address. */
      readonly cells: readonly Cell[];
      /** Merged ranges such as `A1:B2`, in the first chunk. */
      readonly merged?: readonly string[];
    }
  | { readonly type: "loss"; readonly kind: string; readonly count: number; readonly detail?: string }
  | { readonly type: "metadata"; readonly values: Readonly<Record<string, JsonValue>> };
