import { allocate } from "./arena";
import { bitsOf, pack, readVarint, sumGaps, unpack, varintEnd, writeVarint } from "./bits";
import { postingsOf, setPostings } from "./entries";

/**
 * Which documents hold a term, and how often. Documents have rising numbers (slots), so lists only grow at their end:
 * full blocks of 128 postings, bit-packed, and a tail of at most 127 as varints. Nothing is ever rewritten, so adding a
 * document costs what it holds, and a search reads one list a term, however many changes came before.
 *
 *   one posting, in the entry:   slot << 8 | frequency << 1 | 1        slot < 2^24, frequency < 2^7
 *   record:  count u32 | last slot u32 | tail u32 | tail bytes u16 | tail room u16 | first block u32 | last block u32
 *            | removed u32 | stamp u32
 *   block:   next u32 | last slot u32 | bits of gaps u8 | bits of frequencies u8 | – u16 | gaps − 1 | frequencies − 1
 *   tail:    (gap − 1) << 1 | (frequency is 1), then frequency − 2 unless it is 1
 */
const recordBytes: usize = 32;
const blockHeader: usize = 12;
const firstTailRoom: u32 = 12;
const largestTail: u32 = 2048;
/** Two varints of at most 5 bytes. */
const postingRoom: u32 = 10;
/** 128 numbers of 32 bits, twice. */
const largestBlock: usize = blockHeader + 1024;

/** The postings that the last call of `readBlock` or `readTail` found: slots and frequencies, u32 each. */
export const slots: usize = memory.data(512 + 16, 16);
export const frequencies: usize = memory.data(512 + 16, 16);

function countOf(record: usize): u32 {
  return load<u32>(record);
}
function lastSlot(record: usize): u32 {
  return load<u32>(record, 4);
}
function tailOf(record: usize): usize {
  return load<u32>(record, 8);
}
function tailBytes(record: usize): u32 {
  return load<u16>(record, 12);
}
function tailRoom(record: usize): u32 {
  return load<u16>(record, 14);
}
function lastBlock(record: usize): usize {
  return load<u32>(record, 20);
}

/** Postings of a term, those of removed documents included. */
export function postingCount(entry: usize): u32 {
  const postings = postingsOf(entry);
  if (postings == 0) return 0;
  return postings & 1 ? 1 : countOf(postings);
}

/** The most memory that `append` can ask for. */
export function appendNeed(entry: usize, slot: u32, frequency: u32): usize {
  const postings = postingsOf(entry);
  if (postings == 0) return slot < 1 << 24 && frequency < 128 ? 0 : recordBytes + firstTailRoom + 16;
  if (postings & 1) return recordBytes + 2 * firstTailRoom + 24;
  if ((countOf(postings) & 127) == 127) return largestBlock + largestTail;
  return tailBytes(postings) + postingRoom <= tailRoom(postings) ? 0 : <usize>tailRoom(postings) * 2;
}

/** Adds a posting; `slot` is above all slots before it, `frequency` at least 1. There is room: see `appendNeed`. */
export function append(entry: usize, slot: u32, frequency: u32): void {
  let postings = postingsOf(entry);
  if (postings == 0 && slot < 1 << 24 && frequency < 128) {
    setPostings(entry, (slot << 8) | (frequency << 1) | 1);
    return;
  }
  if (postings == 0 || postings & 1) {
    const record = makeRecord();
    setPostings(entry, <u32>record);
    if (postings & 1) appendToRecord(record, postings >> 8, (postings >> 1) & 127);
    postings = <u32>record;
  }
  appendToRecord(postings, slot, frequency);
}

function makeRecord(): usize {
  const record = allocate(recordBytes);
  memory.fill(record, 0, recordBytes);
  store<u32>(record, 0xffffffff, 4);
  store<u32>(record, <u32>allocate(firstTailRoom), 8);
  store<u16>(record, firstTailRoom, 14);
  return record;
}

function appendToRecord(record: usize, slot: u32, frequency: u32): void {
  if (tailBytes(record) + postingRoom > tailRoom(record)) enlargeTail(record);
  const tail = tailOf(record);
  // The first gap counts from slot −1, which wraps to the same.
  const gap = slot - lastSlot(record) - 1;
  let to = tail + tailBytes(record);
  if (frequency == 1) to = writeGap(to, gap, 1);
  else to = writeVarint(writeGap(to, gap, 0), frequency - 2);
  const count = countOf(record) + 1;
  store<u32>(record, count);
  store<u32>(record, slot, 4);
  store<u16>(record, <u16>(to - tail), 12);
  if ((count & 127) == 0) packTail(record);
}

/** `gap << 1 | isOne` as a varint; the gap may need all 32 bits. */
function writeGap(to: usize, gap: u32, isOne: u32): usize {
  if (gap < 64) {
    store<u8>(to, (gap << 1) | isOne);
    return to + 1;
  }
  store<u8>(to, ((gap & 63) << 1) | isOne | 128);
  return writeVarint(to + 1, gap >> 6);
}

function enlargeTail(record: usize): void {
  const room = tailRoom(record) << 1;
  const tail = allocate(room);
  memory.copy(tail, tailOf(record), tailBytes(record));
  store<u32>(record, <u32>tail, 8);
  store<u16>(record, room, 14);
}

