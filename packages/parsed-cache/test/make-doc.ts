import { makeCompound } from "./make-compound.ts";

/** A stretch of text with one format. Marks are characters: `\r` ends a paragraph, `\x07` a cell. */
export interface DocRun {
  readonly text: string;
  readonly hidden?: true;
  readonly script?: "super" | "sub";
  readonly change?: { readonly kind: "inserted" | "deleted"; readonly author: number };
}

export interface DocParagraph {
  readonly runs: readonly (string | DocRun)[];
  /** What ends it; default `\r`. */
  readonly end?: string;
  /** A built-in heading. */
  readonly heading?: 1 | 2 | 3;
  readonly isInTable?: true;
  readonly isRowEnd?: true;
  /** Of a row's end: where the row begins and its cells end. */
  readonly cellEdges?: readonly number[];
  readonly isListItem?: true;
}

export interface DocStories {
  readonly body: readonly DocParagraph[];
  /** Each with the place of its mark `\x02` in the body, found in order. */
  readonly footnotes?: readonly string[];
  /** Each with the place of its mark `\x05` in the body. */
  readonly comments?: readonly { readonly author: string; readonly text: string }[];
  readonly header?: string;
  readonly textBoxes?: readonly string[];
  readonly revisionAuthors?: readonly string[];
}

const TEXT_AT = 0x600;
const PAGE = 512;

/** A Word 97 document, byte by byte as [MS-DOC] has it, small enough for one page of formats of each kind. */
export function makeDoc(stories: DocStories): Uint8Array {
  const { footnotes = [], comments = [], header, textBoxes = [] } = stories;
  const body = paragraphsText(stories.body);
  const footnoteTexts = footnotes.map((text) => `\x02 ${text}\r`);
  const commentTexts = comments.map(({ text }) => `\x05${text}\r`);
  const boxTexts = textBoxes.map((text) => `${text}\r`);
  const story = (texts: readonly string[]): string => (texts.length === 0 ? "" : `${texts.join("")}\r`);
  const headerTexts = header === undefined ? [] : ["", "", "", "", "", "", "", `${header}\r`, "", "", "", ""];
  const all = [body, story(footnoteTexts), story(headerTexts), "", story(commentTexts), "", story(boxTexts), ""];
  const text = all.join("");

  const tables: Buffer[] = [];
  const places: { index: number; at: number; length: number }[] = [];
  let tableBytes = 0;
  const addTable = (index: number, content: Buffer): void => {
    places.push({ index, at: tableBytes, length: content.length });
    tables.push(content);
    tableBytes += content.length;
  };
  const textBytes = Buffer.from(text, "utf16le");
  const formatsAt = TEXT_AT + Math.ceil(textBytes.length / PAGE) * PAGE;
  addTable(1, styleSheet());
  addTable(12, pageTable(text.length, formatsAt / PAGE));
  addTable(13, pageTable(text.length, formatsAt / PAGE + 1));
  addTable(33, pieceTable(text.length));
  addTable(51, strings(stories.revisionAuthors ?? []));
  if (footnotes.length > 0) {
    addTable(2, plc(marksIn(body, "\x02"), body.length, 2));
    addTable(3, plc(starts(footnoteTexts), all[1]!.length, 0, footnoteTexts.join("").length));
  }
  if (comments.length > 0) {
    const entries = comments.map((_, index) => {
      const entry = Buffer.alloc(30);
      entry.writeUInt16LE(index, 20);
      return entry;
    });
    addTable(4, Buffer.concat([plc(marksIn(body, "\x05"), body.length, 0), ...entries]));
    addTable(5, plc(starts(commentTexts), all[4]!.length, 0, commentTexts.join("").length));
    addTable(
      36,
      Buffer.concat(comments.map(({ author }) => Buffer.concat([u16(author.length), Buffer.from(author, "utf16le")]))),
    );
  }
  if (headerTexts.length > 0) addTable(11, plc(starts(headerTexts), all[2]!.length, 0, headerTexts.join("").length));
  if (boxTexts.length > 0) addTable(56, plc(starts(boxTexts), all[6]!.length, 22, boxTexts.join("").length));

  const head = Buffer.alloc(TEXT_AT);
  head.writeUInt16LE(0xa5ec, 0);
  head.writeUInt16LE(0x00c1, 2);
  head.writeUInt16LE(0x0409, 6);
  head.writeUInt16LE(0x1200, 0x0a);
  head.writeUInt32LE(TEXT_AT, 0x18);
  for (const [index, one] of all.entries()) head.writeUInt32LE(one.length, 0x4c + index * 4);
  head.writeUInt16LE(93, 0x98);
  for (const { index, at, length } of places) {
    head.writeUInt32LE(at, 0x9a + index * 8);
    head.writeUInt32LE(length, 0x9a + index * 8 + 4);
  }
  const document = Buffer.alloc(formatsAt + 2 * PAGE);
  head.copy(document);
  textBytes.copy(document, TEXT_AT);
  characterPage(stories.body, text.length).copy(document, formatsAt);
  paragraphPage(stories.body, text.length).copy(document, formatsAt + PAGE);
  return makeCompound({ WordDocument: document, "1Table": Buffer.concat(tables) });
}

function runsOf({ runs, end = "\r" }: DocParagraph): readonly DocRun[] {
  return [...runs.map((run) => (typeof run === "string" ? { text: run } : run)), { text: end }];
}

