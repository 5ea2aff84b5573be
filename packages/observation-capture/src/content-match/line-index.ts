import type { ContentHash } from "@runningtab/content-hash";
import { createLineAddresses, type LineAddresses } from "./addresses.ts";
import { createTokenizer, enlarge, type Tokens } from "./tokens.ts";
import { lastWindow, lineKey, windowAt } from "./windows.ts";

/** Width between the beginnings of two windows of one line that are kept. */
const STRIDE = 32;
/** Places of one fingerprint that are kept inside one file. */
const MOST_IN_ONE_FILE = 2;
/** Bytes of a file's own entry besides its arrays, about. */
const BYTES_OF_ENTRY = 400;
const BYTES_OF_ADDRESS_RUN = 150;

/** One content in the index. Places are positions among the words of all files. */
export interface IndexedFile {
  readonly hash: ContentHash;
  readonly firstToken: number;
  readonly endToken: number;
  readonly firstLine: number;
  readonly endLine: number;
  readonly firstPosting: number;
  readonly endPosting: number;
  readonly addresses: LineAddresses;
}

export interface LineIndexOptions {
  /** Files that may share a fingerprint; one that stands in more attributes nothing. */
  readonly maxShared: number;
  /** Bytes that the index may take. */
  readonly maxBytes: number;
}

/**
 * The text of many files, by the windows of their lines (`windows.ts`). It holds no text: per word 16 bits of its hash, to
 * compare stretches word by word, and per window its fingerprint and place. All of it lies in a few typed arrays,
 *
 *     words      u16 u16 u16 …            file after file
 *     lines      u32 u32 …                first word of each line
 *     postings   (u32 key, u32 place) …   file after file
 *     slots      u32 …                    posting + 1, open addressing by key, at most 6 in 10 taken
 *
 * about two bytes a byte of text. A file is added whole and removed by its content hash; removed ones leave when they are
 * more than half, or when the room is needed.
 */
export interface LineIndex {
  /** Begins to add a content that is not there yet. One at a time; nothing of it is found before it is finished. */
  begin(hash: ContentHash): FileWriter;
  remove(hash: ContentHash): void;
  /** Places of a fingerprint; empty if there is none, or if too many files share it. Valid until the next call. */
  places(key: number): readonly number[];
  fileAt(place: number): IndexedFile;
  /** Number of the line that a place stands in, among all lines. */
  lineAt(place: number): number;
  /** Place of a line's first word. */
  lineStart(line: number): number;
  /** 16 bits of the hash of the word at a place. */
  wordAt(place: number): number;
  readonly files: number;
  readonly bytes: number;
}

export interface FileWriter {
  /** Adds the next line. `false`: the index takes more than `maxBytes` now, and the file has to be taken back. */
  add(address: string, line: string): boolean;
  finish(): void;
  /** Takes back what was added. */
  undo(): void;
}

