import { pathAnalyzer } from "@runningtab/terms/path";
import type { RequirementId, StoredEvent } from "./event-store.ts";
import type { EntryOrigin, LogEntry, TabEvent } from "./events.ts";
import { limits } from "./limits.ts";
import type { Pointer } from "./pointer.ts";
import type { Candidate, Requirement, TabState } from "./state.ts";
import { createThreshold } from "./threshold.ts";

/**
 * Names the fold's meaning for kept cells. Raise the first factor when `apply` changes what events mean, or a cell its
 * form; the path analyzer decides thresholds, so its version is part of it.
 */
export const FOLD_VERSION = 4 * 1_000 + pathAnalyzer.version;

/** A changed file: the hash it has now (`undefined` when deleted), and whose doing it was. */
export interface SourceChange {
  readonly after: string | undefined;
  readonly byAgent: boolean;
}

/**
 * The fold under way. It is advanced in place because copying it for every event would make long tasks quadratic;
 * from outside, the fold stays pure: equal events give equal projections, whether folded at once, one by one, or
 * from kept cells on.
 *
 * A projection may be a part: then its collections hold only what the next events are about, and `counts` says how much
 * there is in all.
 */
export interface Projection {
  seq: number;
  taskText: string | undefined;
  closed: boolean;
  turn: number;
  lastTabUseTurn: number | undefined;
  /** Since the task was opened last. */
  finishChecks: number;
  finishChecksEver: number;
  /** Since the last task ended. */
  soFar: { reads: number; writes: number };
  readonly requirements: Map<RequirementId, Requirement>;
  readonly log: LogEntry[];
  readonly candidates: Map<string, Candidate>;
  /** Paths whose content was shown: they never become candidates again. */
  readonly opened: Set<string>;
  readonly changes: Map<string, SourceChange>;
  /** Lines of files that searches showed. */
  readonly seen: Map<string, number>;
  /** Whether the agent has seen a review. */
  reviewed: boolean;
  /** How often each pointer was shown, by its key, and the last one, so that a retried turn says the same. */
  readonly pointers: Map<string, number>;
  lastPointer: { readonly turn: number; readonly pointer: Pointer } | undefined;
  readonly checkpoints: Set<string>;
  /** When the status line was due last, so that short-lived processes agree on when it is due next. */
  readonly status: { announced: string; quiet: number; dueTurn: number | undefined };
  counts: {
    requirements: number;
    open: number;
    done: number;
    entries: number;
    candidates: number;
    aboveThreshold: number;
    /** Candidates listed so far, those that are gone included. */
    listed: number;
  };
  /** Each candidate's place in the order of listing. */
  readonly places: Map<string, number>;
  isAboveThreshold: (path: string) => boolean;
  /** What has changed since the event `base`, for keeping. */
  base: number;
  touched: Touched;
}

/** Parts of a projection that events changed. */
export interface Touched {
  task: boolean;
  /** How many entries came to the log. */
  entries: number;
  readonly requirements: Set<RequirementId>;
  readonly paths: Set<string>;
}

export function nothingTouched(): Touched {
  return { task: false, entries: 0, requirements: new Set(), paths: new Set() };
}

export function emptyProjection(): Projection {
  return {
    seq: 0,
    taskText: undefined,
    closed: false,
    turn: 0,
    lastTabUseTurn: undefined,
    finishChecks: 0,
    finishChecksEver: 0,
    soFar: { reads: 0, writes: 0 },
    requirements: new Map(),
    log: [],
    candidates: new Map(),
    opened: new Set(),
    changes: new Map(),
    seen: new Map(),
    reviewed: false,
    pointers: new Map(),
    lastPointer: undefined,
    checkpoints: new Set(),
    status: { announced: "", quiet: 0, dueTurn: undefined },
    counts: { requirements: 0, open: 0, done: 0, entries: 0, candidates: 0, aboveThreshold: 0, listed: 0 },
    places: new Map(),
    isAboveThreshold: () => false,
    base: 0,
    touched: nothingTouched(),
  };
}

/** Folds events onto an empty tab, or onto `onto`, which is advanced in place and returned. */
export function fold(events: Iterable<StoredEvent>, onto: Projection = emptyProjection()): Projection {
  for (const { seq, event } of events) {
    apply(onto, event);
    onto.seq = seq;
  }
  return onto;
}

const showsFile: ReadonlySet<EntryOrigin> = new Set<EntryOrigin>(["read", "search", "derived"]);

