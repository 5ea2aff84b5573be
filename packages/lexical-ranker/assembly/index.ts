import { allocateScratch, ensure, ensureScratch, holdLimit, openArena, release, scratch } from "./arena";
import { xxh64 } from "./checksum";
import { emptyDocument, openDocuments } from "./document";
import { adoptAll, beginLookup, entryOf, fieldEntryOf, openEntries } from "./entries";
import { postingCount } from "./postings";
import { openNumbers } from "./numbers";
import { forgetSightings } from "./sightings";
import { areWanted } from "./saved-terms";
import { encodeUtf16 } from "./utf16";

export { arenaBytes } from "./arena";
export { addTerm, closeField, commitDocument, nextUnknownToken, tellTerm, tellTerms } from "./document";
export { lookupFailed } from "./entries";
export { keyLength, keyOf } from "./entry";
export { needsFolding, openPage, scan, scannedTo } from "./scan";
export { makeLengthRoom, removeDocument, setLength } from "./lengths";
export { liveCount } from "./postings";
export { addFieldedScores, addFieldFrequencies, addScores, candidates, openScores } from "./search";
export { addSavedTerms, openSavedTerms, savedEnd } from "./saved-terms";
export { readFrequencies, selectCandidates } from "./search";
export { beginExport, exportedTerms, exportOutput, exportTerms, openNewSlots } from "./transfer";

/** Zeros behind the text, and what a vector reads beyond them. */
const inputSlack: usize = 96;
const firstInputRoom: u32 = 4096;
let input: usize = 0;
let inputRoom: usize = 0;

/** Begins an empty index; false when the limit is too low for one. */
export function open(limitPages: u32, hashSeed: u32): bool {
  openArena(limitPages);
  openNumbers();
  return openEntries(hashSeed) && openDocuments() && openInput(firstInputRoom) != 0;
}

/** Asks the host now for memory that will be needed soon, if it can be had. */
export function expectBytes(size: u32): void {
  ensure(size);
}

/** Before the tokens of each document. One that was begun and not committed leaves nothing behind. */
export function beginDocument(): void {
  // Without room for all, saved terms go on being looked up one by one.
  if (areWanted()) adoptAll();
  forgetSightings();
  emptyDocument();
}

/** Where text of up to `size` bytes is to be written; 0 without room. */
export function openInput(size: u32): usize {
  if (<usize>size <= inputRoom) return input;
  const larger = allocateScratch(<usize>size + inputSlack);
  if (larger == 0) return 0;
  if (input != 0) release(input, inputRoom + inputSlack);
  input = larger;
  inputRoom = size;
  return input;
}

/** What lies between the beginning of the input and UTF-16 there, beyond a byte a unit. */
const utf16Gap: usize = 16;

/** Makes UTF-8 of `units` UTF-16 units that stand as many bytes and a gap behind the beginning of the input; returns its bytes. */
export function encodeInput(units: u32): u32 {
  return <u32>(encodeUtf16(input + units + utf16Gap, units, input) - input);
}

export function checksum(from: usize, size: u32, seed: u32): u64 {
  return xxh64(from, size, seed);
}

/** Scratch memory of `size` bytes, valid until the next call that adds anything; 0 without room. */
export function openScratch(size: u32): usize {
  return ensureScratch(size) ? scratch() : 0;
}

/** The entry of the term at the beginning of the input, made when it is new; 0 without room. */
export function makeEntry(length: u32): usize {
  return entryOf(input, length, true);
}

/** The entry of the term at the beginning of the input; 0 when it is unknown, or when `lookupFailed`. */
export function findEntry(length: u32): usize {
  beginLookup();
  holdLimit(false);
  const entry = entryOf(input, length, false);
  holdLimit(true);
  return entry;
}

/** The entry of a term's postings in a field, 1 to 15; 0 when no document has it there. */
export function findFieldEntry(term: usize, field: u32): usize {
  holdLimit(false);
  const entry = fieldEntryOf(term, field, false);
  holdLimit(true);
  return entry == 0 || postingCount(entry) == 0 ? 0 : entry;
}
