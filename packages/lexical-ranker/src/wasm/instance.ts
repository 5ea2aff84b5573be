import { type HostBuffer, openHostBuffer } from "./host-buffer.ts";
import { type CompiledModule, instantiate } from "./web-assembly.ts";

/** What the module in `assembly/` exports. Addresses come as signed numbers; `>>> 0` makes them offsets into `memory`. */
export interface IndexExports {
  readonly memory: { readonly buffer: ArrayBuffer };
  open(limitPages: number, hashSeed: number): number;
  arenaBytes(): number;
  openInput(bytes: number): number;
  encodeInput(units: number): number;
  openScratch(bytes: number): number;
  openPage(page: number): number;
  expectBytes(size: number): void;
  beginDocument(): void;
  needsFolding(from: number, bytes: number): number;
  scan(from: number, bytes: number): number;
  scannedTo(): number;
  addTerm(entry: number, count: number): number;
  nextUnknownToken(): number;
  tellTerm(token: number, entry: number): void;
  tellTerms(token: number, from: number, count: number): number;
  closeField(field: number): number;
  commitDocument(slot: number): number;
  makeEntry(bytes: number): number;
  findEntry(bytes: number): number;
  lookupFailed(): number;
  keyOf(entry: number): number;
  keyLength(entry: number): number;
  findFieldEntry(term: number, field: number): number;
  liveCount(entry: number, stamp: number): number;
  openNewSlots(slotCount: number): number;
  beginExport(slotCount: number): number;
  exportOutput(): number;
  exportedTerms(): number;
  exportTerms(size: number): number;
  openSavedTerms(bytes: number, terms: number, slotCount: number): number;
  savedEnd(): number;
  addSavedTerms(bytes: number): number;
  checksum(from: number, bytes: number, seed: number): bigint;
  makeLengthRoom(slot: number, field: number): number;
  setLength(slot: number, field: number, length: number): void;
  removeDocument(slot: number): void;
  openScores(k: number, hasFields: number, base: number, slope: number): number;
  addScores(entry: number, weight: number): void;
  addFieldFrequencies(fieldEntry: number, field: number, weight: number, base: number, slope: number): void;
  addFieldedScores(entry: number, weight: number, k1: number, base: number, slope: number): void;
  selectCandidates(k: number, share: number): number;
  candidates(): number;
  readFrequencies(entry: number, from: number, count: number, to: number): void;
}

export interface IndexInstance {
  readonly exports: IndexExports;
  /** Views of the memory as it is now; memory that has grown makes older views useless. */
  bytes(): Uint8Array<ArrayBuffer>;
  words(): Uint32Array<ArrayBuffer>;
  floats(): Float32Array<ArrayBuffer>;
  /** Takes a text as UTF-16, the lower byte first; `undefined` where the host does not copy it as it is. */
  readonly hostBuffer: (() => HostBuffer) | undefined;
}

/** One page of 64 KiB short of 4 GiB, so that no address wraps. */
export const maxPages = 65_535;

/** A new instance with memory of its own; `undefined` when the host does not give it `limitPages` to begin with. */
export function openInstance(module: CompiledModule, limitPages: number): IndexInstance | undefined {
  const exports = instantiate(module) as IndexExports;
  let bytes = new Uint8Array(new ArrayBuffer(0));
  let words = new Uint32Array(bytes.buffer);
  let floats = new Float32Array(bytes.buffer);
  let buffer: HostBuffer | undefined;
  const refresh = (): void => {
    const memory = exports.memory.buffer;
    if (bytes.buffer === memory) return;
    bytes = new Uint8Array(memory);
    words = new Uint32Array(memory);
    floats = new Float32Array(memory);
    buffer = openHostBuffer?.(memory);
  };
  // The seed moves keys about in the hash table, nothing else, so that no document can be written to make them collide.
  if (!exports.open(limitPages, Math.floor(Math.random() * 2 ** 32))) return undefined;
  return {
    exports,
    bytes: () => (refresh(), bytes),
    words: () => (refresh(), words),
    floats: () => (refresh(), floats),
    hostBuffer: openHostBuffer && (() => (refresh(), buffer!)),
  };
}
