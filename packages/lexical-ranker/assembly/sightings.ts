import { addToken } from "./document";
import { entryIfKeyIs, entryOfHash, entryWithHash, hashOf, setTarget, targetOf, touchSlot } from "./entries";

/**
 * Tokens seen in the text wait here for their entries to be looked up many at a time. Looking up is waiting for memory:
 * in loops of independent steps the processor waits for several entries at once, which takes a third of the time.
 *
 *   sighting: address u32 | length u32, the top bit set for a plain number | hash u32 | entry found at the hash u32
 */
const most: u32 = 256;
const sightings: usize = memory.data(256 * 16, 16);
const kept: usize = memory.data(4, 4);
const plainNumber: u32 = 1 << 31;
let waiting: u32 = 0;

/** Empties the list, for a new document. */
export function forgetSightings(): void {
  waiting = 0;
}

/** Notes a token; its bytes stay where they are until `countSightings`. A plain number is its own term. */
export function addSighting(from: usize, length: u32, isPlainNumber: bool): bool {
  const at = sightings + ((<usize>waiting) << 4);
  store<u32>(at, <u32>from);
  store<u32>(at, length | (isPlainNumber ? plainNumber : 0), 4);
  return ++waiting < most || countSightings();
}

/** Counts all that wait in the document; false without room. */
export function countSightings(): bool {
  const end = sightings + ((<usize>waiting) << 4);
  waiting = 0;
  // What is read first is not used yet, so that no branch waits for it and many reads are under way at once.
  let touched: u32 = 0;
  for (let at = sightings; at < end; at += 16) {
    const hash = hashOf(load<u32>(at), load<u32>(at, 4) & ~plainNumber);
    store<u32>(at, hash, 8);
    touched |= touchSlot(hash);
  }
  for (let at = sightings; at < end; at += 16) {
    const entry = entryWithHash(load<u32>(at, 8));
    store<u32>(at, <u32>entry, 12);
    touched |= targetOf(entry);
  }
  // Kept, or a compiler would leave the reads out.
  store<u32>(kept, touched);
  for (let at = sightings; at < end; at += 16) {
    const from = <usize>load<u32>(at);
    const length = load<u32>(at, 4) & ~plainNumber;
    let entry = entryIfKeyIs(load<u32>(at, 12), from, length);
    if (entry == 0) {
      entry = entryOfHash(load<u32>(at, 8), from, length, true);
      if (entry == 0) return false;
      if (load<u32>(at, 4) & plainNumber && targetOf(entry) == 0) setTarget(entry, <u32>entry);
    }
    if (!addToken(entry, 1)) return false;
  }
  return true;
}
