import type { Script } from "../office/scripts.ts";
import type { ChangeMark } from "../office/tracked-changes.ts";
import { type FileHead, TABLE } from "./file-head.ts";

/** Properties of a stretch of the file's text; places are bytes of the document. */
export interface Formatted<T> {
  readonly from: number;
  readonly to: number;
  readonly format: T;
}

export interface CharacterFormat extends ChangeMark {
  readonly hidden: boolean;
  readonly script?: Script;
  /** A sign of a symbol font in place of the character. */
  readonly symbol?: number;
}

export interface ParagraphFormat97 {
  readonly style: number;
  readonly isInTable: boolean;
  readonly isRowEnd: boolean;
  /** Of a row's end: where the row begins and where each of its cells ends. */
  readonly cellEdges?: readonly number[];
  /** From 0; 9 is body text. */
  readonly outlineLevel?: number;
  /** From 0; absent for a paragraph that is in no list. */
  readonly listLevel?: number;
}

const PAGE_BYTES = 512;
const PARAGRAPH_ENTRY_BYTES = 13;

/** Operations that change a property (`sprm`), by [MS-DOC] 2.6. */
const OPERATION = {
  deleted: 0x0800,
  inserted: 0x0801,
  hidden: 0x083c,
  script: 0x2a48,
  raised: 0x4845,
  author: 0x4804,
  date: 0x6805,
  deletedAuthor: 0x4863,
  deletedDate: 0x6864,
  symbol: 0x6a09,
  inTable: 0x2416,
  rowEnd: 0x2417,
  listLevel: 0x260a,
  list: 0x460b,
  outlineLevel: 0x2640,
  tableDefinition: 0xd608,
  tabs: 0xc615,
} as const;

export function readCharacterFormats(head: FileHead): readonly Formatted<CharacterFormat>[] {
  return readPages(head, TABLE.characterPages, 1, (page, entry) => {
    const at = page[entry]! * 2;
    if (at === 0) return characterFormat(Buffer.alloc(0));
    return characterFormat(page.subarray(at + 1, at + 1 + (page[at] ?? 0)));
  });
}

export function readParagraphFormats(head: FileHead): readonly Formatted<ParagraphFormat97>[] {
  return readPages(head, TABLE.paragraphPages, PARAGRAPH_ENTRY_BYTES, (page, entry) => {
    const at = page[entry]! * 2;
    if (at === 0 || at + 2 > PAGE_BYTES) return paragraphFormat(Buffer.alloc(0));
    // The length counts words; a zero says that the next byte counts them.
    const isLong = page[at] === 0;
    const start = isLong ? at + 2 : at + 1;
    const length = isLong ? page[at + 1]! * 2 : page[at]! * 2 - 1;
    return paragraphFormat(page.subarray(start, start + length));
  });
}

/** The format that holds at a byte of the document. Cost: a binary search. */
export function formatAt<T>(formats: readonly Formatted<T>[], place: number): Formatted<T> | undefined {
  let low = 0;
  let high = formats.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = formats[middle]!;
    if (place < found.from) high = middle - 1;
    else if (place >= found.to) low = middle + 1;
    else return found;
  }
  return undefined;
}

/**
 * Formats lie in pages of 512 bytes: places of text, one entry more than formats, then an entry for each format, and
 * the formats themselves from the end. The last byte counts them.
 */
function readPages<T>(
  head: FileHead,
  table: number,
  entryBytes: number,
  read: (page: Buffer, entry: number) => T,
): readonly Formatted<T>[] {
  const found: Formatted<T>[] = [];
  if (!head.isWord97) return found;
  const places = head.table(table);
  const pages = Math.max(0, Math.floor((places.length - 4) / 8));
  const seen = new Set<number>();
  for (let index = 0; index < pages; index++) {
    const number = places.readUInt32LE((pages + 1) * 4 + index * 4) & 0x3f_ffff;
    const page = head.document.subarray(number * PAGE_BYTES, (number + 1) * PAGE_BYTES);
    if (page.length < PAGE_BYTES || seen.has(number)) continue;
    seen.add(number);
    const count = page[PAGE_BYTES - 1]!;
    if ((count + 1) * 4 + count * entryBytes > PAGE_BYTES) continue;
    for (let one = 0; one < count; one++) {
      const from = page.readUInt32LE(one * 4);
      const to = page.readUInt32LE(one * 4 + 4);
      if (to > from) found.push({ from, to, format: read(page, (count + 1) * 4 + one * entryBytes) });
    }
  }
  return found.toSorted((a, b) => a.from - b.from);
}

