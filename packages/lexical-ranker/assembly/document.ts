import { allocate, allocateLarge, ensure, isAvailable, keep, release, reserve } from "./arena";
import { fieldEntryOf } from "./entries";
import { markOf, noTerms, notAsked, notInLength, setMark, setTarget, targetOf } from "./entry";
import { makeLengthRoom, setLength } from "./lengths";
import { append, appendNeed, largestNeed, touchPostings } from "./postings";

/**
 * One document at a time: its terms are counted in their entries and listed, each once. Tokens whose terms nobody has told
 * yet, and those that stand for several, wait until all of the text is seen. Fields come before the text, each counted
 * apart. Only `commitDocument` changes what a search sees, and room for all of it is made before it begins.
 */
const firstRoom: u32 = 1024;
/**
 * Terms of the text at hand, each once: entry u32 | count u32. The first is `noTerms`, whose mark is 0. Whether another is
 * listed is seen by its mark and what stands there, so that nothing is to be cleared for the next text.
 */
let terms: usize = 0;
let termRoom: u32 = 0;
let termCount: u32 = 1;
/** Occurrences of those that a length counts. */
let counted: u64 = 0;
const termBytes: usize = 8;
let waiting: usize = 0;
let waitingRoom: u32 = 0;
let waitingCount: u32 = 0;
let asked: u32 = 0;
/** Terms of fields: entry of the term u32 | entry of the term in the field u32 | count u32 */
let fielded: usize = 0;
let fieldedRoom: u32 = 0;
let fieldedCount: u32 = 0;
const fieldedBytes: usize = 12;
/** Of all documents so far. */
let highestField: u32 = 0;
/** Of the document at hand, by field. */
const fieldLengths: usize = memory.data(16 * 4, 4);

export function openDocuments(): bool {
  return makeTermRoom(firstRoom) && makeWaitingRoom(firstRoom);
}

export function emptyDocument(): void {
  fieldedCount = 0;
  memory.fill(fieldLengths, 0, 16 * 4);
  emptyText();
}

/** Begins the text of a document, or of one of its fields. */
function emptyText(): void {
  store<u64>(terms, noTerms);
  termCount = 1;
  counted = 0;
  waitingCount = 0;
  asked = 0;
}

/** Makes room for so many further tokens; false without. */
export function expectTokens(count: u32): bool {
  return makeTermRoom(termCount + count) && makeWaitingRoom(waitingCount + count);
}

function makeTermRoom(count: u32): bool {
  if (count <= termRoom) return true;
  const larger = enlarge(terms, termRoom, count, termBytes);
  if (larger == 0) return false;
  terms = larger;
  termRoom = count << 1;
  return true;
}

function makeWaitingRoom(count: u32): bool {
  if (count <= waitingRoom) return true;
  const larger = enlarge(waiting, waitingRoom, count, 4);
  if (larger == 0) return false;
  waiting = larger;
  waitingRoom = count << 1;
  return true;
}

/** Moves a list of `room` items to where there is room for twice `count`; 0 without. */
function enlarge(list: usize, room: u32, count: u32, itemBytes: usize): usize {
  const larger = allocateLarge(<usize>count * itemBytes * 2);
  if (larger == 0) return 0;
  memory.copy(larger, list, <usize>room * itemBytes);
  if (list != 0) release(list, <usize>room * itemBytes);
  return larger;
}

/** Counts one occurrence of a token, for which there is room. */
export function countToken(token: usize): void {
  const target = targetOf(token);
  if (target & 1) {
    store<u32>(waiting + ((<usize>waitingCount) << 2), <u32>token);
    waitingCount++;
    return;
  }
  countTerm(target, 1);
}

/** Whether a term is new to the document cannot be foreseen, so nothing branches on it. */
function countTerm(term: usize, count: u32): void {
  const mark = markOf(term);
  const isLeftOut = mark & notInLength;
  const former = mark ^ isLeftOut;
  counted += select<u32>(0, count, isLeftOut);
  const listed = terms + ((<usize>former) << 3);
  const isNew = <u32>(former >= termCount) | <u32>(load<u32>(listed) != <u32>term);
  const place = select<u32>(termCount, former, isNew);
  const to = terms + ((<usize>place) << 3);
  const before = select<u32>(0, load<u32>(listed, 4), isNew);
  store<u32>(to, <u32>term);
  store<u32>(to, before + count, 4);
  setMark(term, place | isLeftOut);
  termCount += isNew;
}

/** Counts occurrences of a term that was not cut by this module; false when there is no room. */
export function addTerm(entry: usize, count: u32): bool {
  if (!makeTermRoom(termCount + 1)) return false;
  countTerm(entry, count);
  return true;
}

/** A token whose terms nobody has told yet; 0 when there is no other. */
export function nextUnknownToken(): usize {
  while (asked < waitingCount) {
    const entry = <usize>load<u32>(waiting + ((<usize>asked) << 2));
    asked++;
    if (targetOf(entry) == notAsked) return entry;
  }
  return 0;
}

/** Tells the only term of a token. */
export function tellTerm(token: usize, entry: usize): void {
  setTarget(token, <u32>entry);
}