export function createLineIndex({ maxShared, maxBytes }: LineIndexOptions): LineIndex {
  const tokenizer = createTokenizer();
  let words = new Uint16Array(1 << 12);
  let wordCount = 0;
  let lines = new Uint32Array(1 << 10);
  let lineCount = 0;
  let keys = new Uint32Array(1 << 10);
  let postings = new Uint32Array(1 << 10);
  let postingCount = 0;
  let slots = new Uint32Array(1 << 11);
  let addressRuns = 0;
  /** In the order of their places; removed ones stay until the arrays are packed. */
  let order: IndexedFile[] = [];
  let live = new Map<ContentHash, IndexedFile>();
  const found: number[] = [];
  /** Words of whole files; what is behind them belongs to the file being written. */
  let committed = 0;
  let isWriting = false;

  const bytes = (): number =>
    words.byteLength +
    lines.byteLength +
    keys.byteLength +
    postings.byteLength +
    slots.byteLength +
    order.length * BYTES_OF_ENTRY +
    addressRuns * BYTES_OF_ADDRESS_RUN;

  const fileAt = (place: number): IndexedFile =>
    order[lastAtMost(order.length, (at) => order[at]!.firstToken <= place)]!;

  function pushPosting(key: number, place: number, firstToken: number): void {
    const mask = slots.length - 1;
    let slot = key & mask;
    let shared = 0;
    let own = 0;
    for (; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const other = slots[slot]! - 1;
      if (keys[other] !== key) continue;
      if (postings[other]! >= firstToken) own++;
      if (own >= MOST_IN_ONE_FILE || ++shared > maxShared * MOST_IN_ONE_FILE) return;
    }
    if (postingCount === keys.length) {
      keys = enlarge(keys, new Uint32Array(grown(keys.length)));
      postings = enlarge(postings, new Uint32Array(grown(postings.length)));
    }
    keys[postingCount] = key;
    postings[postingCount] = place;
    slots[slot] = ++postingCount;
    if (postingCount > slots.length * 0.6) rehash(slots.length * 2);
  }

  function rehash(size: number): void {
    slots = new Uint32Array(size);
    const mask = size - 1;
    for (let posting = 0; posting < postingCount; posting++) {
      let slot = keys[posting]! & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = posting + 1;
    }
  }

  /** Windows of a line that are kept, by the words of its text and their place in the index. */
  function indexLine(tokens: Tokens, firstToken: number): void {
    const base = wordCount - tokens.count;
    let next = 0;
    let last = -1;
    for (let at = 0; at < tokens.count; at++) {
      if (next <= 0) {
        const window = windowAt(tokens, at, tokens.count);
        if (window === undefined) break;
        pushPosting(window.key, base + at, firstToken);
        last = at;
        next = STRIDE;
      }
      next -= tokens.widths[at]!;
    }
    // Lines that begin alike often end differently, with the figure that they are about.
    const end = lastWindow(tokens);
    if (end !== undefined && end > last) pushPosting(windowAt(tokens, end, tokens.count)!.key, base + end, firstToken);
    if (last >= 0) return;
    const key = lineKey(tokens, 0, tokens.count);
    if (key !== undefined) pushPosting(key, base, firstToken);
  }

  function appendWords({ hashes, count }: Tokens): void {
    if (wordCount + count > words.length)
      words = enlarge(words, new Uint16Array(Math.max(grown(words.length), wordCount + count)));
    for (let at = 0; at < count; at++) words[wordCount++] = hashes[at]! & 0xffff;
  }

  function appendLine(firstWord: number): void {
    if (lineCount === lines.length) lines = enlarge(lines, new Uint32Array(grown(lines.length)));
    lines[lineCount++] = firstWord;
  }

  /** Copies what is live into new arrays, files in their order. */
  function pack(): void {
    const kept = order.filter((file) => live.get(file.hash) === file);
    const [fromWords, fromLines, fromKeys, fromPostings] = [words, lines, keys, postings];
    const sum = (size: (file: IndexedFile) => number): number => kept.reduce((total, file) => total + size(file), 0);
    words = new Uint16Array(
      Math.max(
        1 << 12,
        sum((file) => file.endToken - file.firstToken),
      ),
    );
    lines = new Uint32Array(
      Math.max(
        1 << 10,
        sum((file) => file.endLine - file.firstLine),
      ),
    );
    const size = Math.max(
      1 << 10,
      sum((file) => file.endPosting - file.firstPosting),
    );
    keys = new Uint32Array(size);
    postings = new Uint32Array(size);
    [wordCount, lineCount, postingCount, addressRuns] = [0, 0, 0, 0];
    order = [];
    live = new Map([...live].filter(([, file]) => file.endToken === file.firstToken));
    for (const file of kept) {
      const moved = wordCount - file.firstToken;
      const packed: IndexedFile = {
        hash: file.hash,
        firstToken: wordCount,
        endToken: file.endToken + moved,
        firstLine: lineCount,
        endLine: lineCount + file.endLine - file.firstLine,
        firstPosting: postingCount,
        endPosting: postingCount + file.endPosting - file.firstPosting,
        addresses: file.addresses,
      };
      words.set(fromWords.subarray(file.firstToken, file.endToken), wordCount);
      for (let line = file.firstLine; line < file.endLine; line++) lines[lineCount++] = fromLines[line]! + moved;
      for (let posting = file.firstPosting; posting < file.endPosting; posting++) {
        keys[postingCount] = fromKeys[posting]!;
        postings[postingCount++] = fromPostings[posting]! + moved;
      }
      wordCount = packed.endToken;
      addressRuns += packed.addresses.size;
      order.push(packed);
      live.set(packed.hash, packed);
    }
    committed = wordCount;
    let slotCount = 1 << 11;
    while (postingCount > slotCount * 0.6) slotCount *= 2;
    rehash(slotCount);
  }

  return {
    begin(hash) {
      if (order.length > live.size && bytes() > maxBytes * 0.75) pack();
      const before = { words: wordCount, lines: lineCount, postings: postingCount };
      const addresses = createLineAddresses();
      isWriting = true;
      return {
        add(address, line) {
          const tokens = tokenizer.read(line);
          if (tokens.count === 0) return true;
          appendLine(wordCount);
          addresses.add(address);
          appendWords(tokens);
          indexLine(tokens, before.words);
          return bytes() + addresses.size * BYTES_OF_ADDRESS_RUN <= maxBytes;
        },
        finish() {
          isWriting = false;
          addressRuns += addresses.size;
          const file: IndexedFile = {
            hash,
            firstToken: before.words,
            endToken: wordCount,
            firstLine: before.lines,
            endLine: lineCount,
            firstPosting: before.postings,
            endPosting: postingCount,
            addresses,
          };
          committed = wordCount;
          live.set(hash, file);
          // A file without words has no place of its own.
          if (file.endToken > file.firstToken) order.push(file);
        },
        undo() {
          isWriting = false;
          // The last ones first: nothing was placed behind them, so no search goes by way of their slots.
          const mask = slots.length - 1;
          for (let posting = postingCount - 1; posting >= before.postings; posting--) {
            let slot = keys[posting]! & mask;
            while (slots[slot] !== posting + 1) slot = (slot + 1) & mask;
            slots[slot] = 0;
          }
          [wordCount, lineCount, postingCount] = [before.words, before.lines, before.postings];
        },
      };
    },
    remove(hash) {
      if (live.delete(hash) && !isWriting && order.length > 2 * live.size + 16) pack();
    },
    places(key) {
      found.length = 0;
      const mask = slots.length - 1;
      let files: Set<IndexedFile> | undefined;
      for (let slot = key & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
        const posting = slots[slot]! - 1;
        if (keys[posting] !== key || postings[posting]! >= committed) continue;
        const file = fileAt(postings[posting]!);
        if (live.get(file.hash) !== file) continue;
        (files ??= new Set()).add(file);
        found.push(postings[posting]!);
      }
      if (files !== undefined && files.size > maxShared) found.length = 0;
      return found;
    },
    fileAt,
    lineAt: (place) => lastAtMost(lineCount, (at) => lines[at]! <= place),
    lineStart: (line) => lines[line]!,
    wordAt: (place) => words[place]!,
    get files() {
      return live.size;
    },
    get bytes() {
      return bytes();
    },
  };
}

/** The last of `count` sorted things that `isAtMost` holds for; −1 for none. */
function lastAtMost(count: number, isAtMost: (at: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isAtMost(middle)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Half as much again: doubling would leave more room unused than the index needs. */
function grown(size: number): number {
  return size + (size >> 1);
}
