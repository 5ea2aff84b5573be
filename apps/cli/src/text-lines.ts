import type { CaptureContext } from "@runningtab/observation-capture";
import { type Address, type Documents, type ParsedPart, renderParts } from "@runningtab/parsed-cache";
import { isSecretPath, type Workspace } from "@runningtab/staged-workspace";

type TextLines = NonNullable<CaptureContext["textLines"]>;
type SheetPart = Extract<ParsedPart, { readonly type: "sheet" }>;
type Cell = SheetPart["cells"][number];

interface Line {
  readonly address: string;
  readonly line: string;
}

/** Larger files are known by their records alone. */
const MOST_BYTES = 32 * 1024 * 1024;

/** `[footnote 1]`, `[12]`. */
const MARK = /\[[^[\]\n]{1,40}\]/g;

/**
 * The text of a file's version in the forms in which a program may print it: the lines of a text file as they are, what a
 * parser made of any other, and each row of a sheet as it is shown, as its raw values, with its formulas, and with its
 * column's heading before each value. Nothing for files that hold secrets by their names.
 */
export function createTextLines(
  workspace: Pick<Workspace, "read">,
  documents: Pick<Documents, "parts">,
  /** Aborted when the documents are about to be closed: every call rejects from then on. */
  closed: AbortSignal,
): TextLines {
  return async function* textLines(hash, path) {
    closed.throwIfAborted();
    if (isSecretPath(path)) return;
    const text = await plainText(hash, path);
    yield* numberedLines(text ?? "");
    const parts: ParsedPart[] = [];
    try {
      for await (const part of documents.parts(path, { hash, signal: closed })) parts.push(part);
    } catch (error) {
      // Many files have no record; one that is neither text nor parsed is not shown as text.
      if (text === undefined) throw error;
    }
    // What has lines for addresses is the text itself.
    const rendered = [...renderedLines(parts)].filter(({ address }) => text === undefined || !/^L\d/.test(address));
    yield* rendered;
    // Other programs leave out the marks that a parser puts into a line for notes and the like.
    for (const { address, line } of rendered)
      if (line.search(MARK) >= 0) yield { address, line: line.replaceAll(MARK, " ") };
    for (const rows of sheetsOf(parts)) yield* formsOf(rows, text !== undefined);
  };

  async function plainText(hash: string, path: string): Promise<string | undefined> {
    const file = await workspace.read(path);
    if (file === undefined || file.hash !== hash || file.bytes.length > MOST_BYTES) return undefined;
    if (file.bytes.subarray(0, 8192).includes(0)) return undefined;
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(file.bytes);
    } catch {
      return undefined;
    }
  }
}

function* numberedLines(text: string): Generator<Line> {
  let number = 1;
  for (let start = 0; start < text.length; number++) {
    const found = text.indexOf("\n", start);
    const end = found < 0 ? text.length : found;
    yield { address: `L${number}`, line: text.slice(start, end) };
    start = end + 1;
  }
}

/** Pages and blocks; sheets have forms of their own. */
function* renderedLines(parts: readonly ParsedPart[]): Generator<Line> {
  for (const page of renderParts(parts.filter((part) => part.type !== "sheet"))) {
    for (const [at, line] of page.text.split("\n").entries()) {
      yield { address: page.lines?.[at]?.address ?? page.address, line };
    }
  }
}

interface Row {
  readonly address: string;
  readonly cells: readonly Cell[];
}

/** The rows of each sheet that hold something, with the columns of the whole sheet in their addresses. */
function sheetsOf(parts: readonly ParsedPart[]): readonly (readonly Row[])[] {
  const sheets = new Map<Address, Map<number, Cell[]>>();
  for (const part of parts) {
    if (part.type !== "sheet") continue;
    const rows = sheets.get(part.address) ?? new Map<number, Cell[]>();
    sheets.set(part.address, rows);
    for (const cell of part.cells) {
      const number = Number(/\d+$/.exec(cell.ref)?.[0]);
      const row = rows.get(number);
      if (row === undefined) rows.set(number, [cell]);
      else row.push(cell);
    }
  }
  return [...sheets].map(([address, rows]) => {
    const columns = [...rows.values()].flatMap((cells) => [columnOf(cells[0]!), columnOf(cells.at(-1)!)]);
    const sorted = columns.toSorted((one, other) => one.length - other.length || (one < other ? -1 : 1));
    const [first, last] = [sorted[0], sorted.at(-1)];
    return [...rows]
      .toSorted(([one], [other]) => one - other)
      .map(([row, cells]) => ({ address: `${address}&range=${first}${row}:${last}${row}`, cells }));
  });
}

function columnOf({ ref }: Cell): string {
  return ref.replace(/\d+$/, "");
}

/** Form by form, so that the addresses of each run on. */
function* formsOf(rows: readonly Row[], isShownAsText: boolean): Generator<Line> {
  const print = function* (textOf: (row: Row) => string | undefined): Generator<Line> {
    for (const row of rows) {
      const line = textOf(row);
      if (line !== undefined) yield { address: row.address, line };
    }
  };
  const joined = (row: Row, textOf: (cell: Cell) => string): string => row.cells.map(textOf).join(" | ");
  const shown = (cell: Cell): string => cell.shown;
  const raw = (cell: Cell): string => String(cell.raw ?? cell.shown);
  const isRaw = (row: Row): boolean => row.cells.every((cell) => raw(cell) === cell.shown);
  if (!isShownAsText) yield* print((row) => joined(row, shown));
  yield* print((row) => (isRaw(row) ? undefined : joined(row, raw)));
  yield* print((row) =>
    row.cells.some((cell) => cell.formula !== undefined)
      ? joined(row, (cell) => (cell.formula === undefined ? raw(cell) : `=${cell.formula}`))
      : undefined,
  );
  const headings = new Map(rows[0]?.cells.map((cell) => [columnOf(cell), cell.shown]));
  yield* print((row) =>
    row === rows[0] ? undefined : joined(row, (cell) => `${headings.get(columnOf(cell)) ?? ""}: ${raw(cell)}`),
  );
}
