import type { ParsedPart, Run } from "@runningtab/parsed-cache";

/** A piece of a document that is compared as one: a paragraph, a table row, a note, a line of a page. */
export interface TextBlock {
  readonly address: string;
  /** `heading`, `paragraph`, `row`, `line`, …: what it is called in a change. */
  readonly subject: string;
  /** With tracked changes and hidden text marked, so that a change of those alone is seen too. */
  readonly text: string;
  /** Blocks with equal keys are the same: labels of lists and the setting of white space do not count. */
  readonly key: string;
}

/** The blocks of parts of type `block` and `page`, in order; pages are cut into lines. */
export function textBlocks(parts: readonly ParsedPart[]): readonly TextBlock[] {
  return parts.flatMap((part): readonly TextBlock[] => {
    if (part.type === "page") return pageLines(part.address, part.text);
    if (part.type !== "block") return [];
    const text = markedText(part.runs);
    const unlabelled = part.kind === "list" || part.kind === "heading" ? markedText(withoutLabel(part.runs)) : text;
    return [{ address: part.address, subject: part.kind, text, key: `${part.kind} ${oneLine(unlabelled)}` }];
  });
}

function pageLines(address: string, text: string): readonly TextBlock[] {
  return text
    .split("\n")
    .map((line) => ({ address, subject: "line", text: line.trim(), key: oneLine(line) }))
    .filter(({ key }) => key !== "");
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** The label of a list item is a run of its own that ends in a tab; inserting an item renumbers all that follow. */
function withoutLabel(runs: readonly Run[]): readonly Run[] {
  return runs[0] !== undefined && /^[^\t]{1,20}\t$/.test(runs[0].text) ? runs.slice(1) : runs;
}

/** Deleted text as `[-…-]`, inserted as `{+…+}`, as in a word diff on paper; hidden text as `[hidden: …]`. */
function markedText(runs: readonly Run[]): string {
  return runs
    .map(({ text, revision, hidden }) => {
      const shown = hidden === true ? `[hidden: ${text}]` : text;
      if (revision === undefined) return shown;
      return revision.kind === "deleted" || revision.kind === "moved-from" ? `[-${shown}-]` : `{+${shown}+}`;
    })
    .join("");
}
