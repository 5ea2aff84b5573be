import { type ArrangedLine, arrangeLines, type LineChanges } from "../align/arrange-lines.ts";
import type { Change } from "../file-diff.ts";
import { rangePlaces } from "./cell-place.ts";
import { fieldText, type TableLine, type TextTable } from "./text-table.ts";

type IsAccepted = (change: Change) => boolean;

/** What a row or column that came holds, or one that was cleared or filled where it was. */
type Cells = readonly string[];

/** A `format` of a table of text is another way to write the same value. */
const CELLS = new Set(["cell", "format"]);
const APPLICABLE = new Set(["row", "column", ...CELLS]);

/**
 * The after version of a table of text, made of the table before and the accepted changes. Lines that did not change
 * stand as they stood, letter for letter; others are written with as few quotes as can be. Throws an `Error` that says
 * which change does not fit.
 */
export function applyToTable(table: TextTable, changes: readonly Change[], isAccepted: IsAccepted): string {
  const foreign = changes.find(({ subject }) => !APPLICABLE.has(subject));
  if (foreign !== undefined) throw new Error(`a ${foreign.subject} that was ${foreign.kind} is not held cell by cell`);
  const width = table.lines.reduce((most, { fields }) => Math.max(most, fields.length), 0);
  const rows = arrange(changes, "row", isAccepted, table.lines.length);
  const columns = arrange(changes, "column", isAccepted, width);
  checkRemovedRows(table, changes);
  const edits = readEdits(table, changes, isAccepted, rows, columns);
  const areSameColumns = columns.length === width && columns.every(({ before }, index) => before === index);

  const lines = rows.map((row): WrittenLine => {
    const origin = row.before === undefined ? undefined : table.lines[row.before];
    const was = origin?.fields ?? [];
    const fields = columns.map((column): string => {
      const edit = edits.get(placeKey(row.after, column.after));
      if (edit !== undefined) return edit;
      const content = row.content ?? row.rewritten;
      if (content !== undefined) return column.after === undefined ? "" : (content[column.after] ?? "");
      const columnContent = column.content ?? column.rewritten;
      if (columnContent !== undefined) return row.after === undefined ? "" : (columnContent[row.after] ?? "");
      return column.before === undefined ? "" : (was[column.before] ?? "");
    });
    if (origin !== undefined && areSameColumns && fields.every((field, index) => field === (was[index] ?? ""))) {
      return { text: table.text.slice(origin.start, origin.end), origin };
    }
    // A line that was shorter than the table becomes no longer than it has to.
    const needed = fields.findLastIndex((field) => field !== "") + 1;
    const count = areSameColumns && origin !== undefined ? Math.max(needed, was.length) : fields.length;
    const written = fields.slice(0, count).map((field) => fieldText(field, table.delimiter));
    return { text: written.join(table.delimiter), origin };
  });
  return joinLines(lines, table);
}

interface WrittenLine {
  readonly text: string;
  readonly origin: TableLine | undefined;
}

/** Each line with the end that it had, one that came with that of the first; the last as the last one was. */
function joinLines(lines: readonly WrittenLine[], { text, lines: linesBefore }: TextTable): string {
  const endOf = (line: TableLine | undefined): string => (line === undefined ? "" : text.slice(line.end, line.next));
  const usual = endOf(linesBefore[0]) || "\n";
  const final = linesBefore.length === 0 ? usual : endOf(linesBefore.at(-1));
  return lines
    .map((line, index) => line.text + (index === lines.length - 1 ? final : endOf(line.origin) || usual))
    .join("");
}

/** A row or column of the result; `rewritten` is what it holds where it was cleared or filled in place. */
type TableRow = ArrangedLine<Cells> & { readonly rewritten?: Cells };

