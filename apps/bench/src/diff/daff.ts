import { createRequire } from "node:module";

type Rows = readonly (readonly string[])[];

/** What of daff 1.4 is called here; it brings no types. */
interface Daff {
  readonly CompareFlags: new () => object;
  readonly TableView: new (rows: Rows) => object;
  readonly TableDiff: new (alignment: object, flags: object) => { hilite(output: object): void };
  compareTables(before: object, after: object, flags: object): { align(): object };
}

/** The first cell of each line says what became of it; in a changed one, `before->after` stands in the cells. */
export type DaffTables = (before: Rows, after: Rows) => readonly (readonly unknown[])[];

/** daff, where `npm ci` was run in `peers/`. */
export function loadDaff(): DaffTables | undefined {
  let daff: Daff;
  try {
    daff = createRequire(new URL("../../peers/package.json", import.meta.url))("daff") as Daff;
  } catch {
    return undefined;
  }
  return (before, after) => {
    const flags = new daff.CompareFlags();
    const alignment = daff.compareTables(new daff.TableView(before), new daff.TableView(after), flags).align();
    const output: unknown[][] = [];
    new daff.TableDiff(alignment, flags).hilite(new daff.TableView(output as unknown as Rows));
    return output;
  };
}

/** Rows inserted and removed, rows moved, columns inserted and removed, and cells changed, as daff says. */
export function countDaffChanges(output: readonly (readonly unknown[])[]): string {
  const counts = new Map<string, number>();
  const count = (name: string, by = 1): void => void counts.set(name, (counts.get(name) ?? 0) + by);
  for (const [mark, ...cells] of output) {
    const text = String(mark);
    if (text === "+++") count("row added");
    else if (text === "---") count("row removed");
    else if (text === ":") count("row moved");
    else if (text === "!") {
      for (const cell of cells) {
        if (cell === "+++") count("column added");
        else if (cell === "---") count("column removed");
      }
    } else if (/^-+>$/.test(text)) count("cell changed", cells.filter((cell) => String(cell).includes(text)).length);
  }
  return countsText(counts);
}

export function countsText(counts: ReadonlyMap<string, number>): string {
  const texts = [...counts].map(([name, count]) => `${count} ${name}`).toSorted();
  return texts.length === 0 ? "nothing" : texts.join(", ");
}
