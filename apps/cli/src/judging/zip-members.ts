import { createHash } from "node:crypto";
import { type Entry, fromBufferPromise } from "yauzl";

const MOST_MEMBERS = 10_000;
const MOST_BYTES = 256 * 1024 * 1024;

/**
 * The members of a ZIP archive by name, each with the hash of its inflated bytes. `undefined` for whatever is no whole
 * archive, is encrypted, has two members of one name, or is larger than is opened: nothing is said about those.
 */
export async function zipMembers(bytes: Uint8Array): Promise<ReadonlyMap<string, string> | undefined> {
  const members = new Map<string, string>();
  let budget = MOST_BYTES;
  try {
    // Declared sizes are held to while inflating, so that their sum bounds the work.
    const archive = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
      validateEntrySizes: true,
      autoClose: false,
    });
    if (archive.entryCount > MOST_MEMBERS) return undefined;
    for await (const entry of archive.eachEntry() as AsyncIterable<Entry>) {
      budget -= entry.uncompressedSize;
      if (budget < 0 || members.has(entry.fileName)) return undefined;
      if (entry.fileName.endsWith("/")) continue;
      const hash = createHash("sha256");
      for await (const chunk of await archive.openReadStreamPromise(entry)) hash.update(chunk as Buffer);
      members.set(entry.fileName, hash.digest("hex"));
    }
    return members;
  } catch {
    return undefined;
  }
}
