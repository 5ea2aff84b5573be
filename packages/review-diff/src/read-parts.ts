import type { ParsedPart } from "@runningtab/parsed-cache";
import type { ChangeList } from "./change-list.ts";
import type { DiffInput } from "./file-diff.ts";
import { riskOfLoss } from "./risks.ts";
import { looksLikeText } from "./texts/decode-text.ts";
import { sniffType } from "./texts/sniff-type.ts";

/** All parts of one side; none for a file that does not exist. Rejects when the source of parts does, or on `signal`. */
export async function readParts(input: DiffInput, signal: AbortSignal | undefined): Promise<readonly ParsedPart[]> {
  const parts: ParsedPart[] = [];
  if (input.parts === undefined) return parts;
  for await (const part of input.parts()) {
    signal?.throwIfAborted();
    parts.push(part);
  }
  return parts;
}

export function doesExist(input: DiffInput): boolean {
  return input.bytes !== undefined || input.parts !== undefined;
}

/** Whether both sides can be compared by their parts: each has them, or is a file that does not exist. */
export function haveParts(before: DiffInput, after: DiffInput): boolean {
  const has = (input: DiffInput): boolean => input.parts !== undefined || !doesExist(input);
  return has(before) && has(after) && (doesExist(before) || doesExist(after));
}

/** Whether both sides are text in bytes, or do not exist, and one has a name of this kind. */
export function areTextUnderName(before: DiffInput, after: DiffInput, name: RegExp): boolean {
  const isText = (input: DiffInput): boolean =>
    !doesExist(input) ||
    (input.bytes !== undefined && looksLikeText(input.bytes) && sniffType(input.bytes) === undefined);
  const isNamed = name.test(before.path) || name.test(after.path);
  return isNamed && (doesExist(before) || doesExist(after)) && isText(before) && isText(after);
}

/** Counted by parsers and compared by us, each where it stands. */
const COMPARED_LOSSES = new Set(["tracked-changes", "hidden-text", "hidden-slides"]);

/** Says what the parsed view could not hold, and whether its count changed: such things are not compared otherwise. */
export function noteLosses(before: readonly ParsedPart[], after: readonly ParsedPart[], list: ChangeList): void {
  const [countsBefore, countsAfter] = [lossCounts(before), lossCounts(after)];
  for (const kind of new Set([...countsBefore.keys(), ...countsAfter.keys()])) {
    const [was, is] = [countsBefore.get(kind) ?? 0, countsAfter.get(kind) ?? 0];
    const risk = riskOfLoss(kind, was, is);
    if (risk !== undefined) list.risk(risk);
    if (kind === "truncated") list.note("The parsed view is cut off at a limit: what lies beyond is not compared.");
    else if (was !== is && risk === undefined && !COMPARED_LOSSES.has(kind))
      list.note(`Seen only as a count: ${kind}, ${was} before, ${is} after.`);
  }
}

function lossCounts(parts: readonly ParsedPart[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const part of parts) {
    if (part.type === "loss") counts.set(part.kind, (counts.get(part.kind) ?? 0) + part.count);
  }
  return counts;
}