function paragraphsText(paragraphs: readonly DocParagraph[]): string {
  return paragraphs.flatMap((paragraph) => runsOf(paragraph).map(({ text }) => text)).join("");
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function u32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4);
  return bytes;
}

function marksIn(text: string, mark: string): number[] {
  return [...text].flatMap((character, index) => (character === mark ? [index] : []));
}

function starts(texts: readonly string[]): number[] {
  let at = 0;
  return texts.map((text) => {
    at += text.length;
    return at - text.length;
  });
}

/** Places, the end of the last one and the end of the story, then empty entries. */
function plc(from: readonly number[], end: number, entryBytes: number, last?: number): Buffer {
  const all = last === undefined ? [...from, end] : [...from, last, end];
  return Buffer.concat([u32(...all), Buffer.alloc((all.length - 1) * entryBytes)]);
}

function pageTable(characters: number, page: number): Buffer {
  return u32(TEXT_AT, TEXT_AT + characters * 2, page);
}

function pieceTable(characters: number): Buffer {
  const piece = Buffer.concat([u32(0, characters), u16(0), u32(TEXT_AT), u16(0)]);
  return Buffer.concat([Buffer.of(2), u32(piece.length), piece]);
}

function strings(texts: readonly string[]): Buffer {
  const entries = texts.map((text) => Buffer.concat([u16(text.length), Buffer.from(text, "utf16le")]));
  return Buffer.concat([u16(0xffff), u16(texts.length), u16(0), ...entries]);
}

/** Normal and the three first headings. */
function styleSheet(): Buffer {
  const styles = [0, 1, 2, 3].map((builtIn) => Buffer.concat([u16(4), u16(builtIn), u16(0xfff1)]));
  return Buffer.concat([u16(2), u16(styles.length), ...styles]);
}

/** A page of 512 bytes: places, entries, formats from the end. */
function formatPage(
  stretches: readonly { readonly characters: number; readonly format: Buffer }[],
  characters: number,
  entryBytes: number,
): Buffer {
  const page = Buffer.alloc(PAGE);
  const rest = characters - stretches.reduce((sum, stretch) => sum + stretch.characters, 0);
  const all = rest > 0 ? [...stretches, { characters: rest, format: Buffer.alloc(0) }] : stretches;
  let place = TEXT_AT;
  let formatAt = PAGE - 2;
  for (const [index, stretch] of all.entries()) {
    page.writeUInt32LE(place, index * 4);
    place += stretch.characters * 2;
    if (stretch.format.length === 0) continue;
    formatAt = (formatAt - stretch.format.length) & ~1;
    stretch.format.copy(page, formatAt);
    page[(all.length + 1) * 4 + index * entryBytes] = formatAt / 2;
  }
  page.writeUInt32LE(place, all.length * 4);
  page[PAGE - 1] = all.length;
  return page;
}

function characterPage(body: readonly DocParagraph[], characters: number): Buffer {
  const stretches = body.flatMap(runsOf).map(({ text, hidden, script, change }) => {
    const operations = Buffer.concat([
      hidden === true ? Buffer.of(0x3c, 0x08, 1) : Buffer.alloc(0),
      script === undefined ? Buffer.alloc(0) : Buffer.of(0x48, 0x2a, script === "super" ? 1 : 2),
      change === undefined
        ? Buffer.alloc(0)
        : change.kind === "inserted"
          ? Buffer.concat([Buffer.of(0x01, 0x08, 1, 0x04, 0x48), u16(change.author)])
          : Buffer.concat([Buffer.of(0x00, 0x08, 1, 0x63, 0x48), u16(change.author)]),
    ]);
    const format = operations.length === 0 ? operations : Buffer.concat([Buffer.of(operations.length), operations]);
    return { characters: text.length, format };
  });
  return formatPage(stretches, characters, 1);
}

/** `sprmTDefTable` without the looks of its cells. */
function rowDefinition(edges: readonly number[]): Buffer {
  const places = Buffer.alloc(edges.length * 2);
  for (const [index, edge] of edges.entries()) places.writeInt16LE(edge, index * 2);
  return Buffer.concat([Buffer.of(0x08, 0xd6), u16(places.length + 2), Buffer.of(edges.length - 1), places]);
}

function paragraphPage(body: readonly DocParagraph[], characters: number): Buffer {
  const stretches = body.map((paragraph) => {
    const operations = Buffer.concat([
      paragraph.isInTable === true ? Buffer.of(0x16, 0x24, 1) : Buffer.alloc(0),
      paragraph.isRowEnd === true ? Buffer.of(0x17, 0x24, 1) : Buffer.alloc(0),
      paragraph.cellEdges === undefined ? Buffer.alloc(0) : rowDefinition(paragraph.cellEdges),
      paragraph.isListItem === true ? Buffer.of(0x0b, 0x46, 1, 0) : Buffer.alloc(0),
    ]);
    const properties = Buffer.concat([u16(paragraph.heading ?? 0), operations]);
    const padded = Buffer.concat([properties, Buffer.alloc(properties.length % 2)]);
    const format = Buffer.concat([Buffer.of(0, padded.length / 2), padded]);
    return { characters: runsOf(paragraph).reduce((sum, { text }) => sum + text.length, 0), format };
  });
  return formatPage(stretches, characters, 13);
}
