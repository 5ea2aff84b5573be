import { allocate, allocateBlock, keep, releaseBlock } from "./arena";
import { bitsOf, pack, sumGaps, unpack } from "./bits";
import { postingsOf, setPostings } from "./entry";
import { isRemoved } from "./lengths";

/**
 * Which documents hold a term, and how often. Documents have rising numbers (slots), so lists only grow at their end:
 * full blocks of 128 postings, bit-packed, and a tail of at most 127 as words. No block is ever rewritten, so adding a
 * document costs what it holds, and a search reads one list a term, however many changes came before. The tail stands in
 * the record itself, which moves to a larger one when it is full: a short list takes one line of the cache.
 *
 *   one posting, in the entry:   slot << 8 | frequency << 1 | 1        slot < 2^24, frequency < 2^7
 *   record:  postings of the tail u8 | size u8 | words of the tail u16 | tail | address of the chain u32, from `chainSize` on
 *   chain:   first block u32 | last block u32 | postings of the blocks u32 | removed u32 | stamp u32
 *   block:   next u32 | last slot u32 | bits of gaps u8 | bits of frequencies u8 | – u16 | gaps − 1 | frequencies − 1
 *   tail:    slot << 8 | frequency u32, slot < 2^24, frequency < 2^8; or what is larger as 0 u32 | slot u32 | frequency u32
 *
 * A record of a size takes 16 << size bytes, and 16 more from `chainSize` on, where a tail of 127 words fits.
 */
const chainBytes: usize = 20;
const blockHeader: usize = 12;
const chainSize: u32 = 5;
/** A tail takes at most 127 times three words. */
const largestSize: u32 = 7;
/** 128 numbers of 32 bits, twice. */
const largestBlock: usize = blockHeader + 1024;
/** The most memory that adding a posting can ask for. */
export const largestNeed: usize = ((<usize>16) << largestSize) + largestBlock + chainBytes + 64;

/** The postings that the last call of `readPostings` found: slots and frequencies, u32 each. */
export const slots: usize = memory.data(512 + 16, 16);
export const frequencies: usize = memory.data(512 + 16, 16);

function tailCount(record: usize): u32 {
  return load<u8>(record);
}
function sizeOf(record: usize): u32 {
  return load<u8>(record, 1);
}
function tailWords(record: usize): u32 {
  return load<u16>(record, 2);
}
function tailOf(record: usize): usize {
  return record + 4;
}
/** Words that a tail may have in a record of a size. */
function wordsOf(size: u32): u32 {
  return ((<u32>4) << size) + select<u32>(2, -1, size >= chainSize);
}
function bytesOf(size: u32): usize {
  return ((<usize>16) << size) + select<usize>(16, 0, size >= chainSize);
}
function chainField(record: usize): usize {
  return record + bytesOf(sizeOf(record)) - 4;
}
function chainOf(record: usize): usize {
  return sizeOf(record) < chainSize ? 0 : load<u32>(chainField(record));
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
  if (postings == 0) return isSmall(slot, frequency) ? 0 : 64;
  if (postings & 1) return 80;
  if (tailCount(postings) == 127) return largestNeed;
  return ((<usize>32) << sizeOf(postings)) + 48;
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
  const record = allocateBlock(0, bytesOf(0));
  store<u32>(record, 0);
  setPostings(entry, <u32>record);
  return record;
}

/** Adds to the tail of a record, which may move, and tells the entry where it is. */
function appendToTail(record: usize, entry: usize, slot: u32, frequency: u32): void {
  const header = load<u32>(record);
  const words = header >> 16;
  const isWord = (slot >> 24) + (frequency >> 8) == 0;
  const added: u32 = isWord ? 1 : 3;
  if (words + added > wordsOf((header >> 8) & 255)) {
    const larger = enlargeRecord(record);
    setPostings(entry, <u32>larger);
    appendToTail(larger, entry, slot, frequency);
    return;
  }
  const to = tailOf(record) + ((<usize>words) << 2);
  if (isWord) store<u32>(to, (slot << 8) | frequency);
  else {
    store<u32>(to, 0);
    store<u32>(to, slot, 4);
    store<u32>(to, frequency, 8);
  }
  store<u32>(record, header + ((added << 16) | 1));
  if ((header & 255) == 127) packTail(record);
}

