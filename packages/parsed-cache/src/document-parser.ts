import type { JsonValue, ParsedPart } from "./parts.ts";

/** Names a parser without loading it: the child process that parses imports `module` itself. */
export interface ParserEntry {
  /** Lower-case and stable, such as `pdf`. */
  readonly id: string;
  /** Part of the cache key: raised whenever the parts of some file change. */
  readonly version: string;
  /** A file URL or a package specifier. */
  readonly module: string;
  /** Name of the export that holds the `DocumentParser`; default `parser`. */
  readonly export?: string;
  readonly options: JsonValue;
  /** Media types, decided by the bytes first and the file's name second. */
  readonly accepts: readonly string[];
  /** `programs`: it starts programs of the system. They may start only where bubblewrap holds the child. */
  readonly needs?: { readonly addons?: true; readonly programs?: true };
}

/** What one parse may use. Hitting a limit is a reason in the record. */
export interface Limits {
  /** Of the source file. */
  readonly maxBytes: number;
  /** Counted while inflating, since declared sizes lie. */
  readonly maxInflatedBytes: number;
  readonly maxEntries: number;
  readonly maxDepth: number;
  readonly maxCells: number;
  readonly maxPages: number;
  /** Characters of text emitted. */
  readonly maxOutputCharacters: number;
  /** By the clock; on Linux without the time in which the child waited for a core that others had. */
  readonly deadlineMs: number;
  /** Resident memory of the child process, which is ended at nine tenths of it. */
  readonly maxMemoryBytes: number;
}

/**
 * Turns bytes into parts, inside a jailed child process. Rejects for what it cannot read: the message becomes the
 * reason of a `failed` record. Reads nothing but `bytes`.
 */
export interface DocumentParser {
  parse(bytes: Uint8Array, options: JsonValue, emit: (part: ParsedPart) => void, limits: Limits): Promise<void>;
}