/** Tells the terms of a token, none or several: `count` addresses of entries, u32 each, at `from`. False when there is no room. */
export function tellTerms(token: usize, from: usize, count: u32): bool {
  if (count == 0) setTarget(token, <u32>noTerms);
  else {
    const list = allocate((<usize>count + 1) << 2);
    if (list == 0) return false;
    // In this order: the list may lie over the scratch memory that the addresses are in.
    memory.copy(list + 4, from, (<usize>count) << 2);
    store<u32>(list, count);
    setTarget(token, <u32>list | 1);
  }
  return true;
}

/**
 * Ends the text of a field, 1 to 15, and begins the next. Returns its length, or −1 without room.
 */
export function closeField(field: u32): f64 {
  if (!countWaiting() || !makeFieldedRoom(fieldedCount + termCount)) return -1;
  highestField = max(highestField, field);
  const length = lengthOfText();
  const end = endOfTerms();
  for (let item = firstTerm(); item < end; item += termBytes) {
    const term = <usize>load<u32>(item);
    const entry = fieldEntryOf(term, field, true);
    if (entry == 0) return -1;
    const at = fielded + <usize>fieldedCount * fieldedBytes;
    store<u32>(at, <u32>term);
    store<u32>(at, <u32>entry, 4);
    store<u32>(at, load<u32>(item, 4), 8);
    fieldedCount++;
  }
  store<f32>(fieldLengths + ((<usize>field) << 2), <f32>length);
  emptyText();
  return length;
}

function makeFieldedRoom(count: u32): bool {
  if (count <= fieldedRoom) return true;
  const larger = enlarge(fielded, fieldedRoom, count, fieldedBytes);
  if (larger == 0) return false;
  fielded = larger;
  fieldedRoom = count << 1;
  return true;
}

function firstTerm(): usize {
  return terms + termBytes;
}

function endOfTerms(): usize {
  return terms + <usize>termCount * termBytes;
}

/** What a search asks for, and some more: scores and candidates, by slot; with fields the sums over them; texts of queries. */
const searchBytesPerSlot: usize = 12;
const fieldBytesPerSlot: usize = 8;
const searchBytes: usize = 1 << 18;

/**
 * Gives the document its slot and its postings; returns the length of its text, or −1 without room. A term's own postings
 * count it in text and fields together; those of its entries by field come beside them.
 */
export function commitDocument(slot: u32): f64 {
  if (!countWaiting()) return -1;
  const length = lengthOfText();
  const fieldedEnd = fielded + <usize>fieldedCount * fieldedBytes;
  for (let at = fielded; at < fieldedEnd; at += fieldedBytes) {
    if (!addTerm(load<u32>(at), load<u32>(at, 8))) return -1;
  }
  const fields: usize = highestField == 0 ? 0 : fieldBytesPerSlot;
  reserve((<usize>slot + 1) * (searchBytesPerSlot + fields) + searchBytes);
  if (!makeLengthRoom(slot, highestField) || !hasRoom(slot)) return -1;
  const end = endOfTerms();
  // Read ahead, one independent of the other, so that the processor waits for many at once.
  let touched: u32 = 0;
  for (let item = firstTerm(); item < end; item += termBytes) touched |= touchPostings(load<u32>(item));
  keep(touched);
  for (let item = firstTerm(); item < end; item += termBytes) append(load<u32>(item), slot, load<u32>(item, 4));
  for (let at = fielded; at < fieldedEnd; at += fieldedBytes) append(load<u32>(at, 4), slot, load<u32>(at, 8));
  setLength(slot, 0, <f32>length);
  for (let field: u32 = 1; field <= highestField; field++) {
    setLength(slot, field, load<f32>(fieldLengths + ((<usize>field) << 2)));
  }
  return length;
}

/** The length of the text at hand: its terms, repeats counted, without figures, and 1 when it has nothing else. */
function lengthOfText(): f64 {
  return <f64>max<u64>(counted, termCount > 1 ? 1 : 0);
}

/** Counts the terms of the tokens that wait: all are told by now. */
function countWaiting(): bool {
  for (let index: u32 = 0; index < waitingCount; index++) {
    const target = targetOf(load<u32>(waiting + ((<usize>index) << 2)));
    if (!(target & 1)) {
      if (!addTerm(target, 1)) return false;
      continue;
    }
    const list = <usize>(target - 1);
    const listed = load<u32>(list);
    for (let part: u32 = 1; part <= listed; part++) {
      if (!addTerm(load<u32>(list + ((<usize>part) << 2)), 1)) return false;
    }
  }
  return true;
}

/** Makes room for the postings. What each of them needs is only looked at where the most that they can need is much. */
function hasRoom(slot: u32): bool {
  if (isAvailable((<u64>termCount + fieldedCount) * largestNeed)) return true;
  let need: u64 = 0;
  const end = endOfTerms();
  for (let item = firstTerm(); item < end; item += termBytes) {
    need += appendNeed(load<u32>(item), slot, load<u32>(item, 4));
  }
  for (let index: u32 = 0; index < fieldedCount; index++) {
    const at = fielded + <usize>index * fieldedBytes;
    need += appendNeed(load<u32>(at, 4), slot, load<u32>(at, 8));
  }
  return need <= 0xffff0000 && ensure(<usize>need);
}
