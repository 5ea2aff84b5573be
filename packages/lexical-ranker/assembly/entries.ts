import { allocate, allocateLarge, keep, release } from "./arena";
import { holdKey, keyBuffer } from "./key-buffer";
import { hashOfLong, hashOfShort, seedHashes, shortKey, shortKeyAt } from "./keys";

/**
 * All distinct tokens and terms, in one hash table. A bucket is a line of the processor's cache: 8 hashes, then the
 * addresses of 8 entries, taken from the first on. The lowest bits of a hash say which bucket it belongs to; its top bit is
 * set, so that a free place (0) is none. What finds its bucket full is in the next that is not. Entries never move, and
 * none lies across two lines.
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
const entryBytes: usize = 32;
export const notAsked: u32 = 1;
/** The target of tokens without terms: counted like an entry, and found by no search. */
export const noTerms: usize = memory.data(32, 16);

const longKeyMark: u64 = 255 << 56;
const bucketBytes: usize = 64;
/** In buckets, as `capacity`. */
const firstCapacity: u32 = 64;
const mostBuckets: u32 = 1 << 24;
const firstSlab: u32 = 64;
const largestSlab: u32 = 4096;
let table: usize = 0;
let capacity: u32 = 0;
let count: u32 = 0;
/** Entries are cut from slabs, larger ones the more there are. */
let slab: usize = 0;
let slabEnd: usize = 0;

export function openEntries(hashSeed: u32): bool {
  seedHashes(hashSeed);
  table = allocateTable(firstCapacity);
  capacity = firstCapacity;
  return table != 0;
}

function allocateTable(buckets: u32): usize {
  const bytes = <usize>buckets * bucketBytes;
  const at = allocateLarge(bytes + bucketBytes);
  if (at == 0) return 0;
  const aligned = (at + bucketBytes - 1) & ~(bucketBytes - 1);
  memory.fill(aligned, 0, bytes);
  return aligned;
}

