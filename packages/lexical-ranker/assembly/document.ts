import { allocate, ensure, reserve } from "./arena";
import { addToList, countAt, emptyList, entryAt, listLength, openList } from "./counted";
import { noTerms, setTarget, targetOf } from "./entries";
import { append, appendNeed } from "./postings";

/**
 * One document at a time: its tokens are counted first, then what they stand for becomes its terms, then the terms get
 * their postings. Only the last step changes what a search sees, and room for all of it is made before it begins.
 */
const tokens: usize = memory.data(12, 4);
const terms: usize = memory.data(12, 4);
let asked: u32 = 0;

export function openDocuments(): bool {
  return openList(tokens) && openList(terms);
}

export function emptyDocument(): void {
  emptyList(tokens);
  asked = 0;
}

/** Counts occurrences of a token; false when there is no room. */
export function addToken(entry: usize, count: u32): bool {
  return addToList(tokens, entry, count);
}

/** Counts occurrences of a term that was not cut by this module, and so stands for itself; false without room. */
export function addTerm(entry: usize, count: u32): bool {
  setTarget(entry, <u32>entry);
  return addToList(tokens, entry, count);
}

/** A token whose terms nobody has told yet; 0 when there is no other. Each token of the document is looked at once. */
export function nextUnknownToken(): usize {
  const length = listLength(tokens);
  while (asked < length) {
    const entry = entryAt(tokens, asked++);
    if (targetOf(entry) == 0) return entry;
  }
  return 0;
}

/** Tells the terms of a token: `count` addresses of entries, u32 each, at `from`. False when there is no room. */
export function tellTerms(token: usize, from: usize, count: u32): bool {
  if (count == 0) setTarget(token, noTerms);
  else if (count == 1) setTarget(token, load<u32>(from));
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

/** What a search asks for, and some more: norms, which double, scores and candidates, by slot; texts of queries. */
const searchBytesPerSlot: usize = 24;
const searchBytes: usize = 1 << 18;

/** Gives the document its slot and its postings; returns its number of terms, repeats counted, or −1 without room. */
export function commitDocument(slot: u32): f64 {
  emptyList(terms);
  let length: u64 = 0;
  const tokenCount = listLength(tokens);
  for (let index: u32 = 0; index < tokenCount; index++) {
    const target = targetOf(entryAt(tokens, index));
    const count = countAt(tokens, index);
    if (target == noTerms) continue;
    if (target & 1) {
      const list = <usize>(target - 1);
      const listed = load<u32>(list);
      for (let part: u32 = 1; part <= listed; part++) {
        if (!addToList(terms, load<u32>(list + ((<usize>part) << 2)), count)) return -1;
      }
      length += <u64>count * listed;
    } else {
      if (!addToList(terms, target, count)) return -1;
      length += count;
    }
  }
  return appendAll(slot) ? <f64>length : -1;
}

function appendAll(slot: u32): bool {
  const termCount = listLength(terms);
  let need: u64 = 0;
  for (let index: u32 = 0; index < termCount; index++) {
    need += appendNeed(entryAt(terms, index), slot, countAt(terms, index));
  }
  reserve((<usize>slot + 1) * searchBytesPerSlot + searchBytes);
  if (need > 0xffff0000 || !ensure(<usize>need)) return false;
  for (let index: u32 = 0; index < termCount; index++) {
    append(entryAt(terms, index), slot, countAt(terms, index));
  }
  return true;
}
