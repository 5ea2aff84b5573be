import type { BlockKind, ParsedPart, Revision, Run } from "../parts.ts";
import { rowText } from "../table-cell.ts";
import { chartHead } from "./drawing/chart-text.ts";
import type { LinkedDrawings } from "./drawing/linked-drawings.ts";
import { rowRuns } from "./office/runs.ts";
import { childElements, childNamed, valueOf, type XmlElement } from "./office/xml.ts";
import {
  chosenAlternative,
  type DrawingReference,
  type InlineContent,
  type InlineContext,
  type InlineReader,
  openStory,
  revisionOf,
  type Story,
} from "./word-inline.ts";
import type { WordNumbering } from "./word-numbering.ts";
import { headingLevelOf, numberingReferenceOf, type WordStyles } from "./word-styles.ts";
import type { WordTally } from "./word-tally.ts";

type Block = Extract<ParsedPart, { type: "block" }>;

/** Turns the body and the stories around it into blocks, in document order. */
export interface BlockReader {
  /** One element directly in the body, with the text boxes anchored in it after it. */
  body(element: XmlElement): readonly Block[];
  /** A header, note or comment as one block; its paragraphs are lines. `undefined` when it has no text. */
  story(element: XmlElement, address: string, kind: BlockKind, prefix?: string): Block | undefined;
  /** Paragraphs, tables and text boxes met so far. */
  readonly counts: Readonly<{ paragraphs: number; tables: number; textBoxes: number }>;
}

/** What stands in a paragraph or cell and is put behind it. */
interface Aside {
  readonly tables: XmlElement[];
  readonly drawings: DrawingReference[];
}

function nothingAside(): Aside {
  return { tables: [], drawings: [] };
}

const PLAIN: InlineContext = { hidden: false };
/** Programs allow 63 columns; this only keeps a lying span from making a row of millions of cells. */
const MAX_COLUMN_SPAN = 63;

