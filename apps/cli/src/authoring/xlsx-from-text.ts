import { markdownBlocks } from "./markdown-blocks.ts";

interface Sheet {
  readonly name: string;
  readonly rows: readonly (readonly string[])[];
}

/**
 * A workbook from Markdown (one sheet a table, called by the heading above it) or, where there is no Markdown table,
 * from CSV. Cells are text unless they are plainly numbers, so that no identifier loses its zeros and nothing that
 * begins with `=` becomes a formula.
 */
export async function xlsxFromText(text: string): Promise<Uint8Array> {
  const xlsx = await import("xlsx");
  const book = xlsx.utils.book_new();
  for (const { name, rows } of sheetsOf(text)) {
    const sheet = xlsx.utils.aoa_to_sheet(rows.map((row) => row.map(cellOf)));
    xlsx.utils.book_append_sheet(book, sheet, name);
  }
  return new Uint8Array(xlsx.write(book, { type: "buffer", bookType: "xlsx" }) as Buffer);
}

function cellOf(text: string): { t: "n"; v: number } | { t: "s"; v: string } {
  return isPlainNumber(text) ? { t: "n", v: Number(text) } : { t: "s", v: text };
}

/** Digits with an optional sign and decimals, no leading zeros, within what a spreadsheet keeps exactly. */
function isPlainNumber(text: string): boolean {
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/.test(text) && text.replaceAll(/\D/g, "").length <= 15;
}

function sheetsOf(text: string): readonly Sheet[] {
  const sheets: Sheet[] = [];
  const used = new Set<string>();
  let heading: string | undefined;
  for (const block of markdownBlocks(text)) {
    if (block.type === "heading") heading = block.inlines.map((inline) => inline.text).join("");
    if (block.type !== "table") continue;
    sheets.push({ name: sheetName(heading ?? `Sheet${sheets.length + 1}`, used), rows: block.rows });
  }
  return sheets.length > 0 ? sheets : [{ name: "Sheet1", rows: csvRows(text) }];
}

/** A name that spreadsheet programs accept: at most 31 characters, without `: \ / ? * [ ]`, unique. */
function sheetName(wanted: string, used: Set<string>): string {
  const clean =
    wanted
      .replaceAll(/[:\\/?*[\]\u0000-\u001f]/g, " ")
      .replaceAll(/^'+|'+$/g, "")
      .trim() || "Sheet";
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? "" : ` ${number}`;
    const name = clean.slice(0, 31 - suffix.length) + suffix;
    if (used.has(name.toLowerCase())) continue;
    used.add(name.toLowerCase());
    return name;
  }
}

/** RFC 4180: quoted fields may hold commas, line ends and doubled quotes. */
export function csvRows(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  let field = "";
  let isQuoted = false;
  const endRow = (): void => {
    row.push(field);
    field = "";
    rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (isQuoted) {
      if (character !== '"') field += character;
      else if (text[at + 1] === '"') field += text[++at];
      else isQuoted = false;
    } else if (character === '"' && field === "") isQuoted = true;
    else if (character === ",") {
      row.push(field);
      field = "";
    } else if (character === "\n") endRow();
    else if (character !== "\r" || text[at + 1] !== "\n") field += character;
  }
  if (field !== "" || row.length > 0) endRow();
  return rows;
}
