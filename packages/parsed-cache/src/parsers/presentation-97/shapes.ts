import { type PptRecord, RECORD, recordOf, recordsIn } from "./records.ts";

/** What a text stands for (`TextHeaderAtom`). */
export const TEXT = { title: 0, body: 1, notes: 2, centerTitle: 6, halfBody: 7, quarterBody: 8 } as const;

/** Places of a page's margin among the placeholders (`PlaceholderAtom`): the date, the number, the footer, the header. */
export const MARGIN_PLACEHOLDERS: ReadonlySet<number> = new Set([7, 8, 9, 10]);

export interface ShapeText {
  readonly type: number;
  readonly paragraphs: readonly string[];
}

/** A shape of a slide, as far as it can be shown as text. */
export type SlideShape =
  | ({ readonly kind: "text"; readonly placeholder: number | undefined } & ShapeText)
  | { readonly kind: "table"; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: "image"; readonly description: string }
  | { readonly kind: "object" };

const PICTURE_FRAME = 75;
const OPTION = { wordArt: 0x00c0, description: 0x0381, table: 0x039f } as const;
/** Groups in one another. */
const MAX_DEPTH = 50;
const OTHER_TEXT = 4;

/** The texts among the records of a list of slides or of a text box, in order. */
export function textsIn(records: Iterable<PptRecord>): ShapeText[] {
  const texts: ShapeText[] = [];
  let type: number = OTHER_TEXT;
  for (const record of records) {
    if (record.type === RECORD.textHead && record.content.length >= 4) {
      type = record.content.readUInt32LE(0);
      // A head without text after it is an empty placeholder, which still counts when slides refer to texts by number.
      texts.push({ type, paragraphs: [] });
    } else if (record.type === RECORD.textCharacters || record.type === RECORD.textBytes) {
      const isWide = record.type === RECORD.textCharacters;
      const text = record.content.toString(isWide ? "utf16le" : "latin1");
      if (texts.at(-1)?.paragraphs.length === 0) texts.pop();
      texts.push({ type, paragraphs: paragraphsOf(text) });
    }
  }
  return texts;
}

function paragraphsOf(text: string): string[] {
  return text
    .replaceAll("\v", "\n")
    .split("\r")
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "");
}

/** The shapes of a slide or of notes, groups taken apart. `outline`: texts that placeholders refer to by number. */
export function shapesIn(page: PptRecord, outline: readonly ShapeText[]): SlideShape[] {
  const found: SlideShape[] = [];
  const drawing = recordOf(page, RECORD.drawing);
  const visit = (container: PptRecord, depth: number): void => {
    if (depth > MAX_DEPTH) return;
    for (const record of recordsIn(container)) {
      if (record.type === RECORD.shape) found.push(...shapeOf(record, outline));
      else if (record.type === RECORD.shapeGroup && isTable(record)) found.push(tableOf(record, outline));
      else if (record.isContainer) visit(record, depth + 1);
    }
  };
  if (drawing !== undefined) visit(drawing, 0);
  return found;
}

function shapeOf(shape: PptRecord, outline: readonly ShapeText[]): SlideShape[] {
  const options = optionsOf(shape);
  const isPicture = recordOf(shape, RECORD.shapeAtom)?.instance === PICTURE_FRAME;
  const isObject = recordOf(recordOf(shape, RECORD.clientData), RECORD.objectReference) !== undefined;
  // Four bytes of its position come first.
  const placeholder = recordOf(recordOf(shape, RECORD.clientData), RECORD.placeholder)?.content[4];
  const found: SlideShape[] = [];
  if (isObject) found.push({ kind: "object" });
  else if (isPicture) found.push({ kind: "image", description: options.get(OPTION.description) ?? "" });
  const wordArt = options.get(OPTION.wordArt) ?? "";
  if (wordArt !== "") found.push({ kind: "text", placeholder, type: OTHER_TEXT, paragraphs: paragraphsOf(wordArt) });
  for (const text of boxTexts(shape, outline)) found.push({ kind: "text", placeholder, ...text });
  return found;
}

function boxTexts(shape: PptRecord, outline: readonly ShapeText[]): readonly ShapeText[] {
  const box = recordOf(shape, RECORD.clientTextBox);
  const reference = recordOf(box, RECORD.outlineReference);
  if (reference === undefined || reference.content.length < 4) return textsIn(recordsIn(box));
  const referred = outline[reference.content.readUInt32LE(0)];
  return referred === undefined ? [] : [referred];
}

/** Texts among the options of a shape, by number: six bytes an option, then the texts themselves in the same order. */
function optionsOf(shape: PptRecord): ReadonlyMap<number, string> {
  const options = new Map<number, string>();
  for (const record of recordsIn(shape)) {
    if (record.type !== RECORD.shapeOptions && record.type !== RECORD.moreShapeOptions) continue;
    let textAt = record.instance * 6;
    for (let index = 0; index < record.instance && index * 6 + 6 <= record.content.length; index++) {
      const id = record.content.readUInt16LE(index * 6);
      const value = record.content.readUInt32LE(index * 6 + 2);
      if ((id & 0x8000) === 0) {
        options.set(id & 0x3fff, "");
        continue;
      }
      const text = record.content.toString("utf16le", textAt, Math.min(record.content.length, textAt + value));
      options.set(id & 0x3fff, text.replace(/\0[^]*$/, ""));
      textAt += value;
    }
  }
  return options;
}

/** A table is a group of which the first shape says that it is one. */
function isTable(group: PptRecord): boolean {
  const first = recordOf(group, RECORD.shape);
  return first !== undefined && optionsOf(first).has(OPTION.table);
}

/** Edges so far apart at most are one: programs round the places of cells each by itself. 576 units are an inch. */
const SAME_EDGE = 8;

/** Cells are shapes: their upper edges are the rows, their left edges the columns. A merged cell leaves others empty. */
function tableOf(group: PptRecord, outline: readonly ShapeText[]): SlideShape {
  const cells: { top: number; left: number; text: string }[] = [];
  for (const shape of recordsIn(group)) {
    const anchor = shape.type === RECORD.shape ? recordOf(shape, RECORD.childAnchor)?.content : undefined;
    const box = recordOf(shape, RECORD.clientTextBox);
    if (anchor === undefined || anchor.length < 16 || box === undefined) continue;
    const text = boxTexts(shape, outline)
      .flatMap(({ paragraphs }) => paragraphs)
      .join(" ")
      .replaceAll("\n", " ");
    cells.push({ top: anchor.readInt32LE(4), left: anchor.readInt32LE(0), text });
  }
  const tops = edgesOf(cells.map(({ top }) => top));
  const lefts = edgesOf(cells.map(({ left }) => left));
  const rows = tops.map(() => lefts.map(() => ""));
  for (const { top, left, text } of cells) {
    const row = rows[indexOfEdge(tops, top)]!;
    const column = indexOfEdge(lefts, left);
    row[column] = row[column] === "" ? text : `${row[column]} ${text}`;
  }
  return { kind: "table", rows };
}

/** Where rows or columns begin, in order. */
function edgesOf(places: readonly number[]): number[] {
  const edges: number[] = [];
  for (const place of places.toSorted((a, b) => a - b)) {
    if (edges.length === 0 || place - edges.at(-1)! > SAME_EDGE) edges.push(place);
  }
  return edges;
}

function indexOfEdge(edges: readonly number[], place: number): number {
  return edges.findLastIndex((edge) => edge <= place);
}
