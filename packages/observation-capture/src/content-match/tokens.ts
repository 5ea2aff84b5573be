/**
 * Text as a sequence of words, so that a line is the same line however it is printed: white space, quotes, brackets,
 * bullets, table rules and cell separators only separate. A word is
 *
 * - a run of letters, digits and marks;
 * - a number with its sign and decimal point, without trailing zeros behind the point (`12.50` is `12.5`, `45000.0` is
 *   `45000`), so that a changed number never looks like the same words;
 * - one ideograph, since nothing separates those.
 *
 * Escapes of JSON and Python (`\n`, `\u9910`) count as what they stand for. `NaN`, and `None` or `null` as a cell of its
 * own, are what programs print for an empty cell, and no word.
 *
 * Words are kept as numbers: a hash of 32 bits each, of which the index stores 16. Hashed in the one pass that cuts them,
 * because a library's hash of each line would cost more than everything else here; the hash proves nothing, and whoever
 * forges one gains no more than by copying the line.
 */
export interface Tokens {
  readonly count: number;
  readonly hashes: Uint32Array;
  /** How much a word says: its characters, at most 255; an ideograph counts 3. */
  readonly widths: Uint8Array;
  /** UTF-16 offsets of each word in the text. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** Per line, the number of words before it; one entry more than lines. */
  readonly lineTokens: readonly number[];
}

/** Characters that an ideograph counts for. */
const IDEOGRAPH_WIDTH = 3;

const SEPARATOR = 0;
const LETTER = 1;
const DIGIT = 2;
const IDEOGRAPH = 3;
const UNKNOWN = 255;
const MINUS = 0x2d;
const TRUE_MINUS = 0x2212;
const DOT = 0x2e;
const BACKSLASH = 0x5c;
const BREAK = 0x0a;

/** Kinds of UTF-16 units, found on first use. */
const kinds = new Uint8Array(0x1_0000).fill(UNKNOWN);

function kindOf(unit: number): number {
  const known = kinds[unit]!;
  return known === UNKNOWN ? (kinds[unit] = classify(unit)) : known;
}

function classify(unit: number): number {
  if (unit >= 0x30 && unit <= 0x39) return DIGIT;
  // Halves of pairs stay together; what they mean does not matter here.
  if (unit >= 0xd800 && unit < 0xe000) return LETTER;
  const character = String.fromCharCode(unit);
  if (/\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u.test(character)) return IDEOGRAPH;
  return /[\p{L}\p{N}\p{M}]/u.test(character) ? LETTER : SEPARATOR;
}

/** Words that stand for an empty cell, by their hashes: always, or when nothing else is in the cell. */
const EMPTY_ALWAYS = new Set([hashOf("NaN")]);
const EMPTY_AS_CELL = new Set(["None", "null", "nan", "NULL"].map(hashOf));

function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  return finish(hash);
}

