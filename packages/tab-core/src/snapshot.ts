import { createThreshold } from "./candidates.ts";
import { emptyProjection, type Projection, type SourceChange } from "./fold.ts";
import type { LogEntry } from "./events.ts";
import type { Candidate, Requirement } from "./state.ts";

/** What a snapshot holds, as JSON. Everything else of a projection follows from it. No excerpt text. */
interface Snapshot {
  readonly seq: number;
  readonly taskText?: string;
  readonly closed: boolean;
  readonly turn: number;
  readonly lastTabUseTurn?: number;
  readonly finishChecks: number;
  readonly requirements: readonly Requirement[];
  readonly log: readonly LogEntry[];
  /** Path, turn first listed, 1 when above the threshold. */
  readonly candidates: readonly (readonly [string, number, 0 | 1])[];
  readonly seen: readonly (readonly [string, number])[];
  readonly reviewed: boolean;
  readonly pointers: readonly (readonly [string, number])[];
  readonly lastPointer?: Projection["lastPointer"];
  readonly checkpoints: readonly string[];
  readonly opened: readonly string[];
  readonly changes: readonly (readonly [string, SourceChange])[];
  readonly status: Projection["status"];
  readonly counts: Projection["counts"];
}

export function encodeSnapshot(tab: Projection): Uint8Array {
  const snapshot: Snapshot = {
    seq: tab.seq,
    ...(tab.taskText !== undefined && { taskText: tab.taskText }),
    closed: tab.closed,
    turn: tab.turn,
    ...(tab.lastTabUseTurn !== undefined && { lastTabUseTurn: tab.lastTabUseTurn }),
    finishChecks: tab.finishChecks,
    requirements: [...tab.requirements.values()],
    log: tab.log,
    candidates: Array.from(tab.candidates.values(), (one): readonly [string, number, 0 | 1] => [
      one.path,
      one.firstListedTurn,
      one.aboveThreshold ? 1 : 0,
    ]),
    seen: [...tab.seen],
    reviewed: tab.reviewed,
    pointers: [...tab.pointers],
    ...(tab.lastPointer && { lastPointer: tab.lastPointer }),
    checkpoints: [...tab.checkpoints],
    opened: [...tab.opened],
    changes: [...tab.changes],
    status: tab.status,
    counts: tab.counts,
  };
  return new TextEncoder().encode(JSON.stringify(snapshot));
}

/** `undefined` for bytes that are no snapshot: it only saves refolding, so a damaged one is passed over. */
export function decodeSnapshot(bytes: Uint8Array): Projection | undefined {
  try {
    // Written by `encodeSnapshot` under the same fold version; whatever else it is, reading it fails below.
    const snapshot = JSON.parse(new TextDecoder().decode(bytes)) as Snapshot;
    const seen = new Map(snapshot.seen);
    return {
      ...emptyProjection(),
      seen,
      reviewed: snapshot.reviewed,
      pointers: new Map(snapshot.pointers),
      lastPointer: snapshot.lastPointer,
      checkpoints: new Set(snapshot.checkpoints),
      seq: snapshot.seq,
      taskText: snapshot.taskText,
      closed: snapshot.closed,
      turn: snapshot.turn,
      lastTabUseTurn: snapshot.lastTabUseTurn,
      finishChecks: snapshot.finishChecks,
      requirements: new Map(snapshot.requirements.map((one) => [one.id, one])),
      log: [...snapshot.log],
      candidates: new Map(
        snapshot.candidates.map(([path, firstListedTurn, above]): [string, Candidate] => [
          path,
          {
            path,
            firstListedTurn,
            aboveThreshold: above === 1,
            ...(seen.has(path) && { seen: seen.get(path)! }),
          },
        ]),
      ),
      opened: new Set(snapshot.opened),
      changes: new Map(snapshot.changes),
      status: { ...snapshot.status },
      counts: { ...snapshot.counts },
      ...(snapshot.taskText !== undefined && { isAboveThreshold: createThreshold(snapshot.taskText) }),
    };
  } catch {
    return undefined;
  }
}
