import type { RunFormat } from "../office/runs.ts";
import type { TextFlow } from "../office/text-flow.ts";
import { createRevisions } from "../office/tracked-changes.ts";
import type { WordTally } from "../word-tally.ts";
import {
  type CharacterFormat,
  formatAt,
  type Formatted,
  type ParagraphFormat97,
  readCharacterFormats,
  readParagraphFormats,
} from "./format-pages.ts";
import { type FileHead, TABLE } from "./file-head.ts";
import { readPieces } from "./pieces.ts";
import { readStrings } from "./strings.ts";
import { readHeadingLevels } from "./styles.ts";

export interface TextReader {
  /** Puts the characters from one place to another into a flow. `mark` names what hangs on a place, such as a note. */
  read(from: number, to: number, flow: TextFlow, mark?: (place: number) => string | undefined): void;
}

const MARK = {
  picture: 0x01,
  note: 0x02,
  comment: 0x05,
  cell: 0x07,
  drawing: 0x08,
  line: 0x0b,
  page: 0x0c,
  paragraph: 0x0d,
  column: 0x0e,
  fieldBegin: 0x13,
  fieldSeparator: 0x14,
  fieldEnd: 0x15,
  hardHyphen: 0x1e,
} as const;

export function createTextReader(head: FileHead, tally: WordTally, decode: (bytes: Uint8Array) => string): TextReader {
  const pieces = readPieces(head);
  const characters = readCharacterFormats(head);
  const paragraphs = readParagraphFormats(head);
  const headings = head.isWord97 ? readHeadingLevels(head.table(TABLE.styles)) : new Map<number, number>();
  const revisionOf = createRevisions(readStrings(head.table(TABLE.revisionAuthors)), tally);

  function endParagraph(flow: TextFlow, place: number): void {
    const format = formatAt<ParagraphFormat97>(paragraphs, place)?.format;
    const outline = format?.outlineLevel;
    const headingLevel = outline !== undefined && outline < 9 ? outline + 1 : headings.get(format?.style ?? -1);
    const listLevel = format?.listLevel === undefined ? undefined : format.listLevel + 1;
    if (headingLevel === undefined && listLevel !== undefined) tally.count("list-labels");
    flow.endParagraph({ headingLevel, listLevel }, format?.isInTable === true);
  }

  return {
    read(from, to, flow, mark) {
      /** Fields whose instruction is being read; what they show follows. */
      const fields: { isShown: boolean }[] = [];
      let lastWasCell = false;
      const special = (code: number, bytePlace: number, place: number, format: RunFormat): void => {
        const isShown = fields.every((field) => field.isShown);
        const wasCell = lastWasCell;
        lastWasCell = code === MARK.cell;
        switch (code) {
          case MARK.cell: {
            // Before Word 97 the marks themselves have to do: an empty cell at a row's end is the row's end.
            const row = formatAt<ParagraphFormat97>(paragraphs, bytePlace)?.format;
            const isRowEnd = head.isWord97 ? row?.isRowEnd === true : wasCell;
            return isRowEnd ? flow.endRow(row?.cellEdges) : flow.endCell();
          }
          case MARK.paragraph:
          case MARK.page:
            // A field whose result has not begun when the paragraph ends is broken: it must not swallow what follows.
            if (fields.some((field) => !field.isShown)) fields.length = 0;
            return endParagraph(flow, bytePlace);
          case MARK.fieldBegin:
            return void fields.push({ isShown: false });
          case MARK.fieldSeparator: {
            const field = fields.at(-1);
            if (field !== undefined) field.isShown = true;
            return;
          }
          case MARK.fieldEnd:
            return void fields.pop();
        }
        if (!isShown) return;
        if (code === MARK.picture) tally.image(false);
        else if (code === MARK.drawing) tally.count("drawings");
        else if (code === MARK.line || code === MARK.column) flow.text("\n", format);
        else if (code === MARK.hardHyphen) flow.text("\u2011", format);
        else if (code === MARK.note || code === MARK.comment) flow.text(mark?.(place) ?? "", format);
        else if (code === 0x09) flow.text("\t", format);
      };
      const text = (words: string, { symbol }: CharacterFormat, format: RunFormat): void => {
        lastWasCell = false;
        if (!fields.every((field) => field.isShown)) return;
        if (symbol !== undefined) tally.count("unknown-symbols");
        if (format.hidden && words.trim() !== "") tally.count("hidden-text");
        flow.text(words, format);
      };

      for (const piece of pieces) {
        const width = piece.isWide ? 2 : 1;
        let place = Math.max(from, piece.from);
        const end = Math.min(to, piece.to);
        while (place < end) {
          const bytePlace = piece.at + (place - piece.from) * width;
          const found = formatAt<CharacterFormat>(characters, bytePlace);
          const stop = Math.min(end, runEnd(found, bytePlace, width, place, end));
          const character = found?.format ?? { hidden: false };
          const format: RunFormat = {
            hidden: character.hidden,
            script: character.script,
            revision: revisionOf(character),
          };
          const bytes = head.document.subarray(bytePlace, bytePlace + (stop - place) * width);
          readRun(bytes, piece.isWide, decode, {
            text: (words) => text(words, character, format),
            special: (code, index) => special(code, bytePlace + index * width, place + index, format),
          });
          place = stop;
        }
      }
    },
  };
}

/** Where the run of one format ends, in characters; without a format, at the end of the stretch. */
function runEnd(
  found: Formatted<CharacterFormat> | undefined,
  bytePlace: number,
  width: number,
  place: number,
  end: number,
): number {
  return found === undefined ? end : place + Math.max(1, Math.ceil((found.to - bytePlace) / width));
}

/** Splits a run at its marks, which are control characters in every version. */
function readRun(
  bytes: Buffer,
  isWide: boolean,
  decode: (bytes: Uint8Array) => string,
  visit: { text(words: string): void; special(code: number, index: number): void },
): void {
  const width = isWide ? 2 : 1;
  const count = Math.floor(bytes.length / width);
  let start = 0;
  const flush = (end: number): void => {
    if (end <= start) return;
    const piece = bytes.subarray(start * width, end * width);
    visit.text(isWide ? piece.toString("utf16le") : decode(piece));
  };
  for (let index = 0; index < count; index++) {
    const code = isWide ? bytes.readUInt16LE(index * 2) : bytes[index]!;
    if (code >= 0x20) continue;
    flush(index);
    start = index + 1;
    visit.special(code, index);
  }
  flush(count);
}
