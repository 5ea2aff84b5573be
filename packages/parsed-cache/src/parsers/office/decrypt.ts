import { createDecipheriv, createHash, timingSafeEqual } from "node:crypto";
import { childOf, openCompoundFile } from "../../compound-file.ts";
import { limitExceeded, ParsedCacheError } from "../../parsed-cache-error.ts";
import { descendantsNamed, readXml, type XmlElement } from "./xml.ts";

/*
 * An encrypted office file is a compound file with two streams: `EncryptionInfo` says how, `EncryptedPackage` holds
 * the ZIP behind eight bytes of length. Two schemes are in use, both of [MS-OFFCRYPTO]: "agile" (since Office 2010,
 * described in XML) and "standard" (Office 2007, AES only). Both derive a key from the password by hashing it many
 * times over, and keep a verifier that tells a wrong password from a right one.
 */

/** Rounds of hashing that a file may ask for; the format itself allows 10,000,000. Office writes 100,000. */
const MAX_SPIN_COUNT = 10_000_000;
const STANDARD_SPIN_COUNT = 50_000;
/** Streams that the container may list; it needs ten. */
const MAX_STREAMS = 1_000;
const SEGMENT_BYTES = 4_096;
const LENGTH_BYTES = 8;

const VERIFIER_INPUT_BLOCK = Buffer.from("fea7d2763b4b9e79", "hex");
const VERIFIER_VALUE_BLOCK = Buffer.from("d7aa0f6d3061344e", "hex");
const KEY_VALUE_BLOCK = Buffer.from("146e0be7abacd0d6", "hex");

/**
 * The package inside an encrypted office file; `undefined` when the password is wrong. Throws a `ParsedCacheError`:
 * `unsupported` for another scheme, `damaged` for streams that are not what the scheme says, `limit-exceeded` for an
 * absurd number of rounds.
 */
export async function decryptPackage(bytes: Uint8Array, password: string): Promise<Uint8Array | undefined> {
  try {
    const root = openCompoundFile(bytes, { maxInflatedBytes: 2 * bytes.byteLength, maxEntries: MAX_STREAMS });
    const stream = (name: string): Buffer => {
      const entry = childOf(root, name);
      if (entry === undefined) throw damaged(`its stream ${name} is missing`);
      return Buffer.from(entry.read());
    };
    const description = stream("EncryptionInfo");
    const encrypted = stream("EncryptedPackage");
    const [major, minor] = [description.readUInt16LE(0), description.readUInt16LE(2)];
    if (major === 4 && minor === 4) return decryptAgile(description.subarray(8), encrypted, password);
    if (minor === 2) return decryptStandard(description, encrypted, password);
    throw new ParsedCacheError({
      code: "unsupported",
      message: `The file is encrypted by scheme ${major}.${minor}, which is not supported. Save a copy without a password.`,
    });
  } catch (error) {
    if (ParsedCacheError.isInstance(error)) throw error;
    throw damaged(error instanceof Error ? error.message : String(error), error);
  }
}

interface AgileParameters {
  readonly salt: Buffer;
  readonly hash: string;
  readonly keyBytes: number;
  readonly blockBytes: number;
}

function decryptAgile(xml: Buffer, encrypted: Buffer, password: string): Uint8Array | undefined {
  const root = readXml(xml, "EncryptionInfo");
  const [packageElement] = descendantsNamed(root, "keyData");
  const [keyElement] = descendantsNamed(root, "encryptedKey");
  if (packageElement === undefined || keyElement === undefined) throw damaged("it names no key");
  const locked = agileParameters(keyElement);
  const spinCount = Number(keyElement.attributes.get("spinCount"));
  if (!Number.isInteger(spinCount) || spinCount < 0) throw damaged("its number of rounds is no number");
  if (spinCount > MAX_SPIN_COUNT) throw limitExceeded("spinCount", MAX_SPIN_COUNT, `the file asks for ${spinCount}`);

  const secret = spinHash(locked.hash, locked.salt, password, spinCount);
  const unlock = (blockKey: Buffer, attribute: string): Buffer => {
    const key = sized(digest(locked.hash, secret, blockKey), locked.keyBytes);
    return aes("cbc", key, sized(locked.salt, locked.blockBytes), binaryAttribute(keyElement, attribute));
  };
  const verifier = digest(locked.hash, unlock(VERIFIER_INPUT_BLOCK, "encryptedVerifierHashInput"));
  const expected = unlock(VERIFIER_VALUE_BLOCK, "encryptedVerifierHashValue").subarray(0, verifier.length);
  if (!isEqual(verifier, expected)) return undefined;

  const content = agileParameters(packageElement);
  const key = unlock(KEY_VALUE_BLOCK, "encryptedKeyValue").subarray(0, content.keyBytes);
  const segments: Buffer[] = [];
  for (let start = LENGTH_BYTES, index = 0; start < encrypted.length; start += SEGMENT_BYTES, index++) {
    const vector = sized(digest(content.hash, content.salt, littleEndian(index)), content.blockBytes);
    segments.push(aes("cbc", key, vector, encrypted.subarray(start, start + SEGMENT_BYTES)));
  }
  return declaredLength(Buffer.concat(segments), encrypted);
}