function packTail(record: usize): void {
  readTailFrom(tailOf(record), 128);
  writeBlock(record, lastSlot(record));
  store<u16>(record, 0, 12);
}

/** Packs the gaps − 1 and frequencies − 1 in the two buffers into a new block. */
function writeBlock(record: usize, last: u32): void {
  const gapBits = bitsOf(slots);
  const frequencyBits = bitsOf(frequencies);
  const block = allocate(blockHeader + ((gapBits + frequencyBits) << 4));
  store<u32>(block, 0);
  store<u32>(block, last, 4);
  store<u8>(block, gapBits, 8);
  store<u8>(block, frequencyBits, 9);
  pack(slots, block + blockHeader, gapBits);
  pack(frequencies, block + blockHeader + (gapBits << 4), frequencyBits);
  const previous = lastBlock(record);
  if (previous == 0) store<u32>(record, <u32>block, 16);
  else store<u32>(previous, <u32>block);
  store<u32>(record, <u32>block, 20);
}

/** Fills the buffers with gaps − 1 and frequencies − 1 of `count` postings of a tail. */
function readTailFrom(from: usize, count: u32): void {
  const end = (<usize>count) << 2;
  for (let at: usize = 0; at < end; at += 4) {
    const first = <u32>load<u8>(from++);
    let gap = (first & 127) >> 1;
    if (first >= 128) {
      gap |= readVarint(from) << 6;
      from = varintEnd;
    }
    let frequency: u32 = 0;
    if (!(first & 1)) {
      frequency = readVarint(from) + 1;
      from = varintEnd;
    }
    store<u32>(slots + at, gap);
    store<u32>(frequencies + at, frequency);
  }
}

let block: usize = 0;
let base: u32 = 0;
let tail: usize = 0;
let tailCount: u32 = 0;

/** Begins a walk over a term's postings, in the order of slots. */
export function openPostings(entry: usize): void {
  const postings = postingsOf(entry);
  block = 0;
  base = 0xffffffff;
  tail = 0;
  tailCount = 0;
  if (postings == 0) return;
  if (postings & 1) {
    store<u32>(slots, postings >> 8);
    store<u32>(frequencies, (postings >> 1) & 127);
    tailCount = 1;
    return;
  }
  block = load<u32>(postings, 16);
  tail = tailOf(postings);
  tailCount = countOf(postings) & 127;
}

/** The highest slot of the next block; the highest there is before the tail, which may hold anything. */
export function nextLastSlot(): u32 {
  return block != 0 ? load<u32>(block, 4) : 0xffffffff;
}

/** Leaves the next block unread; only while `nextLastSlot` names one. */
export function skipPostings(): void {
  base = load<u32>(block, 4);
  block = load<u32>(block);
}

/** Fills the buffers with the next postings and returns their number, at most 128; 0 at the end. */
export function readPostings(): u32 {
  if (block != 0) {
    const gapBits = <u32>load<u8>(block, 8);
    unpack(block + blockHeader, slots, gapBits);
    unpack(block + blockHeader + (gapBits << 4), frequencies, <u32>load<u8>(block, 9));
    sumGaps(slots, base);
    addOne(frequencies);
    skipPostings();
    return 128;
  }
  const count = tailCount;
  tailCount = 0;
  if (count == 0 || tail == 0) return count;
  readTailFrom(tail, count);
  let slot = base;
  for (let at: usize = 0; at < (<usize>count) << 2; at += 4) {
    slot += load<u32>(slots + at) + 1;
    store<u32>(slots + at, slot);
    store<u32>(frequencies + at, load<u32>(frequencies + at) + 1);
  }
  return count;
}

function addOne(at: usize): void {
  const ones = i32x4.splat(1);
  for (let index: usize = 0; index < 512; index += 16) v128.store(at + index, i32x4.add(v128.load(at + index), ones));
}

/**
 * Postings of documents that are not removed: those whose `norm` (f32 by slot) is finite. What is counted once is kept
 * in the record until the next removal; `stamp` is the number of removals so far.
 */
export function liveCount(entry: usize, norms: usize, stamp: u32): u32 {
  const postings = postingsOf(entry);
  if (postings == 0) return 0;
  if (postings & 1) return isRemoved(norms, postings >> 8) ? 0 : 1;
  if (load<u32>(postings, 28) != stamp) {
    store<u32>(postings, countRemoved(entry, norms), 24);
    store<u32>(postings, stamp, 28);
  }
  return countOf(postings) - load<u32>(postings, 24);
}

export function isRemoved(norms: usize, slot: u32): bool {
  return load<f32>(norms + ((<usize>slot) << 2)) == Infinity;
}

function countRemoved(entry: usize, norms: usize): u32 {
  let removed: u32 = 0;
  openPostings(entry);
  for (let count = readPostings(); count > 0; count = readPostings()) {
    for (let at: usize = 0; at < (<usize>count) << 2; at += 4) {
      if (isRemoved(norms, load<u32>(slots + at))) removed++;
    }
  }
  return removed;
}