/** Total: an event about something that does not exist changes nothing. */
function apply(tab: Projection, event: TabEvent): void {
  switch (event.type) {
    case "task.opened":
      // A task that goes on after its end has its finish checks anew.
      if (tab.closed) tab.finishChecks = 0;
      tab.closed = false;
      if (event.text !== tab.taskText) setTaskText(tab, event.text);
      return;
    case "task.closed":
      tab.closed = true;
      tab.soFar = { reads: 0, writes: 0 };
      return;
    case "requirement.added":
      putRequirement(tab, { id: event.id, text: event.text, aliases: event.aliases, status: "open", evidence: [] });
      return seeTurn(tab, event.turn);
    case "requirement.reworded": {
      const before = tab.requirements.get(event.id);
      if (before) putRequirement(tab, { ...before, text: event.text, aliases: event.aliases });
      return;
    }
    case "requirement.resolved": {
      const before = tab.requirements.get(event.id);
      if (!before) return;
      const { id, text, aliases } = before;
      const { evidence, quote, value, reason, verdict, note } = event;
      putRequirement(tab, {
        id,
        text,
        aliases,
        status: event.outcome,
        evidence,
        ...(quote !== undefined && { quote }),
        ...(value !== undefined && { value }),
        ...(reason !== undefined && { reason }),
        ...(verdict !== undefined && { verdict }),
        ...(note !== undefined && { note }),
      });
      return seeTurn(tab, event.turn);
    }
    case "requirement.reopened": {
      const before = tab.requirements.get(event.id);
      if (!before) return;
      const { id, text, aliases } = before;
      putRequirement(tab, { id, text, aliases, status: "open", evidence: [] });
      return;
    }
    case "read.recorded":
      tab.log.push(event.entry);
      tab.counts.entries += 1;
      tab.touched.entries += 1;
      if (event.entry.paths.length > 0 && showsFile.has(event.entry.origin)) tab.soFar.reads += 1;
      for (const path of event.entry.paths) {
        if (opens(tab, event.entry, path)) markOpened(tab, path);
        else noteSeen(tab, path, event.entry.lines ?? 0);
      }
      return seeTurn(tab, event.entry.turn);
    case "candidates.listed":
      for (const path of event.paths) addCandidate(tab, path, event.turn);
      return seeTurn(tab, event.turn);
    case "source.changed":
      tab.changes.set(event.path, { after: event.after, byAgent: event.byAgent });
      tab.touched.paths.add(event.path);
      if (event.after === undefined) dropCandidate(tab, event.path);
      return;
    case "observation.recorded":
      tab.soFar.writes += event.writes ?? 0;
      noteObservation(tab, event.turn);
      return seeTurn(tab, event.turn);
    case "tab.used":
      tab.lastTabUseTurn = Math.max(tab.lastTabUseTurn ?? 0, event.turn);
      tab.reviewed ||= event.review === true;
      return seeTurn(tab, event.turn);
    case "pointer.shown": {
      const key = pointerKey(event.pointer);
      tab.pointers.set(key, (tab.pointers.get(key) ?? 0) + 1);
      tab.lastPointer = { turn: event.turn, pointer: event.pointer };
      return seeTurn(tab, event.turn);
    }
    case "checkpoint.passed":
      tab.checkpoints.add(event.name);
      return seeTurn(tab, event.turn);
    case "turn.ended":
      return seeTurn(tab, event.turn);
    case "finish.checked":
      if (event.sentBack) {
        tab.finishChecks += 1;
        tab.finishChecksEver += 1;
      }
      return seeTurn(tab, event.turn);
    default:
      return unknownEvent(event);
  }
}

/** The compiler proves that every type is handled; a store of a newer format is refused before it gets here. */
function unknownEvent(_event: never): void {}

function seeTurn(tab: Projection, turn: number): void {
  tab.turn = Math.max(tab.turn, turn);
}

function setTaskText(tab: Projection, text: string): void {
  setThreshold(tab, text);
  tab.touched.task = true;
  tab.counts.aboveThreshold = 0;
  for (const candidate of tab.candidates.values()) {
    const aboveThreshold = tab.isAboveThreshold(candidate.path);
    tab.candidates.set(candidate.path, { ...candidate, aboveThreshold });
    tab.touched.paths.add(candidate.path);
    if (aboveThreshold) tab.counts.aboveThreshold += 1;
  }
}

/** The task's text, and the terms of it that paths share, which are worked out when a path is first compared. */
export function setThreshold(tab: Projection, text: string): void {
  tab.taskText = text;
  let isAbove: ((path: string) => boolean) | undefined;
  tab.isAboveThreshold = (path) => (isAbove ??= createThreshold(text))(path);
}

