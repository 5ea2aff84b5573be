import { allocateLarge, keep, release } from "./arena";
import { hasKeyAt, hasShortKey, keyLength, keyOf, makeEntry, makeShortEntry, noEntry, shortKeyOf } from "./entry";
import { holdKey, keyBuffer } from "./key-buffer";
import { hashOfLong, hashOfShort, seedHashes, shortKey, shortKeyAt } from "./keys";

/**
 * All entries, in one hash table. A bucket is a line of the processor's cache: 8 hashes, then the addresses of 8 entries,
 * taken from the first on. Buckets are in the order of the hashes that belong to them, so that they are as many as are
 * wanted, and a larger table is filled from its beginning to its end. The top bit of a hash is set, so that a free place
 * (0) is none. What finds its bucket full is in the next that is not.
 */
const bucketBytes: usize = 64;
/** In buckets, as `capacity`. */
const firstCapacity: u32 = 64;
const mostBuckets: u32 = 1 << 24;
let table: usize = 0;
let capacity: u32 = 0;
let count: u32 = 0;

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

/** Makes room for so many further entries at once; false without. */
export function expectEntries(entries: u32): bool {
  const buckets = (<u64>count + entries) / 6 + 1;
  return buckets <= capacity || (buckets <= mostBuckets && growTable(<u32>buckets));
}

function bucketOf(hash: u32): usize {
  return table + <usize>((<u64>(hash << 1) * capacity) >> 32) * bucketBytes;
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
  return create ? insert(hash, bucket, makeShortEntry(key)) : 0;
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
  return create ? insert(hash, bucket, makeEntry(from, length)) : 0;
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
    const own = shortKeyAt(keyOf(term), length);
    const key = v128.shuffle<u8>(mark, own, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
    return shortEntryOf(key, hashOfShort(key), create);
  }
  if (!holdKey(length + 1)) return 0;
  store<u8>(keyBuffer(), fieldMark + <u8>field);
  memory.copy(keyBuffer() + 1, keyOf(term), length);
  return entryOf(keyBuffer(), length + 1, create);
}

/** Reads where the search for a hash begins. */
export function touchBucket(hash: u32): u32 {
  return load<u32>(bucketOf(hash));
}

/**
 * The entry that probably has a hash, or `noEntry`: whatever its key, and from the bucket the hash belongs to only.
 * Neither reads an entry nor branches.
 */
export function likelyEntry(hash: u32): usize {
  const bucket = bucketOf(hash);
  const places = placesWith(bucket, hash);
  return select<usize>(entryAt(bucket, ctz(places) & 7), noEntry, places != 0);
}

/** Puts a new entry, if there was room for one, into a bucket with a free place. */
function insert(hash: u32, bucket: usize, entry: usize): usize {
  if (entry == 0) return 0;
  put(bucket, hash, entry);
  count++;
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
    const key = shortKeyOf(entry);
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
  return count < capacity * 6 || (capacity < mostBuckets && growTable(capacity + (capacity >> 1)));
}

/** The hashes are in the buckets, so no entry is read. */
function growTable(buckets: u32): bool {
  const old = table;
  const oldEnd = old + <usize>capacity * bucketBytes;
  const larger = allocateTable(buckets);
  if (larger == 0) return false;
  table = larger;
  capacity = buckets;
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
