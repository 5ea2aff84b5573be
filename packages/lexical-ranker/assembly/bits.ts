/**
 * 128 numbers of a fixed count of bits each, laid out for 128-bit vectors: number i is in lane i mod 4 of the i/4-th
 * vector, and vectors follow one another bit by bit inside the lanes. As in "Decoding billions of integers per second
 * through vectorization" (Lemire and Boytsov, 2015), with one loop for all widths. A block takes 16 bytes a bit.
 */

/** Writes 128 numbers below 2^bits; bits from 0 to 32. */
export function pack(from: usize, to: usize, bits: u32): void {
  let word = i32x4.splat(0);
  let filled: u32 = 0;
  for (let index: usize = 0; index < 512; index += 16) {
    const numbers = v128.load(from + index);
    word = v128.or(word, i32x4.shl(numbers, filled));
    filled += bits;
    if (filled < 32) continue;
    v128.store(to, word);
    to += 16;
    filled -= 32;
    word = filled > 0 ? i32x4.shr_u(numbers, bits - filled) : i32x4.splat(0);
  }
}

/** Reads what `pack` wrote. May read 16 bytes past its end. */
export function unpack(from: usize, to: usize, bits: u32): void {
  if (bits == 0) {
    memory.fill(to, 0, 512);
    return;
  }
  const mask = i32x4.splat(<i32>(<u32>0xffffffff >> (32 - bits)));
  let word = v128.load(from);
  let shift: u32 = 0;
  for (let index: usize = 0; index < 512; index += 16) {
    let numbers = i32x4.shr_u(word, shift);
    shift += bits;
    if (shift >= 32) {
      shift -= 32;
      from += 16;
      word = v128.load(from);
      if (shift > 0) numbers = v128.or(numbers, i32x4.shl(word, bits - shift));
    }
    v128.store(to + index, v128.and(numbers, mask));
  }
}

/** The bits of the largest of 128 numbers. */
export function bitsOf(from: usize): u32 {
  let all = i32x4.splat(0);
  for (let index: usize = 0; index < 512; index += 16) all = v128.or(all, v128.load(from + index));
  const two = i64x2.extract_lane(all, 0) | i64x2.extract_lane(all, 1);
  return 32 - <u32>clz<u32>(<u32>two | <u32>(two >> 32));
}

/** Turns 128 gaps into positions: each number becomes the sum of all up to it, plus one for each, plus `base`. */
export function sumGaps(at: usize, base: u32): void {
  const ones = i32x4.splat(1);
  let previous = i32x4.splat(base);
  const zero = i32x4.splat(0);
  for (let index: usize = 0; index < 512; index += 16) {
    let sums = i32x4.add(v128.load(at + index), ones);
    sums = i32x4.add(sums, v128.shuffle<i32>(zero, sums, 0, 4, 5, 6));
    sums = i32x4.add(sums, v128.shuffle<i32>(zero, sums, 0, 1, 4, 5));
    sums = i32x4.add(sums, previous);
    v128.store(at + index, sums);
    previous = v128.shuffle<i32>(sums, sums, 3, 3, 3, 3);
  }
}

/** Writes a number in groups of 7 bits, the lowest first; returns the address behind it. */
export function writeVarint(to: usize, value: u32): usize {
  while (value >= 128) {
    store<u8>(to++, (value & 127) | 128);
    value >>= 7;
  }
  store<u8>(to++, value);
  return to;
}

/** Where `readVarint` stopped. */
export let varintEnd: usize = 0;

export function setVarintEnd(end: usize): void {
  varintEnd = end;
}

/** Reads 5 bytes at most, whatever they are. */
export function readVarint(from: usize): u32 {
  let value = <u32>load<u8>(from++);
  varintEnd = from;
  if (value < 128) return value;
  value &= 127;
  let shift: u32 = 7;
  for (;;) {
    const byte = <u32>load<u8>(from++);
    value |= (byte & 127) << shift;
    if (byte < 128 || shift == 28) break;
    shift += 7;
  }
  varintEnd = from;
  return value;
}