function putRequirement(tab: Projection, after: Requirement): void {
  const before = tab.requirements.get(after.id);
  if (before === undefined) tab.counts.requirements += 1;
  tab.touched.requirements.add(after.id);
  tab.counts.open += Number(after.status === "open") - Number(before?.status === "open");
  tab.counts.done += Number(after.status === "done") - Number(before?.status === "done");
  tab.requirements.set(after.id, after);
}

/** Matching lines of a search open a file only when they show much of it; the other kinds mean that it was opened. */
function opens(tab: Projection, entry: LogEntry, path: string): boolean {
  if (entry.origin !== "search" || !entry.partial) return true;
  if (entry.lines !== undefined) return (tab.seen.get(path) ?? 0) + entry.lines >= limits.seenLines;
  return entry.range?.unit === "line" && entry.range.end - entry.range.start + 1 >= limits.seenLines;
}

function noteSeen(tab: Projection, path: string, lines: number): void {
  if (lines === 0) return;
  const seen = (tab.seen.get(path) ?? 0) + lines;
  tab.seen.set(path, seen);
  tab.touched.paths.add(path);
  const candidate = tab.candidates.get(path);
  if (candidate) tab.candidates.set(path, { ...candidate, seen });
}

function markOpened(tab: Projection, path: string): void {
  tab.opened.add(path);
  tab.touched.paths.add(path);
  dropCandidate(tab, path);
}

function dropCandidate(tab: Projection, path: string): void {
  const candidate = tab.candidates.get(path);
  if (candidate === undefined) return;
  if (candidate.aboveThreshold) tab.counts.aboveThreshold -= 1;
  tab.counts.candidates -= 1;
  tab.candidates.delete(path);
  tab.places.delete(path);
}

function addCandidate(tab: Projection, path: string, turn: number): void {
  if (tab.opened.has(path) || tab.candidates.has(path)) return;
  const aboveThreshold = tab.isAboveThreshold(path);
  const seen = tab.seen.get(path);
  tab.candidates.set(path, {
    path,
    firstListedTurn: turn,
    aboveThreshold,
    ...(seen !== undefined && { seen }),
  });
  tab.counts.candidates += 1;
  tab.counts.listed += 1;
  tab.places.set(path, tab.counts.listed);
  tab.touched.paths.add(path);
  if (aboveThreshold) tab.counts.aboveThreshold += 1;
}

function noteObservation(tab: Projection, turn: number): void {
  const counts = countsAsText(tab);
  tab.status.quiet += 1;
  if (counts === tab.status.announced && tab.status.quiet < limits.quietObservations) return;
  tab.status.announced = counts;
  tab.status.quiet = 0;
  tab.status.dueTurn = turn;
}

/** Whether a task is under way: opened, and not closed since. */
export function isOpen({ taskText, closed }: Projection): boolean {
  return taskText !== undefined && !closed;
}

/** Whether a status line has something to say: a count changed, or ten observations passed in silence. */
export function isStatusDue(tab: Projection, turn: number): boolean {
  return tab.status.dueTurn === turn || tab.status.announced !== countsAsText(tab);
}

/** A pointer is looked for after every five turns without tab use: more often would nag, and cost a ranking each time. */
export function isPointerTurn(tab: Projection, turn: number): boolean {
  const age = turn - (tab.lastTabUseTurn ?? turn);
  return age > 0 && age % limits.turnsBeforePointer === 0 && tab.counts.open > 0;
}

/** Equal for equal pointers. */
export function pointerKey({ id, entry, path }: Pointer): string {
  return JSON.stringify([id, entry ?? path]);
}

/** Age is no change, so it is not among them. */
function countsAsText(tab: Projection): string {
  const { open, done, requirements, candidates, aboveThreshold, entries } = tab.counts;
  return [open, done, requirements, candidates, aboveThreshold, entries].join(" ");
}

/** The public, immutable view. */
export function toState(tab: Projection): TabState {
  return {
    seq: tab.seq,
    taskText: tab.taskText,
    closed: tab.closed,
    requirements: [...tab.requirements.values()],
    log: [...tab.log],
    candidates: [...tab.candidates.values()],
    lastTabUseTurn: tab.lastTabUseTurn,
    turn: tab.turn,
    finishChecks: tab.finishChecks,
  };
}

/** `T = (R, L, C)` from a task's events, in order: a pure function, and all that a tab's state is. */
export function foldEvents(events: Iterable<StoredEvent>): TabState {
  return toState(fold(events));
}
