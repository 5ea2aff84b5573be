import type { Analyzer } from "@runningtab/terms";
import type { FieldedBm25 } from "../fields.ts";
import { chosenIds, type IdChoice, idFilter } from "../id-filter.ts";
import { createIdOrder } from "../id-order.ts";
import { createMeanLengths } from "../mean-lengths.ts";
import type { RankedDocument } from "../rank-engine.ts";
import { RankerError } from "../ranker-error.ts";
import type { TermShare } from "../term-share.ts";
import { damagedIndex, readIndexFile, type SavedIndex, type StoredDocument, writeIndexFile } from "./index-file.ts";
import { explainSlot, rankChosenSlots, rankSlots, type DocumentTable, type RankedSlot } from "./ranked-slots.ts";
import { createTermIndex, type FoundTerm, noNewSlot, type TermIndex } from "./term-index.ts";
import type { CompiledModule } from "./web-assembly.ts";

/** Documents by id over a term index: what the engine's calls do, one at a time and at once. */
export interface DocumentIndex {
  readonly size: number;
  /** Says how much text is about to come, in UTF-16 units. */
  expect(units: number): void;
  /** Adds a document, replacing the one with the same id. When it throws, the former one is still there. */
  put(document: RankedDocument): void;
  remove(id: string): void;
  /** What the terms add to the score of one document; nothing for an unknown one. */
  explain(terms: readonly string[], id: string): readonly TermShare[];
  /** The index as bytes, the same for the same documents added in the same order. */
  save(): Uint8Array;
  /** Holds what was saved, in place of all before it. Throws, and then nothing has changed. */
  load(saved: Uint8Array): void;
  memoryBytes(): number;
  /** The best of the documents to choose from, at most `limit`; `terms` are distinct and in canonical order. */
  search(terms: readonly string[], limit: number, choice: IdChoice): readonly RankedSlot[];
}

/** How many of the best are judged for each hit wanted, before a filter that refuses most is asked about all documents. */
const judgedPerHit = 8;

/** About what a long text of figures and words takes in the index. */
const bytesPerUnit = 0.6;

/** Of a document without fields. */
const noTexts: readonly string[] = [];

/** Removed documents are tolerated up to this share of all slots, and up to this many in any case. */
const removedShare = 0.5;
const fewRemoved = 64;

