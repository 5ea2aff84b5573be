import { neutralise } from "./neutralise.ts";
import { withoutControls } from "./terminal.ts";

const lineEnd = /\r\n?|[\u000b\u000c\u0085\u2028\u2029]/gu;

/** A stored excerpt as it is shown again: line ends made plain, controls stripped, look-alikes of our messages neutralised. */
export function fileText(text: string): string {
  return neutralise(withoutControls(text.replaceAll(lineEnd, "\n")));
}

/** Text from outside on one line of ours: like `fileText`, white space folded, cut visibly at `maxLength`. */
export function oneLine(text: string, maxLength: number): string {
  // Only the front can be shown, so only the front is looked at: excerpts can be long.
  const front = text.slice(0, maxLength * 8);
  const line = neutralise(withoutControls(front.replaceAll(/\s+/gu, " ")).trim());
  return clip(line, maxLength);
}

/** At most `maxLength` characters, the last one `…` when something was cut. Never splits a surrogate pair. */
export function clip(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const end = /[\ud800-\udbff]/.test(text[maxLength - 2] ?? "") ? maxLength - 2 : maxLength - 1;
  return `${text.slice(0, end)}…`;
}
