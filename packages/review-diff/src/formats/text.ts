import { alignSequences, between, type Range } from "../align/align-sequences.ts";
import { type ChangeList, createChangeList } from "../change-list.ts";
import type { DiffFormat } from "../file-diff.ts";
import { createPace, type Pace } from "../pace.ts";
import { doesExist } from "../read-parts.ts";
import { decodeText, looksLikeText } from "../texts/decode-text.ts";
import { compareForm, lineAddress } from "../texts/text-form.ts";
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
      await compareLines(decodedBefore.lines, decodedAfter.lines, list, createPace(signal));
      if (doesExist(after)) compareForm(doesExist(before) ? decodedBefore : undefined, decodedAfter, list);
      return list.toFileDiff("text", after.path);
    },
  };
}

/** Adds one change for each stretch of lines that differs. */
async function compareLines(
  before: readonly string[],
  after: readonly string[],
  list: ChangeList,
  pace: Pace,
): Promise<void> {
  const whole = { beforeStart: 0, beforeEnd: before.length, afterStart: 0, afterEnd: after.length };
  for (const range of between(alignSequences(before, after), whole)) {
    // Most lines stand beside lines that match, and nothing lies between them.
    if (range.beforeStart === range.beforeEnd && range.afterStart === range.afterEnd) continue;
    await pace();
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
