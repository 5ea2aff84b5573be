import { RankerError } from "../ranker-error.ts";
import { readKey, readTermKey, termKey } from "./term-key.ts";

/**
 * The saved form of an index, described in docs/formats/rank-index.md: a preamble, then sections, each with its length
 * and its checksum: the header, the documents, pieces of terms, and an empty one at the end.
 */
export interface IndexFile {
  readonly analyzer: { readonly name: string; readonly version: number };
  /** Names of the fields in the order of their numbers, from 1; none when no document has any. */
  readonly fields: readonly string[];
  readonly documents: readonly StoredDocument[];
  /** As `TermIndex.exportTerms` gives them. */
  readonly pieces: Iterable<Uint8Array>;
}

export interface StoredDocument {
  readonly id: string;
  /** Of the text and of each field, see `CountedText`; the text's alone for a document without fields. */
  readonly lengths: readonly number[];
}

/** XXH64 of bytes, seeded with the number of their section. */
export type Checksum = (bytes: Uint8Array, seed: number) => bigint;

const magic = "RTRANKIX";
const formatVersion = 2;
const preambleBytes = 16;
const sectionHeadBytes = 12;
const encoder = new TextEncoder();

/** `countTerms` is asked once all pieces are taken. */
export function writeIndexFile(file: IndexFile, countTerms: () => number, checksum: Checksum): Uint8Array {
  const { analyzer, fields, documents } = file;
  // Taken before the first checksum writes into the module's memory: an export ends with the next call.
  const pieces = Array.from(file.pieces);
  const terms = countTerms();
  const preamble = new Uint8Array(preambleBytes);
  preamble.set(encoder.encode(magic));
  new DataView(preamble.buffer).setUint32(8, formatVersion, true);
  const parts: Uint8Array[] = [preamble];
  const addSection = (bytes: Uint8Array): void => {
    const head = new DataView(new ArrayBuffer(sectionHeadBytes));
    head.setUint32(0, bytes.length, true);
    head.setBigUint64(4, checksum(bytes, (parts.length - 1) / 2), true);
    parts.push(new Uint8Array(head.buffer), bytes);
  };
  const header = { analyzer: [analyzer.name, analyzer.version], fields, documents: documents.length, terms };
  addSection(encoder.encode(JSON.stringify(header)));
  addSection(writeDocuments(documents, fields.length));
  for (const piece of pieces) addSection(piece);
  addSection(new Uint8Array(0));
  return concatenate(parts);
}

/** What a file says; `terms` is how many its pieces should hold. */
export interface SavedIndex extends Omit<IndexFile, "pieces"> {
  readonly terms: number;
  readonly pieces: Iterable<SavedPiece>;
}

/** A piece of terms, and the checksum that it is to have with the number of its section as seed. */
export interface SavedPiece {
  readonly bytes: Uint8Array;
  readonly section: number;
  readonly checksum: bigint;
}

/**
 * Throws `DAMAGED_INDEX` and `UNKNOWN_INDEX_FORMAT`; the file is read on as pieces are taken. Their checksums, and that no
 * id comes twice, are left to the caller.
 */
export function readIndexFile(bytes: Uint8Array, checksum: Checksum): SavedIndex {
  if (!(bytes instanceof Uint8Array)) throw damagedIndex("is no Uint8Array");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < preambleBytes || readKey(bytes, 0, magic.length) !== magic) {
    throw damagedIndex("does not begin as a saved index does");
  }
  const version = view.getUint32(8, true);
  // The last four bytes of the preamble are 0 in this format and kept for later ones.
  if (version !== formatVersion || view.getUint32(12, true) !== 0) {
    throw new RankerError("UNKNOWN_INDEX_FORMAT", {
      message: `The saved index has format ${version}, and this version reads format ${formatVersion}. Index the documents again, or load it with the version that saved it.`,
      data: { found: version, known: formatVersion },
    });
  }
  let at = preambleBytes;
  let section = 0;
  const nextSection = (): SavedPiece => {
    if (at + sectionHeadBytes > bytes.length) throw damagedIndex(`ends before section ${section}`);
    const length = view.getUint32(at, true);
    const expected = view.getBigUint64(at + 4, true);
    const from = at + sectionHeadBytes;
    if (from + length > bytes.length) throw damagedIndex(`ends inside section ${section}`);
    at = from + length;
    return { bytes: bytes.subarray(from, at), section: section++, checksum: expected };
  };
  const nextContent = (): Uint8Array => {
    const next = nextSection();
    if (checksum(next.bytes, next.section) === next.checksum) return next.bytes;
    throw damagedIndex(`has another checksum in section ${next.section}`);
  };
  const header = readHeader(nextContent());
  // No term takes less than four bytes, so a header cannot ask for more memory than the file's size warrants.
  if (header.terms * 4 > bytes.length) throw damagedIndex("counts more terms than it can hold");
  const documents = readDocuments(nextContent(), header);
  function* pieces(): Generator<SavedPiece> {
    let piece = nextSection();
    for (; piece.bytes.length > 0; piece = nextSection()) yield piece;
    if (checksum(piece.bytes, piece.section) !== piece.checksum) throw damagedIndex("has another checksum at its end");
    if (at !== bytes.length) throw damagedIndex("goes on behind its end");
  }
  const { name, version: analyzerVersion, fields, terms } = header;
  return { analyzer: { name, version: analyzerVersion }, fields, documents, terms, pieces: pieces() };
}

