import { openCompoundFile } from "../compound-file.ts";
import type { DocumentParser } from "../document-parser.ts";
import { limitExceeded } from "../parsed-cache-error.ts";
import type { BlockKind } from "../parts.ts";
import { rowText } from "../table-cell.ts";
import { createPartOutput, type PartOutput } from "./office/part-output.ts";
import { passwordOf } from "./office/password.ts";
import { readSummaryInformation } from "./office/summary-information.ts";
import { createMasterTexts } from "./presentation/master-text.ts";
import { putHiddenSlides, slideCounts, slideHeading } from "./presentation/slide-show.ts";
import { createSlideTally, type SlideTally } from "./presentation/slide-tally.ts";
import { readObjects } from "./presentation-97/objects.ts";
import { type PptRecord, RECORD, recordOf, recordsIn } from "./presentation-97/records.ts";
import {
  MARGIN_PLACEHOLDERS,
  shapesIn,
  type ShapeText,
  type SlideShape,
  TEXT,
  textsIn,
} from "./presentation-97/shapes.ts";
import { createCodePageDecoder } from "./office/code-pages.ts";

const LIST = { slides: 0, masters: 1, notes: 2 } as const;
const HIDDEN = 0x0004;
const HAS_FOOTER = 0x20;
const FOOTER_TEXT = 2;
const COMMENT = { author: 0, text: 1 } as const;
const TITLES: ReadonlySet<number> = new Set([TEXT.title, TEXT.centerTitle]);
const BODIES: ReadonlySet<number> = new Set([TEXT.body, TEXT.halfBody, TEXT.quarterBody]);

/**
 * Old binary presentations (PPT, since PowerPoint 97), by the records of the format itself ([MS-PPT]): slides in the
 * order of the presentation as its last save has it, each with its title, the texts and tables of its shapes, its
 * footer, notes and comments; hidden ones are shown and marked. Options: `{ "password": "…" }`. Losses: `hidden-slides`, `images`,
 * `embedded-objects`, `master-text`, `macros`, `truncated`.
 */
export const parser: DocumentParser = {
  async parse(bytes, options, emit, limits) {
    const root = openCompoundFile(bytes, limits);
    const { document, object } = readObjects(root, passwordOf(options));
    const output = createPartOutput(emit, limits);
    const tally = createSlideTally();
    const slides = listedPages(document, LIST.slides);
    if (slides.length > limits.maxPages) {
      throw limitExceeded("maxPages", limits.maxPages, `the presentation has ${slides.length} slides`);
    }
    const notes = notesBySlide(listedPages(document, LIST.notes), object);
    const hidden: number[] = [];
    for (const [index, { number, id, outline }] of slides.entries()) {
      if (output.isFull) break;
      const slide = object(number);
      const isHidden = putSlide(slide, index + 1, outline, notes.get(id), tally, output);
      if (isHidden) hidden.push(index + 1);
    }
    putHiddenSlides(hidden, output);
    tally.putLosses(output);
    const masters = createMasterTexts();
    for (const { number } of listedPages(document, LIST.masters)) masters.add(ownTexts(object(number)));
    masters.putLoss(output);
    const hasMacros = recordOf(document, RECORD.visualBasic) !== undefined;
    output.loss("macros", hasMacros ? 1 : 0, "never run");
    output.put({
      type: "metadata",
      values: {
        ...readSummaryInformation(root, await createCodePageDecoder()),
        ...slideCounts(slides.length, hidden, notes.size),
      },
    });
  },
};

interface ListedPage {
  /** Of its object. */
  readonly number: number;
  /** By which notes name their slide. */
  readonly id: number;
  /** Texts kept with the list instead of the slide. */
  readonly outline: readonly ShapeText[];
}

function listedPages(document: PptRecord, instance: number): ListedPage[] {
  const pages: { number: number; id: number; texts: PptRecord[] }[] = [];
  for (const list of recordsIn(document)) {
    if (list.type !== RECORD.slideList || list.instance !== instance) continue;
    for (const record of recordsIn(list)) {
      if (record.type !== RECORD.slidePersist) pages.at(-1)?.texts.push(record);
      else if (record.content.length >= 16) {
        pages.push({ number: record.content.readUInt32LE(0), id: record.content.readUInt32LE(12), texts: [] });
      }
    }
  }
  return pages.map(({ number, id, texts }) => ({ number, id, outline: textsIn(texts) }));
}

/** What a master shows on its slides; its placeholders hold only what to type there. */
function ownTexts(master: PptRecord | undefined): string[] {
  if (master?.type !== RECORD.mainMaster) return [];
  return shapesIn(master, []).flatMap((shape) =>
    shape.kind === "text" && shape.placeholder === undefined && hasWords(shape) ? [wordsOf(shape)] : [],
  );
}