function characterFormat(operations: Buffer): CharacterFormat {
  const format: { -readonly [K in keyof CharacterFormat]: CharacterFormat[K] } = { hidden: false };
  eachOperation(operations, (operation, value) => {
    switch (operation) {
      case OPERATION.hidden:
        format.hidden = value[0] === 1;
        return;
      case OPERATION.script:
        if (value[0] === 1 || value[0] === 2) format.script = value[0] === 1 ? "super" : "sub";
        else delete format.script;
        return;
      case OPERATION.raised: {
        const raised = value.readInt16LE(0);
        if (raised !== 0) format.script = raised > 0 ? "super" : "sub";
        return;
      }
      case OPERATION.deleted:
        if (value[0] === 1) format.change = "deleted";
        return;
      case OPERATION.inserted:
        if (value[0] === 1) format.change ??= "inserted";
        return;
      case OPERATION.author:
      case OPERATION.deletedAuthor:
        format.author = value.readUInt16LE(0);
        return;
      case OPERATION.date:
      case OPERATION.deletedDate:
        format.date = value.readUInt32LE(0);
        return;
      case OPERATION.symbol:
        format.symbol = value.readUInt16LE(2);
    }
  });
  return format;
}

function paragraphFormat(properties: Buffer): ParagraphFormat97 {
  const format: { -readonly [K in keyof ParagraphFormat97]: ParagraphFormat97[K] } = {
    style: properties.length >= 2 ? properties.readUInt16LE(0) : 0,
    isInTable: false,
    isRowEnd: false,
  };
  let level = 0;
  let isInList = false;
  eachOperation(properties.subarray(2), (operation, value) => {
    if (operation === OPERATION.inTable) format.isInTable = value[0] === 1;
    else if (operation === OPERATION.rowEnd) format.isRowEnd = value[0] === 1;
    else if (operation === OPERATION.outlineLevel) format.outlineLevel = value[0]!;
    else if (operation === OPERATION.listLevel) level = value[0]!;
    else if (operation === OPERATION.list) isInList = value.readInt16LE(0) > 0;
    else if (operation === OPERATION.tableDefinition) format.cellEdges = readCellEdges(value);
  });
  if (isInList) format.listLevel = Math.min(level, 8);
  return format;
}

/** The definition of a row (`TDefTableOperand`): two bytes of length, the number of cells, their edges. */
function readCellEdges(definition: Buffer): readonly number[] {
  const edges = (definition[2] ?? 0) + 1;
  if (definition.length < 3 + edges * 2) return [];
  return Array.from({ length: edges }, (_, index) => definition.readInt16LE(3 + index * 2));
}

/** An operation is two bytes; three bits of them tell how long its value is. Ends where they leave the bytes. */
function eachOperation(operations: Buffer, visit: (operation: number, value: Buffer) => void): void {
  let at = 0;
  while (at + 2 < operations.length) {
    const operation = operations.readUInt16LE(at);
    at += 2;
    const length = valueLength(operation, operations, at);
    if (at + length > operations.length) return;
    visit(operation, operations.subarray(at, at + length));
    at += length;
  }
}

const VALUE_BYTES = [1, 1, 2, 4, 2, 2, 0, 3];

function valueLength(operation: number, operations: Buffer, at: number): number {
  const kind = operation >> 13;
  if (kind !== 6) return VALUE_BYTES[kind]!;
  if (operation === OPERATION.tableDefinition) return at + 2 <= operations.length ? operations.readUInt16LE(at) + 1 : 2;
  const length = operations[at]!;
  // A change of tab stops too long for one byte ends with the table's own counts.
  if (operation === OPERATION.tabs && length === 255) return operations.length - at;
  return length + 1;
}
