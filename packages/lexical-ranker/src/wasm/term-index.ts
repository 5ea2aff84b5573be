import { foldText, type Analyzer } from "@runningtab/terms";
import { countTerms } from "../count-terms.ts";
import type { FieldedBm25 } from "../fields.ts";
import { RankerError } from "../ranker-error.ts";
import { characterClass } from "./character-class.ts";
import { maxPages, openInstance } from "./instance.ts";
import { readKey, termKey } from "./term-key.ts";
import { textChunks } from "./text-chunks.ts";
import type { CompiledModule } from "./web-assembly.ts";

/** A term of a query that documents hold. */
export interface FoundTerm {
  readonly term: string;
  /** Where the module keeps it. */
  readonly entry: number;
  /** Documents that hold it, removed ones not counted. */
  readonly documentFrequency: number;
  /** Where the module keeps the occurrences in fields, for those fields that have any. */
  readonly inFields: readonly FieldEntry[];
}

export interface FieldEntry {
  /** From 1; the text is 0. */
  readonly field: number;
  readonly entry: number;
}

export interface WeightedTerm {
  readonly entry: number;
  readonly inFields: readonly FieldEntry[];
  /** What its saturated frequency is multiplied with, above 0. */
  readonly weight: number;
}

/** Numbered documents and their terms in an instance of the module. Numbers (slots) rise and are never used again. */
export interface TermIndex {
  /** Memory in use, in bytes. */
  memoryBytes(): number;
  /** Asks the host at once for memory that is about to be needed, if it can be had. */
  expectBytes(bytes: number): void;
  /**
   * Analyses a text and its fields as the document in `slot`, which is above all before it; returns the length of each,
   * the text's first (see `CountedText`). Throws `INDEX_FULL` or what the analyzer throws, and then holds nothing of the
   * document.
   */
  put(slot: number, text: string, fields: readonly string[]): readonly number[];
  /** Takes the document in a slot out of all searches. */
  remove(slot: number): void;
  /** Sets the lengths of the documents whose terms come by `addPiece`, in the order of their slots from 0. */
  setLengths(lengths: readonly (readonly number[])[]): void;
  /**
   * Those of the terms, in the order given, that documents hold. `removals` counts removals since the beginning, and
   * `fields` are those that documents may have.
   */
  find(terms: readonly string[], removals: number, fields: number): readonly FoundTerm[];
  /**
   * Slots, ascending: all that are among the `k` best, and few others. A term counts as in `saturatedFields`, without the
   * (k1 + 1) that is a part of its weight; `averages` are the mean lengths of the text and of each field.
   */
  candidates(
    terms: readonly WeightedTerm[],
    averages: readonly number[],
    parameters: FieldedBm25,
    k: number,
  ): Uint32Array;
  /** How often each entry's term stands in each slot (ascending): first the numbers of the first, in the order of slots. */
  frequencies(entries: readonly number[], slots: Uint32Array): Uint32Array;
  /**
   * All terms with the documents that hold them, in pieces of about a mebibyte. `newSlots` has a number for each slot,
   * rising, or `noNewSlot` for those left out. Nothing may be added before the last piece.
   */
  exportTerms(newSlots: Uint32Array): Generator<Uint8Array>;
  /** How many terms the pieces of the last export hold so far. */
  exportedTerms(): number;
  /** Makes room for exported terms, in so many bytes at most, of `slotCount` documents; before anything else is added. */
  openTerms(bytes: number, terms: number, slotCount: number): void;
  /** Copies the next piece of an export into the module, and returns its checksum. */
  holdPiece(piece: Uint8Array, seed: number): bigint;
  /** Adds the terms of the piece held. False when it is no such piece: the index is then to be thrown away. */
  addPiece(piece: Uint8Array): boolean;
  /** The XXH64 of some bytes. */
  checksum(bytes: Uint8Array, seed: number): bigint;
}

/** Stands for documents that an export leaves out. */
export const noNewSlot = 0xffff_ffff;
const pieceBytes = 1_048_576;

const encoder = new TextEncoder();
/** Results of passes over the input from here on name a page of 256 code points whose classes the module wants. */
const missingPage = 2;
const fullResult = -1;
const shortText = 40;
/** Beyond one byte a unit, how far a text in UTF-16 stands behind where its UTF-8 will. */
const utf16Gap = 16;
/** A step of a sum in single precision is off by at most 2⁻²⁴; a score takes as many as its terms and fields, and these. */
const stepError = 2 ** -24;
const fewSteps = 16;
/** Added to a share's divisor so that it is above 0, and infinite for a removed document. */
const tiny = 2 ** -100;

