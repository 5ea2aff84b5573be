import { type ContentHash, parseContentHash } from "@runningtab/content-hash";

/** Ends the name of a file whose content is compressed. */
export const COMPRESSED = ".zst";

/** Folder and name, without `COMPRESSED`, of a content below the folder of blobs: `01/23456…`, the 64 digits split. */
export function blobPlace(hash: ContentHash): { readonly fan: string; readonly name: string } {
  const digits = hash.slice("sha256:".length);
  return { fan: digits.slice(0, 2), name: digits.slice(2) };
}

/** The hash that a file's place names; `undefined` for a file that is no blob, such as an unfinished one. */
export function hashOfPlace(fan: string, fileName: string): ContentHash | undefined {
  const name = fileName.endsWith(COMPRESSED) ? fileName.slice(0, -COMPRESSED.length) : fileName;
  return /^[0-9a-f]{64}$/.test(fan + name) && fan.length === 2 ? parseContentHash(`sha256:${fan}${name}`) : undefined;
}
