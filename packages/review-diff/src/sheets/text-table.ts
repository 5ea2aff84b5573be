import { decode } from "../texts/decode-text.ts";

/** Names of tables of text; a program that reads one takes every cell for what it looks like. */
export const TEXT_TABLE = /\.(?:csv|tsv)$/i;

/** Comma- or tab-separated values as they stand in the file (RFC 4180, with the delimiters that programs use). */
export interface TextTable {
  readonly text: string;
  /** As `decodeText` names it. */
  readonly encoding: string;
  readonly delimiter: string;
  readonly lines: readonly TableLine[];
}

/** One line of the table, which is several of the text where a field in quotes holds line ends. */
export interface TableLine {
  /** Without their quotes. */
  readonly fields: readonly string[];
  /** Where the line stands in the text; the end is before its line end. */
  readonly start: number;
  readonly end: number;
  /** Where the next line begins. */
  readonly next: number;
}

const DELIMITERS = [",", ";", "\t", "|"];
/** Of the text, to find the delimiter by. */
const SAMPLE_CHARACTERS = 65_536;
const SAMPLE_LINES = 100;

/** A final line end begins no further line. Never throws: a quote that is not closed reaches to the end. */
export function readTextTable(bytes: Uint8Array): TextTable {
  const { text, encoding } = decode(bytes);
  const delimiter = delimiterOf(text.slice(0, SAMPLE_CHARACTERS));
  const lines: TableLine[] = [];
  for (let at = 0; at < text.length;) {
    const line = readLine(text, at, delimiter);
    lines.push(line);
    at = line.next;
  }
  return { text, encoding, delimiter, lines };
}

/** The one by which most lines have as many fields as the others; of equals the first in the list. */
function delimiterOf(sample: string): string {
  let [best, most] = [DELIMITERS[0]!, 0];
  for (const delimiter of DELIMITERS) {
    const widths = new Map<number, number>();
    let at = 0;
    for (let count = 0; at < sample.length && count < SAMPLE_LINES; count++) {
      const { fields, next } = readLine(sample, at, delimiter);
      if (fields.length > 1) widths.set(fields.length, (widths.get(fields.length) ?? 0) + 1);
      at = next;
    }
    const alike = Math.max(0, ...widths.values());
    if (alike > most) [best, most] = [delimiter, alike];
  }
  return best;
}

const [QUOTE, LINE_FEED, RETURN] = [34, 10, 13];

function readLine(text: string, start: number, delimiter: string): TableLine {
  const separator = delimiter.charCodeAt(0);
  const fields: string[] = [];
  let at = start;
  for (;;) {
    const from = at;
    const isQuoted = text.charCodeAt(at) === QUOTE;
    if (isQuoted) at = endOfQuotes(text, at);
    let code = text.charCodeAt(at);
    while (at < text.length && code !== separator && code !== LINE_FEED && code !== RETURN)
      code = text.charCodeAt(++at);
    const field = text.slice(from, at);
    fields.push(isQuoted ? unquoted(field) : field);
    if (at < text.length && code === separator) at++;
    else break;
  }
  const isPair = text.charCodeAt(at) === RETURN && text.charCodeAt(at + 1) === LINE_FEED;
  return { fields, start, end: at, next: Math.min(text.length, at + (isPair ? 2 : 1)) };
}

/** Past the closing quote; two quotes are one of the text. */
function endOfQuotes(text: string, open: number): number {
  for (let at = open + 1; ; at += 2) {
    at = text.indexOf('"', at);
    if (at < 0) return text.length;
    if (text.charCodeAt(at + 1) !== QUOTE) return at + 1;
  }
}

/** What programs write after a closing quote, against the rule, belongs to the text. */
function unquoted(field: string): string {
  const closing = endOfQuotes(field, 0);
  const isClosed = field.charCodeAt(closing - 1) === QUOTE && closing > 1;
  return field.slice(1, isClosed ? closing - 1 : closing).replaceAll('""', '"') + field.slice(closing);
}

/** A field as it has to stand in the file. */
export function fieldText(field: string, delimiter: string): string {
  const needsQuotes = field.includes(delimiter) || /["\r\n]/.test(field);
  return needsQuotes ? `"${field.replaceAll('"', '""')}"` : field;
}
