import { nearestUnit } from "./amount.ts";
import { documentDate, saysItIsOutdated } from "./document-date.ts";
import { type PageLine, pageLines, type SeenPage } from "./page-lines.ts";
import { readRecord } from "./read-record.ts";
import { type ReadTable, readTable } from "./read-tables.ts";
import { cleanValue, type Statement } from "./statement.ts";

/** A table with what it belongs to. */
export interface PageTable extends Pick<ReadTable, "heads" | "rows"> {
  /** Captions, headings and title, nearest first. */
  readonly headings: readonly string[];
  /** Lines right before and after it, where units are said. */
  readonly around: readonly string[];
}

export interface PageReading {
  readonly statements: readonly Statement[];
  readonly tables: readonly PageTable[];
  /** First heading or short first line. */
  readonly title: string;
  /** When the document was made, ISO, as far as its head says. */
  readonly date?: string;
  /** Present when its head says that the document no longer holds. */
  readonly isOutdated?: true;
}

const labelPattern =
  /^(?:[-*•–+]\s+(?:\[[ x]\]\s+)?|\(?\d{1,2}[.)]\s+|[a-z]\)\s+)?["'“]?(?<label>[^:：=;!?。]{2,70}?)["'”]?\s*(?:[:：=](?!\/\/)|\s[–—-]\s)\s*(?<value>\S.*)$/u;

/** Everything that a page states. Pure; the order is that of the page. */
export function readPage(page: SeenPage): PageReading {
  const lines = pageLines(page);
  const title = titleOf(lines, page.place);
  const statements: Statement[] = [];
  const tables: PageTable[] = [];
  const headings = new HeadingStack();
  if (/\.(?:json|ya?ml)$/i.test(page.path)) return { statements: readRecord(lines), tables, title: "" };
  let at = 0;
  while (at < lines.length) {
    const line = lines[at]!;
    if (line.cells !== undefined) {
      let end = at + 1;
      while (lines[end]?.cells !== undefined || isLoneCell(lines, end)) end++;
      const rows = lines
        .slice(at, end)
        .map((row) => (row.cells === undefined ? { ...row, cells: [{ text: row.text, column: 0 }] } : row));
      const table = readTable(rows);
      const around = belonging(rows, headings.chain(), title);
      const beside = [...nearLines(lines, at, -1), ...nearLines(lines, end - 1, 1)];
      tables.push({ heads: table.heads, rows: table.rows, headings: around, around: beside });
      statements.push(...tableStatements(table, around, beside));
      at = end;
    } else if (line.text === "") at++;
    else if (line.heading !== undefined || isUnderlined(lines, at)) {
      headings.enter(line.text, line.heading ?? 1);
      at += line.heading === undefined ? 2 : 1;
    } else {
      const end = paragraphEnd(lines, at);
      const paragraph = lines.slice(at, end);
      statements.push(...paragraphStatements(paragraph, [...headings.chain(), ...introOf(lines, at)], title));
      at = end;
    }
  }
  const date = documentDate(page.path, title, lines);
  return {
    statements,
    tables,
    title,
    ...(date !== undefined && { date }),
    ...(saysItIsOutdated(lines) && { isOutdated: true as const }),
  };
}

/** A row of loose text of which only the first cell is filled looks like a line of prose. */
function isLoneCell(lines: readonly PageLine[], at: number): boolean {
  const line = lines[at];
  if (line === undefined || line.heading !== undefined || line.text === "" || line.text.length > 60) return false;
  return lines[at + 1]?.cells !== undefined && !/[.:!?。：]$/.test(line.text) && !isListItem(line);
}

function isFilled(cell: { readonly text: string }): boolean {
  return cell.text !== "";
}

/** The headings above a place, nearest first. */
class HeadingStack {
  #open: { readonly text: string; readonly level: number }[] = [];

  enter(text: string, level: number): void {
    this.#open = [...this.#open.filter((heading) => heading.level < level), { text, level }];
  }

  chain(): readonly string[] {
    return this.#open.toReversed().map(({ text }) => text);
  }
}

/**
 * What the document or page calls itself: a mail's subject, the only heading of its level at the top or of the first
 * level, or a short first line. A part from the middle of a text has no title: its first line belongs to something unseen.
 */
function titleOf(lines: readonly PageLine[], place: string): string {
  if (/^L(?!1(?:\D|$))\d/.test(place)) return "";
  const subject = lines
    .slice(0, 12)
    .find((line) => /^Subject: /i.test(line.text))
    ?.text.slice("Subject: ".length);
  if (subject !== undefined) return subject;
  const first = lines.find((line) => line.text !== "");
  const likeFirst = lines.filter((line) => line.heading !== undefined && line.heading === (first?.heading ?? 1));
  if (likeFirst.length === 1) return likeFirst[0]!.text;
  // The head of a table names its columns, not the page.
  if (first?.heading !== undefined || first?.cells !== undefined) return "";
  const text = first?.text ?? "";
  return text.length <= 90 && !/[.。]$/.test(text) ? text : "";
}

function isUnderlined(lines: readonly PageLine[], at: number): boolean {
  return /^(?:={3,}|-{3,})$/.test(lines[at + 1]?.text ?? "") && lines[at]!.text.length <= 90;
}

/** `for Harrow Lane we agreed:` belongs to the lines below it. */
function introOf(lines: readonly PageLine[], at: number): readonly string[] {
  for (let before = at - 1; before >= Math.max(0, at - 6); before--) {
    const text = lines[before]!.text;
    if (/[:：]$/.test(text)) return [text];
    if (lines[before]!.heading !== undefined) return [];
  }
  return [];
}

function isListItem(line: PageLine): boolean {
  return /^(?:[-*•–+]\s|\(?\d{1,2}[.)]\s|[a-z]\)\s)/.test(line.text);
}

