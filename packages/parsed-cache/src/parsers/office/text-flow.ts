import type { Address, BlockKind, ParsedPart, Run } from "../../parts.ts";
import { appendRun, joinRuns, rowRuns, type RunFormat } from "./runs.ts";
import { type ScriptedRun, writeScripts } from "./scripts.ts";
import { placeCells, type TableRow } from "./table-grid.ts";

type Block = Extract<ParsedPart, { readonly type: "block" }>;

export interface ParagraphFormat {
  /** From 1; absent for text that is no heading. */
  readonly headingLevel?: number | undefined;
  /** From 1; absent for text that is no list item. A heading is none. */
  readonly listLevel?: number | undefined;
}

/**
 * Gathers the text of formats that are one stream of characters with marks in it (RTF, DOC): pieces become paragraphs at
 * their end marks, cells and rows at theirs.
 */
export interface TextFlow {
  text(text: string, format: RunFormat): void;
  /** Ends a paragraph. Inside a cell it is only a space, since a cell stands on one line. */
  endParagraph(format: ParagraphFormat, isInTable: boolean): void;
  endCell(): void;
  /** `edges`: where the row begins and where each of its cells ends, from left to right, if the file says so. */
  endRow(edges?: readonly number[]): void;
  /** Ends what is still open. */
  finish(): void;
}

/** The body of a document: `paragraph=N` and `table=N&row=N`, handed to `put` as they end. */
export interface BodyFlow extends TextFlow {
  readonly counts: Readonly<{ paragraphs: number; tables: number }>;
}

export function createBodyFlow(put: (block: Block) => void): BodyFlow {
  const counts = { paragraphs: 0, tables: 0 };
  let rows: TableRow[] = [];
  const endTable = (): void => {
    const [ended, number] = [rows, counts.tables];
    rows = [];
    for (const [index, cells] of placeCells(ended).entries()) {
      const runs = rowRuns(cells);
      if (runs.some(({ text }) => text.replaceAll("|", "").trim() !== "")) {
        put({ type: "block", address: `table=${number}&row=${index + 1}`, kind: "row", runs });
      }
    }
  };
  const flow = createFlow({
    paragraph(runs, { headingLevel, listLevel }) {
      endTable();
      const level = headingLevel ?? listLevel;
      const kind: BlockKind = headingLevel !== undefined ? "heading" : listLevel !== undefined ? "list" : "paragraph";
      const address = `paragraph=${++counts.paragraphs}`;
      put({ type: "block", address, kind, ...(level !== undefined && { level }), runs });
    },
    row(row) {
      if (rows.length === 0) counts.tables++;
      rows.push(row);
    },
    gap: endTable,
  });
  return { ...flow, counts };
}

/** A note, header or comment: one block, its paragraphs and rows as lines. */
export interface StoryFlow extends TextFlow {
  /** `undefined` when it has no text. */
  block(address: Address, kind: BlockKind, prefix?: string): Block | undefined;
}

export function createStoryFlow(): StoryFlow {
  const lines: (readonly Run[])[] = [];
  const flow = createFlow({
    paragraph: (runs) => void lines.push(runs),
    row: ({ cells }) => void lines.push(rowRuns(cells)),
    gap: () => undefined,
  });
  return {
    ...flow,
    block(address, kind, prefix) {
      flow.finish();
      const runs = joinRuns(lines, "\n");
      if (runs.every(({ text }) => text.trim() === "")) return undefined;
      return { type: "block", address, kind, runs: prefix === undefined ? runs : [{ text: prefix }, ...runs] };
    },
  };
}

interface FlowTarget {
  paragraph(runs: readonly Run[], format: ParagraphFormat): void;
  row(row: TableRow): void;
  /** An empty paragraph or the end, which set tables apart. */
  gap(): void;
}

/** Word allows 63 columns. A row of more is a broken or hostile one, and goes on as a further row. */
const MAX_CELLS = 1_000;

function createFlow(target: FlowTarget): TextFlow {
  let runs: ScriptedRun[] = [];
  let cells: (readonly Run[])[] = [];
  const take = (): Run[] => {
    const taken = writeScripts(runs);
    runs = [];
    return taken;
  };
  const endParagraph = (format: ParagraphFormat): void => {
    const taken = take();
    if (taken.some(({ text }) => text.trim() !== "")) target.paragraph(taken, format);
    else target.gap();
  };
  const endRow = (edges?: readonly number[]): void => {
    if (runs.length > 0) cells.push(oneLine(take()));
    if (cells.length > 0) target.row({ cells, edges });
    cells = [];
  };
  return {
    text: (text, format) => appendRun(runs, text, format),
    endParagraph(format, isInTable) {
      if (isInTable) {
        if (runs.length > 0) runs.push({ text: " " });
        return;
      }
      if (cells.length > 0) endRow();
      endParagraph(format);
    },
    endCell() {
      cells.push(oneLine(take()));
      if (cells.length >= MAX_CELLS) endRow();
    },
    endRow,
    finish() {
      if (cells.length > 0) endRow();
      endParagraph({});
    },
  };
}

/** A cell on one line, without the space that ends its last paragraph. */
function oneLine(runs: readonly Run[]): Run[] {
  const lines = runs.map((run) => ({ ...run, text: run.text.replace(/[\t\n]+/g, " ") }));
  while (lines.length > 0 && lines.at(-1)!.text.trim() === "") lines.pop();
  const last = lines.at(-1);
  if (last !== undefined) lines[lines.length - 1] = { ...last, text: last.text.trimEnd() };
  return lines;
}
