import type { Limits } from "./document-parser.ts";
import { limitExceeded, ParsedCacheError } from "./parsed-cache-error.ts";

/*
 * The compound file of [MS-CFB], in which the old office formats and encrypted new ones keep their streams: a file
 * system in a file. 512 bytes of header, then sectors; a table (FAT) says for each sector which one follows it. A
 * directory of 128-byte entries forms a tree: each storage points to the root of a binary tree of its children. Streams
 * below a cutoff lie in sectors of 64 bytes inside the root's own stream, with a table of their own.
 */

/** A named stream or storage. */
export interface CompoundEntry {
  readonly name: string;
  readonly kind: "stream" | "storage";
  /** Of a stream: bytes, as declared; what the file holds of it may be less. */
  readonly size: number;
  /** Of a storage, in the order of their names; empty for a stream. */
  readonly children: readonly CompoundEntry[];
  /** The bytes of a stream; a chain of sectors that ends early gives what there is. */
  read(): Uint8Array;
}

const HEADER_BYTES = 512;
const ENTRY_BYTES = 128;
const MINI_SECTOR_BYTES = 64;
const HEADER_FAT_SECTORS = 109;
/** Sector numbers from here on are marks: end of chain, free, table. */
const FIRST_MARK = 0xffff_fffa;
const NO_ENTRY = 0xffff_ffff;
const [STORAGE, STREAM, ROOT] = [1, 2, 5];

export function isCompoundFile(bytes: Uint8Array): boolean {
  return [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1].every((byte, index) => bytes[index] === byte);
}

/**
 * The root storage of a compound file. Nothing is copied before `read`; all reads together may give `maxInflatedBytes`,
 * since streams of a hostile file can share their sectors. Throws a `ParsedCacheError` `damaged` or `limit-exceeded`.
 */
export function openCompoundFile(
  bytes: Uint8Array,
  { maxInflatedBytes, maxEntries }: Pick<Limits, "maxInflatedBytes" | "maxEntries">,
): CompoundEntry {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length < HEADER_BYTES || !isCompoundFile(file)) throw damaged("it begins like none");
  const shift = file.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) throw damaged(`its sectors are of 2^${shift} bytes`);
  const sectorBytes = 1 << shift;
  const sectors = Math.floor((file.length - 1) / sectorBytes);
  const sector = (number: number): Buffer => file.subarray((number + 1) * sectorBytes, (number + 2) * sectorBytes);
  const fat = joinTable(fatSectors(file, sector, sectors), sector);
  const chain = (start: number, maxBytes = Infinity): Buffer => readChain(start, fat, sector, sectorBytes, maxBytes);

  const directory = chain(file.readUInt32LE(48));
  const entries = Math.floor(directory.length / ENTRY_BYTES);
  if (entries > maxEntries) throw limitExceeded("maxEntries", maxEntries, `the file lists ${entries} streams`);
  if (entries === 0) throw damaged("its directory is missing");
  const entry = (index: number): Buffer => directory.subarray(index * ENTRY_BYTES, (index + 1) * ENTRY_BYTES);

  const cutoff = file.readUInt32LE(56);
  let mini: { readonly fat: readonly number[]; readonly content: Buffer } | undefined;
  const readMini = (start: number, size: number): Buffer => {
    mini ??= { fat: numbersOf(chain(file.readUInt32LE(60))), content: chain(entry(0).readUInt32LE(116)) };
    const { fat: miniFat, content } = mini;
    const miniSector = (number: number): Buffer =>
      content.subarray(number * MINI_SECTOR_BYTES, (number + 1) * MINI_SECTOR_BYTES);
    return readChain(start, miniFat, miniSector, MINI_SECTOR_BYTES, size);
  };

  let budget = maxInflatedBytes;
  const readStream = (head: Buffer, size: number): Uint8Array => {
    const start = head.readUInt32LE(116);
    const content = size < cutoff ? readMini(start, size) : chain(start, size);
    budget -= content.length;
    if (budget < 0) throw limitExceeded("maxInflatedBytes", maxInflatedBytes, "its streams together hold more");
    return content;
  };

  const seen = new Set<number>([0]);
  /** The entries of a storage: its binary tree, walked without recursion. */
  const childrenOf = (storage: Buffer, depth: number): CompoundEntry[] => {
    const found: CompoundEntry[] = [];
    const open = [storage.readUInt32LE(76)];
    while (open.length > 0) {
      const index = open.pop()!;
      if (index === NO_ENTRY || index >= entries || seen.has(index)) continue;
      seen.add(index);
      const head = entry(index);
      open.push(head.readUInt32LE(68), head.readUInt32LE(72));
      if (head[66] === STREAM || head[66] === STORAGE) found.push(entryOf(head, depth));
    }
    return found.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  };
  const entryOf = (head: Buffer, depth: number): CompoundEntry => {
    const isStream = head[66] === STREAM;
    // Sizes are of 32 bits in files with small sectors, where some programs leave rubbish in the upper half.
    const size = isStream ? Math.min(head.readUInt32LE(120), file.length) : 0;
    return {
      name: head.toString("utf16le", 0, Math.max(0, Math.min(64, head.readUInt16LE(64)) - 2)),
      kind: isStream ? "stream" : "storage",
      size,
      children: isStream || depth >= MAX_STORAGE_DEPTH ? [] : childrenOf(head, depth + 1),
      read: () => (isStream ? readStream(head, size) : new Uint8Array()),
    };
  };
  const root = entry(0);
  if (root[66] !== ROOT) throw damaged("its directory does not begin with the root");
  return entryOf(root, 0);
}

