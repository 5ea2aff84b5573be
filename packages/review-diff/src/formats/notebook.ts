import { type ChangeList, createChangeList } from "../change-list.ts";
import { compareMovingItems, type ItemRules } from "../compare-moving-items.ts";
import type { DiffFormat, DiffInput } from "../file-diff.ts";
import { type NotebookCell, type Notebook, readNotebook } from "../notebooks/read-notebook.ts";
import { createPace, type Pace } from "../pace.ts";
import { areTextUnderName, doesExist } from "../read-parts.ts";
import { textChange } from "../texts/text-change.ts";

const EMPTY: Notebook = { cells: [], settings: "" };

/**
 * Jupyter notebooks by cell, read from their bytes: cells are matched by their id, then by what they hold. Sources and
 * outputs are told apart; cells that were only run anew, and settings of the notebook, are in the notes. How the JSON
 * is set plays no part. Takes text under the name of a notebook; rejects when it is none of version 4.
 */
export function createNotebookFormat(): DiffFormat {
  return {
    specVersion: 1,
    name: "notebook",
    accepts: (before, after) => areTextUnderName(before, after, /\.ipynb$/i),
    async diff(before, after, { maxChanges, signal }) {
      const list = createChangeList(maxChanges);
      const [was, is] = [readSide(before), readSide(after)];
      signal?.throwIfAborted();
      await compareNotebookCells(was.cells, is.cells, list, createPace(signal));
      if (doesExist(before) && doesExist(after) && was.settings !== is.settings)
        list.note("The settings of the notebook (kernel, language, format) differ.");
      return list.toFileDiff("notebook", after.path);
    },
  };
}

function readSide({ path, bytes }: DiffInput): Notebook {
  if (bytes === undefined) return EMPTY;
  const notebook = readNotebook(bytes);
  if (notebook === undefined) throw new Error(`${path} is no notebook of version 4`);
  return notebook;
}

async function compareNotebookCells(
  before: readonly NotebookCell[],
  after: readonly NotebookCell[],
  list: ChangeList,
  pace: Pace,
): Promise<void> {
  let runAnew = 0;
  const rules: ItemRules<NotebookCell> = {
    subject: "cell",
    address: (_cell, index) => `cell=${index + 1}`,
    text: ({ source }) => source,
    name: ({ id = "" }) => id,
    type: ({ type }) => type,
    compare(was, is, address) {
      if (was.type !== is.type)
        list.add({ kind: "changed", subject: "cell-type", address, before: was.type, after: is.type });
      if (was.source !== is.source) list.add(textChange("cell", address, was.source, is.source));
      compareOutputs(was, is, address, list);
      if (was.executionCount !== is.executionCount) runAnew++;
    },
  };
  await compareMovingItems(before, after, rules, list, pace);
  if (runAnew > 0) {
    const cells = runAnew === 1 ? "1 cell has" : `${runAnew} cells have`;
    list.note(`${cells} another execution count; they are not listed one by one.`);
  }
}

function compareOutputs(was: NotebookCell, is: NotebookCell, cell: string, list: ChangeList): void {
  for (let index = 0; index < Math.max(was.outputs.length, is.outputs.length); index++) {
    const [before, after] = [was.outputs[index], is.outputs[index]];
    if (before !== after) list.add(textChange("output", `${cell}&output=${index + 1}`, before, after));
  }
}
