import type { Tokens } from "./tokens.ts";

/**
 * What of a text is looked up, as a fingerprint of 32 bits: a window of words that together say enough to be no
 * coincidence, or a line that says less than that, whole.
 *
 * A window begins at any word and ends with the word that brings its width to `WINDOW_WIDTH`; so equal text gives equal
 * windows wherever lines break. A word that repeats one of the two before it adds nothing: `0 0 0 0` says little.
 */
export interface Window {
  readonly key: number;
  /** The word behind its last. */
  readonly end: number;
}

/** Characters of words in a window: about four words. */
export const WINDOW_WIDTH = 20;
/** Words in a window; one that would need more is none. */
const MOST_WORDS = 24;
/** Characters of words that a line must have to be looked up. */
const LEAST_LINE_WIDTH = 3;

/** The window that begins at `first` and ends before `limit`; `undefined` if the text there says too little. */
export function windowAt({ hashes, widths }: Tokens, first: number, limit: number): Window | undefined {
  let key = 0x9e3779b9;
  let width = 0;
  const last = Math.min(limit, first + MOST_WORDS);
  for (let at = first; at < last; at++) {
    const hash = hashes[at]!;
    key = Math.imul(key ^ hash, 0x85ebca6b);
    key ^= key >>> 15;
    if (!repeats(hashes, first, at)) width += widths[at]!;
    if (width >= WINDOW_WIDTH) return { key: key >>> 0, end: at + 1 };
  }
  return undefined;
}

/** Where the last window of a text begins; `undefined` if the text says too little for one. */
export function lastWindow(tokens: Tokens): number | undefined {
  let width = 0;
  for (let at = tokens.count - 1; at >= 0 && tokens.count - at <= MOST_WORDS; at--) {
    width += tokens.widths[at]!;
    if (width >= WINDOW_WIDTH && windowAt(tokens, at, tokens.count) !== undefined) return at;
  }
  return undefined;
}

/** The fingerprint of a short line as a whole; `undefined` if it says nothing. */
export function lineKey({ hashes, widths }: Tokens, first: number, end: number): number | undefined {
  if (end - first > MOST_WORDS) return undefined;
  let key = 0x7f4a7c15;
  let width = 0;
  for (let at = first; at < end; at++) {
    key = Math.imul(key ^ hashes[at]!, 0xc2b2ae35);
    key ^= key >>> 13;
    width += widths[at]!;
  }
  return width < LEAST_LINE_WIDTH ? undefined : Math.imul(key ^ (end - first), 0x27d4eb2f) >>> 0;
}

/** Where a line that begins at `first` may end to be too short for a window: behind one word, two, and so on. */
export function shortEnds({ hashes, widths }: Tokens, first: number, limit: number): readonly number[] {
  const found: number[] = [];
  let width = 0;
  const last = Math.min(limit, first + MOST_WORDS);
  for (let at = first; at < last; at++) {
    if (!repeats(hashes, first, at)) width += widths[at]!;
    if (width >= WINDOW_WIDTH) break;
    found.push(at + 1);
  }
  return found;
}

/** Width of a stretch of words; repeats count nothing, as in a window. */
export function widthOf({ hashes, widths }: Tokens, first: number, end: number): number {
  let width = 0;
  for (let at = first; at < end; at++) {
    if (!repeats(hashes, first, at)) width += widths[at]!;
  }
  return width;
}

/** Whether a word is one of the two before it, `first` being where one begins to look. */
function repeats(hashes: Uint32Array, first: number, at: number): boolean {
  const hash = hashes[at];
  return (at > first && hash === hashes[at - 1]) || (at > first + 1 && hash === hashes[at - 2]);
}
