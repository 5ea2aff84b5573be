/** A piece of inline text with its emphasis. */
export interface Inline {
  readonly text: string;
  readonly bold?: true;
  readonly italic?: true;
  readonly code?: true;
  readonly link?: string;
}

/** The blocks of Markdown that office documents have a counterpart for. */
export type MarkdownBlock =
  | { readonly type: "heading"; readonly level: 1 | 2 | 3 | 4 | 5 | 6; readonly inlines: readonly Inline[] }
  | { readonly type: "paragraph"; readonly inlines: readonly Inline[] }
  | { readonly type: "item"; readonly ordered: boolean; readonly depth: number; readonly inlines: readonly Inline[] }
  | { readonly type: "quote"; readonly inlines: readonly Inline[] }
  | { readonly type: "code"; readonly lines: readonly string[] }
  | { readonly type: "table"; readonly rows: readonly (readonly string[])[] }
  | { readonly type: "rule" };

const FENCE = /^\s{0,3}(```+|~~~+)/;
const HEADING = /^(#{1,6})\s+(.*?)(?:\s+#+)?\s*$/;
const ITEM = /^(\s*)(?:[-*+]|(\d{1,9})[.)])\s+(.*)$/;
const RULE = /^\s{0,3}(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})$/;
const SEPARATOR = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;
const QUOTE = /^\s{0,3}>\s?/;

/** Reads Markdown as models write it. Anything unknown is a paragraph: no text is ever lost. */
export function markdownBlocks(markdown: string): readonly MarkdownBlock[] {
  const lines = markdown.replaceAll("\r\n", "\n").split("\n");
  const blocks: MarkdownBlock[] = [];
  let paragraph: string[] = [];
  const endParagraph = (): void => {
    if (paragraph.length > 0) blocks.push({ type: "paragraph", inlines: inlines(paragraph.join(" ")) });
    paragraph = [];
  };
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const fence = FENCE.exec(line)?.[1];
    if (fence !== undefined) {
      endParagraph();
      const end = lines.findIndex((other, index) => index > at && other.trim().startsWith(fence));
      blocks.push({ type: "code", lines: lines.slice(at + 1, end < 0 ? undefined : end) });
      at = end < 0 ? lines.length : end;
    } else if (line.includes("|") && SEPARATOR.test(lines[at + 1] ?? "") && (lines[at + 1] ?? "").includes("-")) {
      endParagraph();
      const end = lines.findIndex((other, index) => index > at + 1 && !other.includes("|"));
      const rows = lines.slice(at, end < 0 ? undefined : end).filter((_, index) => index !== 1);
      blocks.push({ type: "table", rows: rows.map(tableCells) });
      at = end < 0 ? lines.length : end - 1;
    } else if (line.trim() === "") {
      endParagraph();
    } else {
      const block = lineBlock(line);
      if (block === undefined) paragraph.push(line.trim());
      else {
        endParagraph();
        blocks.push(block);
      }
    }
  }
  endParagraph();
  return blocks;
}

/** A block that one line makes; `undefined` for a line of a paragraph. */
function lineBlock(line: string): MarkdownBlock | undefined {
  const [, marks, title] = HEADING.exec(line) ?? [];
  if (marks !== undefined && title !== undefined) {
    return { type: "heading", level: marks.length as 1 | 2 | 3 | 4 | 5 | 6, inlines: inlines(title) };
  }
  if (RULE.test(line)) return { type: "rule" };
  const [, indent, number, text] = ITEM.exec(line) ?? [];
  if (indent !== undefined && text !== undefined) {
    const depth = Math.min(8, Math.floor(indent.replaceAll("\t", "  ").length / 2));
    return { type: "item", ordered: number !== undefined, depth, inlines: inlines(text) };
  }
  return QUOTE.test(line) ? { type: "quote", inlines: inlines(line.replace(QUOTE, "")) } : undefined;
}

/** The cells of a table row; `\|` is a bar inside a cell. */
export function tableCells(line: string): readonly string[] {
  const inner = line
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "");
  return inner.split(/(?<!\\)\|/).map((cell) =>
    cell
      .trim()
      .replaceAll("\\|", "|")
      .replaceAll(/<br\s*\/?>/gi, "\n"),
  );
}

const INLINE =
  /(`+)(.+?)\1|\*\*(.+?)\*\*|__(.+?)__|\*(?!\s)(.+?)(?<!\s)\*|(?<![\p{L}\p{N}])_(?!\s)(.+?)(?<!\s)_(?![\p{L}\p{N}])|\[([^\]]*)\]\(([^)\s]+)\)/gu;

/** Emphasis, code and links of a line; everything else, stray marks included, stays text. */
export function inlines(text: string): readonly Inline[] {
  const result: Inline[] = [];
  let copied = 0;
  for (const match of text.matchAll(INLINE)) {
    if (match.index > copied) result.push({ text: unescape(text.slice(copied, match.index)) });
    copied = match.index + match[0].length;
    const [, , code, bold1, bold2, italic1, italic2, label, link] = match;
    const bold = bold1 ?? bold2;
    const italic = italic1 ?? italic2;
    if (code !== undefined) result.push({ text: code, code: true });
    else if (bold !== undefined) result.push(...inlines(bold).map((one) => ({ ...one, bold: true as const })));
    else if (italic !== undefined) result.push(...inlines(italic).map((one) => ({ ...one, italic: true as const })));
    else if (link !== undefined) result.push({ text: label || link, link });
  }
  if (copied < text.length) result.push({ text: unescape(text.slice(copied)) });
  return result;
}

function unescape(text: string): string {
  return text.replaceAll(/\\([\\`*_{}[\]()#+\-.!|>])/g, "$1");
}