/** MurmurHash3's finaliser: every bit of the sum reaches every bit of the hash. */
function finish(sum: number): number {
  let hash = sum;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Cuts text into words. One `Tokenizer` grows its arrays to the longest text and uses them again: a result lasts until the next call. */
export interface Tokenizer {
  /** The words between two offsets; lines end at `\n`. */
  read(text: string, start?: number, end?: number): Tokens;
}

export function createTokenizer(): Tokenizer {
  let hashes = new Uint32Array(1024);
  let widths = new Uint8Array(1024);
  let starts = new Uint32Array(1024);
  let ends = new Uint32Array(1024);

  function grow(): void {
    const size = hashes.length * 2;
    hashes = enlarge(hashes, new Uint32Array(size));
    widths = enlarge(widths, new Uint8Array(size));
    starts = enlarge(starts, new Uint32Array(size));
    ends = enlarge(ends, new Uint32Array(size));
  }

  return {
    read(text, start = 0, end = text.length) {
      const lineTokens = [0];
      let count = 0;
      for (let at = start; at < end;) {
        const unit = text.charCodeAt(at);
        if (unit === BREAK) {
          lineTokens.push(count);
          at++;
          continue;
        }
        let decoded = unit;
        let length = 1;
        if (unit === BACKSLASH) {
          length = escapeLength(text, at, end);
          decoded = length === 6 ? Number.parseInt(text.slice(at + 2, at + 6), 16) : 0x20;
        }
        const kind = kindOf(decoded);
        const signed =
          (unit === MINUS || unit === TRUE_MINUS) &&
          at + 1 < end &&
          kindOf(text.charCodeAt(at + 1)) === DIGIT &&
          (at === start || kindOf(text.charCodeAt(at - 1)) === SEPARATOR);
        if (kind === SEPARATOR && !signed) {
          at += length;
          continue;
        }
        if (count === hashes.length) grow();
        starts[count] = at;
        at = kind === IDEOGRAPH ? ideograph(count, decoded, at + length) : word(count, text, at, end, signed);
        ends[count] = at;
        if (!isEmptyCell(text, count, start, end)) count++;
      }
      lineTokens.push(count);
      return { count, hashes, widths, starts, ends, lineTokens };
    },
  };

  /** Hashes an ideograph and gives its end, as it is given. */
  function ideograph(token: number, character: number, end: number): number {
    hashes[token] = finish(Math.imul(0x811c9dc5 ^ character, 0x01000193));
    widths[token] = IDEOGRAPH_WIDTH;
    return end;
  }

  /** Hashes the word that begins at `from` and gives its end. */
  function word(token: number, text: string, from: number, end: number, hasSign: boolean): number {
    let sum = hasSign ? 0x050c5d1f : 0x811c9dc5;
    let at = hasSign ? from + 1 : from;
    let isNumber = true;
    let hasPoint = false;
    let width = 0;
    /** Sum and width without zeros that end a decimal fraction. */
    let significant = sum;
    let significantWidth = 0;
    while (at < end) {
      let unit = text.charCodeAt(at);
      let length = 1;
      if (unit === BACKSLASH) {
        length = escapeLength(text, at, end);
        if (length !== 6) break;
        unit = Number.parseInt(text.slice(at + 2, at + 6), 16);
      }
      const kind = kindOf(unit);
      if (kind === LETTER) isNumber = false;
      else if (kind !== DIGIT) {
        const isPoint =
          unit === DOT && isNumber && at + 1 < end && kindOf(text.charCodeAt(at + 1)) === DIGIT && width > 0;
        if (!isPoint) break;
        if (!hasPoint) [significant, significantWidth] = [sum, width];
        hasPoint = true;
      }
      sum = Math.imul(sum ^ unit, 0x01000193);
      width++;
      if (hasPoint && unit !== 0x30 && unit !== DOT) [significant, significantWidth] = [sum, width];
      at += length;
    }
    const isDecimal = hasPoint && isNumber;
    hashes[token] = finish(isDecimal ? significant : sum);
    widths[token] = Math.min(isDecimal ? significantWidth : width, 255);
    return at;
  }

  function isEmptyCell(text: string, token: number, start: number, end: number): boolean {
    const width = widths[token]!;
    if (width !== 3 && width !== 4) return false;
    const hash = hashes[token]!;
    if (EMPTY_ALWAYS.has(hash)) return true;
    if (!EMPTY_AS_CELL.has(hash)) return false;
    return isCellEdge(text, starts[token]! - 1, -1, start, end) && isCellEdge(text, ends[token]!, 1, start, end);
  }
}

/** Whether the next character that is no blank ends a cell, or there is none. */
function isCellEdge(text: string, from: number, step: 1 | -1, start: number, end: number): boolean {
  for (let at = from; at >= start && at < end; at += step) {
    const character = text[at]!;
    if (character !== " ") return "\n\t,|;[](){}'\":".includes(character);
  }
  return true;
}

/** 6 for `\u9910`, 2 for another escape, 1 for a backslash that is none. */
function escapeLength(text: string, at: number, end: number): number {
  const next = at + 1 < end ? text[at + 1]! : "";
  if (next === "u" && at + 6 <= end && /^[0-9a-fA-F]{4}$/.test(text.slice(at + 2, at + 6))) return 6;
  return next === "n" || next === "r" || next === "t" || next === "\\" ? 2 : 1;
}

/** `to` with what `from` holds at its beginning. */
export function enlarge<Numbers extends { set(from: ArrayLike<number>): void } & ArrayLike<number>>(
  from: Numbers,
  to: Numbers,
): Numbers {
  to.set(from);
  return to;
}
