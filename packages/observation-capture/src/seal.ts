import type { CapturedRead, CaptureContext, CaptureResult, Observation } from "./capture-strategy.ts";
import { isSecretPath } from "./secret-paths.ts";
import { createWorkspacePaths, type WorkspacePaths } from "./workspace-paths.ts";

const MASK = /\[redacted:[a-z0-9-]+\]/;

/** What went through here already, by the output that it speaks of: a composite checks nothing twice. */
const sealed = new WeakMap<object, string>();

export const EMPTY_RESULT: CaptureResult = { reads: [], listed: [], computed: [], writes: [], notes: [] };

/**
 * The last step of every strategy: whatever came before, a result names only regular files inside the root, its slices
 * lie within the output, a file that was read is not listed too, hashes and masks are filled in, and of a file that
 * holds secrets by its name no text is kept.
 */
export function sealResult(
  result: CaptureResult,
  observation: Observation,
  context: CaptureContext,
  paths: WorkspacePaths = createWorkspacePaths(context),
): CaptureResult {
  const notes = new Set(result.notes);
  const length = observation.output.length;
  const regular = (path: string): boolean => paths.isCanonical(path) && paths.fact(path) !== undefined;

  const reads: CapturedRead[] = [];
  for (const read of result.reads) {
    if (sealed.get(read) === observation.output) {
      reads.push(read);
      continue;
    }
    const named = [...new Set(read.paths)].filter(regular);
    if (named.length === 0) continue;
    const start = clamp(read.start, 0, length);
    const end = clamp(read.end, start, length);
    const secret = named.filter(isSecretPath);
    for (const path of secret) notes.add(`${path}: read, not stored`);
    const withheld = secret.length > 0;
    const hash = read.hash ?? (named.length === 1 ? paths.fact(named[0]!)?.hash : undefined);
    reads.push({
      ...read,
      paths: named,
      start,
      end: withheld ? start : end,
      ...(withheld && { withheld: read.withheld ?? { start, end } }),
      redacted: read.redacted || withheld || MASK.test(observation.output.slice(start, end)),
      ...(hash !== undefined && { hash }),
    });
  }
  const opened = new Set(reads.flatMap((read) => read.paths));
  const isSealed = sealed.get(result.listed) === observation.output;
  const listed = [...new Set(result.listed)].filter((path) => !opened.has(path) && (isSealed || regular(path)));
  for (const part of [...reads, listed]) sealed.set(part, observation.output);
  return {
    reads,
    listed,
    computed: result.computed.map((each) => {
      const start = clamp(each.start, 0, length);
      return { ...each, start, end: clamp(each.end, start, length), inputs: [...new Set(each.inputs)].filter(regular) };
    }),
    writes: [...new Set(result.writes)].filter(paths.isCanonical),
    notes: [...notes],
  };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(Number.isFinite(value) ? Math.trunc(value) : least, least), most);
}
