import type { ParsedPart } from "@runningtab/parsed-cache";
import type { ChangeList } from "../change-list.ts";
import { createPace, type Pace } from "../pace.ts";
import { markedText, type TextBlock, textBlocks } from "./block-text.ts";
import { compareRevisions, hasRevisions, isAllTracked } from "./compare-revisions.ts";
import { compareStyles } from "./compare-styles.ts";
import { type BlockStep, pairBlocks } from "./pair-blocks.ts";
import { compareRow, findTableColumns, type TableColumns } from "./table-rows.ts";
import { textChange } from "./text-change.ts";
import { findWholeTables } from "./whole-tables.ts";

/** Adds the changes between the blocks and page lines of two documents, in the order of the after version. */
export async function compareBlocks(
  before: readonly ParsedPart[],
  after: readonly ParsedPart[],
  list: ChangeList,
  pace: Pace = createPace(undefined),
): Promise<void> {
  await compareTextBlocks(textBlocks(before), textBlocks(after), list, pace);
}

/** The same of blocks that are read already. */
export async function compareTextBlocks(
  before: readonly TextBlock[],
  after: readonly TextBlock[],
  list: ChangeList,
  pace: Pace,
): Promise<void> {
  const steps = await pairBlocks(before, after, pace);
  const columns = findTableColumns(steps);
  const tables = findWholeTables(steps);
  for (const step of steps) {
    await pace();
    const table = tables.get(step);
    if (table === undefined) addStep(step, columns, list);
    else if (table !== "told") list.add(textChange("table", table.address, table.before, table.after));
  }
}

function addStep(step: BlockStep, columns: TableColumns, list: ChangeList): void {
  switch (step.type) {
    case "lines":
      return compareStretch(step.removed, step.added, list);
    case "removed":
    case "added": {
      const block = step.type === "removed" ? step.was : step.is;
      const { subject, address, text, pieces } = block;
      const [was, is] = step.type === "removed" ? [block, undefined] : [undefined, block];
      // What came or went with a tracked change is told as that change.
      if (isAllTracked(block)) compareRevisions(was ? pieces : [], is ? pieces : [], address, list);
      else list.add(textChange(subject, address, was && text, is && text));
      return;
    }
    case "moved": {
      const { subject, address, text } = step.is;
      return list.add({ kind: "moved", subject, address, from: step.was.address, after: text });
    }
    case "kept":
      return step.is.subject === "row"
        ? compareRow(step.was, step.is, columns, list, compareBlock)
        : compareBlock(step.was, step.is, list);
    default:
      return step satisfies never;
  }
}

/** Lines of a page are where the text happened to wrap: a stretch is compared as one running text. */
function compareStretch(removed: readonly TextBlock[], added: readonly TextBlock[], list: ChangeList): void {
  const [was, is] = [removed, added].map((blocks) => blocks.map(({ text }) => text).join(" "));
  if (was === is) return list.note("Some lines are only wrapped differently.");
  const address = added[0]?.address ?? removed[0]?.address ?? "";
  list.add(textChange("line", address, was === "" ? undefined : was, is === "" ? undefined : is));
}

/** Text first, then tracked changes and, where the text is the same, its look. */
function compareBlock(was: TextBlock, is: TextBlock, list: ChangeList): void {
  const { subject, address } = is;
  if (hasRevisions(was) || hasRevisions(is)) {
    const texts = compareRevisions(was.pieces, is.pieces, address, list);
    if (texts === undefined) list.add(textChange(subject, address, was.text, is.text));
    else if (texts.differ) list.add(textChange(subject, address, markedText(texts.before), markedText(texts.after)));
    else compareStyles(was, is, list);
  } else if (was.key === is.key || was.text === is.text) compareStyles(was, is, list);
  else list.add(textChange(subject, address, was.text, is.text));
}
