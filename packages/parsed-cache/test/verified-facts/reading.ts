import type { Cell, JsonValue, ParsedPart } from "@runningtab/parsed-cache";
import { renderParts } from "@runningtab/parsed-cache";
import type { ParsedRecord } from "../../src/parsed-record.ts";
import { metadataOf } from "../../src/parsed-record.ts";

type Block = Extract<ParsedPart, { readonly type: "block" }>;

/** One file as it was read, without and with its password. */
export interface Reading {
  readonly status: ParsedRecord["status"];
  /** Why it was not read without its password. */
  readonly refusal?: string;
  /** Of the opened file. */
  readonly parts: readonly ParsedPart[];
  readonly metadata: Readonly<Record<string, JsonValue>>;
  /** The text of the view, without white space: every tool sets it differently, and no fact depends on it. */
  readonly text: string;
  page(address: string): string;
  lossCount(kind: string): number;
  cells(sheet?: string): readonly Cell[];
  /** Texts of blocks, without white space. */
  blocks(wanted: (block: Block) => boolean): readonly string[];
}

export function squeeze(text: unknown): string {
  return String(text).replace(/\s+/g, "");
}

export function readingOf(closed: ParsedRecord, opened: ParsedRecord): Reading {
  const { parts } = opened;
  const pages = renderParts(parts);
  return {
    status: opened.status,
    ...(closed.code !== undefined && { refusal: closed.code }),
    parts,
    metadata: metadataOf(parts),
    text: squeeze(pages.map(({ text }) => text).join("\n")),
    page: (address) => squeeze(pages.find((page) => page.address === address)?.text ?? ""),
    lossCount: (kind) =>
      parts.reduce((sum, part) => sum + (part.type === "loss" && part.kind === kind ? part.count : 0), 0),
    cells: (sheet) =>
      parts.flatMap((part) => (part.type === "sheet" && (sheet ?? part.name) === part.name ? part.cells : [])),
    blocks: (wanted) =>
      parts.flatMap((part) =>
        part.type === "block" && wanted(part) ? [squeeze(part.runs.map(({ text }) => text).join(""))] : [],
      ),
  };
}
