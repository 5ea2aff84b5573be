/** A page as a view showed it. */
export interface SeenPage {
  readonly path: string;
  /** `page=3`, `sheet=Budget`, `L1-L40`, `paragraph=1-9`; empty when the view named none. */
  readonly place: string;
  readonly text: string;
}

/** One line of a page, freed of its markup. */
export interface PageLine {
  /** As shown. */
  readonly raw: string;
  readonly text: string;
  /** Whole address of the line where the page's address tells, else of the page. */
  readonly address: string;
  /** Cells, when the line is a row. */
  readonly cells?: readonly LineCell[];
  /** Heading level, from 1. */
  readonly heading?: number;
  /** Spaces before the text. */
  readonly indent: number;
  /** Quoted from an earlier mail. */
  readonly isQuoted: boolean;
}

export interface LineCell {
  readonly text: string;
  /** Grows from left to right. */
  readonly column: number;
  /** Whole address, of sheet cells. */
  readonly address?: string;
}

/** The lines of a page with their addresses, rows and headings. */
export function pageLines(page: SeenPage): readonly PageLine[] {
  const { path, place, text } = page;
  const raw = text.split("\n");
  if (place.startsWith("sheet=") || raw[0]?.startsWith("Sheet: ") === true) return sheetLines(page, raw);
  const firstLine = /^L(\d+)/.exec(place)?.[1];
  // The text of a whole PDF has no place.
  const isPdf = place.startsWith("page=") || /\.pdf$/i.test(path);
  const separator = delimiterOf(path, raw);
  return raw.map((line, index) => {
    const address = `${path}${firstLine === undefined ? (place === "" ? "" : `#${place}`) : `#L${Number(firstLine) + index}`}`;
    return separator === undefined ? textLine(line, address, isPdf) : delimitedLine(line, address, separator);
  });
}

function textLine(raw: string, address: string, isPdf: boolean): PageLine {
  const isQuoted = /^\s*>/.test(raw);
  const stripped = raw.replace(/^\s*(?:>\s?)+/, "");
  const indent = stripped.length - stripped.trimStart().length;
  const heading = /^(#{1,6})\s+(.*\S)/.exec(stripped);
  const base = { raw, address, indent, isQuoted };
  if (heading !== null) return { ...base, text: plainText(heading[2]!), heading: heading[1]!.length };
  const text = stripped.trim();
  if (/^\|.*\|$/.test(text)) {
    const cells = text
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => plainText(cell.replaceAll("\\|", "|")));
    return { ...base, text, cells: cells.map((cell, column) => ({ text: cell, column })) };
  }
  const parts = isPdf ? text.split(/\t+| {2,}/).filter((part) => part !== "") : [];
  if (parts.length >= 2) return { ...base, text, cells: parts.map((part, column) => ({ text: part.trim(), column })) };
  return { ...base, text: plainText(text) };
}

/** What separates the cells of a delimited file that is shown as it stands; `undefined` of any other text. */
function delimiterOf(path: string, lines: readonly string[]): string | undefined {
  if (!/\.(?:csv|tsv)$/i.test(path)) return undefined;
  const head = lines.find((line) => line.trim() !== "") ?? "";
  return ["\t", ";", ","].find((separator) => cellsOf(head, separator).length > 1);
}

function delimitedLine(raw: string, address: string, separator: string): PageLine {
  const cells = cellsOf(raw, separator).map((text, column) => ({ text, column }));
  return { raw, text: raw.trim(), address, indent: 0, isQuoted: false, ...(raw.trim() !== "" && { cells }) };
}

/** Cells of one line; those in quotes may hold the separator, and quotes doubled. */
function cellsOf(line: string, separator: string): readonly string[] {
  const cell = new RegExp(`(?:^|${separator})(?:\\s*"((?:[^"]|"")*)"\\s*|([^${separator}]*))`, "g");
  return [...line.matchAll(cell)].map(([, quoted, plain = ""]) => (quoted?.replaceAll('""', '"') ?? plain).trim());
}

/** Bold, code and link marks say nothing. */
function plainText(text: string): string {
  return text
    .replaceAll(/\*\*|__|`/g, "")
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .trim();
}

/** `| 5 | Network cabling | 34,200 |` under `|  | A | B |`: the numbers and letters give each cell its address. */
function sheetLines({ path, place }: SeenPage, raw: readonly string[]): PageLine[] {
  // A workbook in a mail or an archive has its addresses behind those of the place that it stands at.
  const container = /^(?:.*&)?(?=sheet=)/.exec(place)?.[0] ?? "";
  let sheet = `${container}sheet=`;
  let letters: readonly string[] = [];
  return raw.flatMap((line): PageLine[] => {
    const text = line.trim();
    const base = { raw: line, indent: 0, isQuoted: false };
    const name = /^Sheet: (.*?)(?: \(hidden sheet\))?$/.exec(text)?.[1];
    if (name !== undefined) sheet = `${container}sheet=${encodeURIComponent(name)}`;
    if (text.startsWith("(merged cells: ")) return [];
    if (!/^\|.*\|$/.test(text)) return text === "" ? [] : [{ ...base, text, address: `${path}#${sheet}`, heading: 1 }];
    const [head = "", ...cells] = text
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll("\\|", "|"));
    const row = /^\d+/.exec(head)?.[0];
    if (row === undefined) {
      if (cells.some((cell) => /^[A-Z]/.test(cell))) letters = cells.map((cell) => /^[A-Z]+/.exec(cell)?.[0] ?? "");
      return [];
    }
    const address = `${path}#${sheet}&range=${letters[0] ?? "A"}${row}:${letters.at(-1) ?? "A"}${row}`;
    return [
      {
        ...base,
        text,
        address,
        cells: cells.map((cell, column) => ({
          // The formula behind a shown value is no part of the value.
          text: cell.replace(/ \{=.*\}$/, ""),
          column: columnNumber(letters[column] ?? ""),
          address: `${path}#${sheet}&cell=${letters[column] ?? ""}${row}`,
        })),
      },
    ];
  });
}

/** `A` is 1. The letters count, not the position: two ranges of a sheet may show other columns. */
function columnNumber(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}
