import { allocate, allocateBlock, releaseBlock } from "./arena";
import { bitsOf, pack, readVarint, sumGaps, unpack, varintEnd, writeVarint } from "./bits";
import { postingsOf, setPostings } from "./entry";
import { isRemoved } from "./lengths";

/**
 * Which documents hold a term, and how often. Documents have rising numbers (slots), so lists only grow at their end:
 * full blocks of 128 postings, bit-packed, and a tail of at most 127 as varints. No block is ever rewritten, so adding a
 * document costs what it holds, and a search reads one list a term, however many changes came before. The tail stands in
 * the record itself, which moves to one of twice the size when it is full: a short list takes one line of the cache.
 *
 *   one posting, in the entry:   slot << 8 | frequency << 1 | 1        slot < 2^24, frequency < 2^7
 *   record of 16 << size bytes:  last slot u32 | postings of the tail u8 | size u8 | bytes of the tail u16
 *                                | address of the chain u32, from `chainSize` on | tail
 *   chain:   first block u32 | last block u32 | postings of the blocks u32 | removed u32 | stamp u32
 *   block:   next u32 | last slot u32 | bits of gaps u8 | bits of frequencies u8 | – u16 | gaps − 1 | frequencies − 1
 *   tail:    (gap − 1) << 1 | (frequency is 1), then frequency − 2 unless it is 1
 */
const chainBytes: usize = 20;
const blockHeader: usize = 12;
/** 128 postings take more than 127 bytes, so a record that has blocks is at least this large: 256 bytes. */
const chainSize: u32 = 4;
/** A tail takes at most 127 times two varints of 5 bytes. */
const largestSize: u32 = 7;
/** 128 numbers of 32 bits, twice. */
const largestBlock: usize = blockHeader + 1024;
/** The most memory that adding a posting can ask for. */
export const largestNeed: usize = ((<usize>16) << largestSize) + largestBlock + chainBytes + 64;

/** The postings that the last call of `readPostings` found: slots and frequencies, u32 each. */
export const slots: usize = memory.data(512 + 16, 16);
export const frequencies: usize = memory.data(512 + 16, 16);

function lastSlot(record: usize): u32 {
  return load<u32>(record);
}
function tailCount(record: usize): u32 {
  return load<u8>(record, 4);
}
function sizeOf(record: usize): u32 {
  return load<u8>(record, 5);
}
function tailBytes(record: usize): u32 {
  return load<u16>(record, 6);
}
function headerBytes(size: u32): u32 {
  return size < chainSize ? 8 : 12;
}
function tailOf(record: usize): usize {
  return record + headerBytes(sizeOf(record));
}
function chainOf(record: usize): usize {
  return sizeOf(record) < chainSize ? 0 : load<u32>(record, 8);
}

/** Postings of a term, those of removed documents included. */
export function postingCount(entry: usize): u32 {
  const postings = postingsOf(entry);
  if (postings == 0) return 0;
  if (postings & 1) return 1;
  const chain = chainOf(postings);
  return tailCount(postings) + (chain == 0 ? 0 : load<u32>(chain, 8));
}

/** Reads what `append` will begin with. */
export function touchPostings(entry: usize): u32 {
  const postings = postingsOf(entry);
  return load<u32>(select<u32>(0, postings, postings & 1));
}

/** The most memory that `append` can ask for. */
export function appendNeed(entry: usize, slot: u32, frequency: u32): usize {
  const postings = postingsOf(entry);
  if (postings == 0) return isSmall(slot, frequency) ? 0 : 48;
  if (postings & 1) return 80;
  if (tailCount(postings) == 127) return largestNeed;
  return ((<usize>32) << sizeOf(postings)) + 16;
}

function isSmall(slot: u32, frequency: u32): bool {
  return slot < 1 << 24 && frequency < 128;
}

/** Adds a posting; `slot` is above all slots before it, `frequency` at least 1. There is room: see `appendNeed`. */
export function append(entry: usize, slot: u32, frequency: u32): void {
  const postings = postingsOf(entry);
  if (postings & 1) {
    appendToTail(makeRecord(entry), entry, postings >> 8, (postings >> 1) & 127);
    appendToTail(postingsOf(entry), entry, slot, frequency);
  } else if (postings != 0) appendToTail(postings, entry, slot, frequency);
  else if (isSmall(slot, frequency)) setPostings(entry, (slot << 8) | (frequency << 1) | 1);
  else appendToTail(makeRecord(entry), entry, slot, frequency);
}

function makeRecord(entry: usize): usize {
  const record = allocateBlock(0);
  // The first gap counts from slot −1, which wraps to the same.
  store<u64>(record, 0xffffffff);
  setPostings(entry, <u32>record);
  return record;
}

/** Adds to the tail of a record, which may move, and tells the entry where it is. */
function appendToTail(record: usize, entry: usize, slot: u32, frequency: u32): void {
  const gap = slot - lastSlot(record) - 1;
  const count = tailCount(record) + 1;
  const size = sizeOf(record);
  const used = tailBytes(record);
  const from = headerBytes(size) + used;
  // Most postings take one byte or two.
  let bytes: u32;
  if (frequency == 1) bytes = gap < 64 ? 1 : gap < 8192 ? 2 : varintBytes(gap >> 6) + 1;
  else bytes = (gap < 64 ? 1 : varintBytes(gap >> 6) + 1) + varintBytes(frequency - 2);
  if (from + bytes > (<u32>16) << size) {
    const larger = enlargeRecord(record);
    setPostings(entry, <u32>larger);
    appendToTail(larger, entry, slot, frequency);
    return;
  }
  writePosting(record + from, gap, frequency);
  store<u32>(record, slot);
  store<u8>(record, count, 4);
  store<u16>(record, <u16>(used + bytes), 6);
  if (count == 128) packTail(record);
}