function isAlone(line: PageLine): boolean {
  return line.isQuoted || labelPattern.test(line.text);
}

/** The first line of a page that ends without a mark, before one that begins anew. */
function isTitleLine(lines: readonly PageLine[], at: number): boolean {
  const [line, next] = [lines[at]!, lines[at + 1]];
  return (
    lines.slice(0, at).every(({ text }) => text === "") &&
    line.text.length <= 80 &&
    /[\p{L}\p{N})]$/u.test(line.text) &&
    /^[\p{Lu}\p{Script=Han}]/u.test(next?.text ?? "") &&
    line.text.length < 0.8 * Math.max(60, next?.text.length ?? 0)
  );
}

/** Prose goes on over line ends; list items, labels and quoted lines stand alone. */
function paragraphEnd(lines: readonly PageLine[], start: number): number {
  let end = start + 1;
  if (isAlone(lines[start]!) || isTitleLine(lines, start)) return end;
  while (end < lines.length) {
    const line = lines[end]!;
    if (line.text === "" || line.heading !== undefined || line.cells !== undefined || isListItem(line) || isAlone(line))
      break;
    end++;
  }
  return end;
}

function paragraphStatements(paragraph: readonly PageLine[], headings: readonly string[], title: string): Statement[] {
  const first = paragraph[0]!;
  const around = title === "" || headings.includes(title) ? headings : [...headings, title];
  const statements: Statement[] = [];
  for (const { label, value } of paragraph.length === 1 ? labelsIn(first.text) : []) {
    statements.push({
      type: "label",
      quote: first.text,
      label,
      value: cleanValue(firstSentence(value)),
      address: first.address,
      headings: around,
      isQuoted: first.isQuoted,
    });
  }
  return [
    ...statements,
    ...sentences(paragraph).map((sentence): Statement => ({
      type: "sentence",
      label: sentence.quote,
      headings: around,
      isQuoted: first.isQuoted,
      ...sentence,
    })),
  ];
}

interface Labelled {
  readonly label: string;
  readonly value: string;
}

/** The label of a line with its value; of a line that is a row of such pairs (`Lessor: A; tenant: B`) all of them. */
function labelsIn(line: string): readonly Labelled[] {
  const read = (text: string): readonly Labelled[] => {
    const groups = labelPattern.exec(text)?.groups;
    return groups === undefined ? [] : [{ label: groups["label"]!, value: groups["value"]! }];
  };
  const parts = line.split(/\s*[;；|]\s*/u).filter((part) => part !== "");
  const pairs = parts.map(read);
  return parts.length > 1 && pairs.every((pair) => pair.length === 1) ? pairs.flat() : read(line);
}

