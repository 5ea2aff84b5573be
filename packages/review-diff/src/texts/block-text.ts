import type { ParsedPart, Revision, Run } from "@runningtab/parsed-cache";

/** A piece of text of which the same holds: what tracked change it is part of, and how it stands out. */
export interface Piece {
  /** As it is shown, hidden text marked. */
  readonly text: string;
  readonly revision?: Revision;
  /** As `Run.style`. */
  readonly style?: string;
}

/** A piece of a document that is compared as one: a paragraph, a table row, a note, a line of a page. */
export interface TextBlock {
  readonly address: string;
  /** `heading`, `paragraph`, `row`, `line`, …: what it is called in a change. */
  readonly subject: string;
  readonly pieces: readonly Piece[];
  /** As a change shows it: with tracked changes marked, `[-deleted-]{+inserted+}`. */
  readonly text: string;
  /** Blocks with equal keys are the same: labels of lists, the setting of white space and styles do not count. */
  readonly key: string;
  /** What kind of paragraph it is, such as `heading 2` or `list level 1, Quote`. */
  readonly style: string;
  /** Of a row, the address of its table. */
  readonly table?: string;
}

/** The blocks of parts, in order; pages are cut into lines, and sheets, which here are those of attached files, into rows. */
export function textBlocks(parts: readonly ParsedPart[]): readonly TextBlock[] {
  return parts.flatMap((part): readonly TextBlock[] => {
    if (part.type === "page") return pageLines(part.address, part.text);
    if (part.type === "sheet") return sheetRows(part);
    if (part.type !== "block") return [];
    const { address, kind, runs } = part;
    const unlabelled = kind === "list" || kind === "heading" ? withoutLabel(runs) : runs;
    const pieces = runs.map(pieceOf);
    const key = blockKey(kind, unlabelled.map(shownText).join(""));
    const block = { address, subject: kind, pieces, text: markedText(pieces), key, style: describeLook(part) };
    return [kind === "row" ? { ...block, table: address.replace(/&row=.*$/, "") } : block];
  });
}

/** Of the same key are only blocks of one family: a paragraph may become a heading, but no table row. */
export function blockKey(subject: string, text: string): string {
  return `${BODY.has(subject) ? "body" : subject} ${oneLine(text)}`;
}

const BODY: ReadonlySet<string> = new Set(["heading", "paragraph", "list"]);

/** Whether two blocks may be one that was edited. */
export function areComparable(one: TextBlock, other: TextBlock): boolean {
  return one.subject === other.subject || (BODY.has(one.subject) && BODY.has(other.subject));
}

function pageLines(address: string, text: string): readonly TextBlock[] {
  return text
    .split("\n")
    .map((line) => lineBlock(address, line))
    .filter(({ key }) => key !== "");
}

function sheetRows({ address, cells }: Extract<ParsedPart, { readonly type: "sheet" }>): readonly TextBlock[] {
  const rows = Map.groupBy(cells, ({ ref }) => ref.replace(/^[A-Z]+/, ""));
  return [...rows.values()].map((row) => {
    const text = row.map(({ shown }) => shown).join(" | ");
    return lineBlock(`${address}&range=${row[0]!.ref}:${row.at(-1)!.ref}`, text);
  });
}

function lineBlock(address: string, line: string): TextBlock {
  const text = line.trim();
  return { address, subject: "line", pieces: [{ text }], text, key: oneLine(line), style: "" };
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** The label of a list item is a run of its own that ends in a tab; inserting an item renumbers all that follow. */
function withoutLabel(runs: readonly Run[]): readonly Run[] {
  return runs[0] !== undefined && /^[^\t]{1,20}\t$/.test(runs[0].text) ? runs.slice(1) : runs;
}

function shownText({ text, hidden }: Run): string {
  return hidden === true && text.trim() !== "" ? `[hidden: ${text}]` : text;
}

function pieceOf(run: Run): Piece {
  const { revision, style } = run;
  return { text: shownText(run), ...(revision !== undefined && { revision }), ...(style !== undefined && { style }) };
}

function describeLook({ kind, level, style }: Extract<ParsedPart, { readonly type: "block" }>): string {
  if (!BODY.has(kind)) return style ?? "";
  const named = kind === "heading" ? `heading ${level ?? 1}` : kind === "list" ? `list level ${level ?? 1}` : "";
  // Word calls the style of a heading of level 2 `heading 2`.
  const own = style === undefined || style.toLowerCase() === named ? [] : [style];
  return [...(named === "" ? [] : [named]), ...own].join(", ");
}

/** Deleted text as `[-…-]`, inserted as `{+…+}`, as in a word diff on paper. */
export function markedText(pieces: readonly Piece[]): string {
  let marked = "";
  for (let index = 0; index < pieces.length;) {
    const revision = pieces[index]?.revision;
    let text = "";
    // Pieces of one change that only look different are one mark.
    do text += pieces[index++]?.text ?? "";
    while (index < pieces.length && isSameRevision(pieces[index]?.revision, revision));
    if (revision === undefined) marked += text;
    else marked += isRemoval(revision) ? `[-${text}-]` : `{+${text}+}`;
  }
  return marked;
}

/** Parsed records do not keep which runs were one change, so those of one author and date are. */
export function isSameRevision(one: Revision | undefined, other: Revision | undefined): boolean {
  return one?.kind === other?.kind && one?.author === other?.author && one?.date === other?.date;
}

/** Whether text under this change is gone once the change is accepted. */
export function isRemoval({ kind }: Revision): boolean {
  return kind === "deleted" || kind === "moved-from";
}