function agileParameters(element: XmlElement): AgileParameters {
  const { attributes } = element;
  if (attributes.get("cipherAlgorithm") !== "AES" || attributes.get("cipherChaining") !== "ChainingModeCBC") {
    throw new ParsedCacheError({
      code: "unsupported",
      message: `The file is encrypted with ${attributes.get("cipherAlgorithm") ?? "an unnamed cipher"}; only AES in CBC mode is supported.`,
    });
  }
  return {
    salt: binaryAttribute(element, "saltValue"),
    hash: (attributes.get("hashAlgorithm") ?? "").replace("-", "").toLowerCase(),
    keyBytes: Number(attributes.get("keyBits")) / 8,
    blockBytes: Number(attributes.get("blockSize")),
  };
}

function decryptStandard(description: Buffer, encrypted: Buffer, password: string): Uint8Array | undefined {
  const header = description.subarray(12);
  const headerBytes = description.readUInt32LE(8);
  const keyBytes = header.readUInt32LE(16) / 8;
  const verifierPart = header.subarray(headerBytes);
  const salt = verifierPart.subarray(4, 20);
  const encryptedVerifier = verifierPart.subarray(20, 36);
  const encryptedHash = verifierPart.subarray(40, 72);

  const secret = digest("sha1", spinHash("sha1", salt, password, STANDARD_SPIN_COUNT), littleEndian(0));
  const half = (fill: number): Buffer => {
    const pad = Buffer.alloc(64, fill);
    for (const [index, byte] of secret.entries()) pad[index] = fill ^ byte;
    return digest("sha1", pad);
  };
  const key = Buffer.concat([half(0x36), half(0x5c)]).subarray(0, keyBytes);
  const verifier = digest("sha1", aes("ecb", key, null, encryptedVerifier));
  if (!isEqual(verifier, aes("ecb", key, null, encryptedHash).subarray(0, verifier.length))) return undefined;
  return declaredLength(aes("ecb", key, null, encrypted.subarray(LENGTH_BYTES)), encrypted);
}

function spinHash(hash: string, salt: Buffer, password: string, rounds: number): Buffer {
  let value = digest(hash, salt, Buffer.from(password, "utf16le"));
  for (let round = 0; round < rounds; round++) value = digest(hash, littleEndian(round), value);
  return value;
}

function digest(algorithm: string, ...pieces: readonly Buffer[]): Buffer {
  const hash = createHash(algorithm);
  for (const piece of pieces) hash.update(piece);
  return hash.digest();
}

function aes(mode: "cbc" | "ecb", key: Buffer, vector: Buffer | null, encrypted: Buffer): Buffer {
  const decipher = createDecipheriv(`aes-${key.length * 8}-${mode}`, key, vector);
  decipher.setAutoPadding(false);
  // The last segment may be cut short of a whole block.
  const whole = encrypted.subarray(0, encrypted.length - (encrypted.length % 16));
  return Buffer.concat([decipher.update(whole), decipher.final()]);
}

/** Cut or padded (by 0x36, as the scheme says) to a size. */
function sized(value: Buffer, bytes: number): Buffer {
  return value.length >= bytes
    ? value.subarray(0, bytes)
    : Buffer.concat([value, Buffer.alloc(bytes - value.length, 0x36)]);
}

function littleEndian(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function binaryAttribute(element: XmlElement, name: string): Buffer {
  return Buffer.from(element.attributes.get(name) ?? "", "base64");
}

function isEqual(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

function declaredLength(decrypted: Buffer, encrypted: Buffer): Uint8Array {
  return decrypted.subarray(0, Math.min(decrypted.length, encrypted.readUInt32LE(0)));
}

function damaged(found: string, cause?: unknown): ParsedCacheError {
  return new ParsedCacheError({ code: "damaged", message: `The encrypted file cannot be read: ${found}.`, cause });
}