/** A sentence ends at a mark that is followed by a capital, a digit or the end; never after a short abbreviation. */
const sentenceEnd =
  /(?<![\s(]\p{L}|\b(?:Dr|Mr|Mrs|Ms|St|No|Nr|approx|ca|vs|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec))[.!?](?=\s+["“(]?[\p{Lu}\p{N}]|\s*$)|[。！？；]/gu;

/** What stands behind a label ends where its sentence does. */
function firstSentence(text: string): string {
  const [end] = text.matchAll(sentenceEnd);
  return end === undefined ? text : text.slice(0, end.index + end[0].length);
}

function sentences(paragraph: readonly PageLine[]): { quote: string; address: string }[] {
  const starts: number[] = [];
  let text = "";
  for (const line of paragraph) {
    if (text !== "") text += " ";
    starts.push(text.length);
    text += line.text;
  }
  const found: { quote: string; address: string }[] = [];
  let from = 0;
  const take = (to: number): void => {
    const quote = text.slice(from, to).trim();
    const line =
      paragraph[
        starts.findLastIndex(
          (start) => start <= from + (text.slice(from, to).length - text.slice(from, to).trimStart().length),
        )
      ]!;
    if (quote !== "") found.push({ quote, address: line.address });
    from = to;
  };
  for (const match of text.matchAll(sentenceEnd)) take(match.index + match[0].length);
  take(text.length);
  return found;
}

/** What a table belongs to, nearest first. Lone cells above the head are captions; further down they may be rows. */
function belonging(rows: readonly PageLine[], headings: readonly string[], title: string): readonly string[] {
  const around = title === "" || headings.includes(title) ? headings : [...headings, title];
  const headAt = rows.findIndex((row) => row.cells!.filter(isFilled).length >= 2);
  const captions = rows
    .slice(0, Math.max(0, headAt))
    .flatMap((row) => row.cells!.filter(isFilled).map(({ text }) => text));
  return [...captions.slice(0, 2), ...around];
}

const mostNearLines = 2;

/** The nearest lines of text beside a table, before it with a `step` of -1 and after it with 1. */
function nearLines(lines: readonly PageLine[], from: number, step: 1 | -1): readonly string[] {
  const found: string[] = [];
  for (let at = from + step; at >= 0 && at < lines.length && found.length < mostNearLines; at += step) {
    const line = lines[at]!;
    if (line.cells !== undefined || line.heading !== undefined) break;
    if (line.text !== "") found.push(line.text);
  }
  return found;
}

function tableStatements(
  { statements, heads }: ReadTable,
  headings: readonly string[],
  around: readonly string[],
): readonly Statement[] {
  return statements.map(({ line, cell, rowLabel, columnHead, leftCells, isRowName }): Statement => {
    const unit = unitOfCell(line, columnHead, heads, [...around, ...headings]);
    return {
      type: "cell",
      quote: line.raw.trim(),
      label: `${rowLabel} · ${columnHead}`,
      value: cleanValue(cell.text),
      address: cell.address ?? line.address,
      headings,
      columnHead,
      leftCells,
      ...(unit !== undefined && /^[^\p{L}]*\d[^\p{L}]*$/u.test(cell.text) && { unit }),
      ...(isRowName && { isRowName }),
      isQuoted: false,
    };
  });
}

/** The unit of a figure: of its column, its row, the column of units, the corner, or the lines around the table. */
export function unitOfCell(
  line: PageLine,
  columnHead: string,
  heads: ReadonlyMap<number, string>,
  around: readonly string[],
): string | undefined {
  const unitColumn = [...heads].find(([, text]) => /^(?:units?|einheit|currency|单位|币种)$/iu.test(text))?.[0];
  const cells = line.cells ?? [];
  const [first] = cells.filter(isFilled);
  const corner = [...heads.values()][0] ?? "";
  return nearestUnit([
    cells.find(({ column }) => column === unitColumn)?.text ?? "",
    ...[columnHead, first?.text ?? "", corner, ...around].map((text) => (/[\s(（:：]/u.test(text) ? text : "")),
  ]);
}