export function createBlockReader(
  styles: WordStyles,
  numbering: WordNumbering,
  inline: InlineReader,
  drawings: LinkedDrawings,
  tally: WordTally,
): BlockReader {
  const counts = { paragraphs: 0, tables: 0, textBoxes: 0 };
  const drawn = { chart: 0, diagram: 0 };
  const bodyStory = openStory();

  interface Paragraph {
    readonly kind: "heading" | "paragraph" | "list";
    readonly level?: number;
    readonly style?: string;
    readonly runs: readonly Run[];
    readonly boxes: InlineContent["boxes"];
    readonly drawings: readonly DrawingReference[];
  }

  function readParagraph(element: XmlElement, story: Story, context: InlineContext): Paragraph {
    const properties = childNamed(element, "pPr");
    const style = styles.paragraph(valueOf(childNamed(properties, "pStyle")));
    const outline = childNamed(properties, "outlineLvl");
    const headingLevel = outline === undefined ? style.headingLevel : headingLevelOf(outline);
    const reference = numberingReferenceOf(properties, style.numbering);
    // List id 0 switches the style's numbering off.
    const isNumbered = reference !== undefined && reference.numberingId !== "0";
    const label = isNumbered ? numbering.next(reference) : undefined;
    const content = inline.read(element, story, { ...context, hidden: style.hidden ?? context.hidden });
    const hasText = content.runs.some(({ text }) => text.trim() !== "");
    // Word sets a label apart by a tab; so do we, in a run of its own.
    const runs = !hasText ? [] : label === undefined ? content.runs : [labelRun(label, content.runs), ...content.runs];
    const common = { ...content, ...(style.name !== undefined && { style: style.name }), runs };
    if (headingLevel !== undefined) return { ...common, kind: "heading", level: headingLevel };
    if (!isNumbered) return { ...common, kind: "paragraph" };
    return { ...common, kind: "list", level: reference.level + 1 };
  }

  /** The paragraphs and tables below `element`, through everything that only wraps them. */
  function* blocksIn(
    element: XmlElement,
    context: InlineContext,
  ): Generator<{ readonly element: XmlElement; readonly context: InlineContext }> {
    for (const child of childElements(element)) yield* unwrapBlock(child, context);
  }

  function* unwrapBlock(
    element: XmlElement,
    context: InlineContext,
  ): Generator<{ readonly element: XmlElement; readonly context: InlineContext }> {
    switch (element.name) {
      case "p":
      case "tbl":
        return yield { element, context };
      case "sdt": {
        const content = childNamed(element, "sdtContent");
        return content === undefined ? undefined : yield* blocksIn(content, context);
      }
      case "customXml":
      case "smartTag":
        return yield* blocksIn(element, context);
      case "ins":
      case "del":
      case "moveFrom":
      case "moveTo":
        return yield* blocksIn(element, withRevision(context, revisionOf(element)));
      case "AlternateContent": {
        const chosen = chosenAlternative(element);
        return chosen === undefined ? undefined : yield* blocksIn(chosen, context);
      }
      case "altChunk":
      case "subDoc":
        return tally.count("embedded-parts");
    }
  }

  function bodyParagraph(element: XmlElement, context: InlineContext): Block[] {
    const { kind, level, style, runs, boxes, drawings: references } = readParagraph(element, bodyStory, context);
    const blocks: Block[] = [];
    if (runs.length > 0) {
      const address = `paragraph=${++counts.paragraphs}`;
      const look = { ...(level !== undefined && { level }), ...(style !== undefined && { style }) };
      blocks.push({ type: "block", address, kind, ...look, runs });
    }
    for (const box of boxes) blocks.push(...textBox(box.content, box.context));
    for (const reference of references) blocks.push(...drawing(reference));
    return blocks;
  }

  /** A chart as its title and the table of its values, a diagram as the list of its texts. */
  function drawing({ type, id }: DrawingReference): Block[] {
    const place = `${type}=${++drawn[type]}`;
    const block = (address: string, kind: BlockKind, text: string): Block => ({
      type: "block",
      address,
      kind,
      ...(kind === "list" && { level: 1 }),
      runs: [{ text }],
    });
    if (type === "diagram") {
      return drawings.diagram(id).map((text, index) => block(`${place}&point=${index + 1}`, "list", text));
    }
    const chart = drawings.chart(id);
    if (chart === undefined) return [];
    const head = chartHead(chart);
    const rows = chart.rows.map((cells, index) => block(`${place}&row=${index + 1}`, "row", rowText(cells)));
    return head === "" ? rows : [block(place, "paragraph", head), ...rows];
  }

  function textBox(content: XmlElement, context: InlineContext): Block[] {
    const address = `textbox=${++counts.textBoxes}`;
    const aside = nothingAside();
    const runs = joinedRuns(content, openStory(), context, "\n", aside);
    const blocks: Block[] = runs.length > 0 ? [{ type: "block", address, kind: "paragraph", runs }] : [];
    for (const nested of aside.tables) blocks.push(...table(nested, context));
    for (const reference of aside.drawings) blocks.push(...drawing(reference));
    return blocks;
  }

  /** All text below `element`, paragraphs set apart by `separator`. What else is in it is left to the caller. */
  function joinedRuns(
    element: XmlElement,
    story: Story,
    context: InlineContext,
    separator: string,
    aside: Aside,
  ): Run[] {
    const joined: Run[] = [];
    const append = (runs: readonly Run[]): void => {
      if (runs.length === 0) return;
      if (joined.length > 0) joined.push({ text: separator });
      joined.push(...runs);
    };
    for (const block of blocksIn(element, context)) {
      if (block.element.name === "tbl") {
        aside.tables.push(block.element);
        continue;
      }
      const paragraph = readParagraph(block.element, story, block.context);
      append(paragraph.runs);
      aside.drawings.push(...paragraph.drawings);
      for (const { content, context: own } of paragraph.boxes) {
        append(joinedRuns(content, openStory(), own, separator, aside));
      }
    }
    return joined;
  }

  /** Row by row; a table inside a cell follows the row that holds it, with a number of its own. */
  function table(element: XmlElement, context: InlineContext): Block[] {
    const number = ++counts.tables;
    const blocks: Block[] = [];
    let rowNumber = 0;
    for (const row of unwrapped(element, "tr", context)) {
      rowNumber++;
      const aside = nothingAside();
      const cells = rowCells(row.element, row.context, aside);
      if (cells.some((cell) => cell.length > 0)) {
        const runs = rowRuns(cells);
        blocks.push({ type: "block", address: `table=${number}&row=${rowNumber}`, kind: "row", runs });
      }
      for (const inner of aside.tables) blocks.push(...table(inner, row.context));
      for (const reference of aside.drawings) blocks.push(...drawing(reference));
    }
    return blocks;
  }

  /**
   * One list of runs a grid column: a cell that spans columns is followed by empty ones, and a cell that continues the
   * one above is empty, so that every value stays below its heading.
   */
  function rowCells(row: XmlElement, context: InlineContext, aside: Aside): Run[][] {
    const properties = childNamed(row, "trPr");
    const rowContext = withRevision(context, trackedMark(properties));
    const cells = emptyCells(gridCount(childNamed(properties, "gridBefore"), 0));
    let spannedColumns = 0;
    for (const cell of unwrapped(row, "tc", rowContext)) {
      cells.push(...emptyCells(spannedColumns));
      const cellProperties = childNamed(cell.element, "tcPr");
      const cellContext = withRevision(cell.context, trackedMark(cellProperties));
      const continues = isContinued(cellProperties);
      cells.push(continues ? [] : cellRuns(cell.element, cellContext, aside));
      spannedColumns = gridCount(childNamed(cellProperties, "gridSpan"), 1) - 1;
    }
    cells.push(...emptyCells(spannedColumns + gridCount(childNamed(properties, "gridAfter"), 0)));
    return cells;
  }

  function cellRuns(cell: XmlElement, context: InlineContext, aside: Aside): Run[] {
    return joinedRuns(cell, openStory(), context, " ", aside).map((run) => ({
      ...run,
      text: run.text.replace(/[\t\n]+/g, " "),
    }));
  }

  /** A row or cell can be inserted or deleted as a whole. */
  function trackedMark(properties: XmlElement | undefined): Revision | undefined {
    for (const child of properties === undefined ? [] : childElements(properties)) {
      const revision = revisionOf(child);
      if (revision === undefined) continue;
      tally.revision(revision);
      return revision;
    }
    return undefined;
  }

  return {
    counts,
    body(element) {
      const blocks: Block[] = [];
      for (const block of unwrapBlock(element, PLAIN)) {
        const read = block.element.name === "tbl" ? table : bodyParagraph;
        blocks.push(...read(block.element, block.context));
      }
      return blocks;
    },
    story(element, address, kind, prefix) {
      // The charts of a header are those of another part: they are counted and not shown.
      const aside = nothingAside();
      const runs = joinedRuns(element, openStory(), PLAIN, "\n", aside);
      for (const inner of aside.tables) {
        for (const row of tableLines(inner)) {
          if (runs.length > 0) runs.push({ text: "\n" });
          runs.push(...row);
        }
      }
      if (runs.length === 0) return undefined;
      return { type: "block", address, kind, runs: prefix === undefined ? runs : [{ text: prefix }, ...runs] };
    },
  };

  /** Rows of a table outside the body: lines of its story, without addresses of their own. */
  function tableLines(element: XmlElement): Run[][] {
    const before = counts.tables;
    const lines = table(element, PLAIN).map(({ runs }) => [...runs]);
    counts.tables = before;
    return lines;
  }
}