/** `maxBytes` is rounded down to whole pages of 64 KiB, and to one page short of 4 GiB. */
export function createTermIndex(module: CompiledModule, analyzer: Analyzer, maxBytes: number): TermIndex {
  const limitPages = Math.min(maxPages, Math.floor(maxBytes / 65_536));
  const instance = openInstance(module, limitPages);
  if (instance === undefined) throw indexFull(limitPages);
  const { exports } = instance;
  /** An address from the module, or a success, as a number above 0. */
  const given = (address: number): number => {
    if (address === 0) throw indexFull(limitPages);
    return address >>> 0;
  };

  /** Writes a text as UTF-8 where the module reads its input; returns its bytes. */
  const writeInput = (text: string): number => {
    const from = given(exports.openInput(text.length * 3));
    const bytes = instance.bytes();
    if (text.length <= shortText && writeAscii(text, bytes, from)) return text.length;
    if (instance.hostBuffer !== undefined) {
      instance.hostBuffer().write(text, from + text.length + utf16Gap, text.length * 2, "utf16le");
      return exports.encodeInput(text.length);
    }
    return encoder.encodeInto(text, bytes.subarray(from, from + text.length * 3)).written;
  };

  const internTerm = (term: string): number => given(exports.makeEntry(writeInput(termKey(term))));

  /** Runs a pass over the input until it needs no further classes of characters; returns its other results. */
  const withClasses = (pass: () => number): number => {
    for (;;) {
      const result = pass();
      if (result < 0) throw indexFull(limitPages);
      if (result < missingPage) return result;
      writeClasses(result - missingPage);
    }
  };

  const writeClasses = (page: number): void => {
    const at = given(exports.openPage(page));
    const classes = instance.bytes().subarray(at, at + 256);
    for (let index = 0; index < 256; index++) classes[index] = characterClass(page * 256 + index);
  };

  const scanChunk = (chunk: string): void => {
    let bytes = writeInput(chunk);
    let from = given(exports.openInput(0));
    // As many bytes as UTF-16 units: ASCII, whose letters the module makes small itself.
    if (bytes !== chunk.length && withClasses(() => exports.needsFolding(from, bytes)) === 1) {
      bytes = writeInput(foldText(chunk));
      from = given(exports.openInput(0));
    }
    const end = from + bytes;
    withClasses(() => {
      const result = exports.scan(from, end - from);
      from = exports.scannedTo() >>> 0;
      return result;
    });
  };

  const learnTokens = (termsOfToken: (token: string) => readonly string[]): void => {
    for (let token = exports.nextUnknownToken(); token !== 0; token = exports.nextUnknownToken()) {
      const text = readKey(instance.bytes(), exports.keyOf(token) >>> 0, exports.keyLength(token));
      const terms = termsOfToken(text);
      if (terms.length === 1) {
        // Most words are their own stem, and then there is nothing to look up.
        exports.tellTerm(token, terms[0] === text ? token : internTerm(terms[0]!));
        continue;
      }
      const entries = terms.map(internTerm);
      const from = given(exports.openScratch(entries.length * 4));
      instance.words().set(entries, from / 4);
      given(exports.tellTerms(token, from, entries.length));
    }
  };

  const countText = (text: string): void => {
    if (analyzer.termsOfToken === undefined) {
      for (const [term, count] of countTerms(analyzer.terms(text))) given(exports.addTerm(internTerm(term), count));
    } else {
      for (const chunk of textChunks(text)) scanChunk(chunk);
      learnTokens((token) => analyzer.termsOfToken!(token));
    }
  };

  const counted = (length: number): number => {
    if (length < 0) throw indexFull(limitPages);
    return length;
  };

  return {
    memoryBytes: () => exports.arenaBytes() >>> 0,
    expectBytes: (bytes) => exports.expectBytes(Math.min(bytes, limitPages * 65_536)),
    put(slot, text, fields) {
      exports.beginDocument();
      const lengths = fields.map((each, index) => {
        if (each === "") return 0;
        countText(each);
        return counted(exports.closeField(index + 1));
      });
      countText(text);
      return [counted(exports.commitDocument(slot)), ...lengths];
    },
    remove: (slot) => exports.removeDocument(slot),
    setLengths(all) {
      const arrays = all.reduce((most, { length }) => Math.max(most, length), 1);
      given(exports.makeLengthRoom(all.length, arrays - 1));
      for (let slot = 0; slot < all.length; slot++) {
        const lengths = all[slot]!;
        for (let field = 0; field < lengths.length; field++) exports.setLength(slot, field, lengths[field]!);
      }
    },
    find(terms, removals, fields) {
      const found: FoundTerm[] = [];
      for (const term of terms) {
        const entry = exports.findEntry(writeInput(termKey(term)));
        if (exports.lookupFailed()) throw indexFull(limitPages);
        const documentFrequency = entry === 0 ? 0 : exports.liveCount(entry, removals);
        if (documentFrequency === 0) continue;
        const inFields: FieldEntry[] = [];
        for (let field = 1; field <= fields; field++) {
          const fieldEntry = exports.findFieldEntry(entry, field);
          if (exports.lookupFailed()) throw indexFull(limitPages);
          if (fieldEntry !== 0) inFields.push({ field, entry: fieldEntry });
        }
        found.push({ term, entry, documentFrequency, inFields });
      }
      return found;
    },
    candidates(terms, averages, { k1, b, fields }, k) {
      const mostFields = Math.max(...terms.map(({ inFields }) => inFields.length));
      const slopeOf = (share: number, field: number): number =>
        (averages[field]! > 0 ? share / averages[field]! : 0) + tiny;
      const [base, slope] = [1 - b + tiny, slopeOf(b, 0)];
      given(exports.openScores(k, mostFields > 0 ? 1 : 0, k1 * base, k1 * slope + tiny));
      for (const { entry, weight, inFields } of terms) {
        for (const { field, entry: fieldEntry } of inFields) {
          const ranked = fields[field - 1]!;
          exports.addFieldFrequencies(fieldEntry, field, ranked.weight, 1 - ranked.b + tiny, slopeOf(ranked.b, field));
        }
        if (inFields.length === 0) exports.addScores(entry, weight);
        else exports.addFieldedScores(entry, weight, k1, base, slope);
      }
      // Both the k-th best and a candidate can be off, so twice the error; doubled again to be far from it.
      const error = (terms.length + mostFields + fewSteps) * stepError;
      const count = exports.selectCandidates(k, 1 - 4 * error);
      const from = (exports.candidates() >>> 0) / 4;
      return instance.words().slice(from, from + count);
    },
    frequencies(entries, slots) {
      const from = given(exports.openScratch(4 * slots.length * (entries.length + 1)));
      instance.words().set(slots, from / 4);
      let to = from;
      for (const entry of entries) {
        to += 4 * slots.length;
        exports.readFrequencies(entry, from, slots.length, to);
      }
      return instance.words().slice(from / 4 + slots.length, from / 4 + slots.length * (entries.length + 1));
    },
    *exportTerms(newSlots) {
      const at = given(exports.openNewSlots(newSlots.length));
      instance.words().set(newSlots, at / 4);
      given(exports.beginExport(newSlots.length));
      for (let size = exports.exportTerms(pieceBytes); size !== 0; size = exports.exportTerms(pieceBytes)) {
        if (size < 0) throw indexFull(limitPages);
        const from = exports.exportOutput() >>> 0;
        yield instance.bytes().slice(from, from + size);
      }
    },
    exportedTerms: () => exports.exportedTerms() >>> 0,
    openTerms: (bytes, terms, count) => void given(exports.openSavedTerms(bytes, terms, count)),
    holdPiece(piece, seed) {
      const from = exports.savedEnd() >>> 0;
      instance.bytes().set(piece, from);
      return BigInt.asUintN(64, exports.checksum(from, piece.length, seed));
    },
    addPiece(piece) {
      const result = exports.addSavedTerms(piece.length);
      if (result === fullResult) throw indexFull(limitPages);
      return result === 0;
    },
    checksum(bytes, seed) {
      const from = given(exports.openInput(bytes.length));
      instance.bytes().set(bytes, from);
      return BigInt.asUintN(64, exports.checksum(from, bytes.length, seed));
    },
  };
}

/** Writes a text of ASCII; false when it is none. For a word this takes a tenth of what calling an encoder does. */
function writeAscii(text: string, bytes: Uint8Array, from: number): boolean {
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit > 127) return false;
    bytes[from + index] = unit;
  }
  return true;
}

function indexFull(limitPages: number): RankerError {
  return new RankerError("INDEX_FULL", {
    message: `The index needs more than the ${limitPages * 65_536} bytes it may use, or more than the host gives. Remove documents, or spread them over several engines.`,
    data: { maxBytes: limitPages * 65_536 },
  });
}
