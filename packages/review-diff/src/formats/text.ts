import { alignSequences, between, type Range } from "../align/align-sequences.ts";
import { type ChangeList, createChangeList } from "../change-list.ts";
import type { DiffFormat } from "../file-diff.ts";
import { doesExist } from "../read-parts.ts";
import { type DecodedText, decodeText, looksLikeText } from "../texts/decode-text.ts";
import { sniffType } from "../texts/sniff-type.ts";
import { wordSpans } from "../texts/word-spans.ts";

const EMPTY = new Uint8Array();

/**
 * Text by lines: a stretch of changed lines is one change with the address `L10-L12` and, where it helps, the words
 * that changed. Encoding, line endings and the newline at the end are compared by name and not line by line. Takes any
 * bytes that look like text.
 */
export function createTextFormat(): DiffFormat {
  return {
    specVersion: 1,
    name: "text",
    accepts(before, after) {
      const isText = ({ bytes }: typeof before): boolean =>
        bytes !== undefined && sniffType(bytes) === undefined && looksLikeText(bytes);
      return (isText(before) || !doesExist(before)) && (isText(after) || !doesExist(after));
    },
    async diff(before, after, { maxChanges, signal }) {
      const list = createChangeList(maxChanges);
      const [decodedBefore, decodedAfter] = [decodeText(before.bytes ?? EMPTY), decodeText(after.bytes ?? EMPTY)];
      signal?.throwIfAborted();
      compareLines(decodedBefore.lines, decodedAfter.lines, list);
      if (doesExist(after)) compareForm(doesExist(before) ? decodedBefore : undefined, decodedAfter, list);
      return list.toFileDiff("text", after.path);
    },
  };
}

/** Adds one change for each stretch of lines that differs. */
function compareLines(before: readonly string[], after: readonly string[], list: ChangeList): void {
  const whole = { beforeStart: 0, beforeEnd: before.length, afterStart: 0, afterEnd: after.length };
  for (const range of between(alignSequences(before, after), whole)) {
    const removed = before.slice(range.beforeStart, range.beforeEnd).join("\n");
    const added = after.slice(range.afterStart, range.afterEnd).join("\n");
    const [removes, adds] = [range.beforeEnd - range.beforeStart, range.afterEnd - range.afterStart];
    if (removes > 0 && adds > 0) {
      const spans = wordSpans(removed, added);
      const change = {
        kind: "changed",
        subject: "line",
        address: linesAfter(range),
        before: removed,
        after: added,
      } as const;
      list.add(spans === undefined ? change : { ...change, spans }, "", Math.max(removes, adds));
    } else if (removes > 0) {
      const address = lineAddress(range.beforeStart, range.beforeEnd);
      list.add({ kind: "removed", subject: "line", address, before: removed }, "", removes);
    } else if (adds > 0) {
      list.add({ kind: "added", subject: "line", address: linesAfter(range), after: added }, "", adds);
    }
  }
}

function linesAfter({ afterStart, afterEnd }: Range): string {
  return lineAddress(afterStart, afterEnd);
}

/** `L10`, or `L10-L12`: lines count from 1. `end` is exclusive. */
function lineAddress(start: number, end: number): string {
  return end - start === 1 ? `L${start + 1}` : `L${start + 1}-L${end}`;
}

/** What an empty or absent version is taken for: nobody wants to read that a new file has the usual form. */
const USUAL = { encoding: "UTF-8", lineEnding: "LF", newline: "present" };

/** Adds how the text is stored, where that differs: a version without lines has no line endings to compare. */
function compareForm(before: DecodedText | undefined, after: DecodedText, list: ChangeList): void {
  const newline = (text: DecodedText | undefined): string | undefined =>
    text === undefined || text.lines.length === 0 ? undefined : text.hasFinalNewline ? "present" : "absent";
  const ending = (text: DecodedText | undefined): string | undefined =>
    text?.lineEnding === "none" ? undefined : text?.lineEnding;
  const whole = lineAddress(0, Math.max(1, after.lines.length));
  const last = lineAddress(Math.max(0, after.lines.length - 1), Math.max(1, after.lines.length));
  const forms = [
    { subject: "encoding", address: whole, usual: USUAL.encoding, was: before?.encoding, is: after.encoding },
    { subject: "line-ending", address: whole, usual: USUAL.lineEnding, was: ending(before), is: ending(after) },
    { subject: "final-newline", address: last, usual: USUAL.newline, was: newline(before), is: newline(after) },
  ];
  for (const { subject, address, usual, was, is } of forms) {
    if (is === undefined || is === (was ?? usual)) continue;
    list.add(
      was === undefined
        ? { kind: "added", subject, address, after: is }
        : { kind: "changed", subject, address, before: was, after: is },
    );
  }
}
