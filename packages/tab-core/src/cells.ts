import type { KeptCells } from "./event-store.ts";
import type { LogEntry } from "./events.ts";
import { emptyProjection, type Projection, setThreshold, type SourceChange } from "./fold.ts";
import type { Candidate, Requirement } from "./state.ts";

/*
 * A projection cut into cells, so that a process that starts for one observation reads and writes what the observation
 * touches, however large the tab is. Keys and what stands under them, as JSON:
 *
 *   head     what is counted and what happened last      `Head`
 *   task     the task's text                             string
 *   r3       a requirement                               `Requirement`
 *   L12      a log entry, without its excerpt            `LogEntry`
 *   "a.txt"  a path, as a JSON string                    `PathCell`
 */

const headKey = "head";
const taskKey = "task";

interface Head {
  readonly closed: boolean;
  readonly turn: number;
  readonly lastTabUseTurn?: number;
  readonly finishChecks: number;
  readonly finishChecksEver: number;
  readonly soFar: Projection["soFar"];
  readonly reviewed: boolean;
  readonly pointers: readonly (readonly [string, number])[];
  readonly lastPointer?: Projection["lastPointer"];
  readonly checkpoints: readonly string[];
  readonly status: Projection["status"];
  readonly counts: Projection["counts"];
}

/** All that a tab knows of a path; empty for one that it only saw go. */
interface PathCell {
  /** Of a candidate: its place in the order of listing, the turn, 1 when above the threshold. */
  readonly listed?: readonly [number, number, 0 | 1];
  readonly opened?: true;
  /** Lines that searches showed. */
  readonly seen?: number;
  readonly change?: SourceChange;
}

/** What has to be read to record something about these paths and to render a status line. */
export function cellsAbout(paths: Iterable<string>): readonly string[] {
  return [headKey, taskKey, ...new Set(Array.from(paths, pathKey))];
}

/** The cells that differ from what they were when `touched` was emptied last. */
export function changedCells(tab: Projection): ReadonlyMap<string, string> {
  const { touched } = tab;
  const cells = new Map([[headKey, JSON.stringify(headOf(tab))]]);
  if (touched.task) cells.set(taskKey, JSON.stringify(tab.taskText));
  for (const id of touched.requirements) cells.set(id, JSON.stringify(tab.requirements.get(id)));
  // A part of a log holds its newest entries.
  const entries = touched.entries === 0 ? [] : tab.log.slice(-touched.entries);
  for (const entry of entries) cells.set(entry.id, JSON.stringify(entry));
  for (const path of touched.paths) cells.set(pathKey(path), JSON.stringify(pathCell(tab, path)));
  return cells;
}

/** The projection that the cells are, or are a part of; `undefined` when they are none: the events are folded then. */
export function projectionOf({ seq, cells }: KeptCells): Projection | undefined {
  try {
    return assemble(seq, cells);
  } catch {
    return undefined;
  }
}

function assemble(seq: number, cells: KeptCells["cells"]): Projection | undefined {
  const tab = emptyProjection();
  const requirements: Requirement[] = [];
  const listed: (readonly [number, Candidate])[] = [];
  let head: Head | undefined;
  // Written by `changedCells` under the same fold version; whatever else it is, reading it fails.
  for (const [key, text] of cells) {
    if (key === headKey) head = JSON.parse(text) as Head;
    else if (key === taskKey) setThreshold(tab, JSON.parse(text) as string);
    else if (key.startsWith("r")) requirements.push(JSON.parse(text) as Requirement);
    else if (key.startsWith("L")) tab.log.push(JSON.parse(text) as LogEntry);
    else {
      const path = JSON.parse(key) as string;
      const cell = JSON.parse(text) as PathCell;
      if (cell.opened) tab.opened.add(path);
      if (cell.seen !== undefined) tab.seen.set(path, cell.seen);
      if (cell.change) tab.changes.set(path, cell.change);
      if (!cell.listed) continue;
      const [place, firstListedTurn, above] = cell.listed;
      const seen = cell.seen === undefined ? {} : { seen: cell.seen };
      listed.push([place, { path, firstListedTurn, aboveThreshold: above === 1, ...seen }]);
    }
  }
  if (head === undefined) return undefined;
  const numberOf = (one: { readonly id: string }): number => Number(one.id.slice(1));
  tab.log.sort((one, other) => numberOf(one) - numberOf(other));
  requirements.sort((one, other) => numberOf(one) - numberOf(other));
  listed.sort(([one], [other]) => one - other);
  for (const one of requirements) tab.requirements.set(one.id, one);
  for (const [place, candidate] of listed) {
    tab.candidates.set(candidate.path, candidate);
    tab.places.set(candidate.path, place);
  }
  const { lastTabUseTurn, lastPointer, pointers, checkpoints, status, counts, soFar, ...plain } = head;
  for (const [pointer, times] of pointers) tab.pointers.set(pointer, times);
  for (const name of checkpoints) tab.checkpoints.add(name);
  return Object.assign(tab, plain, {
    seq,
    base: seq,
    lastTabUseTurn,
    lastPointer,
    status: { ...status },
    soFar: { ...soFar },
    counts: { ...counts },
  });
}

function headOf(tab: Projection): Head {
  const { closed, turn, finishChecks, finishChecksEver, reviewed, lastTabUseTurn, lastPointer, status, counts } = tab;
  return {
    closed,
    turn,
    ...(lastTabUseTurn !== undefined && { lastTabUseTurn }),
    finishChecks,
    finishChecksEver,
    soFar: tab.soFar,
    reviewed,
    pointers: [...tab.pointers],
    ...(lastPointer && { lastPointer }),
    checkpoints: [...tab.checkpoints],
    status,
    counts,
  };
}

function pathCell(tab: Projection, path: string): PathCell {
  const candidate = tab.candidates.get(path);
  const seen = tab.seen.get(path);
  const change = tab.changes.get(path);
  const place = tab.places.get(path) ?? 0;
  return {
    ...(candidate && { listed: [place, candidate.firstListedTurn, candidate.aboveThreshold ? 1 : 0] as const }),
    ...(tab.opened.has(path) && { opened: true as const }),
    ...(seen !== undefined && { seen }),
    ...(change && { change }),
  };
}

/** Quoted, so that no path reads as another key, and lone surrogates survive. */
function pathKey(path: string): string {
  return JSON.stringify(path);
}
