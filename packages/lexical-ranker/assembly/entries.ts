/* oxlint-disable no-loss-of-precision -- these are 64-bit integers of AssemblyScript, exact as written */
import { allocate, allocateLarge, release } from "./arena";

/**
 * All distinct tokens and terms, in one hash table with linear probing. A slot is 8 bytes: 32 bits of the hash, whose
 * lowest say where it belongs, and the address of an entry (0: free). Entries never move, and none lies across two lines
 * of the processor's cache.
 *
 *   entry: key 16 bytes | target u32 | postings u32 | stamp u32 | count u32
 *
 * A key of up to 16 bytes, nearly all, stands in the entry itself, zeros behind it, and is hashed and compared as one
 * vector: no key holds a zero. A longer one is its first 8 bytes | address u32 | 0 u24 | 255, a byte that UTF-8 does not
 * have; at the address are its length u32 and all its bytes.
 *
 * `target` says which terms a token stands for: an entry, `noTerms`, or odd: `notAsked`, or the address + 1 of a list
 * (count u32, entries u32…). `postings`: 0 none, odd for one posting kept in place, else the address of a record.
 * `count` is how often the term stands in the document that `stamp` names.
 */
export const entryBytes: usize = 32;
export const notAsked: u32 = 1;
/** The target of tokens without terms: counted like an entry, and found by no search. */
export const noTerms: usize = memory.data(32, 16);

export const shortKey: u32 = 16;
const longKeyMark: u64 = 255 << 56;
const firstCapacity: u32 = 1024;
const firstSlab: u32 = 64;
const largestSlab: u32 = 4096;
/** 16 bytes of ones, then 16 of zeros: read at `16 - n` it keeps the first n bytes of a vector. */
const masks: usize = memory.data<u8>([
  255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  0, 0, 0,
]);

let table: usize = 0;
let capacity: u32 = 0;
let count: u32 = 0;
let seed: u64 = 0;
/** Entries are cut from slabs, larger ones the more there are. */
let slab: usize = 0;
let slabEnd: usize = 0;

/** `hashSeed` makes collisions unpredictable for whoever writes the documents; no result depends on it. */
export function openEntries(hashSeed: u32): bool {
  seed = <u64>hashSeed * 0x9e3779b97f4a7c15;
  table = allocate(firstCapacity << 3);
  if (table == 0) return false;
  memory.fill(table, 0, firstCapacity << 3);
  capacity = firstCapacity;
  return true;
}

export function targetOf(entry: usize): u32 {
  return load<u32>(entry, 16);
}
export function setTarget(entry: usize, target: u32): void {
  store<u32>(entry, target, 16);
}
export function postingsOf(entry: usize): u32 {
  return load<u32>(entry, 20);
}
export function setPostings(entry: usize, postings: u32): void {
  store<u32>(entry, postings, 20);
}
export function stampOf(entry: usize): u32 {
  return load<u32>(entry, 24);
}
export function setStamp(entry: usize, stamp: u32): void {
  store<u32>(entry, stamp, 24);
}
export function countOf(entry: usize): u32 {
  return load<u32>(entry, 28);
}
export function setCount(entry: usize, count: u32): void {
  store<u32>(entry, count, 28);
}

export function hasLongKey(entry: usize): bool {
  return load<u8>(entry, 15) == 255;
}
export function keyLength(entry: usize): u32 {
  if (hasLongKey(entry)) return load<u32>(load<u32>(entry, 8));
  const last = load<u64>(entry, 8);
  return last != 0 ? 16 - (<u32>clz(last) >> 3) : 8 - (<u32>clz(load<u64>(entry)) >> 3);
}
export function keyOf(entry: usize): usize {
  return hasLongKey(entry) ? <usize>load<u32>(entry, 8) + 4 : entry;
}

/** The key of at most 16 bytes at an address, as one vector. */
export function shortKeyAt(from: usize, length: u32): v128 {
  return v128.and(v128.load(from), v128.load(masks + 16 - length));
}

/** The same of ASCII letters and digits, with small letters. */
export function smallKeyAt(from: usize, length: u32): v128 {
  return v128.and(v128.or(v128.load(from), i8x16.splat(32)), v128.load(masks + 16 - length));
}

/** Mixes two halves of a key; the constants are those of wyhash's first rounds. */
function mix(a: u64, b: u64): u64 {
  let h = (a ^ seed) * 0xa0761d6478bd642f;
  h ^= h >> 32;
  h = (h ^ b) * 0xe7037ed1a0b428db;
  h ^= h >> 29;
  h *= 0x8ebc6af09c88c6e3;
  return h ^ (h >> 32);
}

export function hashOfShort(key: v128): u32 {
  return <u32>mix(i64x2.extract_lane(key, 0), i64x2.extract_lane(key, 1));
}

function hashOfLong(from: usize, length: u32): u32 {
  let hash: u64 = length;
  let at: u32 = 0;
  for (; at + 16 < length; at += 16) hash = mix(hash ^ load<u64>(from + at), load<u64>(from + at + 8));
  const rest = shortKeyAt(from + at, length - at);
  return <u32>mix(i64x2.extract_lane(rest, 0) ^ hash, i64x2.extract_lane(rest, 1));
}

