/** A cell of a notebook, as far as the cases need it. */
interface Cell {
  readonly id: string;
  readonly source: string;
  readonly type?: "code" | "markdown";
  readonly output?: string;
  readonly count?: number;
}

/** Two notebooks by their cells and what nbdime's rules call the changes: by cell, sources apart from outputs. */
export interface NotebookCase {
  readonly name: string;
  readonly before: readonly Cell[];
  readonly after: readonly Cell[];
  /** `kind subject address`, in any order. */
  readonly expected: readonly string[];
}

const LOAD: Cell = { id: "load", source: "import pandas as pd\nframe = pd.read_csv('a.csv')", count: 1 };
const SHOW: Cell = { id: "show", source: "frame.describe()", output: "mean 3.5", count: 2 };
const TEXT: Cell = { id: "text", source: "# What we found", type: "markdown" };
const PLOT: Cell = { id: "plot", source: "frame.plot(x='day', y='sales')", output: "a figure", count: 3 };

export const notebookCases: readonly NotebookCase[] = [
  { name: "nothing", before: [LOAD, SHOW, TEXT], after: [LOAD, SHOW, TEXT], expected: [] },
  {
    name: "run anew",
    before: [LOAD, SHOW],
    after: [
      { ...LOAD, count: 7 },
      { ...SHOW, count: 8 },
    ],
    expected: [],
  },
  {
    name: "source edited",
    before: [LOAD, SHOW],
    after: [{ ...LOAD, source: LOAD.source.replace("a.csv", "b.csv") }, SHOW],
    expected: ["changed cell cell=1"],
  },
  {
    name: "output alone",
    before: [LOAD, SHOW],
    after: [LOAD, { ...SHOW, output: "mean 4.5" }],
    expected: ["changed output cell=2&output=1"],
  },
  {
    name: "cell inserted",
    before: [LOAD, SHOW],
    after: [LOAD, TEXT, SHOW],
    expected: ["added cell cell=2"],
  },
  { name: "cell removed", before: [LOAD, TEXT, SHOW], after: [LOAD, SHOW], expected: ["removed cell cell=2"] },
  {
    name: "cell moved",
    before: [LOAD, SHOW, TEXT, PLOT],
    after: [PLOT, LOAD, SHOW, TEXT],
    expected: ["moved cell cell=1"],
  },
  {
    name: "source and output edited",
    before: [LOAD, PLOT],
    after: [LOAD, { ...PLOT, source: PLOT.source.replace("sales", "profit"), output: "another figure" }],
    expected: ["changed cell cell=2", "changed output cell=2&output=1"],
  },
];

export function toNotebook(cells: readonly Cell[]): Uint8Array {
  const notebook = {
    cells: cells.map(({ id, source, type = "code", output, count = null }) => ({
      cell_type: type,
      id,
      metadata: {},
      source,
      ...(type === "code" && {
        execution_count: count,
        outputs: output === undefined ? [] : [{ output_type: "stream", name: "stdout", text: output }],
      }),
    })),
    metadata: { kernelspec: { name: "python3" } },
    nbformat: 4,
    nbformat_minor: 5,
  };
  return Buffer.from(JSON.stringify(notebook));
}
