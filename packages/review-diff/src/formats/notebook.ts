import { alignWithMoves } from "../align/align-with-moves.ts";
import { type ChangeList, createChangeList } from "../change-list.ts";
import type { DiffFormat, DiffInput } from "../file-diff.ts";
import { type NotebookCell, type Notebook, readNotebook } from "../notebooks/read-notebook.ts";
import { doesExist } from "../read-parts.ts";
import { textChange } from "../texts/compare-blocks.ts";
import { termSimilarity, termsOf } from "../texts/text-similarity.ts";

/** Of terms in common, from which two cells without ids are one that was edited. */
const SAME_CELL = 0.4;
const EMPTY: Notebook = { cells: [], settings: "" };

/**
 * Jupyter notebooks by cell, read from their bytes: cells are matched by their id, then by what they hold. Sources and
 * outputs are told apart; cells that were only run anew, and settings of the notebook, are in the notes. How the JSON
 * is set plays no part. Takes bytes under the name of a notebook that read as one of version 4; others are text.
 */
export function createNotebookFormat(): DiffFormat {
  return {
    specVersion: 1,
    name: "notebook",
    accepts(before, after) {
      const isNotebook = (input: DiffInput): boolean => !doesExist(input) || readNotebook(input.bytes) !== undefined;
      const isNamed = [before, after].some(({ path }) => /\.ipynb$/i.test(path));
      return isNamed && (doesExist(before) || doesExist(after)) && isNotebook(before) && isNotebook(after);
    },
    async diff(before, after, { maxChanges, signal }) {
      const list = createChangeList(maxChanges);
      const [was, is] = [readNotebook(before.bytes) ?? EMPTY, readNotebook(after.bytes) ?? EMPTY];
      signal?.throwIfAborted();
      compareNotebookCells(was.cells, is.cells, list);
      if (doesExist(before) && doesExist(after) && was.settings !== is.settings)
        list.note("The settings of the notebook (kernel, language, format) differ.");
      return list.toFileDiff("notebook", after.path);
    },
  };
}

function compareNotebookCells(before: readonly NotebookCell[], after: readonly NotebookCell[], list: ChangeList): void {
  const [termsBefore, termsAfter] = [before, after].map((cells) => cells.map(({ source }) => termsOf(source)));
  const key = ({ type, source }: NotebookCell): string => `${type} ${source}`;
  const { pairs, moved } = alignWithMoves({
    names: [before.map(({ id = "" }) => id), after.map(({ id = "" }) => id)],
    keys: [before.map(key), after.map(key)],
    similarity: (one, other) =>
      before[one]?.type === after[other]?.type
        ? termSimilarity(termsBefore?.[one] ?? [], termsAfter?.[other] ?? [])
        : 0,
    threshold: SAME_CELL,
  });
  const kept = new Set(pairs.map(([one]) => one));
  for (const [index, cell] of before.entries()) {
    if (!kept.has(index))
      list.add({ kind: "removed", subject: "cell", address: addressOf(index), before: cell.source });
  }
  const partners = new Map(pairs.map(([one, other]) => [other, one]));
  let runAnew = 0;
  for (const [index, cell] of after.entries()) {
    const partner = partners.get(index);
    const was = partner === undefined ? undefined : before[partner];
    const address = addressOf(index);
    if (partner === undefined || was === undefined) {
      list.add({ kind: "added", subject: "cell", address, after: cell.source });
      continue;
    }
    if (moved.has(index)) {
      const [from, to] = [partner, index].map((position) => `position ${position + 1}`);
      list.add({
        kind: "moved",
        subject: "cell",
        address,
        from: addressOf(partner),
        before: `${from}`,
        after: `${to}`,
      });
    }
    if (was.type !== cell.type)
      list.add({ kind: "changed", subject: "cell-type", address, before: was.type, after: cell.type });
    if (was.source !== cell.source) list.add(textChange("cell", address, was.source, cell.source));
    compareOutputs(was, cell, address, list);
    if (was.executionCount !== cell.executionCount) runAnew++;
  }
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

function addressOf(index: number): string {
  return `cell=${index + 1}`;
}