/** The record as one of twice the size. */
function enlargeRecord(record: usize): usize {
  const size = sizeOf(record);
  const larger = allocateBlock(size + 1, bytesOf(size + 1));
  const bytes = bytesOf(size);
  for (let at: usize = 0; at < bytes; at += 16) v128.store(larger + at, v128.load(record + at));
  store<u8>(larger, size + 1, 1);
  if (size + 1 >= chainSize) store<u32>(chainField(larger), <u32>chainOf(record));
  releaseBlock(record, size);
  return larger;
}

function packTail(record: usize): void {
  readTail(tailOf(record), tailWords(record), 128);
  let chain = chainOf(record);
  if (chain == 0) {
    chain = makeChain();
    store<u32>(chainField(record), <u32>chain);
  }
  const last = load<u32>(slots, 508);
  takeGaps(chain);
  const gapBits = bitsOf(slots);
  const frequencyBits = bitsOf(frequencies);
  const packed = addBlock(chain, gapBits, frequencyBits, last);
  pack(slots, packed, gapBits);
  pack(frequencies, packed + (gapBits << 4), frequencyBits);
  store<u32>(record, load<u32>(record) & 0xff00);
}

/** Turns 128 slots and frequencies that follow those of a chain into gaps and frequencies, less one each. */
function takeGaps(chain: usize): void {
  const block = <usize>load<u32>(chain, 4);
  const ones = i32x4.splat(1);
  let before = i32x4.splat(block == 0 ? -1 : load<i32>(block, 4));
  for (let at: usize = 0; at < 512; at += 16) {
    const four = v128.load(slots + at);
    v128.store(slots + at, i32x4.sub(i32x4.sub(four, v128.shuffle<i32>(before, four, 3, 4, 5, 6)), ones));
    v128.store(frequencies + at, i32x4.sub(v128.load(frequencies + at), ones));
    before = four;
  }
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

/** Gives a term the postings of a chain (0: none) and of a tail: `count` of them in `words` words. */
export function adoptPostings(entry: usize, chain: usize, from: usize, words: u32, count: u32): void {
  let size: u32 = chain == 0 ? 0 : chainSize;
  while (words > wordsOf(size)) size++;
  const record = allocateBlock(size, bytesOf(size));
  store<u32>(record, count | (size << 8) | (words << 16));
  const end = (<usize>words) << 2;
  for (let at: usize = 0; at < end; at += 4) store<u32>(tailOf(record) + at, load<u32>(from + at));
  if (size >= chainSize) store<u32>(chainField(record), <u32>chain);
  setPostings(entry, <u32>record);
}

/** Writes a posting as in a tail; returns the address behind it. */
export function writeWords(to: usize, slot: u32, frequency: u32): usize {
  if ((slot >> 24) + (frequency >> 8) == 0) {
    store<u32>(to, (slot << 8) | frequency);
    return to + 4;
  }
  store<u32>(to, 0);
  store<u32>(to, slot, 4);
  store<u32>(to, frequency, 8);
  return to + 12;
}

/** Fills the buffers with the slots and frequencies of the `count` postings of a tail. */
function readTail(from: usize, words: u32, count: u32): void {
  const end = (<usize>count) << 2;
  if (words == count) {
    // What comes behind the end is read, too: the buffers have room for it, and the memory slack.
    for (let at: usize = 0; at < end; at += 16) {
      const four = v128.load(from + at);
      v128.store(slots + at, i32x4.shr_u(four, 8));
      v128.store(frequencies + at, v128.and(four, i32x4.splat(255)));
    }
    return;
  }
  for (let at: usize = 0; at < end; at += 4) {
    const word = load<u32>(from);
    const isWord = word != 0;
    store<u32>(slots + at, isWord ? word >> 8 : load<u32>(from, 4));
    store<u32>(frequencies + at, isWord ? word & 255 : load<u32>(from, 8));
    from += isWord ? 4 : 12;
  }
}

let block: usize = 0;
let base: u32 = 0;
/** The record whose tail comes last; 0: none, or one posting that is in the buffers. */
let record: usize = 0;
let tailLeft: u32 = 0;

/** Begins a walk over a term's postings, in the order of slots. */
export function openPostings(entry: usize): void {
  const postings = postingsOf(entry);
  block = 0;
  base = 0xffffffff;
  record = 0;
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
  record = postings;
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
    // Read ahead, while this one is unpacked.
    const next = <usize>load<u32>(block);
    keep(load<u32>(next) | load<u32>(next, 64));
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
  if (count != 0 && record != 0) readTail(tailOf(record), tailWords(record), count);
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
