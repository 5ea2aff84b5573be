import { isCompoundFile, openCompoundFile } from "../compound-file.ts";
import type { DocumentParser } from "../document-parser.ts";
import type { BlockKind, JsonValue } from "../parts.ts";
import { createPartOutput } from "./office/part-output.ts";
import { readSummaryInformation } from "./office/summary-information.ts";
import { createBodyFlow, createStoryFlow } from "./office/text-flow.ts";
import { createCodePageDecoder, createDecoder } from "./office/code-pages.ts";
import { codePageOfLanguage } from "./word-97/languages.ts";
import { type FileHead, readFileHead, TABLE } from "./word-97/file-head.ts";
import { readPlaces, readStringGroup } from "./word-97/strings.ts";
import { createTextReader } from "./word-97/text-reader.ts";
import { createWordTally } from "./word-tally.ts";

const COMMENT_ENTRY_BYTES = 30;
const NOTE_ENTRY_BYTES = 2;
const TEXT_BOX_ENTRY_BYTES = 22;
/** The lines that separate notes from text come before the headers. */
const SEPARATORS = 6;
/** Kinds of a section's six margins: headers of left, right and first pages, and footers. */
const MARGINS: readonly BlockKind[] = ["header", "header", "footer", "footer", "header", "footer"];

/**
 * Old binary Word documents (DOC), by the tables of the format itself ([MS-DOC]): since Word 97 with headings, list
 * items, tables, tracked changes as both texts, hidden text, notes, comments, text boxes, headers and footers; of Word 2 to 95 the
 * text and its tables. Losses: `tracked-changes`, `images`, `hidden-text`, `list-labels` (numbers and bullets of list
 * items), `drawings`, `unknown-symbols`, `old-version`, `macros`, `no-text`, `truncated`.
 */
export const parser: DocumentParser = {
  async parse(bytes, _options, emit, limits) {
    const root = isCompoundFile(bytes) ? openCompoundFile(bytes, limits) : undefined;
    const head = readFileHead(root, bytes);
    const decoder = await createDecoder();
    const encoding = head.isWord97 ? "windows-1252" : codePageOfLanguage(head.language);
    const decode = (text: Uint8Array): string => decoder(text, encoding);
    const summary = root === undefined ? {} : readSummaryInformation(root, await createCodePageDecoder());

    const output = createPartOutput(emit, limits);
    const tally = createWordTally();
    const reader = createTextReader(head, tally, decode);
    const stories = storyPlaces(head);
    let blocks = 0;
    const body = createBodyFlow((block) => {
      blocks++;
      output.put(block);
    });
    reader.read(0, head.lengths.body, body, (place) => stories.marks.get(place));
    body.finish();
    const margins = new Set<string>();
    for (const { from, to, name, kind, prefix } of stories.found) {
      if (output.isFull) break;
      const flow = createStoryFlow();
      reader.read(from, to, flow);
      const block = flow.block(name, kind, prefix);
      // Every section has six headers and footers, most of them the same.
      const text = kind === "header" || kind === "footer" ? `${kind} ${JSON.stringify(block?.runs)}` : name;
      if (block !== undefined && !margins.has(text)) output.put(block);
      margins.add(text);
    }
    if (blocks === 0) output.loss("no-text", 1, "the document shows no text");
    tally.putLosses(output);
    output.loss(
      "old-version",
      head.isWord97 ? 0 : 1,
      "of before Word 97: notes, headings and changes are not told apart",
    );
    const hasMacros = root?.children.some(({ name }) => name === "Macros") === true;
    output.loss("macros", hasMacros ? 1 : 0, "never run");
    output.put({ type: "metadata", values: { ...summary, ...counts(body.counts), ...stories.counts } });
  },
};

interface StoryPlace {
  readonly name: string;
  readonly kind: BlockKind;
  readonly from: number;
  readonly to: number;
  readonly prefix?: string;
}

/** Where the stories outside the body are, and what marks them in it. */
function storyPlaces(head: FileHead): {
  readonly found: readonly StoryPlace[];
  readonly marks: ReadonlyMap<number, string>;
  readonly counts: Record<string, JsonValue>;
} {
  const { lengths } = head;
  const starts = { footnotes: lengths.body, headers: lengths.body + lengths.footnotes };
  const comments = starts.headers + lengths.headers + lengths.macros;
  const endnotes = comments + lengths.comments;
  const textBoxes = endnotes + lengths.endnotes;
  const found: StoryPlace[] = [];
  const marks = new Map<number, string>();
  const stretches = (start: number, length: number, table: number, entryBytes: number): [number, number][] => {
    const places = readPlaces(head.table(table), entryBytes).filter((place) => place <= length);
    return places.slice(1).map((place, index) => [start + places[index]!, start + place]);
  };
  const notes = (name: string, start: number, length: number, references: number, texts: number): number => {
    if (length === 0) return 0;
    const anchors = readPlaces(head.table(references), NOTE_ENTRY_BYTES).slice(0, -1);
    for (const [index, anchor] of anchors.entries()) marks.set(anchor, `[${name} ${index + 1}]`);
    for (const [index, [from, to]] of stretches(start, length, texts, 0).entries()) {
      if (index < anchors.length) found.push({ name: `${name}=${index + 1}`, kind: "note", from, to });
    }
    return anchors.length;
  };
  const footnoteCount = notes(
    "footnote",
    starts.footnotes,
    lengths.footnotes,
    TABLE.footnoteReferences,
    TABLE.footnoteTexts,
  );
  const endnoteCount = notes("endnote", endnotes, lengths.endnotes, TABLE.endnoteReferences, TABLE.endnoteTexts);

  const commentHeads = head.table(TABLE.commentReferences);
  const anchors = lengths.comments === 0 ? 0 : Math.max(0, readPlaces(commentHeads, COMMENT_ENTRY_BYTES).length - 1);
  const authors = readStringGroup(head.table(TABLE.commentAuthors));
  for (const [index, [from, to]] of stretches(comments, lengths.comments, TABLE.commentTexts, 0).entries()) {
    if (index >= anchors) break;
    const author = authors[commentHeads.readUInt16LE((anchors + 1) * 4 + index * COMMENT_ENTRY_BYTES + 20)];
    const prefix = author === undefined || author === "" ? {} : { prefix: `${author}: ` };
    found.push({ name: `comment=${index + 1}`, kind: "comment", from, to, ...prefix });
  }
  const numbers = { header: 0, footer: 0 };
  for (const [index, [from, to]] of stretches(starts.headers, lengths.headers, TABLE.headers, 0).entries()) {
    const kind = MARGINS[index % MARGINS.length] as "header" | "footer";
    if (index >= SEPARATORS && to > from) found.push({ name: `${kind}=${++numbers[kind]}`, kind, from, to });
  }
  for (const [index, [from, to]] of stretches(
    textBoxes,
    lengths.textBoxes,
    TABLE.textBoxes,
    TEXT_BOX_ENTRY_BYTES,
  ).entries()) {
    found.push({ name: `textbox=${index + 1}`, kind: "paragraph", from, to });
  }
  return {
    found: found.toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind)),
    marks,
    counts: {
      ...(footnoteCount > 0 && { footnoteCount }),
      ...(endnoteCount > 0 && { endnoteCount }),
      ...(anchors > 0 && { commentCount: anchors }),
    },
  };
}

const ORDER: readonly BlockKind[] = ["paragraph", "note", "comment", "header", "footer"];

function counts({
  paragraphs,
  tables,
}: {
  readonly paragraphs: number;
  readonly tables: number;
}): Record<string, JsonValue> {
  return { paragraphCount: paragraphs, tableCount: tables };
}