export function createDocumentIndex(
  module: CompiledModule,
  analyzer: Analyzer,
  parameters: FieldedBm25,
  maxBytes: number,
): DocumentIndex {
  let index = createTermIndex(module, analyzer, maxBytes);
  let slotById = new Map<string, number>();
  let documents: (StoredDocument | undefined)[] = [];
  const order = createIdOrder({ has: (id) => slotById.has(id), keys: () => slotById.keys() });
  let meanLengths = createMeanLengths();
  let removals = 0;

  const table: DocumentTable = {
    get size() {
      return slotById.size;
    },
    averageLengths: () => meanLengths.means(),
    idAt: (slot) => documents[slot]!.id,
    lengthsAt: (slot) => documents[slot]!.lengths,
  };

  const remove = (id: string): void => {
    const slot = slotById.get(id);
    if (slot === undefined) return;
    meanLengths.remove(documents[slot]!.lengths);
    documents[slot] = undefined;
    index.remove(slot);
    slotById.delete(id);
    order.changed(id);
    removals++;
  };

  /** Takes over another index with its documents, in the order of their slots. */
  const become = (fresh: TermIndex, held: readonly StoredDocument[], slots: Map<string, number>): void => {
    index = fresh;
    index.setLengths(held.map(({ lengths }) => lengths));
    documents = [...held];
    slotById = slots;
    order.changedAll();
    meanLengths = createMeanLengths();
    for (const { lengths } of held) meanLengths.add(lengths);
    removals = 0;
  };

  const liveDocuments = (): readonly StoredDocument[] => documents.filter((document) => document !== undefined);

  const newSlots = (): Uint32Array => {
    let next = 0;
    return Uint32Array.from(documents, (document) => (document === undefined ? noNewSlot : next++));
  };

  /** Moves to a new memory, if there is room for two: the old one goes back to the host as a whole. */
  const rebuild = (): void => {
    try {
      const fresh = createTermIndex(module, analyzer, maxBytes);
      const pieces = [...index.exportTerms(newSlots())];
      fresh.openTerms(
        pieces.reduce((sum, { length }) => sum + length, 0),
        index.exportedTerms(),
        slotById.size,
      );
      for (const piece of pieces) {
        fresh.holdPiece(piece, 0);
        if (!fresh.addPiece(piece)) return;
      }
      const held = liveDocuments();
      become(fresh, held, slotsOf(held));
    } catch (error) {
      // The host has no room for two: the old one is as good, if larger, and the next removal tries again.
      if (!isFull(error)) throw error;
    }
  };

  /** Takes the memory of removed documents back, once they are many or all. */
  const compact = (): void => {
    const removed = documents.length - slotById.size;
    const areMany = removed > fewRemoved && removed > documents.length * removedShare;
    if (areMany || (removed > 0 && slotById.size === 0)) rebuild();
  };

  /** By the engine's fields, in their order. */
  const textsOf = (fields: Readonly<Record<string, string>>): readonly string[] => {
    const given = new Map(Object.entries(fields));
    return parameters.fields.map(({ name }) => given.get(name) ?? "");
  };

  /**
   * Puts a document into the next slot, if need be into what removed ones leave. What one that does not fit took in memory,
   * its text and its words, is given back.
   */
  const putOrGiveBack = (text: string, texts: readonly string[]): readonly number[] => {
    const before = index.memoryBytes();
    const hasRemoved = (): boolean => documents.length > slotById.size;
    try {
      return index.put(documents.length, text, texts);
    } catch (error) {
      if (!isFull(error)) throw error;
      const mayFit = hasRemoved();
      if (mayFit || index.memoryBytes() > before) rebuild();
      if (!mayFit || hasRemoved()) throw error;
      return putOrGiveBack(text, texts);
    }
  };

  const find = (terms: readonly string[]): readonly FoundTerm[] => {
    // Means stand there for the text and for the fields that documents have had.
    return index.find(terms, removals, Math.max(meanLengths.means().length - 1, 0));
  };

  return {
    get size() {
      return slotById.size;
    },
    expect: (units) => index.expectBytes(units * bytesPerUnit),
    put({ id, text, fields }) {
      const lengths = putOrGiveBack(text, fields === undefined ? noTexts : textsOf(fields));
      remove(id);
      slotById.set(id, documents.push({ id, lengths }) - 1);
      order.changed(id);
      meanLengths.add(lengths);
      compact();
    },
    remove(id) {
      remove(id);
      compact();
    },
    memoryBytes: () => index.memoryBytes(),
    save() {
      const pieces = index.exportTerms(newSlots());
      const held = liveDocuments();
      const hasFields = held.some(({ lengths }) => lengths.some((length, field) => field > 0 && length > 0));
      const fields = hasFields ? parameters.fields.map(({ name }) => name) : [];
      return writeIndexFile({ analyzer, fields, documents: held, pieces }, index.exportedTerms, index.checksum);
    },
    load(saved) {
      const fresh = createTermIndex(module, analyzer, maxBytes);
      const file = readIndexFile(saved, fresh.checksum);
      checkAnalyzer(file.analyzer, analyzer);
      checkFields(file.fields, parameters);
      const slots = slotsOf(file.documents);
      if (slots.size !== file.documents.length) throw damagedIndex("lists a document twice");
      fresh.openTerms(saved.length, file.terms, file.documents.length);
      for (const { bytes, section, checksum } of file.pieces) {
        if (fresh.holdPiece(bytes, section) !== checksum)
          throw damagedIndex(`has another checksum in section ${section}`);
        if (!fresh.addPiece(bytes)) throw damagedIndex("holds terms that cannot be");
      }
      become(fresh, file.documents, slots);
    },
    explain(terms, id) {
      const slot = slotById.get(id);
      if (slot === undefined) return [];
      return explainSlot(index, table, find(terms), parameters, slot);
    },
    search(terms, limit, choice) {
      if (slotById.size === 0) return [];
      const found = find(terms);
      const rank = (k: number): readonly RankedSlot[] => rankSlots(index, table, found, parameters, k);
      const rankThese = (ids: readonly string[]): readonly RankedSlot[] => {
        const slots = Uint32Array.from(ids.flatMap((id) => slotById.get(id) ?? [])).sort();
        return rankChosenSlots(index, table, found, parameters, slots).slice(0, limit);
      };
      const chosen = chosenIds(choice, order, slotById.size);
      if (chosen !== undefined) return rankThese(chosen);
      const accepts = idFilter(choice);
      const most = Math.min(limit, slotById.size);
      if (accepts === undefined) return rank(most);
      const judged = rank(Math.min(most * judgedPerHit, slotById.size));
      const accepted = judged.filter(({ id }) => accepts(id));
      // Fewer than asked for are no more that match; each ranking is the beginning of every longer one.
      const isAll = judged.length < most * judgedPerHit;
      if (accepted.length >= most || isAll) return accepted.slice(0, most);
      return rankThese([...slotById.keys()].filter(accepts));
    },
  };
}

function isFull(error: unknown): boolean {
  return RankerError.isInstance(error) && error.code === "INDEX_FULL";
}

function slotsOf(documents: readonly StoredDocument[]): Map<string, number> {
  const slots = new Map<string, number>();
  for (let slot = 0; slot < documents.length; slot++) slots.set(documents[slot]!.id, slot);
  return slots;
}

function checkFields(saved: readonly string[], parameters: FieldedBm25): void {
  const given = parameters.fields.map(({ name }) => name);
  if (saved.length === 0 || JSON.stringify(saved) === JSON.stringify(given)) return;
  throw new RankerError("FIELDS_MISMATCH", {
    message: `The index was saved with the fields ${saved.join(", ")}, and this engine has ${given.join(", ") || "none"}. Load it into an engine with the former; weights may differ.`,
    data: { saved, given },
  });
}

function checkAnalyzer(saved: SavedIndex["analyzer"], { name, version }: Analyzer): void {
  if (saved.name === name && saved.version === version) return;
  throw new RankerError("ANALYZER_MISMATCH", {
    message: `The index was saved with the analyzer ${saved.name} ${saved.version}, and this engine has ${name} ${version}. Load it into an engine with the former, or index the documents again.`,
    data: { saved: { name: saved.name, version: saved.version }, given: { name, version } },
  });
}
