import type { ChangeList } from "../change-list.ts";
import type { DecodedText } from "./decode-text.ts";

/** `L10`, or `L10-L12`: lines count from 1. `end` is exclusive. */
export function lineAddress(start: number, end: number): string {
  return end - start === 1 ? `L${start + 1}` : `L${start + 1}-L${end}`;
}

/** What an empty or absent version is taken for: nobody wants to read that a new file has the usual form. */
const USUAL = { encoding: "UTF-8", lineEnding: "LF", newline: "present" };

/** Adds how the text is stored, where that differs: a version without lines has no line endings to compare. */
export function compareForm(before: DecodedText | undefined, after: DecodedText, list: ChangeList): void {
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