function arrange(
  changes: readonly Change[],
  subject: "row" | "column",
  isAccepted: IsAccepted,
  countBefore: number,
): readonly TableRow[] {
  const [came, moved, went] = [new Map(), new Map(), new Map()] as [
    Map<number, { content: Cells; isAccepted: boolean }>,
    Map<number, { from: number; isAccepted: boolean }>,
    Map<number, { isAccepted: boolean }>,
  ];
  const [cleared, filled] = [new Set<number>(), new Map<number, Cells>()];
  /** Beyond the lines before there may be cells that were filled one by one, and those of longer rows or columns. */
  let reach = 0;
  for (const change of changes) {
    const accepted = isAccepted(change);
    if (change.subject !== subject) {
      const end = CELLS.has(change.subject) ? lineNumbers(change.address, subject)[0] + 1 : (change.cells?.length ?? 0);
      if (accepted && change.kind !== "removed" && change.after !== "") reach = Math.max(reach, end);
      continue;
    }
    const [first, last] = lineNumbers(change.address, subject);
    const cells = change.cells ?? [];
    if (change.kind === "changed") {
      if (accepted && change.after === "") cleared.add(first);
      else if (accepted) filled.set(first, cells);
    } else if (change.kind === "moved") {
      moved.set(first, { from: lineNumbers(change.from ?? "", subject)[0], isAccepted: accepted });
    } else {
      for (let line = first; line <= last; line++) {
        if (change.kind === "added") came.set(line, { content: cells, isAccepted: accepted });
        else went.set(line, { isAccepted: accepted });
      }
    }
  }
  const lineChanges: LineChanges<Cells> = { came, moved, went };
  return arrangeLines(lineChanges, countBefore, reach).map((line): TableRow => {
    if (line.before !== undefined && cleared.has(line.before)) return { ...line, rewritten: [] };
    const content = line.after === undefined ? undefined : filled.get(line.after);
    return content === undefined ? line : { ...line, rewritten: content };
  });
}

/** The rows or columns of an address, from 0. */
function lineNumbers(address: string, subject: "row" | "column"): readonly [first: number, last: number] {
  const places = rangePlaces(/&cell=(.+)$/.exec(address)?.[1] ?? "");
  if (places === undefined) throw new Error(`there is no place ${address}`);
  return [places[0][subject] - 1, places[1][subject] - 1];
}

/** The new texts of edited cells, by their place in the after version. */
function readEdits(
  table: TextTable,
  changes: readonly Change[],
  isAccepted: IsAccepted,
  rows: readonly TableRow[],
  columns: readonly TableRow[],
): ReadonlyMap<string, string> {
  const byAfter = (lines: readonly TableRow[]): ReadonlyMap<number | undefined, number | undefined> =>
    new Map(lines.map(({ before, after }) => [after, before]));
  const [rowBefore, columnBefore] = [byAfter(rows), byAfter(columns)];
  const edits = new Map<string, string>();
  for (const change of changes) {
    if (!CELLS.has(change.subject)) continue;
    const [row, column] = [lineNumbers(change.address, "row")[0], lineNumbers(change.address, "column")[0]];
    const found = table.lines[rowBefore.get(row) ?? -1]?.fields[columnBefore.get(column) ?? -1] ?? "";
    if (found !== (change.before ?? ""))
      throw new Error(`what stands at ${change.address} is not what it was made from`);
    if (isAccepted(change)) edits.set(placeKey(row, column), change.after ?? "");
  }
  return edits;
}

function placeKey(row: number | undefined, column: number | undefined): string {
  return row === undefined || column === undefined ? "" : `${row} ${column}`;
}

function checkRemovedRows(table: TextTable, changes: readonly Change[]): void {
  for (const { subject, kind, address, cells } of changes) {
    if (subject !== "row" || kind !== "removed" || cells === undefined) continue;
    const { fields } = table.lines[lineNumbers(address, "row")[0]] ?? { fields: [] };
    const isSame = cells.every((text, index) => text === (fields[index] ?? ""));
    if (!isSame) throw new Error(`the row at ${address} is not the one it was made from`);
  }
}
