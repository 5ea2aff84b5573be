import { rowText } from "../table-cell.ts";
import type { DocumentParser } from "../document-parser.ts";
import type { BlockKind } from "../parts.ts";
import { decodeText, encodingLosses } from "./text-decoding.ts";
import { emitTextPages, lineAddress, linesOf } from "./text-pages.ts";

interface Block {
  readonly kind: BlockKind;
  readonly level?: number;
  readonly text: string;
  /** Lines from 0, `end` excluded. */
  readonly start: number;
  readonly end: number;
}

/**
 * Markdown twice over: `page` parts with the lines as they stand, for reading and quoting, and `block` parts with the
 * text of headings, paragraphs, list items and table rows without their marks, for reviews. Losses as for text.
 */
export const parser: DocumentParser = {
  async parse(bytes, _options, emit, limits) {
    const decoded = await decodeText(bytes);
    const lines = linesOf(decoded.text);
    emitTextPages(lines, emit, limits.maxOutputCharacters / 2);
    let title: string | undefined;
    for (const block of markdownBlocks(lines)) {
      if (block.kind === "heading") title ??= block.text;
      const { kind, level, text, start, end } = block;
      emit({ type: "block", address: lineAddress(start + 1, end), kind, ...(level && { level }), runs: [{ text }] });
    }
    for (const loss of encodingLosses(decoded)) emit(loss);
    emit({ type: "metadata", values: { lines: lines.length, encoding: decoded.encoding, ...(title && { title }) } });
  },
};

const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/;
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const LIST_ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(.*)$/;
const TABLE_RULE = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/** Blocks in order. Not a full CommonMark parser: nesting is flat, and a block it does not know is a paragraph. */
export function markdownBlocks(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const block = lines[at]!.trim() === "" ? undefined : blockAt(lines, at);
    if (block === undefined) at += 1;
    else {
      if (block.text !== "") blocks.push(block);
      at = block.end;
    }
  }
  return blocks;
}

function blockAt(lines: readonly string[], start: number): Block {
  const line = lines[start]!;
  const heading = HEADING.exec(line);
  if (heading !== null)
    return { kind: "heading", level: heading[1]!.length, text: heading[2] ?? "", start, end: start + 1 };
  const fence = FENCE.exec(line)?.[1];
  if (fence !== undefined) return fenced(lines, start, fence);
  if (start === 0 && line === "---") {
    const close = lines.indexOf("---", 1);
    if (close > 0) return { kind: "paragraph", text: lines.slice(1, close).join("\n"), start, end: close + 1 };
  }
  if (isTableRow(lines, start)) {
    const isRule = TABLE_RULE.test(line);
    return { kind: "row", text: isRule ? "" : rowText(tableCells(line)), start, end: start + 1 };
  }
  const item = LIST_ITEM.exec(line);
  if (item !== null) return gather(lines, start, "list", item[1]!);
  return gather(lines, start, "paragraph", line.trim());
}

function fenced(lines: readonly string[], start: number, fence: string): Block {
  let end = start + 1;
  while (end < lines.length && !lines[end]!.trim().startsWith(fence)) end += 1;
  return {
    kind: "paragraph",
    text: lines.slice(start + 1, end).join("\n"),
    start,
    end: Math.min(end + 1, lines.length),
  };
}

/** A paragraph or list item with its continuation lines; an underline makes a paragraph a heading. */
function gather(lines: readonly string[], start: number, kind: "paragraph" | "list", firstText: string): Block {
  const text = [firstText];
  let end = start + 1;
  while (end < lines.length && continues(lines, end)) {
    const underline = kind === "paragraph" ? UNDERLINE.exec(lines[end]!)?.[1] : undefined;
    if (underline !== undefined) {
      return { kind: "heading", level: underline.startsWith("=") ? 1 : 2, text: text.join(" "), start, end: end + 1 };
    }
    text.push(lines[end]!.trim());
    end += 1;
  }
  return { kind, text: text.join(" "), start, end };
}

function continues(lines: readonly string[], at: number): boolean {
  const line = lines[at]!;
  return (
    line.trim() !== "" && !HEADING.test(line) && !FENCE.test(line) && !LIST_ITEM.test(line) && !isTableRow(lines, at)
  );
}

/** A line with a bar whose table has a rule of dashes under its first line. */
function isTableRow(lines: readonly string[], at: number): boolean {
  let first = at;
  while (first > 0 && lines[first - 1]!.includes("|")) first -= 1;
  const rule = lines[first + 1];
  return (
    lines[at]!.includes("|") && rule !== undefined && rule.includes("-") && rule.includes("|") && TABLE_RULE.test(rule)
  );
}

function tableCells(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "");
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
}
