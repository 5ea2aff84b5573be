import type { Cell, ParsedPart, Run } from "@runningtab/parsed-cache";
import type { DiffInput } from "@runningtab/review-diff";

export function textSide(text: string, path = "notes.txt"): DiffInput {
  return { path, bytes: new TextEncoder().encode(text) };
}

export function partsSide(path: string, parts: readonly ParsedPart[]): DiffInput {
  return {
    path,
    async *parts() {
      yield* parts;
    },
  };
}

export type CellValue = string | number | boolean | null | Omit<Cell, "ref">;

/** A sheet by rows; `null` is a cell that holds nothing, a text with `=` a formula without a value. */
export function sheetPart(rows: readonly (readonly CellValue[])[], name = "Budget", hidden = false): ParsedPart {
  const cells = rows.flatMap((row, rowIndex) =>
    row.flatMap((value, columnIndex): readonly Cell[] => {
      const ref = `${String.fromCharCode(65 + columnIndex)}${rowIndex + 1}`;
      if (value === null) return [];
      if (typeof value === "object") return [{ ref, ...value }];
      if (typeof value === "string" && value.startsWith("=")) return [{ ref, shown: "", formula: value.slice(1) }];
      return [{ ref, shown: String(value), raw: value }];
    }),
  );
  return { type: "sheet", address: `sheet=${encodeURIComponent(name)}`, name, hidden, cells };
}

export function workbook(...parts: readonly ParsedPart[]): DiffInput {
  return partsSide("plan.xlsx", parts);
}

export function blockPart(
  address: string,
  text: string | readonly Run[],
  kind: "paragraph" | "row" | "heading" | "list" = "paragraph",
): ParsedPart {
  return { type: "block", address, kind, runs: typeof text === "string" ? [{ text }] : text };
}

/** Paragraphs of a document, addressed in order. */
export function documentSide(...paragraphs: readonly string[]): DiffInput {
  return partsSide(
    "report.docx",
    paragraphs.map((text, index) => blockPart(`paragraph=${index + 1}`, text)),
  );
}

/** A presentation: of each slide its title and its paragraphs. */
export function slidesSide(...slides: readonly (readonly string[])[]): DiffInput {
  const parts = slides.flatMap((texts, slide) =>
    texts.map((text, index) =>
      index === 0
        ? blockPart(`slide=${slide + 1}`, text, "heading")
        : blockPart(`slide=${slide + 1}&paragraph=${index}`, text),
    ),
  );
  return partsSide("deck.pptx", parts);
}

export interface NotebookCellSample {
  readonly id?: string;
  readonly source: string;
  readonly outputs?: readonly string[];
  readonly count?: number;
}

/** A notebook of code cells that print their outputs. */
export function notebookSide(...cells: readonly NotebookCellSample[]): DiffInput {
  const notebook = {
    cells: cells.map(({ id, source, outputs = [], count = null }) => ({
      cell_type: "code",
      ...(id !== undefined && { id }),
      execution_count: count,
      metadata: {},
      source: source.split(/(?<=\n)/),
      outputs: outputs.map((text) => ({ output_type: "stream", name: "stdout", text })),
    })),
    metadata: { kernelspec: { name: "python3" } },
    nbformat: 4,
    nbformat_minor: 5,
  };
  return textSide(JSON.stringify(notebook), "work.ipynb");
}
