import type { TermShare } from "./term-share.ts";

/** What is ranked: an id and its text. Ids are unique in one engine; adding one again replaces the document. */
export interface RankedDocument {
  readonly id: string;
  readonly text: string;
  /**
   * Texts beside `text` that count apart from it, by the names of the engine's fields (`Fields`): a title, headings, the
   * path. A term is found in any of them. A field without terms is as one that is not given.
   */
  readonly fields?: Readonly<Record<string, string>>;
}

export interface SearchOptions {
  /** Most hits to return: a whole number of at least 1; default 10. */
  readonly limit?: number;
  /**
   * Only documents for which this answers true are returned; an engine may ask of any, in any order. Of `filter`, `ids` and
   * `idPrefix` all that are given must hold. The statistics stay those of all documents.
   */
  readonly filter?: (id: string) => boolean;
  /** Only documents with these ids; unknown ones are no error. Few of them cost little, however many documents there are. */
  readonly ids?: ReadonlySet<string> | readonly string[];
  /**
   * Only documents whose id begins so, to the letter: `reports/2024/` for a folder when ids are paths. Few of them cost
   * little, however many documents there are.
   */
  readonly idPrefix?: string;
  readonly signal?: AbortSignal;
}

/** One result. `terms` are the query's terms that the document holds, in the query's order, without repeats. */
export interface Hit {
  readonly id: string;
  /** Robertson BM25, above 0; comparable inside one engine and one state of the index only. */
  readonly score: number;
  readonly terms: readonly string[];
}

/** Ranks documents for a query. Instances are independent; none share state. */
export interface RankEngine {
  readonly specVersion: 1;
  /** Lower-case, stable, printed in traces. */
  readonly name: string;
  /** Documents held now. */
  readonly size: number;
  /**
   * Adds documents, replacing those with the same id. Resolves once later searches can see them. An engine that does not
   * rank fields, or not those that a document gives, rejects and adds nothing: fields are never passed over in silence.
   */
  add(documents: readonly RankedDocument[]): Promise<void>;
  /** Forgets these ids; an unknown id is no error. */
  remove(ids: readonly string[]): Promise<void>;
  /**
   * Best matches first, at most `limit`. Equal scores are ordered by id (code points). A query without known terms
   * matches nothing and is no error. Rejects only when `signal` aborts, `limit` is no whole number above 0, an argument is
   * of another type, or `filter` throws or answers anything but true or false.
   */
  search(query: string, options?: SearchOptions): Promise<readonly Hit[]>;
  /**
   * Why a document has its score for a query: the terms they share, in the order in which their scores are added. Nothing
   * when they share none, or when there is no such document. Absent when the engine cannot tell.
   */
  explain?(query: string, id: string): Promise<readonly TermShare[]>;
}
