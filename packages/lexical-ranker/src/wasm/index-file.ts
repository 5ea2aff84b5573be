import { RankerError } from "../ranker-error.ts";
import { readKey, readTermKey, termKey } from "./term-key.ts";

/**
 * The saved form of an index, described in docs/formats/rank-index.md: a preamble, then sections, each with its length
 * and its checksum: the header, the documents, pieces of terms, and an empty one at the end.
 */
export interface IndexFile {
  readonly analyzer: { readonly name: string; readonly version: number };
  readonly documents: readonly { readonly id: string; readonly length: number }[];
  /** As `TermIndex.exportTerms` gives them. */
  readonly pieces: Iterable<Uint8Array>;
}

/** XXH64 of bytes, seeded with the number of their section. */
export type Checksum = (bytes: Uint8Array, seed: number) => bigint;

const magic = "RTRANKIX";
const formatVersion = 1;
const preambleBytes = 16;
const sectionHeadBytes = 12;
const encoder = new TextEncoder();

export function writeIndexFile({ analyzer, documents, pieces }: IndexFile, checksum: Checksum): Uint8Array {
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
  addSection(
    encoder.encode(JSON.stringify({ analyzer: [analyzer.name, analyzer.version], documents: documents.length })),
  );
  addSection(writeDocuments(documents));
  // Taken before the first checksum writes into the module's memory: an export ends with the next call.
  const taken = Array.from(pieces);
  for (const piece of taken) addSection(piece);
  addSection(new Uint8Array(0));
  return concatenate(parts);
}

/** Throws `DAMAGED_INDEX` and `UNKNOWN_INDEX_FORMAT`; the pieces are checked as they are taken. */
export function readIndexFile(bytes: Uint8Array, checksum: Checksum): IndexFile {
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
  const nextSection = (): Uint8Array => {
    if (at + sectionHeadBytes > bytes.length) throw damagedIndex(`ends before section ${section}`);
    const length = view.getUint32(at, true);
    const expected = view.getBigUint64(at + 4, true);
    const from = at + sectionHeadBytes;
    if (from + length > bytes.length) throw damagedIndex(`ends inside section ${section}`);
    at = from + length;
    const content = bytes.subarray(from, at);
    if (checksum(content, section) !== expected) throw damagedIndex(`has another checksum in section ${section}`);
    section++;
    return content;
  };
  const header = readHeader(nextSection());
  const documents = readDocuments(nextSection(), header.documents);
  function* pieces(): Generator<Uint8Array> {
    for (let piece = nextSection(); piece.length > 0; piece = nextSection()) yield piece;
    if (at !== bytes.length) throw damagedIndex("goes on behind its end");
  }
  return { analyzer: { name: header.name, version: header.version }, documents, pieces: pieces() };
}

export function damagedIndex(what: string): RankerError {
  return new RankerError("DAMAGED_INDEX", {
    message: `The saved index ${what}. Load an intact copy, or index the documents again.`,
    data: { what },
  });
}

function readHeader(bytes: Uint8Array): { name: string; version: number; documents: number } {
  try {
    const { analyzer, documents } = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
    const [name, version] = analyzer as readonly unknown[];
    if (typeof name === "string" && typeof version === "number" && Number.isSafeInteger(documents)) {
      return { name, version, documents: documents as number };
    }
  } catch {
    // Falls through: what is no JSON is as wrong as what says something else.
  }
  throw damagedIndex("has a header that says nothing");
}

/** For each document its length and the key of its id, see `termKey`, with the length of that. */
function writeDocuments(documents: IndexFile["documents"]): Uint8Array {
  const parts = documents.map(({ id, length }) => {
    const key = encoder.encode(termKey(id));
    return concatenate([varint(length), varint(key.length), key]);
  });
  return concatenate(parts);
}

function readDocuments(bytes: Uint8Array, count: number): IndexFile["documents"] {
  const documents: { id: string; length: number }[] = [];
  let at = 0;
  const readVarint = (): number => {
    let value = 0;
    for (let scale = 1; scale < 2 ** 53; scale *= 128) {
      const byte = bytes[at++] ?? 0;
      value += (byte & 127) * scale;
      if (byte < 128) break;
    }
    return value;
  };
  while (at < bytes.length) {
    const length = readVarint();
    const keyLength = readVarint();
    documents.push({ id: readTermKey(bytes, at, keyLength), length });
    at += keyLength;
  }
  const isWhole = at === bytes.length && new Set(documents.map(({ id }) => id)).size === count;
  if (!isWhole || documents.length !== count) throw damagedIndex("lists other documents than it counts");
  return documents;
}

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Uint8Array.from([...bytes, rest]);
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
