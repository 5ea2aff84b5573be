import { createHash, timingSafeEqual } from "node:crypto";
import { ParsedCacheError } from "../../parsed-cache-error.ts";

/*
 * The encryption of old binary office files since 2002 ([MS-OFFCRYPTO] 2.3.5, "RC4 CryptoAPI"): a key from password and
 * salt, and from it one for each block by its number. OpenSSL 3 no longer offers RC4, so it stands here.
 */

export interface Rc4Key {
  /** What a block holds; each call begins at the block's first byte. */
  decrypt(block: number, encrypted: Uint8Array): Buffer;
}

const RC4 = 0x6801;
const VERIFIER_BYTES = 16;
const HASH_BYTES = 20;

/**
 * `description`: version, flags, a head and a verifier, as the file holds them. `undefined` when the password is wrong. Throws
 * a `ParsedCacheError` `unsupported` for another scheme and `damaged` for a description that is cut off.
 */
export function createRc4Key(description: Buffer, password: string): Rc4Key | undefined {
  if (description.length < 12) throw damaged();
  const [major, minor] = [description.readUInt16LE(0), description.readUInt16LE(2)];
  if (minor !== 2 || major < 2) {
    const message = `The file is encrypted by scheme ${major}.${minor}, which is not supported. Save a copy without a password.`;
    throw new ParsedCacheError({ code: "unsupported", message });
  }
  const head = description.subarray(12);
  const verifier = head.subarray(description.readUInt32LE(8));
  if (head.length < 20 || verifier.length < 24 + VERIFIER_BYTES + HASH_BYTES) throw damaged();
  if (head.readUInt32LE(8) !== RC4) {
    const message = "The file is encrypted by another cipher than RC4. Save a copy without a password.";
    throw new ParsedCacheError({ code: "unsupported", message });
  }
  const keyBits = head.readUInt32LE(16) || 40;
  const base = sha1(verifier.subarray(4, 20), Buffer.from(password, "utf16le"));
  const keyOf = (block: number): Buffer => {
    const number = Buffer.alloc(4);
    number.writeUInt32LE(block);
    const key = sha1(base, number).subarray(0, Math.min(keyBits / 8, HASH_BYTES));
    // A key of 40 bits is filled up with zeros.
    return keyBits === 40 ? Buffer.concat([key, Buffer.alloc(11)]) : key;
  };
  // Between the verifier and its hash stands the hash's length, which is not encrypted.
  const locked = Buffer.concat([verifier.subarray(20, 36), verifier.subarray(40, 40 + HASH_BYTES)]);
  const opened = rc4(keyOf(0), locked);
  const hash = sha1(opened.subarray(0, VERIFIER_BYTES));
  if (!timingSafeEqual(hash, opened.subarray(VERIFIER_BYTES))) return undefined;
  return { decrypt: (block, encrypted) => rc4(keyOf(block), encrypted) };
}

function rc4(key: Buffer, data: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  let swap = 0;
  for (let index = 0; index < 256; index++) {
    swap = (swap + state[index]! + key[index % key.length]!) & 255;
    [state[index], state[swap]] = [state[swap]!, state[index]!];
  }
  const output = Buffer.alloc(data.byteLength);
  let [one, other] = [0, 0];
  for (let index = 0; index < data.byteLength; index++) {
    one = (one + 1) & 255;
    other = (other + state[one]!) & 255;
    [state[one], state[other]] = [state[other]!, state[one]!];
    output[index] = data[index]! ^ state[(state[one]! + state[other]!) & 255]!;
  }
  return output;
}

function sha1(...pieces: readonly Buffer[]): Buffer {
  const hash = createHash("sha1");
  for (const piece of pieces) hash.update(piece);
  return hash.digest();
}

function damaged(): ParsedCacheError {
  return new ParsedCacheError({ code: "damaged", message: "The encrypted file cannot be read: its head is cut off." });
}
