/**
 * UTF-16 as UTF-8. Hosts copy a string's units as they are many times faster than they encode them, and nearly all are
 * ASCII, of which a vector takes eight.
 */
const replacement: u32 = 0xfffd;

/**
 * Writes `count` units at `from` as UTF-8 to `to`; returns the address behind it. A half of a surrogate pair becomes U+FFFD,
 * as encoders have it. What is written may lie over what was read, if `to` is at least `count` bytes and 16 before `from`.
 */
export function encodeUtf16(from: usize, count: u32, to: usize): usize {
  const end = from + ((<usize>count) << 1);
  while (from < end) {
    // Nearly all of a text is ASCII, in which nothing waits for how far the step before came.
    while (from + 64 <= end) {
      const first = v128.load(from);
      const second = v128.load(from, 16);
      const third = v128.load(from, 32);
      const fourth = v128.load(from, 48);
      const all = v128.or(v128.or(first, second), v128.or(third, fourth));
      if (v128.any_true(v128.and(all, i16x8.splat(-128)))) break;
      v128.store(to, i8x16.narrow_i16x8_u(first, second));
      v128.store(to, i8x16.narrow_i16x8_u(third, fourth), 16);
      from += 64;
      to += 32;
    }
    const units = v128.load(from);
    const beyondAscii = i16x8.bitmask(i16x8.gt_u(units, i16x8.splat(127)));
    v128.store64_lane(to, i8x16.narrow_i16x8_u(units, units), 0);
    const ascii = min<usize>(beyondAscii == 0 ? 8 : ctz(beyondAscii), (end - from) >> 1);
    from += ascii << 1;
    to += ascii;
    if (ascii < 8 && from < end) {
      let point = <u32>load<u16>(from);
      from += 2;
      if (point - 0xd800 < 0x800) {
        const next = from < end ? <u32>load<u16>(from) : 0;
        if (point < 0xdc00 && next - 0xdc00 < 0x400) {
          point = 0x10000 + ((point - 0xd800) << 10) + (next - 0xdc00);
          from += 2;
        } else point = replacement;
      }
      to = writePoint(to, point);
    }
  }
  return to;
}

/** Writes a code point beyond ASCII. */
function writePoint(to: usize, point: u32): usize {
  if (point < 0x800) {
    store<u8>(to, 0xc0 | (point >> 6));
    store<u8>(to, 0x80 | (point & 63), 1);
    return to + 2;
  }
  if (point < 0x10000) {
    store<u8>(to, 0xe0 | (point >> 12));
    store<u8>(to, 0x80 | ((point >> 6) & 63), 1);
    store<u8>(to, 0x80 | (point & 63), 2);
    return to + 3;
  }
  store<u8>(to, 0xf0 | (point >> 18));
  store<u8>(to, 0x80 | ((point >> 12) & 63), 1);
  store<u8>(to, 0x80 | ((point >> 6) & 63), 2);
  store<u8>(to, 0x80 | (point & 63), 3);
  return to + 4;
}
