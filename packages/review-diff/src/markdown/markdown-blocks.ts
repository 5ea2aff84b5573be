import { blockKey, type TextBlock } from "../texts/block-text.ts";
import { lineAddress } from "../texts/text-form.ts";

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/;
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/;
const RULE = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const ITEM = /^([ \t]*)([-+*]|\d{1,9}[.)])(?:[ \t]+(.*)|$)/;
const QUOTE = /^ {0,3}> ?(.*)$/;
const TABLE_RULE = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
const DEFINITION = /^ {0,3}\[[^\]]+\]:[ \t]*\S/;
const HTML_START = /^ {0,3}<(?:!--|[A-Za-z/!?])/;
const INDENTED = /^(?: {4}|\t)/;

/**
 * Markdown by block (CommonMark with tables and front matter), each addressed by its lines: headings, paragraphs, items of
 * lists, rows of tables, quotes, code, HTML, definitions of links. Blocks are known by their text without markers, which say
 * how a block looks, and shown as they are written. Nesting is told by the level of an item alone.
 */
export function markdownBlocks(lines: readonly string[]): readonly TextBlock[] {
  const reader = new MarkdownReader(lines);
  reader.read();
  return reader.blocks;
}

class MarkdownReader {
  readonly blocks: TextBlock[] = [];
  readonly #lines: readonly string[];
  #next = 0;

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  read(): void {
    if (this.#line() === "---") this.#frontMatter();
    while (this.#next < this.#lines.length) this.#block();
  }

  #line(offset = 0): string {
    return this.#lines[this.#next + offset] ?? "";
  }

  #block(): void {
    const line = this.#line();
    if (line.trim() === "") return void this.#next++;
    const fence = FENCE.exec(line);
    if (fence !== null) return this.#code(fence[1] ?? "", (fence[2] ?? "").trim());
    const heading = HEADING.exec(line);
    if (heading !== null) return this.#put("heading", 1, heading[2] ?? "", `heading ${heading[1]?.length ?? 1}`);
    if (RULE.test(line)) return this.#put("rule", 1, "---");
    if (ITEM.test(line)) return this.#item();
    if (QUOTE.test(line)) return this.#quote();
    if (this.#isTable()) return this.#table();
    if (DEFINITION.test(line)) return this.#put("link", 1, line.trim());
    if (HTML_START.test(line))
      return this.#put(
        "html",
        this.#until((next) => next.trim() === ""),
      );
    if (INDENTED.test(line))
      return this.#put(
        "code",
        this.#until((next) => !INDENTED.test(next)),
      );
    this.#paragraph();
  }

  /** Puts the next lines as a block. It is known by its text without markers, and shown as it is written. */
  #put(subject: string, count: number, bare?: string, style = "", table?: string): void {
    const start = this.#next;
    this.#next += count;
    const text = this.#lines.slice(start, this.#next).join("\n");
    const known = bare ?? text;
    const address = lineAddress(start, this.#next);
    const key = blockKey(subject, subject === "code" ? known.replaceAll("\n", "\\n") : known);
    if (table === undefined) this.blocks.push({ address, subject, pieces: [{ text }], text, key, style });
    else this.blocks.push({ address, subject, pieces: [{ text: known }], text, key, style, table });
  }

  /** How many lines there are, from the next one on, before one that ends the block; at least one. */
  #until(isEnd: (line: string) => boolean): number {
    let count = 1;
    while (this.#next + count < this.#lines.length && !isEnd(this.#line(count))) count++;
    return count;
  }

  #frontMatter(): void {
    const end = this.#lines.findIndex((line, index) => index > 0 && /^(?:---|\.\.\.)[ \t]*$/.test(line));
    if (end > 0) this.#put("front-matter", end + 1, this.#lines.slice(1, end).join("\n"));
  }

  /** Fenced code, until a fence at least as long; one that is never closed goes to the end. */
  #code(fence: string, language: string): void {
    const closing = new RegExp(`^ {0,3}\\${fence[0]}{${fence.length},}[ \\t]*$`);
    const open = this.#until((line) => closing.test(line));
    const isClosed = this.#next + open < this.#lines.length;
    const text = this.#lines.slice(this.#next + 1, this.#next + open).join("\n");
    this.#put("code", isClosed ? open + 1 : open, text, language === "" ? "code" : `code ${language}`);
  }

  /** An item goes on in lines that are indented, and in those that follow it directly and begin nothing else. */
  #item(): void {
    const [, indent = "", marker = "", first = ""] = ITEM.exec(this.#line()) ?? [];
    const count = this.#until((line) => line.trim() === "" || this.#beginsBlock(line));
    const rest = this.#lines.slice(this.#next + 1, this.#next + count).map((line) => line.trim());
    const level = Math.floor(indent.replaceAll("\t", "    ").length / 2) + 1;
    const kind = /\d/.test(marker) ? "numbered" : "list";
    this.#put("list", count, [first, ...rest].join("\n"), `${kind} level ${level}`);
  }

  #quote(): void {
    const count = this.#until((line) => !QUOTE.test(line));
    const lines = this.#lines.slice(this.#next, this.#next + count);
    this.#put("quote", count, lines.map((line) => QUOTE.exec(line)?.[1] ?? "").join("\n"));
  }

  #isTable(): boolean {
    return this.#line().includes("|") && this.#line(1).includes("-") && TABLE_RULE.test(this.#line(1));
  }

  /** The line below the headings only says how columns are set. */
  #table(): void {
    const count = this.#until((line) => !line.includes("|") || line.trim() === "");
    const table = lineAddress(this.#next, this.#next + count);
    for (let index = 0; index < count; index++) {
      if (index === 1) this.#next++;
      else this.#put("row", 1, tableCells(this.#line()).join(" | "), "", table);
    }
  }

  /** A paragraph, or a heading where a line of `=` or `-` underlines it. */
  #paragraph(): void {
    const count = this.#until((line) => line.trim() === "" || UNDERLINE.test(line) || this.#beginsBlock(line));
    const underline = UNDERLINE.exec(this.#line(count))?.[1];
    const text = this.#lines
      .slice(this.#next, this.#next + count)
      .map((line) => line.trim())
      .join("\n");
    if (underline === undefined) this.#put("paragraph", count, text);
    else this.#put("heading", count + 1, text, underline.startsWith("=") ? "heading 1" : "heading 2");
  }

  #beginsBlock(line: string): boolean {
    return FENCE.test(line) || HEADING.test(line) || RULE.test(line) || ITEM.test(line) || QUOTE.test(line);
  }
}

/** The cells of a row of a table; `\|` is no separator. */
function tableCells(line: string): readonly string[] {
  const inner = line
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "");
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim());
}
