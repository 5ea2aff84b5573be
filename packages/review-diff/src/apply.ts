import { applyToLines } from "./apply-to-lines.ts";
import { applyToJson } from "./json/apply-json.ts";
import { parseJson } from "./json/json-value.ts";
import { applyToTable } from "./sheets/apply-to-table.ts";
import { readTextTable, TEXT_TABLE } from "./sheets/text-table.ts";
import { decodeText } from "./texts/decode-text.ts";
import { encodeText } from "./texts/encode-text.ts";
import type { Change, FileDiff } from "./file-diff.ts";
import { ReviewDiffError } from "./review-diff-error.ts";

export interface ApplyOptions {
  /** Ids of the changes to take over; the others are left as they were before. Default all. */
  readonly accept?: readonly string[];
}

/**
 * The after version, made of the bytes of the before version and the changes alone, or of those of them that are
 * accepted; `undefined` bytes are a file that does not exist.
 *
 * Of the format `text` the bytes are those of the after version. Of `json` the value is, set as `before` is. Of a CSV or
 * TSV compared as `spreadsheet` the cells are; lines that did not change stand letter for letter, others with as few
 * quotes as can be, in the encoding and with the line ends of `before`.
 *
 * Throws a `ReviewDiffError` `not-applicable`: for another format, for a truncated diff, for an id that is in no change,
 * for text whose lines end in several ways (the diff does not say which ends how), and when `before` is not the version
 * that the diff was made from.
 */
export function apply(before: Uint8Array | undefined, diff: FileDiff, { accept }: ApplyOptions = {}): Uint8Array {
  if (diff.truncated) throw notApplicable("changes were left out of it; raise maxChanges", diff);
  const accepted = accept === undefined ? undefined : new Set(accept);
  const ids = new Set(diff.changes.map(({ id }) => id));
  const unknown = accept?.find((id) => !ids.has(id));
  if (unknown !== undefined) throw notApplicable(`it has no change ${JSON.stringify(unknown)}`, diff);
  const isAccepted = ({ id }: Change): boolean => accepted === undefined || accepted.has(id);
  try {
    return applyAs(before, diff, isAccepted);
  } catch (error) {
    throw notApplicable(error instanceof Error ? error.message : String(error), diff);
  }
}

function applyAs(before: Uint8Array | undefined, diff: FileDiff, isAccepted: (change: Change) => boolean): Uint8Array {
  if (diff.format === "text") return applyToText(before ?? new Uint8Array(), diff, isAccepted);
  if (diff.format === "json") return applyToJsonText(before, diff, isAccepted);
  if (diff.format === "spreadsheet" && TEXT_TABLE.test(diff.path)) {
    const table = readTextTable(before ?? new Uint8Array());
    return encode(applyToTable(table, diff.changes, isAccepted), table.encoding);
  }
  throw new Error(`a diff of the format ${diff.format} does not hold the whole version`);
}

function applyToJsonText(
  before: Uint8Array | undefined,
  diff: FileDiff,
  isAccepted: (change: Change) => boolean,
): Uint8Array {
  const text = new TextDecoder().decode(before);
  const value = applyToJson(before === undefined ? undefined : parseJson(text), diff.changes, isAccepted);
  if (value === undefined) return new Uint8Array();
  const indent = before === undefined ? "  " : (/^[ \t]+/m.exec(text)?.[0] ?? "");
  const newline = before === undefined || text.endsWith("\n") ? "\n" : "";
  return new TextEncoder().encode(JSON.stringify(value, undefined, indent) + newline);
}

function applyToText(before: Uint8Array, diff: FileDiff, isAccepted: (change: Change) => boolean): Uint8Array {
  const was = decodeText(before);
  const form = (subject: string): string | undefined =>
    diff.changes.find((change) => change.subject === subject && isAccepted(change))?.after;
  const lines = applyToLines(was.lines, diff.changes, isAccepted);
  const ending = form("line-ending") ?? was.lineEnding;
  if (ending === "mixed") throw new Error("its lines end in several ways");
  const finalNewline = form("final-newline");
  const hasFinalNewline =
    finalNewline === undefined ? was.lines.length === 0 || was.hasFinalNewline : finalNewline === "present";
  const newline = ending === "CRLF" ? "\r\n" : ending === "CR" ? "\r" : "\n";
  const text = `${lines.join(newline)}${lines.length > 0 && hasFinalNewline ? newline : ""}`;
  return encode(text, form("encoding") ?? was.encoding);
}

function encode(text: string, encoding: string): Uint8Array {
  const bytes = encodeText(text, encoding);
  if (bytes === undefined) throw new Error(`its text cannot be written as ${encoding}`);
  return bytes;
}

function notApplicable(reason: string, { format, path }: FileDiff): ReviewDiffError {
  return new ReviewDiffError({
    code: "not-applicable",
    message: `The diff of ${path} cannot be applied: ${reason}.`,
    data: { path, format },
  });
}
