/** A cell's place by numbers from 1. */
export interface CellPlace {
  readonly column: number;
  readonly row: number;
}

/** The place of `B12`; `undefined` for what is no reference. */
export function cellPlace(ref: string): CellPlace | undefined {
  const match = /^([A-Z]{1,3})([1-9]\d{0,6})$/.exec(ref);
  return match === null ? undefined : { column: columnNumber(match[1] ?? ""), row: Number(match[2]) };
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

/** `sheet=Q1%20plan&cell=B12`, or only the sheet. */
export function sheetAddress(sheet: string, cell?: string): string {
  return `sheet=${encodeURIComponent(sheet)}${cell === undefined ? "" : `&cell=${cell}`}`;
}
