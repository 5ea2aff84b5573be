import { allocate, allocateLarge, release } from "./arena";
import { readVarint, varintEnd } from "./bits";
import { full, importPostings, invalid, postingsEnd, tailSlack } from "./import-postings";
import { holdKey, keyBuffer } from "./key-buffer";
import { shortKey } from "./keys";

/**
 * The terms of a saved index, left as they were saved: docs/formats/rank-index.md. Loading looks at each of them once and
 * makes no entries; a term becomes one when it is first looked up. It is found by halving among the terms that begin a
 * group, whose keys are kept whole, and then by reading the group.
 *
 *   group:  what stands behind its first key u32 | address of that key u32
 *   key:    length u32 | bytes
 */
const termsOfGroup: u32 = 32;
const groupBytes: usize = 8;
const longestKey: u32 = 1 << 24;

let start: usize = 0;
let end: usize = 0;
let bytes: usize = 0;
let groups: usize = 0;
let groupCount: u32 = 0;
let groupRoom: u32 = 0;
let terms: u32 = 0;
let slotCount: u32 = 0;
/** Length of the last key so far, which is in the buffer. */
let known: u32 = 0;
let lookups: u32 = 0;

/** Makes room for saved terms of so many bytes, of which there are none yet; false without. */
export function openSavedTerms(size: u32, termCount: u32, slots: u32): bool {
  groupRoom = termCount / termsOfGroup + 1;
  bytes = <usize>size + tailSlack;
  start = allocateLarge(bytes);
  groups = allocateLarge(<usize>groupRoom * groupBytes);
  end = start;
  slotCount = slots;
  return start != 0 && groups != 0;
}

/** Where the next terms are to be written. */
export function savedEnd(): usize {
  return end;
}

export function hasSavedTerms(): bool {
  return groupCount != 0;
}

/** Whether so many of the terms were looked for that it is time to make entries of all. */
export function areWanted(): bool {
  return groupCount != 0 && lookups > terms >> 2;
}

/**
 * Takes the `size` bytes at `savedEnd`, whole terms that follow those before. Returns 0, −1 without room, or −2 when they
 * are no terms in order: then the index is to be thrown away. The bytes are taken as they come, from whoever wrote them.
 */
export function addSavedTerms(size: u32): i32 {
  const result = takeTerms(end + size);
  // Nothing is looked for among terms that were not taken.
  if (result < 0) groupCount = 0;
  return result;
}

function takeTerms(stop: usize): i32 {
  let from = end;
  while (from < stop) {
    // A varint takes 5 bytes at most, and there is slack behind the end.
    const both = <u32>load<u16>(from);
    let shared = both & 255;
    let added = both >> 8;
    if ((both & 0x8080) == 0) from += 2;
    else {
      shared = readVarint(from);
      added = readVarint(varintEnd);
      from = varintEnd;
    }
    if (shared > known || added > longestKey || from + added > stop) return invalid;
    if (terms > 0 && !isBehind(shared, from, added)) return invalid;
    if (!holdKey(shared + added)) return full;
    known = shared + added;
    // A call of `memory.copy` takes longer than most keys; the buffer has room for a vector more.
    if (added > shortKey) memory.copy(keyBuffer() + shared, from, added);
    else v128.store(keyBuffer() + shared, v128.load(from));
    from += added;
    if (terms % termsOfGroup == 0 && !beginGroup(from)) return groupCount == groupRoom ? invalid : full;
    const count = readVarint(from);
    if (count == 0 || count > slotCount) return invalid;
    const read = importPostings(0, varintEnd, stop, count, slotCount);
    if (read < 0) return read;
    from = postingsEnd;
    terms++;
  }
  if (from != stop) return invalid;
  end = stop;
  return 0;
}

/** Whether a key that shares bytes with the one in the buffer comes behind it. */
function isBehind(shared: u32, from: usize, added: u32): bool {
  // Nearly always, they differ in the first byte that they do not share.
  if (added > 0 && shared < known && load<u8>(from) > load<u8>(keyBuffer() + shared)) return true;
  const rest = known - shared;
  const difference = memory.compare(from, keyBuffer() + shared, min(added, rest));
  return difference != 0 ? difference > 0 : added > rest;
}

