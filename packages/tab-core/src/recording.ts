import type { LogId } from "./event-store.ts";
import type { LogEntry, TabEvent } from "./events.ts";
import type { Projection } from "./fold.ts";
import type { Decision } from "./ledger.ts";
import type { Scene } from "./operations/operation.ts";
import type { Switches } from "./switches.ts";
import type { ObservationRecord } from "./tab.ts";

/** Origins of output that is no file's content: kept only with the `computed` switch. */
const notOfAFile: ReadonlySet<string> = new Set(["computed", "own", "unattributed"]);

/** Lines with something in them, without the marks that searches put between groups. */
function linesIn(excerpt: string): number {
  return excerpt.split("\n").filter((line) => /[\p{L}\p{N}]/u.test(line)).length;
}

/** The events of one observation. Files that were read or listed before bring no new candidate. */
export function recordObservation(
  observation: ObservationRecord,
  tab: Projection,
  switches: Switches,
  stamp: Scene["stamp"],
): Decision {
  const { turn, command } = observation;
  const excerpts = new Map<LogId, string>();
  const events: TabEvent[] = [];
  const reads = switches.capture
    ? observation.reads.filter((read) => switches.computed || !notOfAFile.has(read.origin))
    : [];
  for (const { excerpt, paths, origin: captured, range, partial, hash, redacted, confidence } of reads) {
    // Without search entries a search is a read like any other: content appeared.
    const origin = captured === "search" && !switches.searchEntries ? "read" : captured;
    const id: LogId = `L${tab.counts.entries + excerpts.size + 1}`;
    excerpts.set(id, excerpt);
    const entry: LogEntry = {
      id,
      paths,
      origin,
      command,
      turn,
      length: excerpt.length,
      ...(range && { range }),
      partial,
      ...(hash !== undefined && { hash }),
      redacted,
      ...(origin === "search" && partial && { lines: linesIn(excerpt) }),
      confidence,
    };
    events.push({ ...stamp, type: "read.recorded", entry });
  }
  // A few lines that a search shows list a file, and do not open it.
  const isGlimpse = (read: (typeof reads)[number]): boolean =>
    switches.searchEntries && read.origin === "search" && read.partial;
  const glimpsed = reads.filter(isGlimpse).flatMap((read) => read.paths);
  const opened = new Set(reads.filter((read) => !isGlimpse(read)).flatMap((read) => read.paths));
  const isNew = (path: string): boolean => !tab.candidates.has(path) && !tab.opened.has(path) && !opened.has(path);
  const paths = switches.capture ? [...new Set([...observation.listed, ...glimpsed])].filter(isNew) : [];
  if (paths.length > 0) events.push({ ...stamp, type: "candidates.listed", paths, turn });
  const writes = observation.writes?.length ?? 0;
  events.push({ ...stamp, type: "observation.recorded", turn, ...(writes > 0 && { writes }) });
  return { events, excerpts };
}
