import { standardAnalyzer } from "@runningtab/terms";

/** A row of a table under its header. */
export interface TableRow {
  readonly header: readonly string[];
  readonly cells: readonly string[];
  /** Whether the table has no other row of figures. */
  readonly isOnly: boolean;
}

const figure = /^[^\p{L}]*\d[^\p{L}]*(?:\p{L}{1,12}\.?)?$/u;
const ruler = /^[\s|:+-]+$/;

/** Rows of Markdown tables and of tab, semicolon or comma separated values, whose first line names the columns. */
export function tableRowAt(lines: readonly string[], at: number): TableRow | undefined {
  for (const mark of ["|", "\t", ";", ","]) {
    const cells = cellsOf(lines[at] ?? "", mark);
    if (cells.length < 2) continue;
    const isRow = (index: number): boolean => cellsOf(lines[index] ?? "", mark).length === cells.length;
    let top = at;
    while (top > 0 && at - top < farthestHeader && isRow(top - 1)) top -= 1;
    const header = cellsOf(lines[top] ?? "", mark);
    const isHeader =
      top < at && header.every((cell) => cell.length <= longestHeader && !/^[\d.,\s%]+$|[.!?]$/.test(cell));
    if (!isHeader || !cells.some((cell) => figure.test(cell)) || ruler.test(lines[at] ?? "")) return undefined;
    const first = ruler.test(lines[top + 1] ?? "") ? top + 2 : top + 1;
    return { header, cells, isOnly: at === first && !isRow(at + 1) };
  }
  return undefined;
}

const farthestHeader = 200;
const longestHeader = 60;

function cellsOf(line: string, mark: string): readonly string[] {
  if (!line.includes(mark)) return [];
  return line
    .trim()
    .replace(/^\|/, "")
    .replace(/\|$/, "")
    .split(mark)
    .map((cell) => cell.trim());
}

/** What a row says about a subject, where its other cells name something that was asked: the cells of the columns that are called so, with the units of their headers. */
export function readRow(
  row: TableRow,
  subject: ReadonlySet<string>,
  asked: ReadonlySet<string>,
): { readonly terms: ReadonlySet<string>; readonly said: string } | undefined {
  const shared = row.header.map((name) => standardAnalyzer.terms(name).filter((term) => subject.has(term)).length);
  const best = Math.max(...shared);
  if (best === 0) return undefined;
  const keys = row.cells.filter((cell) => !figure.test(cell) || /^(?:19|20)\d\d$/.test(cell));
  const isAsked = row.isOnly || keys.some((cell) => standardAnalyzer.terms(cell).some((term) => asked.has(term)));
  if (!isAsked) return undefined;
  const columns = row.header.flatMap((name, index) =>
    shared[index] === best && figure.test(row.cells[index] ?? "") ? [{ name, cell: row.cells[index] ?? "" }] : [],
  );
  const terms = new Set(standardAnalyzer.terms([...keys, ...columns.map(({ name }) => name)].join(" ")));
  return { terms, said: columns.map(({ name, cell }) => `${cell} ${unitOf(name)}`.trim()).join("; ") };
}

/** `hotel limit (EUR)`: EUR. */
function unitOf(header: string): string {
  return /[([（]([^)\]）]{1,20})[)\]）]/u.exec(header)?.[1] ?? "";
}
