import type { ContentHash } from "@runningtab/content-hash";
import type { Limits, ParserEntry } from "./document-parser.ts";
import type { ParseDocument } from "./jail/parser-pool.ts";
import { detectMediaType, isEmptyDocument, isMisnamed, type MediaType, whyUnread } from "./media-type.ts";
import { limitExceeded, ParsedCacheError } from "./parsed-cache-error.ts";
import type { ParsedRecord, RecordKey } from "./parsed-record.ts";

/** The key's parser where no parser reads the kind of document. */
export const NO_PARSER = { id: "none", version: "1", options: {} } as const;

export function keyOf(hash: ContentHash, parser: Pick<ParserEntry, "id" | "version" | "options">): RecordKey {
  return { hash, parserId: parser.id, parserVersion: parser.version, options: parser.options };
}

export function parserFor(mediaType: string, parsers: readonly ParserEntry[]): ParserEntry | undefined {
  return parsers.find((parser) => parser.accepts.includes(mediaType));
}

export interface ParseSubject {
  readonly bytes: Uint8Array;
  readonly hash: ContentHash;
  /** Decides between kinds of plain text; may be empty. */
  readonly path: string;
}

export interface ParseSettings {
  readonly parsers: readonly ParserEntry[];
  readonly limits: Limits;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** A record, and whether it says something lasting about the bytes; if not, it must not be stored. */
export interface ParseResult {
  readonly record: ParsedRecord;
  readonly isTransient: boolean;
}

/** Parses bytes into a record: what cannot be read gives a `failed` one with the reason. Rejects only on abort. */
export async function parseRecord(
  { bytes, hash, path }: ParseSubject,
  { parsers, limits, now }: ParseSettings,
  parse: ParseDocument,
  password?: string,
): Promise<ParseResult> {
  const mediaType = await detectMediaType(bytes, path, limits);
  const parser = parserFor(mediaType.type, parsers);
  const base = { key: keyOf(hash, parser ?? NO_PARSER), mediaType, parsedAt: new Date(now()).toISOString() };
  const failed = (error: ParsedCacheError, jail: string, isTransient = false): ParseResult => ({
    record: { ...base, status: "failed", reason: error.message, code: error.code, parts: [], jail },
    isTransient,
  });
  // By its name, which other files of the same bytes do not share.
  if (isEmptyDocument({ path, size: bytes.byteLength })) return failed(emptyDocument(path), "none", true);
  // By the name as well where that promises another kind.
  if (parser === undefined) return failed(noParser(mediaType, path), "none", isMisnamed(mediaType.type, path));
  if (bytes.byteLength > limits.maxBytes) {
    return failed(limitExceeded("maxBytes", limits.maxBytes, `the file has ${bytes.byteLength} bytes`), "none");
  }
  const asked = password === undefined ? parser : { ...parser, options: withPassword(parser, password) };
  const outcome = await parse(bytes, asked);
  if (outcome.status === "failed") return failed(outcome.error, outcome.jail, outcome.isTransient);
  return { record: { ...base, status: "ok", parts: outcome.parts, jail: outcome.jail }, isTransient: false };
}

/** A password goes to the parser alone: the record's key, which is stored, never holds it. */
function withPassword({ options }: ParserEntry, password: string): ParserEntry["options"] {
  return typeof options === "object" && options !== null ? { ...options, password } : { password };
}

function emptyDocument(path: string): ParsedCacheError {
  return new ParsedCacheError({ code: "damaged", message: "The file is empty (0 bytes).", data: { path } });
}

function noParser({ type }: MediaType, path: string): ParsedCacheError {
  const code = isMisnamed(type, path) ? "damaged" : "unsupported";
  return new ParsedCacheError({ code, message: whyUnread(type, path), data: { type } });
}
