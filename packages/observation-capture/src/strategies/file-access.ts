import type { CaptureContext, CapturedRead, CaptureResult, CaptureStrategy } from "../capture-strategy.ts";
import { EMPTY_RESULT, sealResult } from "../seal.ts";
import { createWorkspacePaths } from "../workspace-paths.ts";
import { unwrapping } from "./unwrapping.ts";
import { createContentMatchStrategy } from "./content-match.ts";

/** Of a run that opened more files of the workspace than this, the contents are not compared. */
const MOST_COMPARED = 500;
/** Longest time in milliseconds for reading the opened files' text. */
const LONGEST_WAIT_MS = 1_000;
/** One opened file that holds what was shown: both are known, so little is left to doubt. */
const CONFIDENCE = 0.97;
/** Files that are named in a note. */
const MOST_NAMED = 10;

/**
 * What a traced run opened and what its output shows, taken together (Linux; needs `context.opened`, and `textLines` and
 * hashes as the content match does). Only the opened files are compared, so a copy that nobody opened is never meant.
 * Without a trace it says nothing.
 */
export function createFileAccessStrategy(): CaptureStrategy {
  return unwrapping({
    specVersion: 1,
    name: "file-access",
    async capture(observation, context) {
      const { opened, textLines } = context;
      if (opened === undefined || textLines === undefined) return EMPTY_RESULT;
      const paths = createWorkspacePaths(context);
      const files = [...opened].filter((path) => paths.fact(path) !== undefined);
      if (files.length === 0) return EMPTY_RESULT;
      if (files.length > MOST_COMPARED) {
        const note = `file access: ${files.length} files were opened, more than ${MOST_COMPARED}: their text was not compared`;
        return { ...EMPTY_RESULT, notes: [note] };
      }
      const match = createContentMatchStrategy({ maxShared: files.length, maxWaitMs: LONGEST_WAIT_MS });
      const found = await match.capture(observation, {
        ...context,
        paths: () => files,
        stat: (path) => (opened.has(path) ? context.stat(path) : undefined),
        revision: {},
      });
      const result = {
        ...EMPTY_RESULT,
        reads: found.reads.map((read) => (read.paths.length === 1 ? { ...read, confidence: CONFIDENCE } : read)),
        notes: found.notes,
      };
      return sealResult(result, observation, context, paths);
    },
  });
}

/**
 * Holds a merged result against the trace: a file that no process opened was not read, whatever the command looks like;
 * what was opened and not shown is noted. Text made from files earlier (`derived`) needs no opening now.
 */
export function heldToTrace(result: CaptureResult, context: CaptureContext): CaptureResult {
  const { opened } = context;
  if (opened === undefined) return result;
  const reads: CapturedRead[] = [];
  const computed = [...result.computed];
  const notes = [...result.notes];
  for (const read of result.reads) {
    const paths = read.via === "derived" ? read.paths : read.paths.filter((path) => opened.has(path));
    if (paths.length > 0) {
      reads.push(paths.length === read.paths.length ? read : { ...read, paths });
      continue;
    }
    computed.push({ start: read.start, end: read.end, inputs: [], own: false });
    notes.push(`no process opened ${read.paths.join(", ")}: the text was not counted as read`);
  }
  const shown = new Set([...reads.flatMap((read) => read.paths), ...computed.flatMap((each) => each.inputs)]);
  const unseen = [...opened].filter((path) => !shown.has(path) && context.stat(path) !== undefined);
  if (unseen.length > 0) {
    const more = unseen.length > MOST_NAMED ? ` and ${unseen.length - MOST_NAMED} more` : "";
    notes.push(`opened, not shown: ${unseen.slice(0, MOST_NAMED).join(", ")}${more}`);
  }
  return { ...result, reads, computed, notes };
}
