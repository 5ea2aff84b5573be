import { keep } from "./arena";
import { countToken, expectTokens } from "./document";
import { entryOf, hasShortKey, likelyEntry, setTarget, shortEntryOf, targetOf, touchBucket } from "./entries";
import { hashOfShort, shortKey, shortKeyAt } from "./keys";

/**
 * Tokens seen in the text wait here for their entries to be looked up many at a time. Looking up is waiting for memory:
 * in loops of independent steps the processor waits for several entries at once.
 *
 *   sighting: key 16 bytes | hash u32 | entry that probably has it u32 | 1 for a plain number u32 | –
 */
const most: u32 = 128;
const sightings: usize = memory.data(128 * 32, 16);
let waiting: usize = sightings;

/** Empties the list, for a new document. */
export function forgetSightings(): void {
  waiting = sightings;
}

/** Notes a token by its key of at most 16 bytes. A plain number is its own term. False without room. */
export function addSighting(key: v128, isPlainNumber: u32): bool {
  const hash = hashOfShort(key);
  const at = waiting;
  v128.store(at, key);
  store<u32>(at, hash, 16);
  store<u32>(at, isPlainNumber, 24);
  waiting = at + 32;
  return waiting < sightings + most * 32 || countSightings();
}

/** Notes a token of any length; false without room. */
export function addToken(at: usize, length: u32, isPlainNumber: bool): bool {
  if (length <= shortKey) return addSighting(shortKeyAt(at, length), isPlainNumber ? 1 : 0);
  const entry = entryOf(at, length, true);
  if (entry == 0 || !expectTokens(1)) return false;
  if (isPlainNumber && targetOf(entry) & 1) setTarget(entry, <u32>entry);
  countToken(entry);
  return true;
}

/** Counts all that wait in the document; false without room. */
export function countSightings(): bool {
  const end = waiting;
  waiting = sightings;
  if (!expectTokens(<u32>(end - sightings) >> 5)) return false;
  // What is read first is not used yet, so that no branch waits for it and many reads are under way at once.
  let seen: u32 = 0;
  for (let at = sightings; at < end; at += 32) seen |= touchBucket(load<u32>(at, 16));
  for (let at = sightings; at < end; at += 32) {
    const entry = likelyEntry(load<u32>(at, 16));
    store<u32>(at, <u32>entry, 20);
    seen |= targetOf(entry);
  }
  keep(seen);
  for (let at = sightings; at < end; at += 32) {
    const key = v128.load(at);
    let entry = <usize>load<u32>(at, 20);
    if (!hasShortKey(entry, key)) {
      entry = shortEntryOf(key, load<u32>(at, 16), true);
      if (entry == 0) return false;
      if (load<u32>(at, 24) && targetOf(entry) & 1) setTarget(entry, <u32>entry);
    }
    countToken(entry);
  }
  return true;
}
