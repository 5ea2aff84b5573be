import { type ContentHash, isContentHash } from "@runningtab/content-hash";
import type { WebHit } from "./web-port.ts";

/** The lines by which web tools say what they show, and which the capture reads back. */

export function hitLine({ url, title, snippet }: WebHit, index: number): string {
  const words = [title, snippet].map((text) => text.replace(/\s+/g, " ").trim()).filter((text) => text !== "");
  return `${index + 1}. ${addressOf(url)} | ${words.join(": ")}`;
}

export function searchedLine(atMs: number, hash: ContentHash): string {
  return `[web | searched ${new Date(atMs).toISOString()} | ${hash}]`;
}

export function fetchedLine(page: {
  readonly url: string;
  readonly atMs: number;
  readonly hash: ContentHash;
  readonly part: string;
}): string {
  return `[web | ${addressOf(page.url)} | fetched ${new Date(page.atMs).toISOString()} | ${page.hash} | ${page.part}]`;
}

export interface FetchedText {
  readonly url: string;
  readonly hash: ContentHash;
  /** Where the page's own text ends in the output. */
  readonly end: number;
  readonly isWhole: boolean;
}

/** What the last line of an output says that was fetched: what stands before it is the page's, whatever it looks like. */
export function readFetched(output: string): FetchedText | undefined {
  const line =
    /\n\n\[web \| (\S+) \| fetched \S+ \| (sha256:[0-9a-f]{64}) \| characters (\d+)–(\d+) of (\d+) shown\]$/.exec(
      output,
    );
  const [, url, hash, from, to, of] = line ?? [];
  if (line === null || url === undefined || hash === undefined || !isContentHash(hash)) return undefined;
  return { url, hash, end: line.index, isWhole: from === "1" && to === of };
}

export interface SearchedHit {
  readonly url: string;
  readonly start: number;
  readonly end: number;
}

export function readHits(output: string): readonly SearchedHit[] {
  const hits: SearchedHit[] = [];
  for (const match of output.matchAll(/^\d+\. (https?:\/\/\S+) \| (.+)$/gm)) {
    const [line, url, words] = match;
    const end = match.index + line.length;
    hits.push({ url: url!, start: end - words!.length, end });
  }
  return hits;
}

/** Without white space, as addresses are written. */
function addressOf(url: string): string {
  return new URL(url).href;
}
