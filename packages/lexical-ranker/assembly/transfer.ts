import { ensureScratch, scratch } from "./arena";
import { bitsOf, pack, writeVarint } from "./bits";
import { adoptAll, nextEntry, rewindEntries } from "./entries";
import { keyLength, keyOf } from "./entry";
import { frequencies, openPostings, postingCount, readPostings, slots } from "./postings";
import { entryOfItem, itemBytes, sortItems, writeItem } from "./sort";

/**
 * Terms and postings on their way out of an index and into another one: into a file, or into a smaller memory once many
 * documents were removed. Terms come in the order of their bytes; documents get new numbers, and removed ones are left
 * out. The layout is described in docs/formats/rank-index.md.
 */
const notInNewNumbers: u32 = 0xffffffff;

let newSlots: usize = 0;
let items: usize = 0;
let itemCount: u32 = 0;
let nextItem: u32 = 0;
let exported: u32 = 0;
let output: usize = 0;

/** Room for the new number of each of `slotCount` slots, u32 each, to be written before `beginExport`; 0 without room. */
export function openNewSlots(slotCount: u32): usize {
  if (!adoptAll()) return 0;
  if (!ensureScratch(((<usize>slotCount) << 2) + 16)) return 0;
  newSlots = scratch();
  return newSlots;
}

/** Finds and orders the terms. Nothing may be added until the export is done. False without room. */
export function beginExport(slotCount: u32): bool {
  items = (newSlots + ((<usize>slotCount) << 2) + 15) & ~15;
  itemCount = 0;
  nextItem = 0;
  exported = 0;
  rewindEntries();
  for (let entry = nextEntry(); entry != 0; entry = nextEntry()) {
    if (postingCount(entry) == 0) continue;
    if (!ensureScratch(items - newSlots + (<usize>itemCount + 1) * itemBytes)) return false;
    writeItem(items + <usize>itemCount * itemBytes, entry);
    itemCount++;
  }
  sortItems(items, itemCount);
  output = items + <usize>itemCount * itemBytes;
  return true;
}

/** Where `exportTerms` writes. */
export function exportOutput(): usize {
  return output;
}

/** Writes whole terms, `size` bytes and one term more at most; returns the bytes: 0 at the end, −1 without room. */
export function exportTerms(size: u32): i32 {
  let to = output;
  let previous: usize = 0;
  while (nextItem < itemCount && to - output < size) {
    const entry = entryOfItem(items + <usize>nextItem * itemBytes);
    const most = <usize>keyLength(entry) + 16 + <usize>postingCount(entry) * 10;
    if (!ensureScratch(to - newSlots + most)) return -1;
    const kept = countKept(entry);
    nextItem++;
    if (kept == 0) continue;
    to = writeKey(to, entry, previous);
    to = writePostings(writeVarint(to, kept), entry);
    previous = entry;
    exported++;
  }
  return <i32>(to - output);
}

/** Terms written so far. */
export function exportedTerms(): u32 {
  return exported;
}

function newSlotOf(at: usize): u32 {
  return load<u32>(newSlots + ((<usize>load<u32>(slots + at)) << 2));
}

function countKept(entry: usize): u32 {
  let kept: u32 = 0;
  openPostings(entry);
  for (let count = readPostings(); count > 0; count = readPostings()) {
    for (let at: usize = 0; at < (<usize>count) << 2; at += 4) if (newSlotOf(at) != notInNewNumbers) kept++;
  }
  return kept;
}

/** The number of bytes shared with the key before, the number of the others, and those. */
function writeKey(to: usize, entry: usize, previous: usize): usize {
  const length = keyLength(entry);
  let shared: u32 = 0;
  if (previous != 0) {
    const most = min(length, keyLength(previous));
    while (shared < most && load<u8>(keyOf(entry) + shared) == load<u8>(keyOf(previous) + shared)) shared++;
  }
  to = writeVarint(writeVarint(to, shared), length - shared);
  memory.copy(to, keyOf(entry) + shared, length - shared);
  return to + length - shared;
}

/** Gaps − 1 and frequencies − 1 that wait for a block to be full. */
const gaps: usize = memory.data(512, 16);
const counts: usize = memory.data(512, 16);

/** Blocks of 128 postings, bit-packed, then the rest as in the tail of a record. */
function writePostings(to: usize, entry: usize): usize {
  let waiting: usize = 0;
  let last: u32 = 0xffffffff;
  openPostings(entry);
  for (let count = readPostings(); count > 0; count = readPostings()) {
    for (let at: usize = 0; at < (<usize>count) << 2; at += 4) {
      const slot = newSlotOf(at);
      if (slot == notInNewNumbers) continue;
      store<u32>(gaps + waiting, slot - last - 1);
      store<u32>(counts + waiting, load<u32>(frequencies + at) - 1);
      last = slot;
      waiting += 4;
      if (waiting < 512) continue;
      to = writeBlock(to);
      waiting = 0;
    }
  }
  for (let at: usize = 0; at < waiting; at += 4) {
    to = writePosting(to, load<u32>(gaps + at), load<u32>(counts + at) + 1);
  }
  return to;
}

function writeBlock(to: usize): usize {
  const gapBits = bitsOf(gaps);
  const countBits = bitsOf(counts);
  store<u8>(to, gapBits);
  store<u8>(to, countBits, 1);
  pack(gaps, to + 2, gapBits);
  pack(counts, to + 2 + (gapBits << 4), countBits);
  return to + 2 + ((gapBits + countBits) << 4);
}

/** Writes a posting by its gap − 1 and its frequency. */
function writePosting(to: usize, gap: u32, frequency: u32): usize {
  return frequency == 1 ? writeGap(to, gap, 1) : writeVarint(writeGap(to, gap, 0), frequency - 2);
}

/** `gap << 1 | isOne` as a varint; the gap may need all 32 bits. */
function writeGap(to: usize, gap: u32, isOne: u32): usize {
  if (gap < 64) {
    store<u8>(to, (gap << 1) | isOne);
    return to + 1;
  }
  store<u8>(to, ((gap & 63) << 1) | isOne | 128);
  return writeVarint(to + 1, gap >> 6);
}
