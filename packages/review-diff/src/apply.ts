import { applyToJson } from "./json/apply-json.ts";
import { parseJson } from "./json/json-value.ts";
import { decodeText } from "./texts/decode-text.ts";
import { encodeText } from "./texts/encode-text.ts";
import type { Change, FileDiff } from "./file-diff.ts";
import { ReviewDiffError } from "./review-diff-error.ts";

/** Formats whose changes say all that is needed to make the after version. */
const APPLICABLE = ["text", "json"];

/**
 * The after version, made of the bytes of the before version and the changes alone; `undefined` bytes are a file that
 * does not exist. For a whole diff of the format `text`, which any text can be compared by, CSV too
 * (`diff(before, after, { formats: [createTextFormat()] })`): then the bytes are those of the after version. Of the format
 * `json` the value is that of the after version, set as `before` is.
 *
 * Throws a `ReviewDiffError` `not-applicable`: for another format, for a truncated diff, for lines that end in several
 * ways (the diff does not say which ends how), and when `before` is not the version that the diff was made from.
 */
export function apply(before: Uint8Array | undefined, diff: FileDiff): Uint8Array {
  if (!APPLICABLE.includes(diff.format))
    throw notApplicable(`a diff of the format ${diff.format} does not hold the whole version`, diff);
  if (diff.truncated) throw notApplicable("changes were left out of it; raise maxChanges", diff);
  return diff.format === "json" ? applyToJsonText(before, diff) : applyToText(before ?? new Uint8Array(), diff);
}

function applyToJsonText(before: Uint8Array | undefined, diff: FileDiff): Uint8Array {
  const text = new TextDecoder().decode(before);
  try {
    const value = applyToJson(before === undefined ? undefined : parseJson(text), diff.changes);
    if (value === undefined) return new Uint8Array();
    const indent = before === undefined ? "  " : (/^[ \t]+/m.exec(text)?.[0] ?? "");
    const newline = before === undefined || text.endsWith("\n") ? "\n" : "";
    return new TextEncoder().encode(JSON.stringify(value, undefined, indent) + newline);
  } catch (error) {
    throw notApplicable(error instanceof Error ? error.message : String(error), diff);
  }
}

function applyToText(before: Uint8Array, diff: FileDiff): Uint8Array {
  const was = decodeText(before);
  const form = (subject: string): string | undefined =>
    diff.changes.find((change) => change.subject === subject)?.after;
  const lines = applyLines(was.lines, diff);
  const encoding = form("encoding") ?? was.encoding;
  const ending = form("line-ending") ?? was.lineEnding;
  if (ending === "mixed") throw notApplicable("its lines end in several ways", diff);
  const finalNewline = form("final-newline");
  const hasFinalNewline =
    finalNewline === undefined ? was.lines.length === 0 || was.hasFinalNewline : finalNewline === "present";
  const newline = ending === "CRLF" ? "\r\n" : ending === "CR" ? "\r" : "\n";
  const text = `${lines.join(newline)}${lines.length > 0 && hasFinalNewline ? newline : ""}`;
  const bytes = encodeText(text, encoding);
  if (bytes === undefined) throw notApplicable(`its text cannot be written as ${encoding}`, diff);
  return bytes;
}

function applyLines(lines: readonly string[], diff: FileDiff): readonly string[] {
  const result: string[] = [];
  let next = 0;
  for (const change of diff.changes) {
    if (change.subject !== "line") continue;
    const start = firstLine(change) - 1;
    // A removal is addressed in the before version, everything else by the line that it has in the after version.
    const reached = change.kind === "removed" ? start : next + start - result.length;
    for (; next < reached; next++) result.push(lineAt(lines, next, diff));
    for (const line of change.before?.split("\n") ?? []) {
      if (lineAt(lines, next++, diff) !== line)
        throw notApplicable(`line ${next} is not the one it was made from`, diff);
    }
    if (change.after !== undefined) for (const line of change.after.split("\n")) result.push(line);
  }
  for (; next < lines.length; next++) result.push(lineAt(lines, next, diff));
  return result;
}

function lineAt(lines: readonly string[], index: number, diff: FileDiff): string {
  const line = lines[index];
  if (line === undefined) throw notApplicable(`there is no line ${index + 1}`, diff);
  return line;
}

function firstLine({ address }: Change): number {
  return Number(/^L(\d+)/.exec(address)?.[1]);
}

function notApplicable(reason: string, { format, path }: FileDiff): ReviewDiffError {
  return new ReviewDiffError({
    code: "not-applicable",
    message: `The diff of ${path} cannot be applied: ${reason}.`,
    data: { path, format },
  });
}
