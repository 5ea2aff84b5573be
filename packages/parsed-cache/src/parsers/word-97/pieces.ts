import { type FileHead, TABLE } from "./file-head.ts";

/** A stretch of the text and where its characters are in the file. Places of characters count from 0. */
export interface Piece {
  readonly from: number;
  readonly to: number;
  /** Byte of the first character. */
  readonly at: number;
  /** Two bytes a character (UTF-16) instead of one. */
  readonly isWide: boolean;
}

const PIECE_BYTES = 8;
const PROPERTIES_BLOCK = 1;
const PIECES_BLOCK = 2;
const NARROW = 0x4000_0000;

/**
 * The piece table: a document that was saved fast is a list of stretches of the file, some of them text of long ago that
 * was cut out and never shown. Pieces that leave the file or run backwards end the list. Without a table the text
 * is one stretch.
 */
export function readPieces(head: FileHead): readonly Piece[] {
  const { document, lengths } = head;
  const total = Object.values(lengths).reduce((sum: number, length: number) => sum + length, 0);
  const table = pieceTable(head.table(TABLE.pieces));
  if (table === undefined) {
    const to = Math.min(total, Math.max(0, document.length - head.textStart));
    return [{ from: 0, to, at: head.textStart, isWide: false }];
  }
  const count = Math.floor((table.length - 4) / (4 + PIECE_BYTES));
  const pieces: Piece[] = [];
  for (let index = 0; index < count; index++) {
    const from = table.readUInt32LE(index * 4);
    const to = table.readUInt32LE(index * 4 + 4);
    const place = table.readUInt32LE((count + 1) * 4 + index * PIECE_BYTES + 2);
    const isWide = head.isWord97 && (place & NARROW) === 0;
    const at = !head.isWord97 || isWide ? place : (place & ~NARROW) / 2;
    const end = at + (to - from) * (isWide ? 2 : 1);
    if (from !== (pieces.at(-1)?.to ?? 0) || to < from || end > document.length) break;
    pieces.push({ from, to, at, isWide });
  }
  return pieces;
}

/** Blocks of properties stand before the table. */
function pieceTable(blocks: Buffer): Buffer | undefined {
  let at = 0;
  while (at + 5 <= blocks.length) {
    if (blocks[at] === PROPERTIES_BLOCK) at += 3 + blocks.readUInt16LE(at + 1);
    else if (blocks[at] === PIECES_BLOCK) return blocks.subarray(at + 5, at + 5 + blocks.readUInt32LE(at + 1));
    else return undefined;
  }
  return undefined;
}
