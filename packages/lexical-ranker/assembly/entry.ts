import { allocate } from "./arena";
import { isFigure, looksLikeNumber, shortKey, shortKeyAt } from "./keys";

/**
 * A distinct token or term. Its address is that of its postings, which says by bit 3 of which kind it is. Entries never
 * move, and none lies across two lines of the processor's cache.
 *
 *   narrow:  key 8 bytes | postings u32 | mark u32                          for plain numbers, most of all entries
 *   wide:    key 16 bytes | postings u32 | mark u32 | target u32 | –
 *
 * A key that fits, nearly every one, stands in the entry itself, zeros behind it: no key holds a zero. A longer one is its
 * first 8 bytes | address u32 | 0 u24 | 255, a byte that UTF-8 does not have; at the address are its length u32 and all its
 * bytes.
 *
 * `target` says which terms a token stands for: an entry, `noTerms`, or odd: `notAsked`, or the address + 1 of a list
 * (count u32, entries u32…). Plain numbers are their own terms. `postings`: 0 none, odd for one posting kept in place,
 * else the address of a record. `mark` is the term's place in the list of the document at hand, if it is there, and
 * `notInLength`, if it is a figure.
 */
const narrowBytes: usize = 16;
const wideBytes: usize = 32;
const narrow: usize = 8;
export const notAsked: u32 = 1;
/** The bit of a mark that says that a length does not count the term. */
export const notInLength: u32 = 1 << 31;
/** The target of tokens without terms: counted like an entry, but in no length, and found by no search. */
export const noTerms: usize = memory.data<u32>([0, 0, 0, notInLength], 16) + narrow;
/** An entry that is none: of no key. */
export const noEntry: usize = memory.data(32, 32) + 16;

const longKeyMark: u64 = 255 << 56;
const firstSlab: u32 = 64;
const largestSlab: u32 = 4096;
/** Entries of each kind are cut from slabs, larger ones the more there are. */
let narrowSlab: usize = 0;
let narrowEnd: usize = 0;
let wideSlab: usize = 0;
let wideEnd: usize = 0;
let made: u32 = 0;

export function targetOf(entry: usize): u32 {
  const isNarrow = entry & narrow;
  // Of a narrow entry what is read is its own: behind it may be another line of the cache.
  return select<u32>(<u32>entry, load<u32>(entry + narrow - isNarrow), isNarrow != 0);
}
/** Only for an entry whose target is odd: such a one is wide. */
export function setTarget(entry: usize, target: u32): void {
  store<u32>(entry, target, 8);
}
export function postingsOf(entry: usize): u32 {
  return load<u32>(entry);
}
export function setPostings(entry: usize, postings: u32): void {
  store<u32>(entry, postings);
}
export function markOf(entry: usize): u32 {
  return load<u32>(entry, 4);
}
export function setMark(entry: usize, mark: u32): void {
  store<u32>(entry, mark, 4);
}

function hasLongKey(entry: usize): bool {
  return load<u8>(entry - 1) == 255;
}

export function keyLength(entry: usize): u32 {
  const last = load<u64>(entry - 8);
  if (entry & narrow) return 8 - (<u32>clz(last) >> 3);
  if (hasLongKey(entry)) return load<u32>(<usize>load<u32>(entry - 8));
  return last != 0 ? 16 - (<u32>clz(last) >> 3) : 8 - (<u32>clz(load<u64>(entry - 16)) >> 3);
}

export function keyOf(entry: usize): usize {
  return hasLongKey(entry) ? <usize>load<u32>(entry - 8) + 4 : startOf(entry);
}

function startOf(entry: usize): usize {
  return entry - 16 + (entry & narrow);
}

/** Whether it is the entry of a key of at most 16 bytes. Nothing branches on its kind, which cannot be foreseen. */
export function hasShortKey(entry: usize, key: v128): bool {
  const first = i64x2.extract_lane(key, 0);
  const last = i64x2.extract_lane(key, 1);
  const isNarrow = (entry & narrow) != 0;
  const near = load<i64>(entry - 8) ^ select<i64>(first, last, isNarrow);
  return (near | select<i64>(last, load<i64>(startOf(entry)) ^ first, isNarrow)) == 0;
}

export function hasKeyAt(entry: usize, from: usize, length: u32): bool {
  return keyLength(entry) == length && memory.compare(keyOf(entry), from, length) == 0;
}

/** A new entry for a key of at most 16 bytes; 0 without room. */
export function makeShortEntry(key: v128): usize {
  const isNumber = looksLikeNumber(key);
  if (isNumber && i64x2.extract_lane(key, 1) == 0) {
    const entry = cutNarrow();
    if (entry != 0) {
      store<u64>(entry - 8, i64x2.extract_lane(key, 0));
      store<u64>(entry, 0);
      setMark(entry, firstMark(i64x2.extract_lane(key, 0)));
    }
    return entry;
  }
  const entry = cutWide();
  if (entry == 0) return 0;
  v128.store(entry - 16, key);
  setMark(entry, firstMark(i64x2.extract_lane(key, 0)));
  if (isNumber) setTarget(entry, <u32>entry);
  return entry;
}

/** The mark of a term that no document at hand has; of its key are told the first 8 bytes. */
function firstMark(bytes: u64): u32 {
  return isFigure(bytes) ? notInLength : 0;
}

/** A new entry for a key of any length; 0 without room. */
export function makeEntry(from: usize, length: u32): usize {
  if (length <= shortKey) return makeShortEntry(shortKeyAt(from, length));
  const key = allocate(<usize>length + 4);
  if (key == 0) return 0;
  const entry = cutWide();
  if (entry == 0) return 0;
  store<u32>(key, length);
  memory.copy(key + 4, from, length);
  store<u64>(entry - 16, load<u64>(from));
  store<u64>(entry - 8, longKeyMark | key);
  setMark(entry, firstMark(load<u64>(from)));
  return entry;
}

function cutNarrow(): usize {
  if (narrowSlab == narrowEnd) {
    narrowSlab = allocate(slabEntries() * narrowBytes);
    narrowEnd = narrowSlab == 0 ? 0 : narrowSlab + slabEntries() * narrowBytes;
    if (narrowSlab == 0) return 0;
  }
  const entry = narrowSlab + narrow;
  narrowSlab += narrowBytes;
  made++;
  return entry;
}

function cutWide(): usize {
  if (wideSlab == wideEnd) {
    const slab = allocate(slabEntries() * wideBytes + 16);
    wideSlab = (slab + wideBytes - 1) & ~(wideBytes - 1);
    wideEnd = slab == 0 ? 0 : wideSlab + slabEntries() * wideBytes;
    if (slab == 0) return 0;
  }
  const entry = wideSlab + 16;
  wideSlab += wideBytes;
  made++;
  store<u64>(entry, 0);
  store<u64>(entry, notAsked, 8);
  return entry;
}

function slabEntries(): usize {
  return min(max(made >> 4, firstSlab), largestSlab);
}
