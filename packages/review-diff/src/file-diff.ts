import type { ParsedPart } from "@runningtab/parsed-cache";

/**
 * One side of a comparison. Parts win over bytes: a format that has a parsed record never reads its bytes. A side with
 * neither is a file that does not exist.
 */
export interface DiffInput {
  readonly path: string;
  readonly bytes?: Uint8Array;
  readonly parts?: () => AsyncIterable<ParsedPart>;
}

export type ChangeKind = "added" | "removed" | "changed" | "moved" | "renamed";

/** One reviewable change. `address` is a place in the document (`sheet=Budget&cell=B12`, `L10-L12`). */
export interface Change {
  /** Stable for equal inputs, unique in one diff, and the same where other changes came before it. */
  readonly id: string;
  readonly kind: ChangeKind;
  /** What changed: `line`, `row`, `column`, `cell`, `formula`, `sheet`, `slide`, `bytes`, … */
  readonly subject: string;
  /** In the after version; for removals in the before version. */
  readonly address: string;
  /** Of what moved: its address in the before version. */
  readonly from?: string;
  readonly before?: string;
  readonly after?: string;
  /** In-line parts of a changed text, in order. */
  readonly spans?: readonly Span[];
  /** Of a row or column, what it holds from the first column or row on, blank cells as empty texts. */
  readonly cells?: readonly string[];
  /** Of a change with the subject `revision`: what became of a tracked change. */
  readonly revision?: RevisionChange;
  /** Of an edited formula, what its cell showed before and shows after, where that differs. */
  readonly effect?: { readonly before: string; readonly after: string };
}

/**
 * What became of a tracked change from one version to the other: it was `proposed` (added), `accepted` or `rejected` (the
 * text is no longer tracked), or `reattributed` to another author or date.
 */
export interface RevisionChange {
  readonly state: "proposed" | "accepted" | "rejected" | "reattributed";
  readonly kind: "inserted" | "deleted" | "moved-from" | "moved-to";
  readonly text: string;
  readonly author?: string;
  /** As the document states it. */
  readonly date?: string;
}

/** The `same` and `removed` texts together are `before`, the `same` and `added` ones `after`. */
export interface Span {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
}

export interface FileDiff {
  /** Name of the format that made it, such as `text` or `spreadsheet`; `binary` for the fallback. */
  readonly format: string;
  readonly path: string;
  readonly equal: boolean;
  readonly changes: readonly Change[];
  /** `3 cells changed, 1 row inserted in Budget`. */
  readonly summary: string;
  /** What the comparison had to leave out or decide, in plain words. */
  readonly notes: readonly string[];
  readonly truncated: boolean;
  /** What the after version brings in that deserves a second look; absent when there is nothing. */
  readonly risks?: readonly Risk[];
}

/** Something new that could act or hide: a formula that reaches outside, a macro, a script, hidden content. */
export interface Risk {
  /** `formula-reaches-outside`, `script`, `invisible-characters`, `hidden-content`, `macros`, `external-links`, … */
  readonly kind: string;
  /** In the after version; empty for the document as a whole. */
  readonly address: string;
  /** In plain words. */
  readonly detail: string;
}

export interface DiffOptions {
  /** Most changes kept; beyond it `truncated` is set. At least 1. Default 10,000. */
  readonly maxChanges?: number;
  readonly signal?: AbortSignal;
  /**
   * Headings (or letters) of the columns by which rows of a table are known: rows with equal keys are the same wherever
   * they stand. Default none: a key column is looked for, and rows are matched by what they hold.
   */
  readonly keys?: readonly string[];
  /** Asked before the built-in formats, in this order. Default none. */
  readonly formats?: readonly DiffFormat[];
  /** Whether what is in an archive is compared too, and not only whether it changed. Default false. */
  readonly recursive?: boolean;
  /**
   * Makes a side of a document inside another one (an attachment, an entry of an archive), such as one with the parts that
   * a parser finds. Default: its bytes alone. May reject: the documents are then compared as bytes, with the reason.
   */
  readonly open?: (path: string, bytes: Uint8Array) => DiffInput | Promise<DiffInput>;
}

/** What a format is given: complete and checked. */
export interface FormatOptions {
  readonly maxChanges: number;
  /** Absent for none. */
  readonly keys?: readonly string[];
  readonly signal?: AbortSignal;
  /** Whether entries of an archive are to be compared in turn. Absent for no. */
  readonly recursive?: boolean;
  /**
   * Compares two versions of a document inside this one, with the same options. Absent where documents lie too deep in one
   * another; then that they changed is all that is told.
   */
  readonly compareInside?: (before: Inside, after: Inside) => Promise<FileDiff>;
}

/** One version of a document inside another. */
export interface Inside {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Compares two versions of one kind of document. Rejects for input it cannot read; the caller falls back to `binary`. */
export interface DiffFormat {
  readonly specVersion: 1;
  readonly name: string;
  /** Whether this format can compare these two; asked in the order of registration. */
  accepts(before: DiffInput, after: DiffInput): boolean;
  diff(before: DiffInput, after: DiffInput, options: FormatOptions): Promise<FileDiff>;
}
