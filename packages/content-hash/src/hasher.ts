import { type ContentHash, fromHexDigest } from "./content-hash.ts";
import { ContentHashError } from "./content-hash-error.ts";
import { nodeModule } from "./node-modules.ts";

/** Takes bytes piece by piece; the pieces count as one run of bytes, however they were cut. */
export interface Hasher {
  /** Adds bytes, which may be reused by the caller afterwards. Returns the hasher itself. */
  update(bytes: Uint8Array): Hasher;
  /** The hash of everything added. Ends the hasher: any later call throws `HASHER_FINISHED`. */
  digest(): ContentHash;
}

/** What an implementation of SHA-256 offers; both of ours are created on demand and never shared. */
interface Sha256 {
  update(bytes: Uint8Array): void;
  hexDigest(): string;
}

/** The hash of `bytes`. With `node:crypto` where it exists, otherwise in WebAssembly; both give the same hash. */
export async function hashBytes(bytes: Uint8Array): Promise<ContentHash> {
  const crypto = nodeModule("node:crypto");
  if (crypto !== undefined) return fromHexDigest(crypto.hash("sha256", requireBytes(bytes)));
  return guarded(await createWasmSha256())
    .update(bytes)
    .digest();
}

/** A hasher for bytes that arrive in pieces. Asynchronous because WebAssembly may have to be compiled first. */
export async function createHasher(): Promise<Hasher> {
  const crypto = nodeModule("node:crypto");
  return guarded(crypto === undefined ? await createWasmSha256() : createNodeSha256(crypto));
}

/** SHA-256 by hash-wasm, for runtimes without `node:crypto`. Exported for the test that both implementations agree. */
export async function createWasmSha256(): Promise<Sha256> {
  const { createSHA256 } = await import("hash-wasm");
  const hasher = (await createSHA256()).init();
  return {
    update: (bytes) => void hasher.update(bytes),
    hexDigest: () => hasher.digest("hex"),
  };
}

function createNodeSha256(crypto: typeof import("node:crypto")): Sha256 {
  const hasher = crypto.createHash("sha256");
  return {
    update: (bytes) => void hasher.update(bytes),
    hexDigest: () => hasher.digest("hex"),
  };
}

/** One behaviour on misuse, whichever implementation is behind. */
function guarded(sha256: Sha256): Hasher {
  let finished = false;
  const requireOpen = (call: string): void => {
    if (!finished) return;
    throw new ContentHashError("HASHER_FINISHED", {
      message: `${call} was called on a hasher whose digest was already taken. Create a new hasher for new bytes.`,
    });
  };
  const hasher: Hasher = {
    update(bytes) {
      requireOpen("update");
      sha256.update(requireBytes(bytes));
      return hasher;
    },
    digest() {
      requireOpen("digest");
      finished = true;
      return fromHexDigest(sha256.hexDigest());
    },
  };
  return hasher;
}

/** A string would be hashed too, as UTF-8 or not depending on the implementation: refused, so that nobody relies on it. */
export function requireBytes(bytes: Uint8Array): Uint8Array {
  if (ArrayBuffer.isView(bytes)) return bytes;
  throw new ContentHashError("NOT_BYTES", {
    message: `Expected a Uint8Array, found ${bytes === null ? "null" : typeof bytes}. Encode text first, with TextEncoder.`,
  });
}
