import type { PageField } from "../page-index.ts";
import type { RenderedPage } from "../rendered-page.ts";

/** Lines at the top of a page that name it, whatever they look like: running heads, section titles. */
const OPENING_LINES = 4;
const MOST_TITLE_CHARACTERS = 200;
const MOST_HEADING_CHARACTERS = 160;
const LEAST_LETTERS = 5;
const UPPER_CASE_SHARE = 0.7;

/** What stands before the name of a table, a chart, a part of a document. */
const CAPTION = /^(?:table|figure|fig\.|chart|exhibit|section|chapter|part|appendix|annex|schedule|sheet:|slide)\b/i;

/**
 * What a page says that it is about: its opening lines, Markdown headings, captions and lines in capitals; and what the
 * document is called, its first words. Words there tell more of a page than those in its footnotes.
 */
export function pageFields(
  pages: readonly RenderedPage[],
  wanted: readonly PageField[],
): readonly Readonly<Partial<Record<PageField, string>>>[] {
  const title = wanted.includes("title") ? titleOf(pages) : "";
  return pages.map(({ text }) => ({
    ...(wanted.includes("heading") && { heading: headingsOf(text).join("\n") }),
    ...(wanted.includes("title") && { title }),
  }));
}

function titleOf(pages: readonly RenderedPage[]): string {
  const first = pages.find(({ text }) => text.trim() !== "")?.text ?? "";
  return first.trimStart().slice(0, MOST_TITLE_CHARACTERS);
}

/** Exported for the tests. */
export function headingsOf(text: string): readonly string[] {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return lines.filter((line, index) => index < OPENING_LINES || isHeading(line)).map(clip);
}

function isHeading(line: string): boolean {
  if (/^#{1,6} /.test(line)) return true;
  if (line.length > MOST_HEADING_CHARACTERS) return false;
  return CAPTION.test(line) || isInCapitals(line);
}

function isInCapitals(line: string): boolean {
  const letters = count(line, /\p{L}/gu);
  return (
    letters >= LEAST_LETTERS &&
    count(line, /\p{Lu}/gu) > letters * UPPER_CASE_SHARE &&
    count(line, /\p{N}/gu) < letters / 2
  );
}

function count(line: string, what: RegExp): number {
  return line.match(what)?.length ?? 0;
}

function clip(line: string): string {
  return line.slice(0, MOST_HEADING_CHARACTERS);
}
