import type { ContentHash } from "@runningtab/content-hash";
import type { MediaType } from "./media-type.ts";
import type { ParsedCacheErrorCode } from "./parsed-cache-error.ts";
import type { JsonValue, ParsedPart } from "./parts.ts";

/** What makes two parses the same one: equal bytes, read by the same release of a parser with the same options. */
export interface RecordKey {
  readonly hash: ContentHash;
  /** `none` where no parser reads the kind of document. */
  readonly parserId: string;
  readonly parserVersion: string;
  readonly options: JsonValue;
}

/** What parsing some bytes gave. A failure is a record too, so that it is not tried again and again. */
export interface ParsedRecord {
  readonly key: RecordKey;
  readonly mediaType: MediaType;
  readonly status: "ok" | "failed";
  /** Why it failed, for people. */
  readonly reason?: string;
  readonly code?: ParsedCacheErrorCode;
  /** Empty when it failed. */
  readonly parts: readonly ParsedPart[];
  /** What held the parser: `bubblewrap+permission`, `permission`, `process`; `none` when nothing ran. */
  readonly jail: string;
  /** ISO 8601. */
  readonly parsedAt: string;
}

export type Loss = Omit<Extract<ParsedPart, { readonly type: "loss" }>, "type">;

/** The key as text: equal keys give equal texts, whatever the order of the options' names. */
export function keyText({ hash, parserId, parserVersion, options }: RecordKey): string {
  return `${hash} ${parserId}@${parserVersion} ${canonicalJson(options)}`;
}

function canonicalJson(value: JsonValue): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const names = Object.keys(value).toSorted();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name]!)}`).join(",")}}`;
}

function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

export function lossesOf(parts: readonly ParsedPart[]): readonly Loss[] {
  return parts.flatMap((part) => {
    if (part.type !== "loss") return [];
    const { type: _, ...loss } = part;
    return [loss];
  });
}

/** All metadata of a document in one object without a prototype: its names come from the file. */
export function metadataOf(parts: readonly ParsedPart[]): Readonly<Record<string, JsonValue>> {
  const all = Object.create(null) as Record<string, JsonValue>;
  for (const part of parts) {
    if (part.type !== "metadata") continue;
    for (const [name, value] of Object.entries(part.values)) all[name] = value;
  }
  return all;
}
