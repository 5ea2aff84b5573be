/* oxlint-disable no-loss-of-precision -- these are 64-bit integers of AssemblyScript, exact as written */
import { allocate, allocateLarge, release } from "./arena";

/**
 * All distinct tokens and terms, in one hash table with linear probing. A slot is 8 bytes: 32 bits of the hash, whose
 * lowest say where it belongs, and the address of an entry (0: free). Keys of up to 16 bytes, nearly all, are hashed and compared as one masked vector.
 *
 *   entry: target u32 | postings u32 | place u32 | length u32 | key bytes
 *
 * `target` says which terms a token stands for: 0 not asked yet, 1 none, an entry, or the address + 1 of a list (count
 * u32, entries u32…). `postings`: 0 none, odd for one posting kept in place, else the address of a record. `place` is
 * where the entry stands in the list of the document at hand; it is checked there, so stale values do no harm.
 */
export const noTerms: u32 = 1;
const headerBytes: usize = 16;

const firstCapacity: u32 = 1024;
/** 16 bytes of ones, then 16 of zeros: read at `16 - n` it keeps the first n bytes of a vector. */
const masks: usize = memory.data<u8>([
  255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  0, 0, 0,
]);

let table: usize = 0;
let capacity: u32 = 0;
let count: u32 = 0;
let seed: u64 = 0;

/** `hashSeed` makes collisions unpredictable for whoever writes the documents; no result depends on it. */
export function openEntries(hashSeed: u32): bool {
  seed = <u64>hashSeed * 0x9e3779b97f4a7c15;
  table = allocate(firstCapacity << 3);
  if (table == 0) return false;
  memory.fill(table, 0, firstCapacity << 3);
  capacity = firstCapacity;
  return true;
}

export function entryCount(): u32 {
  return count;
}
export function targetOf(entry: usize): u32 {
  return load<u32>(entry);
}
export function setTarget(entry: usize, target: u32): void {
  store<u32>(entry, target);
}
export function postingsOf(entry: usize): u32 {
  return load<u32>(entry, 4);
}
export function setPostings(entry: usize, postings: u32): void {
  store<u32>(entry, postings, 4);
}
export function placeOf(entry: usize): u32 {
  return load<u32>(entry, 8);
}
export function setPlace(entry: usize, place: u32): void {
  store<u32>(entry, place, 8);
}
export function keyLength(entry: usize): u32 {
  return load<u32>(entry, 12);
}
export function keyOf(entry: usize): usize {
  return entry + headerBytes;
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

function maskOf(length: u32): v128 {
  return v128.load(masks + 16 - length);
}

/** The entry of the key at an address; made when it is new and `create` is true. 0: unknown, or no room. */
export function entryOf(from: usize, length: u32, create: bool): usize {
  return entryOfHash(hashOf(from, length), from, length, create);
}

/** `entryOf` with the hash of the key. */
export function entryOfHash(hash: u32, from: usize, length: u32, create: bool): usize {
  if (create && !hasFreeSlot()) return 0;
  const last = capacity - 1;
  let index = hash & last;
  for (;;) {
    const slot = load<u64>(table + ((<usize>index) << 3));
    if (slot == 0) break;
    if (<u32>(slot >> 32) == hash) {
      const entry = entryIfKeyIs(<u32>slot, from, length);
      if (entry != 0) return entry;
    }
    index = (index + 1) & last;
  }
  if (!create) return 0;
  const entry = insert(length, hash, index);
  if (entry != 0) memory.copy(keyOf(entry), from, length);
  return entry;
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

/** `entry` when its key is the one at an address, else 0, as for entry 0. */
export function entryIfKeyIs(entry: usize, from: usize, length: u32): usize {
  if (entry == 0 || keyLength(entry) != length) return 0;
  const differs = v128.xor(v128.load(keyOf(entry)), v128.load(from));
  if (length <= 16) return v128.any_true(v128.and(differs, maskOf(length))) ? 0 : entry;
  return memory.compare(keyOf(entry), from, length) == 0 ? entry : 0;
}

export function hashOf(from: usize, length: u32): u32 {
  let hash: u64 = length;
  let at: u32 = 0;
  for (; at + 16 < length; at += 16) hash = mix(hash ^ load<u64>(from + at), load<u64>(from + at + 8));
  const rest = v128.and(v128.load(from + at), maskOf(length - at));
  return <u32>mix(i64x2.extract_lane(rest, 0) ^ hash, i64x2.extract_lane(rest, 1));
}

function insert(length: u32, hash: u32, index: u32): usize {
  const entry = allocate(headerBytes + length);
  if (entry == 0) return 0;
  store<u64>(entry, 0);
  store<u32>(entry, 0, 8);
  store<u32>(entry, length, 12);
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
