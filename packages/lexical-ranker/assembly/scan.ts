import { allocate } from "./arena";
import { isDigit, shortKey, smallKeyAt } from "./keys";
import { addNumber, scanNumber } from "./numbers";
import { addSighting, addToken, countSightings } from "./sightings";

/**
 * Cuts UTF-8 text into the tokens that `@runningtab/terms` describes as its token grammar: numbers with their marks,
 * words with inner apostrophes, and overlapping pairs of characters of scripts without spaces. ASCII goes 64 bytes at a
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

/** Bytes looked at together, as bits of a u64. */
const windowBytes: usize = 64;

/**
 * Adds the tokens of `length` bytes at `from` to the document; letters of some of them are made small in place.
 *
 * A window of 64 bytes becomes one bit for each byte of a token, so that tokens are runs of bits. A run that is plainly
 * one word or one number is taken as a vector; what holds anything else is cut character by character. A run that may
 * go on behind the window begins the next one.
 */
export function scan(from: usize, length: u32): i32 {
  const end = from + length;
  // Zeros belong to no token, so the last one ends.
  for (let at: usize = 0; at < windowBytes; at += 16) v128.store(end + at, i64x2.splat(0));
  missing = 0;
  let window = from;
  while (window < end) {
    const next = scanWindow(window);
    if (next == 0) return full;
    if (missing != 0) break;
    window = next;
  }
  return countSightings() ? missing : full;
}

let letters: u64 = 0;
let digits: u64 = 0;
let marks: u64 = 0;
/** Bytes of characters beyond ASCII, and apostrophes. */
let others: u64 = 0;
let apostrophes: u64 = 0;

function classify(at: usize, shift: u64): void {
  const bytes = v128.load(at);
  const small = v128.or(bytes, i8x16.splat(32));
  letters |= (<u64>i8x16.bitmask(i8x16.lt_u(i8x16.sub(small, i8x16.splat(97)), i8x16.splat(26)))) << shift;
  digits |= (<u64>i8x16.bitmask(i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(48)), i8x16.splat(10)))) << shift;
  // A comma is 44 and a dot 46.
  marks |= (<u64>i8x16.bitmask(i8x16.eq(v128.or(bytes, i8x16.splat(2)), i8x16.splat(46)))) << shift;
  others |= (<u64>i8x16.bitmask(bytes)) << shift;
  apostrophes |= (<u64>i8x16.bitmask(i8x16.eq(bytes, i8x16.splat(39)))) << shift;
}

/** Returns where the next window begins; 0 without room. */
function scanWindow(window: usize): usize {
  letters = digits = marks = others = apostrophes = 0;
  classify(window, 0);
  classify(window + 16, 16);
  classify(window + 32, 32);
  classify(window + 48, 48);
  const inner = letters | digits | others;
  const joiners = (marks & (digits << 1) & (digits >> 1)) | (apostrophes & (inner << 1) & (inner >> 1));
  const special = others | apostrophes;
  const tokens = inner | joiners;
  let starts = tokens & ~(tokens << 1);
  let ends = ~tokens & (tokens << 1);
  while (starts != 0) {
    const start = <usize>ctz(starts);
    const stop = <usize>ctz(ends);
    // A mark in the last byte may join what is behind it.
    if (stop >= windowBytes - 1) return start == 0 ? scanOne(window) : window + start;
    starts &= starts - 1;
    ends &= ends - 1;
    const at = window + start;
    const length = stop - start;
    const run = (((<u64>1) << length) - 1) << start;
    const isNumber = (digits >> start) & 1;
    // What a plain token of its kind does not hold.
    const odd = run & (special | (isNumber ? letters : marks));
    if (odd != 0 || length > shortKey) {
      if (!scanRun(at, window + stop)) return 0;
      if (missing != 0) return window;
    } else if (isNumber) {
      if (!addNumber(at, <u32>length, (run & marks) != 0)) return 0;
    } else if (!addSighting(smallKeyAt(at, <u32>length))) return 0;
  }
  return window + windowBytes;
}

/** Cuts a run of any tokens character by character; false without room. */
function scanRun(at: usize, end: usize): bool {
  while (at < end && missing == 0) {
    at = scanOne(at);
    if (at == 0) return false;
  }
  return true;
}

/** Takes the token that begins at an address, if one does. Returns the address behind it; 0 without room. */
function scanOne(at: usize): usize {
  scanned = at;
  const byte = <u32>load<u8>(at);
  if ((byte | 32) - 97 < 26) return scanWord(at);
  if (isDigit(byte)) return scanNumber(at);
  return byte < 0x80 ? at + 1 : scanOther(at);
}

/** A word of any characters and any length, which begins at `at`. */
function scanWord(start: usize): usize {
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
  return addToken(start, <u32>(at - start)) ? at : 0;
}

/** From a character beyond ASCII: a word, a run of an unspaced script, or nothing. */
function scanOther(at: usize): usize {
  const kind = classAt(at);
  if (kind == spaced) return scanWord(at);
  if (kind == unspaced) return scanUnspaced(at);
  return pointEnd;
}

/** The overlapping pairs of a run; a run of one character is its own token. */
function scanUnspaced(start: usize): usize {
  const second = pointEnd;
  let end = second;
  while (classAt(end) == unspaced) end = pointEnd;
  // Nothing is counted before all classes are known: the scan will come back to the beginning of the run.
  if (missing != 0) return start;
  if (end == second) return addToken(start, <u32>(end - start)) ? end : 0;
  let previous = start;
  let at = second;
  while (at < end) {
    const behind = at + pointBytes(at);
    if (!addToken(previous, <u32>(behind - previous))) return 0;
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