function notesBySlide(
  pages: readonly ListedPage[],
  object: (number: number) => PptRecord | undefined,
): ReadonlyMap<number, readonly string[]> {
  const notes = new Map<number, readonly string[]>();
  for (const { number, outline } of pages) {
    const page = object(number);
    const atom = recordOf(page, RECORD.notesAtom);
    if (page === undefined || atom === undefined || atom.content.length < 4) continue;
    // Some programs write the notes as any other text, so that all counts that is no margin.
    const texts = shapesIn(page, outline).flatMap((shape) =>
      shape.kind === "text" && !MARGIN_PLACEHOLDERS.has(shape.placeholder ?? 0) ? shape.paragraphs : [],
    );
    if (texts.length > 0) notes.set(atom.content.readUInt32LE(0), texts);
  }
  return notes;
}

/** Answers whether the slide is hidden. It always has its first block, as in `presentation`. */
function putSlide(
  slide: PptRecord | undefined,
  number: number,
  outline: readonly ShapeText[],
  notes: readonly string[] | undefined,
  tally: SlideTally,
  output: PartOutput,
): boolean {
  const place = `slide=${number}`;
  const put = (address: string, kind: BlockKind, text: string): void => {
    const level = kind === "heading" || kind === "list" ? { level: 1 } : {};
    output.put({ type: "block", address, kind, ...level, runs: [{ text }] });
  };
  if (slide?.type !== RECORD.slide) {
    tally.count("missing-parts");
    put(place, "heading", "(missing slide)");
    return false;
  }
  const show = recordOf(slide, RECORD.slideShow)?.content;
  const isHidden = show !== undefined && show.length >= 12 && (show.readUInt16LE(10) & HIDDEN) !== 0;
  const shapes = shapesIn(slide, outline);
  const titleAt = shapes.findIndex((shape) => shape.kind === "text" && TITLES.has(shape.type) && hasWords(shape));
  const title = shapes[titleAt]?.kind === "text" ? wordsOf(shapes[titleAt]) : "";
  put(place, "heading", slideHeading(title, isHidden));

  const counts = { paragraph: 0, table: 0 };
  for (const [index, shape] of shapes.entries()) {
    if (index === titleAt) continue;
    switch (shape.kind) {
      case "text":
        for (const text of shape.paragraphs) {
          put(`${place}&paragraph=${++counts.paragraph}`, BODIES.has(shape.type) ? "list" : "paragraph", text);
        }
        break;
      case "table":
        counts.table++;
        for (const [row, cells] of shape.rows.entries()) {
          put(`${place}&table=${counts.table}&row=${row + 1}`, "row", rowText(cells));
        }
        break;
      case "image": {
        const description = shape.description.replaceAll(/\s+/g, " ").trim();
        tally.image(description !== "");
        if (description !== "") put(`${place}&paragraph=${++counts.paragraph}`, "paragraph", `[image: ${description}]`);
        break;
      }
      case "object":
        tally.count("embedded-objects");
        break;
      default:
        shape satisfies never;
    }
  }
  const footer = footerOf(slide);
  if (footer !== "") put(`${place}&footer=1`, "footer", footer);
  for (const [index, text] of (notes ?? []).entries()) put(`${place}&note=${index + 1}`, "note", text);
  for (const [index, text] of commentsOf(slide).entries()) put(`${place}&comment=${index + 1}`, "comment", text);
  return isHidden;
}

function hasWords(shape: SlideShape): boolean {
  return shape.kind === "text" && shape.paragraphs.length > 0;
}

function wordsOf({ paragraphs }: ShapeText): string {
  return paragraphs.join(" ").replaceAll("\n", " ");
}

function footerOf(slide: PptRecord): string {
  const margins = recordOf(slide, RECORD.headersFooters);
  const atom = recordOf(margins, RECORD.headersFootersAtom)?.content;
  if (atom === undefined || atom.length < 4 || (atom.readUInt16LE(2) & HAS_FOOTER) === 0) return "";
  return textNumbered(margins, FOOTER_TEXT);
}

function textNumbered(container: PptRecord | undefined, instance: number): string {
  for (const record of recordsIn(container)) {
    if (record.type === RECORD.text && record.instance === instance) return record.content.toString("utf16le").trim();
  }
  return "";
}

/** Comments lie in tags that older programs pass over. */
function commentsOf(slide: PptRecord): string[] {
  const found: string[] = [];
  for (const binaryTag of recordsIn(recordOf(slide, RECORD.programTags))) {
    for (const record of recordsIn(recordOf(binaryTag, RECORD.binaryTagData))) {
      if (record.type !== RECORD.comment) continue;
      const author = textNumbered(record, COMMENT.author);
      const text = textNumbered(record, COMMENT.text);
      if (text !== "") found.push(author === "" ? text : `${author}: ${text}`);
    }
  }
  return found;
}