/** The entry of the key at an address; made when it is new and `create` is true. 0: unknown, or no room. */
export function entryOf(from: usize, length: u32, create: bool): usize {
  if (length > shortKey) return longEntryOf(from, length, create);
  const key = shortKeyAt(from, length);
  return shortEntryOf(key, hashOfShort(key), create);
}

/** `entryOf` for a key of at most 16 bytes and its hash. */
export function shortEntryOf(key: v128, hash: u32, create: bool): usize {
  if (create && !hasFreeSlot()) return 0;
  const last = capacity - 1;
  let index = hash & last;
  for (;;) {
    const slot = load<u64>(table + ((<usize>index) << 3));
    if (slot == 0) break;
    if (<u32>(slot >> 32) == hash && hasShortKey(<u32>slot, key)) return <u32>slot;
    index = (index + 1) & last;
  }
  if (!create) return 0;
  const entry = insert(hash, index);
  if (entry != 0) v128.store(entry, key);
  return entry;
}

export function hasShortKey(entry: usize, key: v128): bool {
  return !v128.any_true(v128.xor(v128.load(entry), key));
}

function longEntryOf(from: usize, length: u32, create: bool): usize {
  if (create && !hasFreeSlot()) return 0;
  const hash = hashOfLong(from, length);
  const last = capacity - 1;
  let index = hash & last;
  for (;;) {
    const slot = load<u64>(table + ((<usize>index) << 3));
    if (slot == 0) break;
    if (<u32>(slot >> 32) == hash && hasKeyAt(<u32>slot, from, length)) return <u32>slot;
    index = (index + 1) & last;
  }
  if (!create) return 0;
  const key = allocate(<usize>length + 4);
  if (key == 0) return 0;
  const entry = insert(hash, index);
  if (entry == 0) return 0;
  store<u32>(key, length);
  memory.copy(key + 4, from, length);
  store<u64>(entry, load<u64>(from));
  store<u64>(entry, longKeyMark | key, 8);
  return entry;
}

function hasKeyAt(entry: usize, from: usize, length: u32): bool {
  return keyLength(entry) == length && memory.compare(keyOf(entry), from, length) == 0;
}

/** Reads where the search for a hash begins. */
export function touchSlot(hash: u32): u32 {
  return load<u32>(table + ((<usize>(hash & (capacity - 1))) << 3));
}

/** The first entry with a hash, whatever its key; 0 without any. No entry is read: the hashes are in the table. */
export function entryWithHash(hash: u32): usize {
  const last = capacity - 1;
  let index = hash & last;
  let slot = load<u64>(table + ((<usize>index) << 3));
  while (slot != 0 && <u32>(slot >> 32) != hash) {
    index = (index + 1) & last;
    slot = load<u64>(table + ((<usize>index) << 3));
  }
  return <usize>(<u32>slot);
}

/** A new entry in a free slot: all but its key. */
function insert(hash: u32, index: u32): usize {
  if (slab == slabEnd) {
    const entries = min(max(count >> 3, firstSlab), largestSlab);
    slab = allocate((<usize>entries + 1) * entryBytes);
    if (slab == 0) {
      slabEnd = 0;
      return 0;
    }
    slab = (slab + 31) & ~31;
    slabEnd = slab + <usize>entries * entryBytes;
  }
  const entry = slab;
  slab += entryBytes;
  store<u64>(entry, notAsked, 16);
  store<u64>(entry, 0, 24);
  store<u64>(table + ((<usize>index) << 3), ((<u64>hash) << 32) | entry);
  count++;
  return entry;
}

/** Keeps a quarter of the table free, so that probing stays short and ends. */
function hasFreeSlot(): bool {
  return count < capacity - (capacity >> 2) || doubleTable();
}

/** The hashes are in the slots, so no entry is read. */
function doubleTable(): bool {
  if (capacity >= 1 << 27) return false;
  const larger = allocateLarge((<usize>capacity) << 4);
  if (larger == 0) return false;
  const last = (capacity << 1) - 1;
  memory.fill(larger, 0, (<usize>capacity) << 4);
  for (let old: u32 = 0; old < capacity; old++) {
    const slot = load<u64>(table + ((<usize>old) << 3));
    if (slot == 0) continue;
    let index = <u32>(slot >> 32) & last;
    while (load<u64>(larger + ((<usize>index) << 3)) != 0) index = (index + 1) & last;
    store<u64>(larger + ((<usize>index) << 3), slot);
  }
  release(table, (<usize>capacity) << 3);
  table = larger;
  capacity <<= 1;
  return true;
}

let cursor: u32 = 0;
export function rewindEntries(): void {
  cursor = 0;
}
/** The next entry of the walk that `rewindEntries` began, in no particular order; 0 at the end. */
export function nextEntry(): usize {
  while (cursor < capacity) {
    const slot = load<u64>(table + ((<usize>cursor) << 3));
    cursor++;
    if (slot != 0) return <usize>(<u32>slot);
  }
  return 0;
}
