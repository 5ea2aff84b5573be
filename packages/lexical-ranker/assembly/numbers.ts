import { isDigit, shortKeyAt } from "./keys";
import { addSighting, addToken } from "./sightings";

/** Numbers of the token grammar: digits with `.` and `,` between them, and a percent sign behind. */
const percent: u32 = 37;
const blankAndPercent: u32 = (percent << 8) | 32;

/** A number of at most 16 bytes, as `scanNumber` takes it. */
export function addNumber(at: usize, length: u32, hasMarks: bool): bool {
  const next = <u32>load<u16>(at + length);
  let key = shortKeyAt(at, length);
  let isPlain = (next & 255) != percent && next != blankAndPercent;
  if (hasMarks) {
    const commas = i8x16.bitmask(i8x16.eq(key, i8x16.splat(44)));
    const dots = i8x16.bitmask(i8x16.eq(key, i8x16.splat(46)));
    if (commas == 0) isPlain = isPlain && (dots & (dots - 1)) == 0;
    else {
      isPlain = isPlain && dots == 0 && commas == groupCommas(length);
      key = i8x16.swizzle(key, v128.load(withoutCommas + ((<usize>length) << 4)));
    }
  }
  return isPlain ? addSighting(key) : scanNumber(at) != 0;
}

/** One bit for each comma of a number of `length` bytes whose digits are all grouped; the lowest is its first byte. */
function groupCommas(length: u32): i32 {
  return 0x1110 >> (16 - length);
}

/** For each length, where the bytes of such a number without its commas come from. */
const withoutCommas: usize = memory.data(17 * 16, 16);

export function openNumbers(): void {
  for (let length: u32 = 0; length <= 16; length++) {
    let to = withoutCommas + ((<usize>length) << 4);
    v128.store(to, i8x16.splat(-1));
    for (let from: u32 = 0; from < length; from++) if (!((groupCommas(length) >> from) & 1)) store<u8>(to++, from);
  }
}

/**
 * Digits joined by `.` and `,`. Grouping commas are left out, and a percent sign behind the number, after one blank at
 * most, becomes a part of the token.
 */
export function scanNumber(start: usize): usize {
  let at = start;
  let commas: u32 = 0;
  for (;;) {
    const byte = <u32>load<u8>(at);
    if (isDigit(byte)) {
      at++;
      continue;
    }
    if ((byte != 44 && byte != 46) || !isDigit(load<u8>(at + 1))) break;
    if (byte == 44) commas++;
    at += 2;
  }
  const next = <u32>load<u8>(at);
  const isPercent = next == percent || (next == 32 && load<u8>(at + 1) == percent);
  const isGrouped = commas > 0 && hasGroups(start, at);
  // What is left out makes room for the sign, so the token is written over the number.
  let to = at;
  if (isGrouped) {
    to = start;
    for (let from = start; from < at; from++) {
      const byte = load<u8>(from);
      if (byte != 44) store<u8>(to++, byte);
    }
  }
  if (isPercent) store<u8>(to++, percent);
  return addToken(start, <u32>(to - start)) ? at : 0;
}

/** One to three digits, then groups of a comma and three digits, then perhaps a dot and digits. */
function hasGroups(start: usize, end: usize): bool {
  let at = start;
  while (isDigit(load<u8>(at))) at++;
  if (at - start > 3) return false;
  while (at < end && load<u8>(at) == 44) {
    const group = ++at;
    while (isDigit(load<u8>(at))) at++;
    if (at - group != 3) return false;
  }
  if (at == end) return true;
  at++;
  while (isDigit(load<u8>(at))) at++;
  return at == end;
}