function beginGroup(from: usize): bool {
  if (groupCount == groupRoom) return false;
  const key = allocate(<usize>known + 4);
  if (key == 0) return false;
  store<u32>(key, known);
  memory.copy(key + 4, keyBuffer(), known);
  const group = groups + <usize>groupCount * groupBytes;
  store<u32>(group, <u32>from);
  store<u32>(group, <u32>key, 4);
  groupCount++;
  return true;
}

/** Where the number of documents and the postings of a saved term stand; 0 when there is none of this key. */
export function findSavedTerm(key: usize, length: u32): usize {
  lookups++;
  let low: u32 = 0;
  let high = groupCount;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compareWithFirst(middle, key, length) < 0) high = middle;
    else low = middle + 1;
  }
  return low == 0 ? 0 : findInGroup(low - 1, key, length);
}

/** Below 0 when the key comes before the first of a group; sets `matched` to the bytes they share. */
let matched: u32 = 0;
function compareWithFirst(group: u32, key: usize, length: u32): i32 {
  const first = <usize>load<u32>(groups + <usize>group * groupBytes, 4);
  const firstLength = load<u32>(first);
  const most = min(length, firstLength);
  matched = 0;
  while (matched < most && load<u8>(first + 4 + matched) == load<u8>(key + matched)) matched++;
  if (matched < most) return <i32>load<u8>(key + matched) - <i32>load<u8>(first + 4 + matched);
  return <i32>length - <i32>firstLength;
}

function findInGroup(group: u32, key: usize, length: u32): usize {
  let at = <usize>load<u32>(groups + <usize>group * groupBytes);
  if (compareWithFirst(group, key, length) == 0) return at;
  const stop = group + 1 < groupCount ? <usize>load<u32>(groups + (<usize>group + 1) * groupBytes) : end;
  for (at = behindPostings(at); at < stop; at = behindPostings(at)) {
    const shared = readVarint(at);
    const added = readVarint(varintEnd);
    const rest = varintEnd;
    at = rest + added;
    // One that shares more with the term before than that with the key comes before the key, too.
    if (shared > matched) continue;
    matched = shared;
    const most = min(length, shared + added);
    while (matched < most && load<u8>(rest + matched - shared) == load<u8>(key + matched)) matched++;
    if (matched == length) return shared + added == length ? at : 0;
    if (matched < most && load<u8>(rest + matched - shared) > load<u8>(key + matched)) return 0;
  }
  return 0;
}

function behindPostings(at: usize): usize {
  const count = readVarint(at);
  importPostings(0, varintEnd, end, count, slotCount);
  return postingsEnd;
}

/** Gives an entry the postings that stand at an address that `findSavedTerm` gave; false without room. */
export function adoptSaved(entry: usize, at: usize): bool {
  const count = readVarint(at);
  return importPostings(entry, varintEnd, end, count, slotCount) >= 0;
}

let walked: usize = 0;
let walkedKey: u32 = 0;

export function rewindSavedTerms(): void {
  walked = start;
  walkedKey = 0;
}

/** Where the next term of the walk stands, as `findSavedTerm` says it, and its key in the buffer; 0 at the end. */
export function nextSavedTerm(): usize {
  if (walked == end) return 0;
  const shared = readVarint(walked);
  const added = readVarint(varintEnd);
  const at = varintEnd + added;
  // The buffer has held each of these keys before.
  memory.copy(keyBuffer() + shared, varintEnd, added);
  walkedKey = shared + added;
  walked = behindPostings(at);
  return at;
}

export function walkedLength(): u32 {
  return walkedKey;
}

export function savedTermCount(): u32 {
  return terms;
}

/** Gives the memory of saved terms back, once all are entries. */
export function releaseSavedTerms(): void {
  release(groups, <usize>groupRoom * groupBytes);
  release(start, bytes);
  groupCount = 0;
}
