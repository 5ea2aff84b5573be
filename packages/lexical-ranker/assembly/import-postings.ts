import { ensure } from "./arena";
import { readVarint, setVarintEnd, sumGaps, unpack, varintEnd } from "./bits";
import { addBlock, adoptPostings, append, largestNeed, makeChain, slots, writeWords } from "./postings";

/** Takes postings from a saved index as they are written, after a look at every slot: see docs/formats/rank-index.md. */
export const full: i32 = -1;
export const invalid: i32 = -2;

/** Up to so many bits, 128 gaps do not add up to more than 32. */
const fewBits: u32 = 24;
const mostFrequencyBits: u32 = 31;
/** Frequencies below 2^31 only. */
const mostFrequency: u32 = 0x7fffffff;

/** Bytes that are read for the postings of a tail at most: 127 of ten bytes, the last of them with two words. */
export const tailSlack: usize = 1288;

/** A tail on its way into a record: 127 postings of three words at most. */
const words: usize = memory.data(1536, 16);

/** Where the last call of `importPostings` stopped. */
export let postingsEnd: usize = 0;

/**
 * Reads the `count` postings of a term, at least 1, and gives them to its entry, or to none (0). Returns 0; −1 without room,
 * and then the entry has none; −2 when they are no postings, go on behind `end` or name a slot from `slotCount` on.
 */
export function importPostings(entry: usize, start: usize, end: usize, count: u32, slotCount: u32): i32 {
  let from = start;
  let last: u32 = 0xffffffff;
  let chain: usize = 0;
  for (let left = count >> 7; left > 0; left--) {
    if (from + 2 > end) return invalid;
    const gapBits = <u32>load<u8>(from);
    const frequencyBits = <u32>load<u8>(from, 1);
    const bytes = (gapBits + frequencyBits) << 4;
    from += 2;
    if (gapBits > 32 || frequencyBits > mostFrequencyBits || from + bytes > end) return invalid;
    const sum = sumOfGaps(from, gapBits);
    if (<u64>(last + 1) + sum > slotCount) return invalid;
    last += <u32>sum;
    if (entry != 0) {
      if (!ensure(largestNeed)) return full;
      if (chain == 0) chain = makeChain();
      memory.copy(addBlock(chain, gapBits, frequencyBits, last), from, bytes);
    }
    from += bytes;
  }
  const behind = passTail(from, count & 127);
  if (behind > end || <u64>(last + 1) + tailGaps > slotCount || tailMost > mostFrequency - 2) return invalid;
  postingsEnd = behind;
  if (entry == 0) return 0;
  if (!ensure(largestNeed)) return full;
  takeTail(entry, chain, from, count, last);
  return 0;
}

/** Of the tail that `passTail` passed: the sum of its gaps, and the highest number that stands for a frequency above 1. */
let tailGaps: u64 = 0;
let tailMost: u32 = 0;

/**
 * Passes over the postings of a tail and returns the address behind them. Reads `tailSlack` bytes at most, whatever they are.
 * Gaps and frequencies take a byte or two, nearly all; which of them cannot be foreseen, so nothing branches on it.
 */
function passTail(from: usize, count: u32): usize {
  let gaps: u64 = count;
  let most: u32 = 0;
  for (; count > 0; count--) {
    const bytes = load<u32>(from);
    const isLong = (bytes >> 7) & 1;
    const isMany = (bytes & 1) ^ 1;
    const behindGap = bytes >> (8 << isLong);
    if ((((bytes >> 15) & isLong) | ((behindGap >> 7) & isMany)) != 0) {
      gaps += readGap(from);
      if (isMany) most = max(most, readVarint(varintEnd));
      from = varintEnd;
      continue;
    }
    gaps += ((bytes & 127) >> 1) | ((bytes >> 2) & 0x1fc0 & (0 - isLong));
    most = max(most, behindGap & 127 & (0 - isMany));
    from += 1 + isLong + isMany;
  }
  tailGaps = gaps;
  tailMost = most;
  return from;
}

/** Reads the gap − 1 of a posting; `varintEnd` is behind it. */
function readGap(from: usize): u32 {
  const first = <u32>load<u8>(from);
  const low = (first & 127) >> 1;
  if (first >= 128) return low | (readVarint(from + 1) << 6);
  setVarintEnd(from + 1);
  return low;
}

/** Gives an entry the postings of a chain (0: none), and of a tail that is in order. */
function takeTail(entry: usize, chain: usize, from: usize, count: u32, last: u32): void {
  let word = words;
  let frequency: u32 = 0;
  for (let left = count & 127; left > 0; left--) {
    const isOne = load<u8>(from) & 1;
    last += readGap(from) + 1;
    frequency = isOne ? 1 : readVarint(varintEnd) + 2;
    from = varintEnd;
    word = writeWords(word, last, frequency);
  }
  if (count == 1) append(entry, last, frequency);
  else adoptPostings(entry, chain, words, <u32>(word - words) >> 2, count & 127);
}

/** How many slots further the last of 128 packed postings is than the one before the first. */
function sumOfGaps(from: usize, bits: u32): u64 {
  unpack(from, slots, bits);
  if (bits <= fewBits) {
    sumGaps(slots, 0xffffffff);
    return <u64>load<u32>(slots, 508) + 1;
  }
  let sum: u64 = 128;
  for (let at: usize = 0; at < 512; at += 4) sum += load<u32>(slots + at);
  return sum;
}