/** Makes room for so many entries, of an index that has none yet, at once; false without. */
export function expectEntries(entries: u32): bool {
  let buckets = capacity;
  while (<u64>buckets * 6 < entries && buckets < mostBuckets) buckets <<= 1;
  if (buckets > capacity && count == 0) {
    const larger = allocateTable(buckets);
    if (larger == 0) return false;
    release(table, <usize>capacity * bucketBytes);
    table = larger;
    capacity = buckets;
  }
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

function hasLongKey(entry: usize): bool {
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

function bucketOf(hash: u32): usize {
  return table + <usize>(hash & (capacity - 1)) * bucketBytes;
}

function nextBucket(bucket: usize): usize {
  const next = bucket + bucketBytes;
  return next == table + <usize>capacity * bucketBytes ? table : next;
}

/** One bit for each of the 8 places of a bucket that has this hash, or with 0, is free. */
function placesWith(bucket: usize, hash: u32): u32 {
  const wanted = i32x4.splat(hash);
  const first = i32x4.bitmask(i32x4.eq(v128.load(bucket), wanted));
  return first | (i32x4.bitmask(i32x4.eq(v128.load(bucket, 16), wanted)) << 4);
}

function entryAt(bucket: usize, place: u32): usize {
  return load<u32>(bucket + ((<usize>place) << 2), 32);
}

/** The entry of the key at an address; made when it is new and `create` is true. 0: unknown, or no room. */
export function entryOf(from: usize, length: u32, create: bool): usize {
  if (length > shortKey) return longEntryOf(from, length, create);
  const key = shortKeyAt(from, length);
  return shortEntryOf(key, hashOfShort(key), create);
}

/** `entryOf` for a key of at most 16 bytes and its hash. */
export function shortEntryOf(key: v128, hash: u32, create: bool): usize {
  if (create && !hasFreePlace()) return 0;
  let bucket = bucketOf(hash);
  for (;;) {
    for (let places = placesWith(bucket, hash); places != 0; places &= places - 1) {
      const entry = entryAt(bucket, ctz(places));
      if (hasShortKey(entry, key)) return entry;
    }
    if (placesWith(bucket, 0) != 0) break;
    bucket = nextBucket(bucket);
  }
  if (!create) return 0;
  const entry = insert(hash, bucket);
  if (entry != 0) v128.store(entry, key);
  return entry;
}

export function hasShortKey(entry: usize, key: v128): bool {
  return !v128.any_true(v128.xor(v128.load(entry), key));
}

function longEntryOf(from: usize, length: u32, create: bool): usize {
  if (create && !hasFreePlace()) return 0;
  const hash = hashOfLong(from, length);
  let bucket = bucketOf(hash);
  for (;;) {
    for (let places = placesWith(bucket, hash); places != 0; places &= places - 1) {
      const entry = entryAt(bucket, ctz(places));
      if (hasKeyAt(entry, from, length)) return entry;
    }
    if (placesWith(bucket, 0) != 0) break;
    bucket = nextBucket(bucket);
  }
  if (!create) return 0;
  const key = allocate(<usize>length + 4);
  if (key == 0) return 0;
  const entry = insert(hash, bucket);
  if (entry == 0) return 0;
  store<u32>(key, length);
  memory.copy(key + 4, from, length);
  store<u64>(entry, load<u64>(from));
  store<u64>(entry, longKeyMark | key, 8);
  return entry;
}

/** Begins the keys of entries for the postings of terms in a field: added to its number, a byte that begins no UTF-8. */
const fieldMark: u8 = 0x80;

/**
 * The entry for the postings of a term in one field, 1 to 15: one with the key of the term behind a byte of its own.
 * Made when it is new and `create` is true. 0: unknown, or no room.
 */
export function fieldEntryOf(term: usize, field: u32, create: bool): usize {
  const length = keyLength(term);
  if (length < shortKey) {
    const mark = i8x16.splat(fieldMark + <u8>field);
    const key = v128.shuffle<u8>(mark, v128.load(term), 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
    return shortEntryOf(key, hashOfShort(key), create);
  }
  if (!holdKey(length + 1)) return 0;
  store<u8>(keyBuffer(), fieldMark + <u8>field);
  memory.copy(keyBuffer() + 1, keyOf(term), length);
  return entryOf(keyBuffer(), length + 1, create);
}

function hasKeyAt(entry: usize, from: usize, length: u32): bool {
  return keyLength(entry) == length && memory.compare(keyOf(entry), from, length) == 0;
}

/** Reads where the search for a hash begins. */
export function touchBucket(hash: u32): u32 {
  return load<u32>(bucketOf(hash));
}

/**
 * The entry that probably has a hash, or 0: whatever its key, and from the bucket the hash belongs to only. Neither reads
 * an entry nor branches.
 */
export function likelyEntry(hash: u32): usize {
  const bucket = bucketOf(hash);
  const places = placesWith(bucket, hash);
  return select<usize>(entryAt(bucket, ctz(places) & 7), 0, places != 0);
}

/** A new entry in a bucket with a free place: all but its key. */
function insert(hash: u32, bucket: usize): usize {
  const entry = makeEntry();
  if (entry == 0) return 0;
  put(bucket, hash, entry);
  count++;
  return entry;
}

/** A new entry that is not in the table, without a key; 0 without room. */
function makeEntry(): usize {
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
  return entry;
}

/** A new entry for a key of at most 16 bytes, to be put into the table by `insertEntries`; 0 without room. */
export function makeShortEntry(key: v128): usize {
  const entry = makeEntry();
  if (entry != 0) v128.store(entry, key);
  return entry;
}

/**
 * Puts entries of keys of at most 16 bytes into the table, whose hashes and addresses stand in pairs of u32 from `from` to
 * `end`. Returns 1, −1 without room, or 0 when there is one of the same key already.
 */
export function insertEntries(from: usize, end: usize): i32 {
  let touched: u32 = 0;
  for (let at = from; at < end; at += 8) touched |= touchBucket(load<u32>(at));
  keep(touched);
  for (let at = from; at < end; at += 8) {
    if (!hasFreePlace()) return -1;
    const hash = load<u32>(at);
    const entry = <usize>load<u32>(at, 4);
    const key = v128.load(entry);
    let bucket = bucketOf(hash);
    for (;;) {
      for (let places = placesWith(bucket, hash); places != 0; places &= places - 1) {
        if (hasShortKey(entryAt(bucket, ctz(places)), key)) return 0;
      }
      if (placesWith(bucket, 0) != 0) break;
      bucket = nextBucket(bucket);
    }
    put(bucket, hash, entry);
    count++;
  }
  return 1;
}

function put(bucket: usize, hash: u32, entry: usize): void {
  const at = bucket + ((<usize>ctz(placesWith(bucket, 0))) << 2);
  store<u32>(at, hash);
  store<u32>(at, <u32>entry, 32);
}

/** Keeps a quarter of the table free, so that nearly all entries are in the bucket they belong to. */
function hasFreePlace(): bool {
  return count < capacity * 6 || doubleTable();
}

/** The hashes are in the buckets, so no entry is read. */
function doubleTable(): bool {
  if (capacity >= mostBuckets) return false;
  const old = table;
  const oldEnd = old + <usize>capacity * bucketBytes;
  const larger = allocateTable(capacity << 1);
  if (larger == 0) return false;
  table = larger;
  capacity <<= 1;
  for (let bucket = old; bucket < oldEnd; bucket += bucketBytes) {
    for (let at = bucket; at < bucket + 32; at += 4) {
      const hash = load<u32>(at);
      if (hash == 0) break;
      let to = bucketOf(hash);
      while (placesWith(to, 0) == 0) to = nextBucket(to);
      put(to, hash, load<u32>(at, 32));
    }
  }
  release(old, oldEnd - old);
  return true;
}

let cursor: u32 = 0;
export function rewindEntries(): void {
  cursor = 0;
}
/** The next entry of the walk that `rewindEntries` began, in no particular order; 0 at the end. */
export function nextEntry(): usize {
  while (cursor < capacity << 3) {
    const entry = entryAt(table + <usize>(cursor >> 3) * bucketBytes, cursor & 7);
    cursor++;
    if (entry != 0) return entry;
  }
  return 0;
}
