import { allocateLarge, release } from "./arena";
import { hasKeyAt, hasShortKey, keyLength, keyOf, makeEntry, makeShortEntry, noEntry } from "./entry";
import { holdKey, keyBuffer } from "./key-buffer";
import { hashOfLong, hashOfShort, seedHashes, shortKey, shortKeyAt, shortLength } from "./keys";
import { adoptSaved, findSavedTerm, hasSavedTerms, nextSavedTerm } from "./saved-terms";
import { releaseSavedTerms, rewindSavedTerms, savedTermCount, walkedLength } from "./saved-terms";

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
function expectEntries(entries: u32): bool {
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
  if (length <= shortKey) {
    const key = shortKeyAt(from, length);
    return shortEntryOf(key, hashOfShort(key), create);
  }
  if (create && !hasFreePlace()) return 0;
  const hash = hashOfLong(from, length);
  const entry = findLong(from, length, hash);
  if (entry != 0) return entry;
  if (hasSavedTerms()) return savedEntryOf(from, length, hash, create);
  return create ? insert(hash, makeEntry(from, length)) : 0;
}

/** `entryOf` for a key of at most 16 bytes and its hash. */
export function shortEntryOf(key: v128, hash: u32, create: bool): usize {
  if (create && !hasFreePlace()) return 0;
  const entry = findShort(key, hash);
  if (entry != 0) return entry;
  if (hasSavedTerms()) {
    v128.store(wanted, key);
    return savedEntryOf(wanted, shortLength(key), hash, create);
  }
  return create ? insert(hash, makeShortEntry(key)) : 0;
}

/** A short key on its way to the saved terms. */
const wanted: usize = memory.data(16, 16);
/** The bucket with a free place in which the last search found nothing. */
let vacant: usize = 0;

function findShort(key: v128, hash: u32): usize {
  let bucket = bucketOf(hash);
  for (;;) {
    for (let places = placesWith(bucket, hash); places != 0; places &= places - 1) {
      const entry = entryAt(bucket, ctz(places));
      if (hasShortKey(entry, key)) return entry;
    }
    if (placesWith(bucket, 0) != 0) break;
    bucket = nextBucket(bucket);
  }
  vacant = bucket;
  return 0;
}

function findLong(from: usize, length: u32, hash: u32): usize {
  let bucket = bucketOf(hash);
  for (;;) {
    for (let places = placesWith(bucket, hash); places != 0; places &= places - 1) {
      const entry = entryAt(bucket, ctz(places));
      if (hasKeyAt(entry, from, length)) return entry;
    }
    if (placesWith(bucket, 0) != 0) break;
    bucket = nextBucket(bucket);
  }
  vacant = bucket;
  return 0;
}

/** Whether since `beginLookup` there was no room for the entry of a saved term. */
let hasFailed: bool = false;

export function beginLookup(): void {
  hasFailed = false;
}

export function lookupFailed(): bool {
  return hasFailed;
}

/** The entry of a key that is not in the table: a new one with the postings of the saved term, if there is such a term. */
function savedEntryOf(from: usize, length: u32, hash: u32, create: bool): usize {
  const saved = findSavedTerm(from, length);
  if (saved == 0) return create ? insert(hash, makeEntry(from, length)) : 0;
  const entry = adopt(from, length, hash, saved);
  if (entry == 0) hasFailed = true;
  return entry;
}

/** A new entry with the postings of the saved term at an address. It is put into the table when it has them, not before. */
function adopt(from: usize, length: u32, hash: u32, saved: usize): usize {
  if (!hasFreePlace()) return 0;
  const entry = makeEntry(from, length);
  if (entry == 0 || !adoptSaved(entry, saved)) return 0;
  vacant = bucketOf(hash);
  while (placesWith(vacant, 0) == 0) vacant = nextBucket(vacant);
  return insert(hash, entry);
}

/** Makes entries of all saved terms that are none yet; false without room, and then the others wait on. */
export function adoptAll(): bool {
  if (!hasSavedTerms()) return true;
  if (!expectEntries(savedTermCount())) return false;
  rewindSavedTerms();
  for (let saved = nextSavedTerm(); saved != 0; saved = nextSavedTerm()) {
    const key = keyBuffer();
    const length = walkedLength();
    const hash = length <= shortKey ? hashOfShort(shortKeyAt(key, length)) : hashOfLong(key, length);
    const entry = length <= shortKey ? findShort(shortKeyAt(key, length), hash) : findLong(key, length, hash);
    if (entry == 0 && adopt(key, length, hash, saved) == 0) return false;
  }
  releaseSavedTerms();
  return true;
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

/** Puts a new entry, if there was room for one, where the last search found its key missing. */
function insert(hash: u32, entry: usize): usize {
  if (entry == 0) return 0;
  put(vacant, hash, entry);
  count++;
  return entry;
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
