import { crc32, inflateRawSync } from "node:zlib";
import { type Entry, fromBufferPromise, getFileNameLowLevel, type ZipFile } from "yauzl";
import type { Limits } from "./document-parser.ts";
import { limitExceeded, ParsedCacheError } from "./parsed-cache-error.ts";

/** The bounds that reading a ZIP archive observes. */
export type ZipLimits = Pick<Limits, "maxInflatedBytes" | "maxEntries" | "maxDepth">;

const STORED = 0;
const DEFLATED = 8;

/**
 * The members of a ZIP archive that `wanted` asks for (all by default), inflated, by name. Nothing is written to disk,
 * so names are only keys: `\` becomes `/`, a leading `/` is dropped, folders are left out, and of two members with one
 * name the last counts, as in most readers.
 *
 * Declared sizes lie, so bytes are counted while inflating: a member that grows beyond its declared size, or all
 * together beyond `maxInflatedBytes`, ends the reading at that byte. Rejects with a `ParsedCacheError`:
 * `limit-exceeded` (`data.limit` says which), `password-needed` for an encrypted member, `damaged` otherwise.
 */
export async function readZipEntries(
  bytes: Uint8Array,
  limits: ZipLimits,
  wanted: (name: string) => boolean = () => true,
): Promise<Map<string, Uint8Array>> {
  const members = new Map<string, Uint8Array>();
  let budget = limits.maxInflatedBytes;
  await walkEntries(bytes, limits, async (name, entry, archive) => {
    if (!wanted(name)) return;
    const member = await inflate(name, entry, archive, bytes, budget, limits.maxInflatedBytes);
    budget -= member.byteLength;
    members.set(name, member);
  });
  return members;
}

/** A member as the directory of its archive describes it. */
export interface ZipMember {
  readonly name: string;
  /** Bytes, as declared: it may lie. */
  readonly size: number;
  /** Of its local header in the archive, which tells members of one name apart. */
  readonly offset: number;
  /** Its bytes, at most `budget`. Rejects as `readZipEntries` does, for this member alone. */
  read(budget: number): Promise<Uint8Array>;
}

/** Visits the members in the order of the directory. Rejects as `readZipEntries` does, and with what `visit` rejects. */
export async function eachZipMember(
  bytes: Uint8Array,
  limits: ZipLimits,
  visit: (member: ZipMember) => Promise<void>,
): Promise<void> {
  await walkEntries(bytes, limits, async (name, entry, archive) => {
    const read = async (budget: number): Promise<Uint8Array> =>
      inflate(name, entry, archive, bytes, budget, limits.maxInflatedBytes).catch(damaged);
    await visit({ name, size: entry.uncompressedSize, offset: entry.relativeOffsetOfLocalHeader, read });
  });
}

/** The names in a ZIP archive, from its directory alone: nothing is inflated. Rejects as `readZipEntries` does. */
export async function listZipEntries(
  bytes: Uint8Array,
  limits: Pick<ZipLimits, "maxEntries" | "maxDepth">,
): Promise<readonly string[]> {
  const names: string[] = [];
  await walkEntries(bytes, limits, async (name) => void names.push(name));
  return names;
}

async function walkEntries(
  bytes: Uint8Array,
  limits: Pick<ZipLimits, "maxEntries" | "maxDepth">,
  visit: (name: string, entry: Entry, archive: ZipFile) => Promise<void>,
): Promise<void> {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Names are decoded here: yauzl would refuse a whole workbook for one absolute member name.
  const archive = await fromBufferPromise(view, { decodeStrings: false, autoClose: false }).catch(damaged);
  try {
    if (archive.entryCount > limits.maxEntries) {
      throw limitExceeded("maxEntries", limits.maxEntries, `the archive lists ${archive.entryCount} members`);
    }
    for await (const entry of archive.eachEntry()) {
      const name = memberName(entry);
      const depth = name.split("/").length;
      if (depth > limits.maxDepth)
        throw limitExceeded("maxDepth", limits.maxDepth, `a member lies ${depth} folders deep`);
      if (!name.endsWith("/")) await visit(name, entry, archive);
    }
  } catch (error) {
    damaged(error);
  } finally {
    archive.close();
  }
}

function memberName(entry: Entry): string {
  // With `decodeStrings: false` the name is only there as bytes.
  return getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, false).replace(
    /^\/+/,
    "",
  );
}

async function inflate(
  name: string,
  entry: Entry,
  archive: ZipFile,
  bytes: Uint8Array,
  budget: number,
  maxInflatedBytes: number,
): Promise<Uint8Array> {
  if (entry.isEncrypted()) {
    throw new ParsedCacheError({ code: "password-needed", message: `Archive member ${name} is encrypted.` });
  }
  const { fileDataStart } = await archive.readLocalFileHeaderPromise(entry, { minimal: true });
  const packed = bytes.subarray(fileDataStart, fileDataStart + entry.compressedSize);
  if (packed.byteLength !== entry.compressedSize) damaged(new Error(`member ${name} ends beyond the file`));
  const inflated = unpack(name, entry, packed, budget, maxInflatedBytes);
  if (crc32(inflated) !== entry.crc32) damaged(new Error(`member ${name} does not match its checksum`));
  return inflated;
}

function unpack(name: string, entry: Entry, packed: Uint8Array, budget: number, maxInflatedBytes: number): Uint8Array {
  const overBudget = (): ParsedCacheError =>
    limitExceeded("maxInflatedBytes", maxInflatedBytes, `the archive inflates to more (at member ${name})`);
  if (entry.compressionMethod === STORED) {
    if (packed.byteLength > budget) throw overBudget();
    return packed;
  }
  if (entry.compressionMethod !== DEFLATED) {
    const message = `Archive member ${name} is packed by method ${entry.compressionMethod}; only stored and deflated are read.`;
    throw new ParsedCacheError({ code: "unsupported", message });
  }
  const declared = entry.uncompressedSize;
  if (Math.min(declared, budget) === 0) {
    if (declared > 0) throw overBudget();
    return unpackEmpty(name, packed);
  }
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.min(declared, budget) });
  } catch (error) {
    if (!isTooLarge(error)) throw error;
    if (declared > budget) throw overBudget();
    throw limitExceeded("declaredSize", declared, `member ${name} inflates to more than it declares`);
  }
}

/** zlib refuses an output limit of 0, so a member that declares no bytes is read with a limit of 1. */
function unpackEmpty(name: string, packed: Uint8Array): Uint8Array {
  if (packed.byteLength === 0) return packed;
  const more = (): ParsedCacheError =>
    limitExceeded("declaredSize", 0, `member ${name} inflates to more than it declares`);
  try {
    const inflated = inflateRawSync(packed, { maxOutputLength: 1 });
    if (inflated.byteLength > 0) throw more();
    return inflated;
  } catch (error) {
    throw isTooLarge(error) ? more() : error;
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof RangeError && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
}

function damaged(cause: unknown): never {
  if (ParsedCacheError.isInstance(cause)) throw cause;
  const found = cause instanceof Error ? cause.message : String(cause);
  throw new ParsedCacheError({ code: "damaged", message: `Damaged ZIP archive: ${found.replace(/\.+$/, "")}.`, cause });
}
