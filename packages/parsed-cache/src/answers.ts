import type { ContentHash } from "@runningtab/content-hash";

/** `current` iff the record's hash is the path's hash now; `stale`: an older version's record; `missing`: no such file now. */
export type FreshnessState = "current" | "stale" | "pending" | "failed" | "missing";

export interface Freshness {
  readonly state: FreshnessState;
  /** Hash of the bytes that the shown text came from; absent when there is no record. */
  readonly recordHash?: ContentHash;
  /** Hash of the path's bytes at the last sync; absent when the file is gone. */
  readonly sourceHash?: ContentHash;
  /** Why it failed; of a stale one, why the new version could not be parsed yet. */
  readonly reason?: string;
}

export interface DocumentHit {
  /** Whole address, `policies/travel.pdf#page=3`. */
  readonly address: string;
  readonly path: string;
  /** Of the bytes that `text` came from; of a file found by its name, of its bytes at the last sync. */
  readonly hash: ContentHash;
  readonly freshness: Freshness;
  readonly score?: number;
  /** The matching line, or a snippet around the match. */
  readonly text: string;
  /** The match is in text that a tracked change deleted or moved away, which `text` marks: no view of its page shows it. */
  readonly removed?: true;
}

/** One shape for search, grep and files. No hits with something skipped proves nothing, and is worded so. */
export interface SearchAnswer {
  readonly hits: readonly DocumentHit[];
  /** Files whose text was searched. */
  readonly searched: number;
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
  readonly truncated: boolean;
}

/** A page as an image, drawn anew from the bytes that `freshness` names. */
export interface ImageAnswer {
  readonly path: string;
  /** Whole address of the page; absent when nothing is shown. */
  readonly address?: string;
  /** PNG. */
  readonly image?: Uint8Array;
  readonly freshness: Freshness;
  /** `page 3 of 146 shown`, or why nothing is. */
  readonly shown: string;
  /** ISO 8601. */
  readonly sourceUpdatedAt?: string;
}

export interface ViewAnswer {
  readonly path: string;
  /** Whole addresses of the places shown, in order. */
  readonly addresses: readonly string[];
  readonly text: string;
  readonly freshness: Freshness;
  /** Set when there is no record and plain fallback text is shown instead. */
  readonly source: "record" | "fallback";
  /** `pages 3–4 of 146 shown`, or the like for sheets, slides and lines. */
  readonly shown: string;
  /** ISO 8601. */
  readonly sourceUpdatedAt?: string;
  readonly parsedAt?: string;
  readonly losses: readonly { readonly kind: string; readonly count: number; readonly detail?: string }[];
}