export function damagedIndex(what: string): RankerError {
  return new RankerError("DAMAGED_INDEX", {
    message: `The saved index ${what}. Load an intact copy, or index the documents again.`,
    data: { what },
  });
}

interface Header {
  readonly name: string;
  readonly version: number;
  readonly fields: readonly string[];
  readonly documents: number;
  readonly terms: number;
}

function readHeader(bytes: Uint8Array): Header {
  try {
    const { analyzer, fields, documents, terms } = JSON.parse(new TextDecoder().decode(bytes)) as Record<
      string,
      unknown
    >;
    const [name, version] = analyzer as readonly unknown[];
    const isRight =
      typeof name === "string" &&
      typeof version === "number" &&
      (fields as readonly unknown[]).every((field) => typeof field === "string");
    if (isRight && isCount(documents) && isCount(terms)) {
      return { name, version, fields: fields as readonly string[], documents, terms };
    }
  } catch {
    // Falls through: what is no JSON is as wrong as what says something else.
  }
  throw damagedIndex("has a header that says nothing");
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** The lengths of all documents, then those of the keys of their ids (see `termKey`), then these keys. */
function writeDocuments(documents: readonly StoredDocument[], fieldCount: number): Uint8Array {
  const keys = documents.map(({ id }) => encoder.encode(termKey(id)));
  const numbers: number[] = [];
  for (const { lengths } of documents) {
    for (let field = 0; field <= fieldCount; field++) writeVarint(numbers, lengths[field] ?? 0);
  }
  for (const { length } of keys) writeVarint(numbers, length);
  return concatenate([Uint8Array.from(numbers), ...keys]);
}

function readDocuments(bytes: Uint8Array, header: Header): readonly StoredDocument[] {
  let at = 0;
  const readVarint = (): number => {
    const first = bytes[at] ?? 0;
    if (first < 128) {
      at++;
      return first;
    }
    let value = 0;
    for (let scale = 1; scale < 2 ** 53; scale *= 128) {
      const byte = bytes[at++] ?? 0;
      value += (byte & 127) * scale;
      if (byte < 128) break;
    }
    return value;
  };
  const stated = header.documents;
  // Each takes two bytes at least, so that a wrong count is not taken for one.
  if (stated * 2 > bytes.length) throw damagedIndex("lists other documents than it counts");
  const fieldCount = header.fields.length;
  const lengths: (readonly number[])[] = [];
  for (let index = 0; index < stated; index++) {
    const own = [readVarint()];
    let inFields = 0;
    for (let field = 0; field < fieldCount; field++) inFields += own[own.push(readVarint()) - 1]!;
    lengths.push(inFields > 0 ? own : own.slice(0, 1));
  }
  const keyLengths = Array.from({ length: stated }, readVarint);
  const readId = readKeys(bytes.subarray(at));
  const documents = keyLengths.map((length, index): StoredDocument => ({
    id: readId(length),
    lengths: lengths[index]!,
  }));
  const end = keyLengths.reduce((sum, length) => sum + length, at);
  if (end !== bytes.length) throw damagedIndex("lists other documents than it counts");
  return documents;
}

/** Reads keys that stand one behind the other. */
function readKeys(bytes: Uint8Array): (length: number) => string {
  const text = new TextDecoder().decode(bytes);
  // As many units as bytes: all of it is ASCII, and every key a part of the text.
  const isAscii = text.length === bytes.length && !text.includes("\ufffd");
  let at = 0;
  return (length) => {
    const from = at;
    at += length;
    return isAscii ? text.slice(from, at) : readTermKey(bytes, from, length);
  };
}

function writeVarint(bytes: number[], value: number): void {
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  bytes.push(rest);
}

function concatenate(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
