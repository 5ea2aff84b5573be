import { ensure } from "./arena";
import { readVarint, sumGaps, unpack, varintEnd } from "./bits";
import { addBlock, adoptPostings, append, largestNeed, makeChain, slots, writeWords } from "./postings";

/** Takes postings from a saved index as they are written, after a look at every slot: see docs/formats/rank-index.md. */
export const full: i32 = -1;
export const invalid: i32 = -2;

/** Up to so many bits, 128 gaps do not add up to more than 32. */
const fewBits: u32 = 24;
const mostFrequencyBits: u32 = 31;
/** Frequencies below 2^31 only. */
const mostFrequency: u32 = 0x7fffffff;

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
  let word = words;
  let frequency: u32 = 0;
  for (let left = count & 127; left > 0; left--) {
    const first = <u32>load<u8>(from++);
    let gap = (first & 127) >> 1;
    if (first >= 128) {
      gap |= readVarint(from) << 6;
      from = varintEnd;
    }
    frequency = 1;
    if (!(first & 1)) {
      frequency = readVarint(from) + 2;
      from = varintEnd;
      if (frequency < 2 || frequency > mostFrequency) return invalid;
    }
    // `last` is −1 at first, so this many slots are left behind it.
    if (gap >= slotCount - 1 - last || from > end) return invalid;
    last += gap + 1;
    if (entry != 0) word = writeWords(word, last, frequency);
  }
  postingsEnd = from;
  if (entry == 0) return 0;
  if (!ensure(largestNeed)) return full;
  if (count == 1) append(entry, last, frequency);
  else adoptPostings(entry, chain, words, <u32>(word - words) >> 2, count & 127);
  return 0;
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
