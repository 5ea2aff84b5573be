import type { Frequency } from "../bm25f.ts";
import type { CountedDocument } from "../document-terms.ts";
import { createMeanLengths } from "../mean-lengths.ts";

/** Where a term occurs: slots of documents, ascending, and how often in each. May hold slots of removed documents. */
export interface Postings {
  readonly slots: readonly number[];
  readonly frequencies: readonly Frequency[];
  /** Documents, not counting removed ones, that hold the term. */
  readonly documentFrequency: number;
}

/**
 * Term → postings, over numbered slots. A document takes the next slot; a removed one leaves its slot and its postings
 * behind, unseen, until `compact` renumbers. Counts of documents and lengths are always those of the live documents.
 */
export interface InvertedIndex {
  readonly size: number;
  /** One more than the highest slot in use. */
  readonly slotCount: number;
  /** The id in a slot; `undefined` once removed. */
  idAt(slot: number): string | undefined;
  slotOf(id: string): number | undefined;
  ids(): Iterable<string>;
  /** Terms by field; none for a removed document. */
  lengthsAt(slot: number): readonly number[];
  /** Mean lengths by field of the live documents. */
  averageLengths(): readonly number[];
  postings(term: string): Postings | undefined;
  /** Adds a document, replacing the one with the same id. */
  put(id: string, document: CountedDocument): void;
  remove(id: string): void;
}

interface MutablePostings {
  slots: number[];
  frequencies: Frequency[];
  documentFrequency: number;
}

interface Entry {
  readonly id: string;
  readonly lengths: readonly number[];
  /** The distinct postings this document is in, for removal without its text. */
  readonly postings: readonly MutablePostings[];
}

/** Removed slots are tolerated up to this share of all slots, and up to this many in any case. */
const removedShare = 0.5;
const fewRemoved = 64;

export function createInvertedIndex(): InvertedIndex {
  const byTerm = new Map<string, MutablePostings>();
  const slotById = new Map<string, number>();
  let entries: (Entry | undefined)[] = [];
  const meanLengths = createMeanLengths();

  const remove = (id: string): void => {
    const slot = slotById.get(id);
    if (slot === undefined) return;
    const entry = entries[slot]!;
    for (const postings of entry.postings) postings.documentFrequency--;
    entries[slot] = undefined;
    slotById.delete(id);
    meanLengths.remove(entry.lengths);
    const removed = entries.length - slotById.size;
    if (removed > fewRemoved && removed > entries.length * removedShare) compact();
  };

  const compact = (): void => {
    const newSlots = new Int32Array(entries.length).fill(-1);
    const kept: Entry[] = [];
    for (const [slot, entry] of entries.entries()) {
      if (entry === undefined) continue;
      newSlots[slot] = kept.length;
      slotById.set(entry.id, kept.length);
      kept.push(entry);
    }
    for (const [term, postings] of byTerm) {
      if (postings.documentFrequency === 0) byTerm.delete(term);
      else renumber(postings, newSlots);
    }
    entries = kept;
  };

  return {
    get size() {
      return slotById.size;
    },
    get slotCount() {
      return entries.length;
    },
    idAt: (slot) => entries[slot]?.id,
    slotOf: (id) => slotById.get(id),
    ids: () => slotById.keys(),
    lengthsAt: (slot) => entries[slot]?.lengths ?? [],
    averageLengths: () => meanLengths.means(),
    postings: (term) => byTerm.get(term),
    put(id, { lengths, frequencies }) {
      remove(id);
      const slot = entries.length;
      const own: MutablePostings[] = [];
      for (const [term, frequency] of frequencies) {
        let postings = byTerm.get(term);
        if (postings === undefined) {
          postings = { slots: [], frequencies: [], documentFrequency: 0 };
          byTerm.set(term, postings);
        }
        postings.slots.push(slot);
        postings.frequencies.push(frequency);
        postings.documentFrequency++;
        own.push(postings);
      }
      entries.push({ id, lengths, postings: own });
      slotById.set(id, slot);
      meanLengths.add(lengths);
    },
    remove,
  };
}

function renumber(postings: MutablePostings, newSlots: Int32Array): void {
  const slots: number[] = [];
  const frequencies: Frequency[] = [];
  for (const [index, slot] of postings.slots.entries()) {
    const newSlot = newSlots[slot]!;
    if (newSlot === -1) continue;
    slots.push(newSlot);
    frequencies.push(postings.frequencies[index]!);
  }
  postings.slots = slots;
  postings.frequencies = frequencies;
}