/** The label of an item that was inserted or deleted whole came or went with it. */
function labelRun(label: string, content: readonly Run[]): Run {
  const revision = content.every((run) => run.revision !== undefined) ? content[0]?.revision : undefined;
  return { text: `${label}\t`, ...(revision !== undefined && { revision }) };
}

function withRevision(context: InlineContext, revision: Revision | undefined): InlineContext {
  return revision === undefined ? context : { ...context, revision };
}

/** Rows of a table or cells of a row, also inside content controls. */
function* unwrapped(
  element: XmlElement,
  name: "tr" | "tc",
  context: InlineContext,
): Generator<{ readonly element: XmlElement; readonly context: InlineContext }> {
  for (const child of childElements(element)) {
    if (child.name === name) yield { element: child, context };
    else if (["sdt", "sdtContent", "customXml"].includes(child.name)) yield* unwrapped(child, name, context);
    else if (["ins", "del", "moveFrom", "moveTo"].includes(child.name)) {
      yield* unwrapped(child, name, withRevision(context, revisionOf(child)));
    }
  }
}

function isContinued(cellProperties: XmlElement | undefined): boolean {
  return ["vMerge", "hMerge"].some((name) => {
    const merge = childNamed(cellProperties, name);
    return merge !== undefined && valueOf(merge) !== "restart";
  });
}

function gridCount(element: XmlElement | undefined, otherwise: number): number {
  const count = Number(valueOf(element) ?? otherwise);
  return Number.isInteger(count) && count >= 0 ? Math.min(count, MAX_COLUMN_SPAN) : otherwise;
}

function emptyCells(count: number): Run[][] {
  return Array.from({ length: Math.max(count, 0) }, () => []);
}
