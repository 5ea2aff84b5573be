/** A cell's place by numbers from 1. */
export interface CellPlace {
  readonly column: number;
  readonly row: number;
}

/** A sheet has at most 1,048,576 rows: seven digits. */
const MAX_DIGITS = 7;

/** The place of `B12`; `undefined` for what is no reference. Read by hand, since it is done for every cell. */
export function cellPlace(ref: string): CellPlace | undefined {
  let [index, column] = [0, 0];
  for (; index < 3; index++) {
    const letter = ref.charCodeAt(index) - 64;
    // `NaN`, where the text has ended, is neither.
    if (!(letter >= 1 && letter <= 26)) break;
    column = column * 26 + letter;
  }
  const digits = ref.length - index;
  if (index === 0 || digits < 1 || digits > MAX_DIGITS || ref.charCodeAt(index) === 48) return undefined;
  let row = 0;
  for (; index < ref.length; index++) {
    const digit = ref.charCodeAt(index) - 48;
    if (!(digit >= 0 && digit <= 9)) return undefined;
    row = row * 10 + digit;
  }
  return { column, row };
}

/** 1 for `A`, 27 for `AA`. */
export function columnNumber(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

/** `A` for 1, `AA` for 27. */
export function columnName(column: number): string {
  let name = "";
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  }
  return name;
}

/** `B12`, or `B12:D12` where the two differ. */
export function rangeText(from: CellPlace, to: CellPlace): string {
  const [first, last] = [from, to].map(({ column, row }) => `${columnName(column)}${row}`);
  return first === last ? `${first}` : `${first}:${last}`;
}

/** The corners of `B12:D14`, or of `B12` alone; `undefined` for what is no range. */
export function rangePlaces(range: string): readonly [CellPlace, CellPlace] | undefined {
  const [first = "", last = first] = range.split(":");
  const [from, to] = [cellPlace(first), cellPlace(last)];
  return from === undefined || to === undefined ? undefined : [from, to];
}

/** `sheet=Q1%20plan&cell=B12`, or only the sheet. */
export function sheetAddress(sheet: string, cell?: string): string {
  return `sheet=${encodeURIComponent(sheet)}${cell === undefined ? "" : `&cell=${cell}`}`;
}
