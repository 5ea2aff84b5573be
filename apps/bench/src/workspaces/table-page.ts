import { columnName, writeDocx, writePdf, writeXlsx, type WorkbookValue } from "@runningtab/test-kit/office";
import type { FolderBook } from "./folder-book.ts";

export type TableFormat = "xlsx" | "csv" | "md" | "html" | "docx" | "pdf";

/** A table with what stands around it. All rows are of one width; empty text is an empty cell. */
export interface TablePage {
  readonly title: string;
  /** A line under the title, where units are often said; absent when there is none. */
  readonly caption?: string;
  readonly head: readonly (readonly string[])[];
  readonly body: readonly (readonly string[])[];
  /** A line below the table. */
  readonly note?: string;
}

/**
 * Writes the table into a file of the format at `stem` and returns where its body's cells stand: `row` and `column` from 0.
 * Neighbouring equal heads of the upper rows are merged, as people do.
 */
export function writeTablePage(
  book: FolderBook,
  stem: string,
  format: TableFormat,
  page: TablePage,
): (row: number, column: number) => string {
  const path = `${stem}.${format}`;
  const above = page.caption === undefined ? [] : [page.caption];
  const below = page.note === undefined ? [] : [page.note];
  switch (format) {
    case "xlsx": {
      const lead = [[page.title], ...above.map((line) => [line]), []];
      const rows: WorkbookValue[][] = [
        ...lead,
        ...page.head.map((row) => withoutRepeats(row)),
        ...page.body.map((row) => row.map(cellOf)),
      ];
      book.add(path, writeXlsx({ sheets: [{ name: "Table 1", rows: [...rows, [], ...below.map((line) => [line])] }] }));
      const first = lead.length + page.head.length + 1;
      return (row, column) => `${path}#sheet=Table%201&cell=${columnName(column + 1)}${first + row}`;
    }
    case "csv": {
      const quoted = (cell: string): string => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
      const lines = [...page.head, ...page.body].map((row) => row.map(quoted).join(","));
      book.add(path, `${lines.join("\n")}\n`);
      return (row) => `${path}#L${page.head.length + row + 1}`;
    }
    case "md": {
      const [top = [], ...heads] = page.head;
      const line = (row: readonly string[]): string => `| ${row.join(" | ")} |`;
      const lead = [`# ${page.title}`, "", ...above.flatMap((text) => [text, ""])];
      const rows = [
        line(withoutRepeats(top, heads.length > 0)),
        `|${" --- |".repeat(top.length)}`,
        ...heads.map(line),
        ...page.body.map(line),
      ];
      book.add(path, `${[...lead, ...rows, "", ...below].join("\n")}\n`);
      return (row) => `${path}#L${lead.length + 2 + heads.length + row + 1}`;
    }
    case "html": {
      const rows = [
        ...page.head.map((row, index) => `<tr>${spanned(row, index < page.head.length - 1)}</tr>`),
        ...page.body.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join("")}</tr>`),
      ];
      const text = [
        `<h1>${page.title}</h1>`,
        ...above.map((line) => `<p>${line}</p>`),
        `<table>${rows.join("\n")}</table>`,
        ...below.map((line) => `<p>${line}</p>`),
      ];
      book.add(
        path,
        `<html><head><meta charset="utf-8"><title>${page.title}</title></head><body>\n${text.join("\n")}\n</body></html>\n`,
      );
      return () => path;
    }
    case "docx":
      book.add(
        path,
        writeDocx({
          blocks: [
            { type: "heading", text: page.title },
            ...above.map((text) => ({ type: "paragraph", text }) as const),
            {
              type: "table",
              rows: [...page.head.map((row, index) => withoutRepeats(row, index < page.head.length - 1)), ...page.body],
            },
            ...below.map((text) => ({ type: "paragraph", text }) as const),
          ],
        }),
      );
      return () => path;
    case "pdf": {
      const width = page.body[0]!.length;
      const rest = 340 / (width - 1);
      book.add(
        path,
        writePdf({
          pages: [
            [
              { type: "heading", text: page.title },
              ...above.map((text) => ({ type: "paragraph", text }) as const),
              {
                type: "table",
                rows: [...page.head, ...page.body],
                widths: [125, ...Array.from({ length: width - 1 }, () => rest)],
                right: Array.from({ length: width - 1 }, (_, index) => index + 1),
              },
              ...below.map((text) => ({ type: "paragraph", text }) as const),
            ],
          ],
        }),
      );
      return () => `${path}#page=1`;
    }
    default:
      return format satisfies never;
  }
}

/** A head as it reads with merged cells: each text once, then empty cells. */
function withoutRepeats(row: readonly string[], isUpper = true): string[] {
  return row.map((cell, index) => (isUpper && index > 0 && cell === row[index - 1] ? "" : cell));
}

function spanned(row: readonly string[], isUpper: boolean): string {
  if (!isUpper) return row.map((cell) => `<th>${cell}</th>`).join("");
  const spans: { text: string; width: number }[] = [];
  for (const cell of row) {
    const last = spans.at(-1);
    if (last !== undefined && last.text === cell) last.width++;
    else spans.push({ text: cell, width: 1 });
  }
  return spans
    .map(({ text, width }) => (width === 1 ? `<th>${text}</th>` : `<th colspan="${width}">${text}</th>`))
    .join("");
}

/** Whole and decimal numbers as numbers, so that the program formats them; all else as text. */
function cellOf(text: string): WorkbookValue {
  const grouped = /^(\d{1,3}(?:,\d{3})*|\d+)(\.\d+)?$/.exec(text);
  if (grouped === null || /^(?:19|20)\d{2}$/.test(text)) return text;
  const decimals = grouped[2]?.length ?? 0;
  const format = `${text.includes(",") ? "#,##0" : "0"}${decimals > 1 ? `.${"0".repeat(decimals - 1)}` : ""}`;
  return { value: Number(text.replaceAll(",", "")), format };
}
