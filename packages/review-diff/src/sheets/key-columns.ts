import type { Pair } from "../align/align-sequences.ts";
import { columnNumber } from "./cell-place.ts";
import type { CellContents } from "./cell-contents.ts";
import type { Sheet } from "./sheet-model.ts";

export interface KeySearch {
  readonly before: Sheet;
  readonly after: Sheet;
  readonly contents: CellContents;
  /** Columns that both versions have. */
  readonly columns: readonly Pair[];
  /** Headings or letters of columns; empty to look for a key. */
  readonly given: readonly string[];
}

export interface KeyColumns {
  /** Positions in `columns`; none when rows have no key. */
  readonly places: readonly number[];
  readonly areGiven: boolean;
  readonly notes: readonly string[];
}

/** Headings stand in one of the first rows that hold something. */
const HEADING_ROWS = 20;
/** Identifiers stand at the left; a column further on holds no two equal values by chance. */
const COLUMNS_TRIED = 3;
/** In a smaller table every column is unique. */
const MIN_ROWS = 5;
/** Of the rows, that have to have a key, and of the keys, that both versions have to have. */
const MIN_SHARE = 0.5;

/** The key columns that were named, or else one of the first columns in which no text or whole number occurs twice. */
export function findKeyColumns(search: KeySearch): KeyColumns {
  if (search.given.length > 0) return givenColumns(search);
  const { before, after, columns } = search;
  const isLarge = Math.min(before.rows.length, after.rows.length) >= MIN_ROWS;
  const tried = columns
    .map((pair, place) => ({ pair, place }))
    .toSorted((one, other) => one.pair[1] - other.pair[1])
    .slice(0, COLUMNS_TRIED);
  const key = isLarge ? tried.find(({ pair }) => isKey(pair, search)) : undefined;
  return { places: key === undefined ? [] : [key.place], areGiven: false, notes: [] };
}

function givenColumns({ before, after, contents, columns, given }: KeySearch): KeyColumns {
  const [numbersBefore, numbersAfter] = [namedColumns(before, given, contents), namedColumns(after, given, contents)];
  const places = given.map((_, index) =>
    columns.findIndex(([one, other]) => one === numbersBefore?.[index] && other === numbersAfter?.[index]),
  );
  if (numbersBefore !== undefined && numbersAfter !== undefined && !places.includes(-1)) {
    return { places, areGiven: true, notes: [] };
  }
  const names = given.map((name) => `"${name}"`).join(", ");
  const reason = `${after.name} has no key ${names} in both versions, so that its rows were matched by what they hold.`;
  return { places: [], areGiven: false, notes: [reason] };
}

/** Column numbers by heading, of a heading that repeats the first; by letter where no row has all the headings. */
function namedColumns(sheet: Sheet, names: readonly string[], contents: CellContents): readonly number[] | undefined {
  const plain = (text: string): string => text.trim().toLowerCase();
  for (let row = 0; row < Math.min(HEADING_ROWS, sheet.rows.length); row++) {
    const headings = new Map<string, number>();
    for (let cell = sheet.starts[row]!; cell < sheet.starts[row + 1]!; cell++) {
      const heading = plain(contents.contentOf(sheet.contents[cell]!).shown);
      if (!headings.has(heading)) headings.set(heading, sheet.columns[cell]!);
    }
    const numbers = names.map((name) => headings.get(plain(name)));
    if (numbers.every((number) => number !== undefined)) return numbers;
  }
  const numbers = names.map((name) => (/^[a-z]{1,3}$/i.test(name) ? columnNumber(name.toUpperCase()) : 0));
  return numbers.every((number) => sheet.columnNumbers.includes(number)) ? numbers : undefined;
}

/** Whether a column holds in most rows of both versions a value that no other row holds, and mostly the same ones. */
function isKey([columnBefore, columnAfter]: Pair, { before, after, contents }: KeySearch): boolean {
  const [was, is] = [keyValues(before, columnBefore, contents), keyValues(after, columnAfter, contents)];
  if (was === undefined || is === undefined) return false;
  // Numbers that only count the rows say nothing of a row: one that is inserted renumbers all that follow.
  if (was.isCounter && is.isCounter) return false;
  let common = 0;
  for (const value of is.values) if (was.values.has(value)) common++;
  return common >= MIN_SHARE * Math.min(was.values.size, is.values.size);
}

function keyValues(
  sheet: Sheet,
  column: number,
  contents: CellContents,
): { readonly values: ReadonlySet<number>; readonly isCounter: boolean } | undefined {
  const values = new Set<number>();
  let [last, steps] = [NaN, 0];
  for (let cell = 0; cell < sheet.columns.length; cell++) {
    if (sheet.columns[cell] !== column) continue;
    const content = sheet.contents[cell]!;
    const value = contents.valueOf(content);
    const type = contents.typeOf(value);
    if (type === "none") continue;
    const number = type === "number" ? Number(String(contents.contentOf(content).raw).replaceAll(",", "")) : NaN;
    if (values.has(value) || (type === "number" ? !Number.isInteger(number) : type !== "text")) return undefined;
    values.add(value);
    if (number === last + 1) steps++;
    last = number;
  }
  if (values.size < MIN_SHARE * sheet.rows.length) return undefined;
  // The heading and a total are no steps.
  return { values, isCounter: steps >= values.size - 3 };
}
