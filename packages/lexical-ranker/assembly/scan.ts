import { allocate } from "./arena";
import { addSighting, countSightings } from "./sightings";

/**
 * Cuts UTF-8 text into the tokens that `@runningtab/terms` describes as its token grammar: numbers with their marks,
 * words with inner apostrophes, and overlapping pairs of characters of scripts without spaces. ASCII goes 16 bytes at a
 * time; what other characters are is told from outside, 256 code points at a time, when one is met for the first time.
 */
const other: u32 = 0;
const spaced: u32 = 1;
const unspaced: u32 = 2;
const apostrophe: u32 = 3;
/** Set beside the class of a character that folding may change, alone or with its neighbours. */
const changesByFolding: u32 = 4;
const classBits: u32 = 3;

/** Results of `scan` beside 0: no room; or the latter plus the number of a page of code points with unknown classes. */
const full: i32 = -1;
const missingPage: i32 = 2;

/** Addresses of the pages known: one byte of class a code point. */
const pages: usize = memory.data(4352 * 4, 16);
/** Longest number that is its own term; `terms` cuts longer ones. */
const longestNumber: u32 = 64;

/** Where the classes of 256 code points are to be written; 0 without room. */
export function openPage(page: u32): usize {
  const at = allocate(256);
  store<u32>(pages + ((<usize>page) << 2), <u32>at);
  return at;
}

let missing: i32 = 0;
let pointEnd: usize = 0;

function classAt(at: usize): u32 {
  return toldAt(at) & classBits;
}

/** What was told of the character at an address; sets `pointEnd` behind it and `missing` when nobody has told. */
function toldAt(at: usize): u32 {
  const first = <u32>load<u8>(at);
  let point: u32;
  if (first < 0x80) {
    pointEnd = at + 1;
    if (isDigit(first) || (first | 32) - 97 < 26) return spaced;
    return first == 39 ? apostrophe : other;
  }
  if (first < 0xe0) {
    pointEnd = at + 2;
    point = ((first & 31) << 6) | follower(at, 1);
  } else if (first < 0xf0) {
    pointEnd = at + 3;
    point = ((first & 15) << 12) | (follower(at, 1) << 6) | follower(at, 2);
  } else {
    pointEnd = at + 4;
    point = ((first & 7) << 18) | (follower(at, 1) << 12) | (follower(at, 2) << 6) | follower(at, 3);
  }
  const page = load<u32>(pages + ((<usize>(point >> 8)) << 2));
  if (page == 0) {
    missing = missingPage + <i32>(point >> 8);
    return other;
  }
  return load<u8>(<usize>page + (point & 255));
}

function follower(at: usize, offset: usize): u32 {
  return <u32>load<u8>(at + offset) & 63;
}

function isDigit(byte: u32): bool {
  return byte - 48 < 10;
}

let scanned: usize = 0;

/** Where to scan on once a missing page has been told. */
export function scannedTo(): usize {
  return scanned;
}

/**
 * Whether the text has to be folded before `scan`: 1, or 0 when nothing but small letters would come of it; or
 * `missingPage` and more.
 */
export function needsFolding(from: usize, length: u32): i32 {
  const end = from + length;
  v128.store(end, i64x2.splat(0));
  missing = 0;
  let at = from;
  while (at < end) {
    const beyondAscii = i8x16.bitmask(v128.load(at));
    if (beyondAscii == 0) {
      at += 16;
      continue;
    }
    at += ctz(beyondAscii);
    if (at >= end) return 0;
    if (toldAt(at) & changesByFolding) return 1;
    if (missing != 0) return missing;
    at = pointEnd;
  }
  return 0;
}

/** Adds the tokens of `length` bytes at `from` to the document. Writes over the text: letters become small. */
export function scan(from: usize, length: u32): i32 {
  const end = from + length;
  // A byte that belongs to no token ends every loop below.
  v128.store(end, i64x2.splat(0));
  missing = 0;
  let at = from;
  while (at < end) {
    scanned = at;
    const byte = <u32>load<u8>(at);
    if ((byte | 32) - 97 < 26) at = scanWord(at);
    else if (isDigit(byte)) at = scanNumber(at);
    else if (byte >= 0x80) at = scanOther(at);
    else {
      at = skipGap(at + 1);
      continue;
    }
    if (at == 0) return full;
    if (missing != 0) break;
  }
  // Before the bytes of the tokens are overwritten.
  return countSightings() ? missing : full;
}

