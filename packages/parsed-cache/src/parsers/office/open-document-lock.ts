import { createDecipheriv, createHash, pbkdf2Sync, timingSafeEqual } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import { readZipEntries, type ZipLimits } from "../../bounded-zip.ts";
import { limitExceeded, ParsedCacheError } from "../../parsed-cache-error.ts";
import { passwordNeeded, passwordWrong } from "./password.ts";
import { storedZip } from "./stored-zip.ts";
import { childNamed, descendantsNamed, readXml, type XmlElement } from "./xml.ts";

/*
 * OpenDocument 1.2, part 3, section 4: each member of the package is deflated, then encrypted with a key of its own. The
 * password's hash goes through PBKDF2 with the member's salt; a hash over the first kilobyte of what comes out tells a
 * wrong password. Written so by LibreOffice 3.5 to 24.2; older files use Blowfish, newer ones may encrypt the whole
 * package with Argon2, neither of which is undone.
 */

const MANIFEST = "META-INF/manifest.xml";
const OPEN_MANIFEST = '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>';
const CHECKED_BYTES = 1024;
const BLOCK_BYTES = 16;
/** Rounds that a file may ask for; LibreOffice writes 100,000. */
const MAX_ITERATIONS = 10_000_000;

/**
 * The package itself, or a copy that is not encrypted. Rejects with a `ParsedCacheError`: `password-needed`,
 * `password-wrong`, `unsupported` for another encryption, and as `readZipEntries` does.
 */
export async function unlockOpenDocument(
  bytes: Uint8Array,
  password: string | undefined,
  limits: ZipLimits,
): Promise<Uint8Array> {
  const manifest = (await readZipEntries(bytes, limits, (name) => name === MANIFEST)).get(MANIFEST);
  if (manifest === undefined || !Buffer.from(manifest).includes("encryption-data")) return bytes;
  if (password === undefined) throw passwordNeeded();
  const members = await readZipEntries(bytes, limits);
  let budget = limits.maxInflatedBytes;
  for (const entry of descendantsNamed(readXml(manifest, MANIFEST), "file-entry")) {
    const lock = childNamed(entry, "encryption-data");
    const name = entry.attributes.get("full-path") ?? "";
    const encrypted = members.get(name);
    if (lock === undefined || encrypted === undefined) continue;
    const member = unlock(encrypted, lock, password, budget, limits.maxInflatedBytes);
    budget -= member.byteLength;
    members.set(name, member);
  }
  return storedZip(members.set(MANIFEST, Buffer.from(OPEN_MANIFEST)));
}

function unlock(
  encrypted: Uint8Array,
  lock: XmlElement,
  password: string,
  budget: number,
  maxInflatedBytes: number,
): Uint8Array {
  const part = (name: string): ReadonlyMap<string, string> => childNamed(lock, name)?.attributes ?? new Map();
  const cipher = /aes(?:128|192|256)-cbc$/.exec(part("algorithm").get("algorithm-name") ?? "")?.[0];
  const derivation = part("key-derivation");
  if (cipher === undefined || !/^PBKDF2$|#pbkdf2$/i.test(derivation.get("key-derivation-name") ?? ""))
    throw unsupported();
  const iterations = Number(derivation.get("iteration-count"));
  if (!(iterations >= 1)) throw unsupported();
  if (iterations > MAX_ITERATIONS) throw limitExceeded("iterations", MAX_ITERATIONS, `the file asks for ${iterations}`);

  const start = part("start-key-generation").get("start-key-generation-name") ?? "SHA1";
  const startKey = createHash(/sha256$/i.test(start) ? "sha256" : "sha1")
    .update(password)
    .digest();
  const salt = Buffer.from(derivation.get("salt") ?? "", "base64");
  const key = pbkdf2Sync(startKey, salt, iterations, Number(cipher.slice(3, 6)) / 8, "sha1");
  const vector = Buffer.from(part("algorithm").get("initialisation-vector") ?? "", "base64");
  if (vector.length !== BLOCK_BYTES || encrypted.byteLength % BLOCK_BYTES !== 0) throw damaged("its lengths are off");
  const opener = createDecipheriv(cipher.replace("aes", "aes-"), key, vector).setAutoPadding(false);
  const padded = Buffer.concat([opener.update(encrypted), opener.final()]);
  const packed = padded.subarray(0, padded.length - (padded.at(-1) ?? 0));

  const hash = /sha256/i.test(lock.attributes.get("checksum-type") ?? "") ? "sha256" : "sha1";
  const found = createHash(hash).update(packed.subarray(0, CHECKED_BYTES)).digest();
  const expected = Buffer.from(lock.attributes.get("checksum") ?? "", "base64");
  if (expected.length !== found.length || !timingSafeEqual(found, expected)) throw passwordWrong();
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, budget) });
  } catch (cause) {
    if (cause instanceof RangeError)
      throw limitExceeded("maxInflatedBytes", maxInflatedBytes, "the document is larger");
    throw damaged(String(cause), cause);
  }
}

function unsupported(): ParsedCacheError {
  return new ParsedCacheError({
    code: "unsupported",
    message: "The document is encrypted in a way that is not undone here. Save a copy without a password.",
  });
}

function damaged(found: string, cause?: unknown): ParsedCacheError {
  return new ParsedCacheError({ code: "damaged", message: `The encrypted document cannot be read: ${found}.`, cause });
}