function varintBytes(value: u32): u32 {
  return value < 1 << 7 ? 1 : value < 1 << 14 ? 2 : value < 1 << 21 ? 3 : value < 1 << 28 ? 4 : 5;
}

/** Writes a posting as in a tail; `gap` is the distance from the slot before, less one. */
export function writePosting(to: usize, gap: u32, frequency: u32): usize {
  return frequency == 1 ? writeGap(to, gap, 1) : writeVarint(writeGap(to, gap, 0), frequency - 2);
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

/** The record in a block of twice the size. */
function enlargeRecord(record: usize): usize {
  const size = sizeOf(record);
  const larger = allocateBlock(size + 1);
  store<u64>(larger, load<u64>(record));
  store<u8>(larger, size + 1, 5);
  if (size + 1 >= chainSize) store<u32>(larger, size + 1 == chainSize ? 0 : load<u32>(record, 8), 8);
  // Both are far larger than what is copied beyond the end.
  const bytes = tailBytes(record);
  for (let at: usize = 0; at < bytes; at += 16) v128.store(tailOf(larger) + at, v128.load(tailOf(record) + at));
  releaseBlock(record, size);
  return larger;
}

function packTail(record: usize): void {
  readTailFrom(tailOf(record), 128);
  if (chainOf(record) == 0) store<u32>(record, <u32>makeChain(), 8);
  const gapBits = bitsOf(slots);
  const frequencyBits = bitsOf(frequencies);
  const packed = addBlock(chainOf(record), gapBits, frequencyBits, lastSlot(record));
  pack(slots, packed, gapBits);
  pack(frequencies, packed + (gapBits << 4), frequencyBits);
  store<u8>(record, 0, 4);
  store<u16>(record, 0, 6);
}

export function makeChain(): usize {
  const chain = allocate(chainBytes);
  memory.fill(chain, 0, chainBytes);
  return chain;
}

/** Adds a block to a chain; returns where its packed numbers go: gaps − 1, then frequencies − 1. */
export function addBlock(chain: usize, gapBits: u32, frequencyBits: u32, last: u32): usize {
  const block = allocate(blockHeader + ((gapBits + frequencyBits) << 4));
  store<u32>(block, 0);
  store<u32>(block, last, 4);
  store<u8>(block, gapBits, 8);
  store<u8>(block, frequencyBits, 9);
  const previous = <usize>load<u32>(chain, 4);
  store<u32>(previous == 0 ? chain : previous, <u32>block);
  store<u32>(chain, <u32>block, 4);
  store<u32>(chain, load<u32>(chain, 8) + 128, 8);
  return block + blockHeader;
}

/** Gives a term the postings of a chain (0: none) and of a tail, of which there are `count` in `bytes` bytes. */
export function adoptPostings(entry: usize, chain: usize, from: usize, bytes: u32, count: u32, last: u32): void {
  let size: u32 = chain == 0 ? 0 : chainSize;
  while (headerBytes(size) + bytes > (<u32>16) << size) size++;
  const record = allocateBlock(size);
  store<u32>(record, last);
  store<u32>(record, count | (size << 8) | (bytes << 16), 4);
  const tail = record + headerBytes(size);
  if (size < chainSize) {
    // Tails of these sizes are whole words, and a call of `memory.copy` takes longer than most.
    for (let at: usize = 0; at < bytes; at += 8) store<u64>(tail + at, load<u64>(from + at));
  } else {
    store<u32>(record, <u32>chain, 8);
    memory.copy(tail, from, bytes);
  }
  setPostings(entry, <u32>record);
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
let tailLeft: u32 = 0;

/** Begins a walk over a term's postings, in the order of slots. */
export function openPostings(entry: usize): void {
  const postings = postingsOf(entry);
  block = 0;
  base = 0xffffffff;
  tail = 0;
  tailLeft = 0;
  if (postings == 0) return;
  if (postings & 1) {
    store<u32>(slots, postings >> 8);
    store<u32>(frequencies, (postings >> 1) & 127);
    tailLeft = 1;
    return;
  }
  const chain = chainOf(postings);
  if (chain != 0) block = load<u32>(chain);
  tail = tailOf(postings);
  tailLeft = tailCount(postings);
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
  const count = tailLeft;
  tailLeft = 0;
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
 * Postings of documents that are not removed. What is counted in a long list is kept until the next removal; `stamp` is
 * the number of removals so far.
 */
export function liveCount(entry: usize, stamp: u32): u32 {
  const postings = postingsOf(entry);
  const count = postingCount(entry);
  if (stamp == 0 || count == 0) return count;
  const chain = postings & 1 ? 0 : chainOf(postings);
  if (chain == 0) return count - countRemoved(entry);
  if (load<u32>(chain, 16) != stamp) {
    store<u32>(chain, countRemoved(entry), 12);
    store<u32>(chain, stamp, 16);
  }
  return count - load<u32>(chain, 12);
}

function countRemoved(entry: usize): u32 {
  let removed: u32 = 0;
  openPostings(entry);
  for (let count = readPostings(); count > 0; count = readPostings()) {
    for (let at: usize = 0; at < (<usize>count) << 2; at += 4) {
      removed += <u32>isRemoved(load<u32>(slots + at));
    }
  }
  return removed;
}