/** To the next byte of a letter, a digit or a character beyond ASCII; the zeros behind the text stop the walk. */
function skipGap(at: usize): usize {
  let found = tokenBytes(at);
  while (found == 0) {
    at += 16;
    found = tokenBytes(at);
  }
  return at + ctz(found);
}

/** One bit for each of 16 bytes that can begin a token, or is zero. */
function tokenBytes(at: usize): i32 {
  const bytes = v128.load(at);
  const letters = i8x16.lt_u(i8x16.sub(v128.or(bytes, i8x16.splat(32)), i8x16.splat(97)), i8x16.splat(26));
  const digits = i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(48)), i8x16.splat(10));
  const zeros = i8x16.eq(bytes, i8x16.splat(0));
  return i8x16.bitmask(v128.or(v128.or(letters, digits), v128.or(bytes, zeros)));
}

/** A word that begins with an ASCII letter. Returns the address behind it; 0 without room. */
function scanWord(at: usize): usize {
  const bytes = v128.load(at);
  const letters = i8x16.lt_u(i8x16.sub(v128.or(bytes, i8x16.splat(32)), i8x16.splat(97)), i8x16.splat(26));
  const digits = i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(48)), i8x16.splat(10));
  const length = ctz(~i8x16.bitmask(v128.or(letters, digits)) | 0x10000);
  const next = <u32>load<u8>(at + length);
  if (length == 16 || next == 39 || next >= 0x80) return scanMixedWord(at);
  v128.store(at, v128.or(bytes, v128.and(letters, i8x16.splat(32))));
  return addSighting(at, length, false) ? at + length : 0;
}

/** A word of any characters and any length, which begins at `at`. */
function scanMixedWord(start: usize): usize {
  let at = start;
  for (;;) {
    const kind = classAt(at);
    if (missing != 0) return start;
    if (kind == spaced) {
      const byte = <u32>load<u8>(at);
      if (byte - 65 < 26) store<u8>(at, byte | 32);
      at = pointEnd;
    } else if (kind == apostrophe) {
      const behind = pointEnd;
      if (classAt(behind) != spaced) {
        if (missing != 0) return start;
        break;
      }
      at = behind;
    } else break;
  }
  return addSighting(start, <u32>(at - start), false) ? at : 0;
}

/** From a character beyond ASCII: a word, a run of an unspaced script, or nothing. */
function scanOther(at: usize): usize {
  const kind = classAt(at);
  if (kind == spaced) return scanMixedWord(at);
  if (kind == unspaced) return scanRun(at);
  return pointEnd;
}

/** The overlapping pairs of a run; a run of one character is its own token. */
function scanRun(start: usize): usize {
  const second = pointEnd;
  let end = second;
  while (classAt(end) == unspaced) end = pointEnd;
  // Nothing is counted before all classes are known: the scan will come back to the beginning of the run.
  if (missing != 0) return start;
  if (end == second) return addSighting(start, <u32>(end - start), false) ? end : 0;
  let previous = start;
  let at = second;
  while (at < end) {
    const behind = at + pointBytes(at);
    if (!addSighting(previous, <u32>(behind - previous), false)) return 0;
    previous = at;
    at = behind;
  }
  return end;
}

/** Bytes of a character beyond ASCII. */
function pointBytes(at: usize): usize {
  const first = load<u8>(at);
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

/**
 * Digits joined by `.` and `,`. Grouping commas are left out, and a percent sign behind the number, after one blank at
 * most, becomes a part of the token. A plain number is its own term; all else is asked for.
 */
function scanNumber(start: usize): usize {
  let at = start;
  let commas: u32 = 0;
  let dots: u32 = 0;
  for (;;) {
    const byte = <u32>load<u8>(at);
    if (isDigit(byte)) {
      at++;
      continue;
    }
    if ((byte != 44 && byte != 46) || !isDigit(load<u8>(at + 1))) break;
    if (byte == 44) commas++;
    else dots++;
    at += 2;
  }
  const next = <u32>load<u8>(at);
  const isPercent = next == 37 || (next == 32 && load<u8>(at + 1) == 37);
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
  if (isPercent) store<u8>(to++, 37);
  const length = <u32>(to - start);
  const isPlain = !isPercent && dots <= 1 && (commas == 0 || isGrouped) && length <= longestNumber;
  return addSighting(start, length, isPlain) ? at : 0;
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