/** A message in a message in a message takes two storages each. */
const MAX_STORAGE_DEPTH = 64;

/** A stream or storage of that name directly in `storage`; names compare without case, as the format says. */
export function childOf(storage: CompoundEntry | undefined, name: string): CompoundEntry | undefined {
  const wanted = name.toLowerCase();
  return storage?.children.find((child) => child.name.toLowerCase() === wanted);
}

function fatSectors(file: Buffer, sector: (number: number) => Buffer, sectors: number): number[] {
  const found: number[] = [];
  for (let index = 0; index < HEADER_FAT_SECTORS; index++) found.push(file.readUInt32LE(76 + index * 4));
  let next = file.readUInt32LE(68);
  for (let steps = 0; next < sectors && steps < sectors; steps++) {
    const numbers = numbersOf(sector(next));
    next = numbers.pop() ?? FIRST_MARK;
    found.push(...numbers);
  }
  return [...new Set(found.filter((number) => number < sectors))];
}

function joinTable(numbers: readonly number[], sector: (number: number) => Buffer): number[] {
  return numbers.flatMap((number) => numbersOf(sector(number)));
}

function numbersOf(bytes: Buffer): number[] {
  const numbers: number[] = [];
  for (let at = 0; at + 4 <= bytes.length; at += 4) numbers.push(bytes.readUInt32LE(at));
  return numbers;
}

/** Never longer than the table: a chain that runs in a circle ends there. */
function readChain(
  start: number,
  table: readonly number[],
  sector: (number: number) => Buffer,
  sectorBytes: number,
  maxBytes: number,
): Buffer {
  const pieces: Buffer[] = [];
  let length = 0;
  let next = start;
  for (let steps = 0; next < FIRST_MARK && next < table.length && steps < table.length && length < maxBytes; steps++) {
    const piece = sector(next);
    if (piece.length === 0) break;
    pieces.push(piece);
    length += sectorBytes;
    next = table[next]!;
  }
  const joined = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
  return joined.length > maxBytes ? joined.subarray(0, maxBytes) : joined;
}

function damaged(found: string): ParsedCacheError {
  return new ParsedCacheError({ code: "damaged", message: `Damaged compound file: ${found}.` });
}
