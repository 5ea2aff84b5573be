import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { hashBytesSync } from "@runningtab/content-hash/node";
import type { TextSignature } from "./text-signature.ts";

/** A record whose pages are in an index; its pages have the ids `<id>.<number from 0>` there. */
export interface SavedRecord {
  /** `keyText` of the record. */
  readonly key: string;
  readonly id: number;
  readonly pages: number;
  /** What of it no search can see. */
  readonly unread?: string;
  readonly signature: TextSignature;
}

export interface SavedIndex {
  /** What the index was made with: another engine, or other fields, need another index. */
  readonly maker: string;
  readonly records: readonly SavedRecord[];
  /** As the engine saved itself. */
  readonly index: Uint8Array;
}

interface Header {
  readonly maker: string;
  readonly records: readonly (Omit<SavedRecord, "signature"> & { readonly signatureBytes: number })[];
  readonly indexBytes: number;
}

const MAGIC = "RTPAGEIX";
const FORMAT = 1;
const PREAMBLE_BYTES = 16;
/** `sha256:` and 64 hexadecimal digits. */
const CHECKSUM_BYTES = 71;

/**
 * The page index between two processes, described in docs/formats/page-index.md. `undefined` when there is no file, a
 * string that says why when there is one that cannot be used.
 */
export async function readSavedIndex(file: string): Promise<SavedIndex | string | undefined> {
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    return `it cannot be read: ${String(error)}`;
  }
  if (bytes.length < PREAMBLE_BYTES + CHECKSUM_BYTES || bytes.toString("latin1", 0, MAGIC.length) !== MAGIC)
    return "it does not begin as an index does";
  const format = bytes.readUInt32LE(8);
  if (format !== FORMAT) return `it has format ${format}, and this release reads format ${FORMAT}`;
  const content = bytes.subarray(0, -CHECKSUM_BYTES);
  if (bytes.toString("latin1", content.length) !== hashBytesSync(content)) return "it does not match its checksum";
  const headerEnd = PREAMBLE_BYTES + bytes.readUInt32LE(12);
  // Whole, as the checksum says: what wrote it wrote it so.
  const { maker, records, indexBytes } = JSON.parse(content.toString("utf8", PREAMBLE_BYTES, headerEnd)) as Header;
  let at = headerEnd;
  const take = (length: number): Uint8Array => content.subarray(at, (at += length));
  return {
    maker,
    records: records.map(({ signatureBytes, ...record }) => ({ ...record, signature: take(signatureBytes) })),
    index: take(indexBytes),
  };
}

export type PageIndexVerification =
  | { readonly status: "absent" }
  | { readonly status: "sound"; readonly records: number; readonly pages: number }
  | {
      readonly status: "unusable";
      /** For people. The index is built anew when it is next needed. */
      readonly reason: string;
    };

/** Looks at every byte of an index that `createDocuments({ indexFile })` saved, and changes nothing. */
export async function verifyPageIndex(file: string): Promise<PageIndexVerification> {
  const found = await readSavedIndex(file);
  if (found === undefined) return { status: "absent" };
  if (typeof found === "string") return { status: "unusable", reason: found };
  const pages = found.records.reduce((sum, record) => sum + record.pages, 0);
  return { status: "sound", records: found.records.length, pages };
}

/** Replaces the file at once, so that a process that reads it meanwhile gets one version or the other. Private to its owner. */
export async function writeSavedIndex(file: string, { maker, records, index }: SavedIndex): Promise<void> {
  const header: Header = {
    maker,
    records: records.map(({ signature, ...record }) => ({ ...record, signatureBytes: signature.length })),
    indexBytes: index.length,
  };
  const headerBytes = Buffer.from(JSON.stringify(header));
  const preamble = Buffer.alloc(PREAMBLE_BYTES);
  preamble.write(MAGIC, "latin1");
  preamble.writeUInt32LE(FORMAT, 8);
  preamble.writeUInt32LE(headerBytes.length, 12);
  const content = Buffer.concat([preamble, headerBytes, ...records.map(({ signature }) => signature), index]);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  try {
    const handle = await open(draft, "wx", 0o600);
    try {
      await handle.writev([content, Buffer.from(hashBytesSync(content))]);
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
