/** Two versions of a table, and what a reviewer would say became of it. */
export interface TableCase {
  readonly name: string;
  readonly before: readonly (readonly string[])[];
  readonly after: readonly (readonly string[])[];
  /** As `countsText` writes it. */
  readonly expected: string;
}

const STAFF = [
  ["id", "name", "town", "pay"],
  ["e1", "Ada", "Vienna", "10"],
  ["e2", "Bo", "Graz", "20"],
  ["e3", "Cy", "Linz", "30"],
  ["e4", "Di", "Wels", "40"],
  ["e5", "Ed", "Enns", "50"],
  ["e6", "Flo", "Melk", "60"],
];
const TWICE = [
  ["id", "amount", "amount"],
  ["a", "1", "10"],
  ["b", "2", "20"],
  ["c", "3", "30"],
  ["d", "4", "40"],
];

/** One table with some cells put anew: `[row, column, text]`, from 0. */
function edited(
  table: readonly (readonly string[])[],
  ...edits: readonly (readonly [row: number, column: number, text: string])[]
): readonly (readonly string[])[] {
  const copy = table.map((row) => [...row]);
  for (const [row, column, text] of edits) copy[row]![column] = text;
  return copy;
}

export const tableCases: readonly TableCase[] = [
  { name: "nothing", before: STAFF, after: STAFF, expected: "nothing" },
  { name: "a cell edited", before: STAFF, after: edited(STAFF, [2, 3, "25"]), expected: "1 cell changed" },
  {
    name: "a row inserted",
    before: STAFF,
    after: [...STAFF.slice(0, 3), ["e9", "Gus", "Steyr", "5"], ...STAFF.slice(3)],
    expected: "1 row added",
  },
  { name: "a row removed", before: STAFF, after: STAFF.filter((_, row) => row !== 3), expected: "1 row removed" },
  {
    name: "a column inserted",
    before: STAFF,
    after: STAFF.map((row, index) => [row[0]!, index === 0 ? "year" : "2024", ...row.slice(1)]),
    expected: "1 column added",
  },
  {
    name: "a column removed and a cell edited",
    before: STAFF,
    after: edited(STAFF, [4, 3, "44"]).map((row) => row.filter((_, column) => column !== 2)),
    expected: "1 cell changed, 1 column removed",
  },
  {
    name: "a row moved",
    before: STAFF,
    after: [STAFF[0]!, STAFF[6]!, ...STAFF.slice(1, 6)],
    expected: "1 row moved",
  },
  {
    name: "a row moved and edited",
    before: STAFF,
    after: [STAFF[0]!, ["e6", "Flo", "Melk", "61"], ...STAFF.slice(1, 6)],
    expected: "1 cell changed, 1 row moved",
  },
  {
    name: "a cell under a heading that repeats",
    before: TWICE,
    after: edited(TWICE, [2, 2, "21"]),
    expected: "1 cell changed",
  },
  {
    name: "the other cell under that heading",
    before: TWICE,
    after: edited(TWICE, [3, 1, "33"]),
    expected: "1 cell changed",
  },
  {
    name: "an identifier that loses its zero",
    before: [["id", "n"], ["0010", "x"], ["0011", "y"], ["0012", "z"]], // prettier-ignore
    after: [["id", "n"], ["10", "x"], ["0011", "y"], ["0012", "z"]], // prettier-ignore
    expected: "1 cell changed",
  },
];
