import { createHash } from "node:crypto";
import { crc32, inflateRawSync } from "node:zlib";
import { type Entry, fromBufferPromise, getFileNameLowLevel } from "yauzl";
import { describeBytes } from "../texts/describe-bytes.ts";
import type { Content } from "./compare-contents.ts";
import { type ArchiveBudget, MAX_ENTRIES, refuseEntries } from "./archive-budget.ts";

const STORED = 0;
const DEFLATED = 8;
/** In the upper half of the attributes that Unix programs write: the kind of a file, and that it is a link. */
const [KIND_OF_FILE, LINK] = [0o170000, 0o120000];

/**
 * The entries of a ZIP archive, without folders. Sizes in it may lie, so what is inflated is counted, and what cannot be
 * inflated within the budget, is encrypted or does not match its checksum is known by its packed bytes. Rejects for an
 * archive that cannot be read, and for one of more than `MAX_ENTRIES`.
 */
export async function readZip(bytes: Uint8Array, budget: ArchiveBudget): Promise<readonly Content[]> {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const archive = await fromBufferPromise(view, { decodeStrings: false, autoClose: false });
  const contents: Content[] = [];
  try {
    if (archive.entryCount > MAX_ENTRIES) refuseEntries(archive.entryCount);
    for await (const entry of archive.eachEntry()) {
      await budget.pace();
      const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry;
      const name = getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
      if (name.endsWith("/")) continue;
      const { fileDataStart } = await archive.readLocalFileHeaderPromise(entry, { minimal: true });
      const packed = bytes.subarray(fileDataStart, fileDataStart + entry.compressedSize);
      if (packed.byteLength !== entry.compressedSize) throw new Error(`entry ${name} ends beyond the file`);
      const isLink = ((entry.externalFileAttributes >>> 16) & KIND_OF_FILE) === LINK;
      contents.push({ ...readEntry(name, entry, packed, budget), ...(isLink && { isLink: true as const }) });
    }
  } finally {
    archive.close();
  }
  return contents;
}

function readEntry(name: string, entry: Entry, packed: Uint8Array, budget: ArchiveBudget): Content {
  try {
    const inflated = inflate(entry, packed, budget.left);
    budget.left -= inflated.byteLength;
    if (crc32(inflated) !== entry.crc32) throw new Error("it does not match its checksum");
    return { name, identity: hash(inflated), description: describeBytes(inflated), bytes: inflated };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    budget.unread(name, reason);
    const identity = `packed ${entry.compressionMethod} ${hash(packed)}`;
    return {
      name,
      identity,
      description: `${packed.byteLength} bytes packed, not read, sha256 ${hash(packed).slice(0, 12)}…`,
    };
  }
}

function inflate(entry: Entry, packed: Uint8Array, left: number): Uint8Array {
  if (entry.isEncrypted()) throw new Error("it is encrypted");
  if (entry.compressionMethod === STORED) {
    if (packed.byteLength > left) throw new Error("the archive holds more than is read");
    return packed;
  }
  if (entry.compressionMethod !== DEFLATED) throw new Error(`it is packed by method ${entry.compressionMethod}`);
  if (packed.byteLength === 0) return packed;
  return inflateRawSync(packed, { maxOutputLength: Math.max(1, left) });
}

function hash(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
