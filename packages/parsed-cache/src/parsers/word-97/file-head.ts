import { childOf, type CompoundEntry } from "../../compound-file.ts";
import { ParsedCacheError } from "../../parsed-cache-error.ts";

/** Characters of each story, in the order in which they follow each other in the text. */
export interface StoryLengths {
  readonly body: number;
  readonly footnotes: number;
  readonly headers: number;
  readonly macros: number;
  readonly comments: number;
  readonly endnotes: number;
  readonly textBoxes: number;
  readonly headerTextBoxes: number;
}

/** The parts of a file's head that we use, of every version. Places are in bytes. */
export interface FileHead {
  /** Since Word 97 styles and changes are read as well; before, the text alone. */
  readonly isWord97: boolean;
  readonly document: Buffer;
  readonly textStart: number;
  /** Language of the program, which decides the code page before Word 97. */
  readonly language: number;
  readonly lengths: StoryLengths;
  /** A table by its number in `FibRgFcLcb97`; empty where the file has none. */
  table(index: number): Buffer;
}

/** Numbers of the tables that we read. */
export const TABLE = {
  styles: 1,
  footnoteReferences: 2,
  footnoteTexts: 3,
  commentReferences: 4,
  commentTexts: 5,
  headers: 11,
  characterPages: 12,
  paragraphPages: 13,
  pieces: 33,
  commentAuthors: 36,
  endnoteReferences: 46,
  endnoteTexts: 47,
  revisionAuthors: 51,
  textBoxes: 56,
} as const;

const WORD_97 = 0xa5ec;
const WORD_6 = 0xa5dc;
const WORD_2 = 0xa5db;
const FLAG = { complex: 0x0004, encrypted: 0x0100, secondTable: 0x0200 } as const;
const TABLES_AT = 0x9a;
const PIECES_AT_WORD_6 = 0x160;

/** Reads the head of a Word document: of its stream since Word 6, of the whole file before. */
export function readFileHead(root: CompoundEntry | undefined, file: Uint8Array): FileHead {
  const document = root === undefined ? Buffer.from(file) : Buffer.from(childOf(root, "WordDocument")?.read() ?? []);
  if (document.length < 0x200) throw damaged("its head is cut off");
  const kind = document.readUInt16LE(0);
  const flags = document.readUInt16LE(0x0a);
  if (![WORD_97, WORD_6, WORD_2].includes(kind)) throw damaged("it begins like no Word document");
  if ((flags & FLAG.encrypted) !== 0) {
    throw new ParsedCacheError({
      code: "password-needed",
      message: "The old Word document is encrypted with a password, which is not undone here. Save a copy without one.",
    });
  }
  const common = { document, textStart: document.readUInt32LE(0x18), language: document.readUInt16LE(6) };
  if (kind !== WORD_97) return headBefore97(common, kind === WORD_6 && (flags & FLAG.complex) !== 0);
  const tableName = (flags & FLAG.secondTable) === 0 ? "0Table" : "1Table";
  const tables = Buffer.from(childOf(root, tableName)?.read() ?? []);
  const count = document.readUInt16LE(0x98);
  return {
    ...common,
    isWord97: true,
    lengths: lengthsAt(document, 0x4c),
    table(index) {
      const at = TABLES_AT + index * 8;
      if (index >= count || at + 8 > document.length) return Buffer.alloc(0);
      const start = document.readUInt32LE(at);
      return tables.subarray(start, start + document.readUInt32LE(at + 4));
    },
  };
}

function headBefore97(common: Pick<FileHead, "document" | "textStart" | "language">, hasPieces: boolean): FileHead {
  const { document } = common;
  return {
    ...common,
    isWord97: false,
    lengths: lengthsAt(document, 0x34),
    table(index) {
      if (index !== TABLE.pieces || !hasPieces) return Buffer.alloc(0);
      const start = document.readUInt32LE(PIECES_AT_WORD_6);
      return document.subarray(start, start + document.readUInt32LE(PIECES_AT_WORD_6 + 4));
    },
  };
}

function lengthsAt(document: Buffer, at: number): StoryLengths {
  const [body, footnotes, headers, macros, comments, endnotes, textBoxes, headerTextBoxes] = Array.from(
    { length: 8 },
    (_, index) => Math.max(0, document.readInt32LE(at + index * 4)),
  ) as [number, number, number, number, number, number, number, number];
  return { body, footnotes, headers, macros, comments, endnotes, textBoxes, headerTextBoxes };
}

function damaged(found: string): ParsedCacheError {
  return new ParsedCacheError({ code: "damaged", message: `Damaged Word document: ${found}.` });
}
