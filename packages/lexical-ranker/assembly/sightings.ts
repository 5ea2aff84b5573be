import { keep } from "./arena";
import { countToken, expectTokens } from "./document";
import { entryOf, likelyEntry, shortEntryOf, touchBucket } from "./entries";
import { hasShortKey, targetOf } from "./entry";
import { hashOfShort, shortKey, shortKeyAt } from "./keys";

/**
 * Tokens seen in the text wait here for their entries to be looked up many at a time. Looking up is waiting for memory:
 * in loops of independent steps the processor waits for several entries at once.
 *
 *   sighting: key 16 bytes | hash u32 | entry that probably has it u32 | –
 */
const most: u32 = 128;
const sightings: usize = memory.data(128 * 32, 16);
let waiting: usize = sightings;

/** Empties the list, for a new document. */
export function forgetSightings(): void {
  waiting = sightings;
}

/** Notes a token by its key of at most 16 bytes; false without room. */
export function addSighting(key: v128): bool {
  const hash = hashOfShort(key);
  const at = waiting;
  v128.store(at, key);
  store<u32>(at, hash, 16);
  waiting = at + 32;
  return waiting < sightings + most * 32 || countSightings();
}

/** Notes a token of any length; false without room. */
export function addToken(at: usize, length: u32): bool {
  if (length <= shortKey) return addSighting(shortKeyAt(at, length));
  const entry = entryOf(at, length, true);
  if (entry == 0 || !expectTokens(1)) return false;
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
  }
  for (let at = sightings; at < end; at += 32) seen |= targetOf(<usize>load<u32>(at, 20));
  keep(seen);
  for (let at = sightings; at < end; at += 32) {
    const key = v128.load(at);
    let entry = <usize>load<u32>(at, 20);
    if (!hasShortKey(entry, key)) {
      entry = shortEntryOf(key, load<u32>(at, 16), true);
      if (entry == 0) return false;
    }
    countToken(entry);
  }
  return true;
}
