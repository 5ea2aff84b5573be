/* oxlint-disable no-loss-of-precision -- these are 64-bit integers of AssemblyScript, exact as written */
/** Keys of tokens and terms as vectors, and their hashes. */
export const shortKey: u32 = 16;
/** Set in every hash, so that none is 0. */
const taken: u32 = 1 << 31;
/** 16 bytes of ones, then 16 of zeros: read at `16 - n` it keeps the first n bytes of a vector. */
const masks: usize = memory.data<u8>([
  255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  0, 0, 0,
]);
let seed: u64 = 0;

/** Makes collisions unpredictable for whoever writes the documents; no result depends on it. */
export function seedHashes(hashSeed: u32): void {
  seed = <u64>hashSeed * 0x9e3779b97f4a7c15;
}

/**
 * Whether a key of at most 16 bytes is a plain number: digits, with one dot at most between them. Only a number is cut to
 * such bytes, and a plain number is its own term.
 */
export function looksLikeNumber(key: v128): bool {
  const digits = i8x16.bitmask(i8x16.lt_u(i8x16.sub(key, i8x16.splat(48)), i8x16.splat(10)));
  const dots = i8x16.bitmask(i8x16.eq(key, i8x16.splat(46)));
  const taken = i8x16.bitmask(i8x16.ne(key, i8x16.splat(0)));
  const inside = (digits << 1) & (digits >> 1);
  return taken != 0 && (digits | dots) == taken && (dots & (dots - 1)) == 0 && (dots & inside) == dots;
}

/**
 * Whether a key is a figure, which lengths do not count: begins with a digit and is no year from 1800 to 2099, as `isFigure`
 * in `src/document-terms.ts` has it. Told are its first 8 bytes, the first one lowest, with zeros behind a shorter one.
 */
export function isFigure(bytes: u64): bool {
  if (!isDigit(<u32>(bytes & 255))) return false;
  const century = <u32>(bytes & 0xffff);
  const isCentury = century == 0x3831 || century == 0x3931 || century == 0x3032;
  const isYear =
    isCentury && isDigit(<u32>(bytes >> 16) & 255) && isDigit(<u32>(bytes >> 24) & 255) && bytes >> 32 == 0;
  return !isYear;
}

export function isDigit(byte: u32): bool {
  return byte - 48 < 10;
}

/** The key of at most 16 bytes at an address, as one vector. */
export function shortKeyAt(from: usize, length: u32): v128 {
  return v128.and(v128.load(from), v128.load(masks + 16 - length));
}

/** The bytes of such a key: none of them is 0. */
export function shortLength(key: v128): u32 {
  return <u32>popcnt(i8x16.bitmask(i8x16.ne(key, i8x16.splat(0))));
}

/** The key of ASCII letters and digits, with small letters. */
export function smallKeyAt(from: usize, length: u32): v128 {
  return v128.and(v128.or(v128.load(from), i8x16.splat(32)), v128.load(masks + 16 - length));
}

/** Mixes two halves of a key; the constants are those of wyhash's first rounds. */
function mix(a: u64, b: u64): u64 {
  let h = (a ^ seed) * 0xa0761d6478bd642f;
  h ^= h >> 32;
  h = (h ^ b) * 0xe7037ed1a0b428db;
  h ^= h >> 29;
  h *= 0x8ebc6af09c88c6e3;
  return h ^ (h >> 32);
}

export function hashOfShort(key: v128): u32 {
  return <u32>mix(i64x2.extract_lane(key, 0), i64x2.extract_lane(key, 1)) | taken;
}

export function hashOfLong(from: usize, length: u32): u32 {
  let hash: u64 = length;
  let at: u32 = 0;
  for (; at + 16 < length; at += 16) hash = mix(hash ^ load<u64>(from + at), load<u64>(from + at + 8));
  const rest = shortKeyAt(from + at, length - at);
  return <u32>mix(i64x2.extract_lane(rest, 0) ^ hash, i64x2.extract_lane(rest, 1)) | taken;
}
