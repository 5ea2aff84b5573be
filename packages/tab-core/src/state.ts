import type { LogId, RequirementId } from "./event-store.ts";
import type { LogEntry, Verdict } from "./events.ts";

export interface Requirement {
  readonly id: RequirementId;
  readonly text: string;
  readonly aliases: readonly string[];
  readonly status: "open" | "done" | "unavailable";
  readonly evidence: readonly LogId[];
  readonly quote?: string;
  readonly value?: string;
  readonly reason?: string;
  readonly verdict?: Verdict;
  readonly note?: string;
}

export interface Candidate {
  readonly path: string;
  readonly firstListedTurn: number;
  /** Whether the path shares at least two distinct terms with the task's text. */
  readonly aboveThreshold: boolean;
  /** Lines that searches showed of it. */
  readonly seen?: number;
}

/** `T = (R, L, C)`: the pure fold of a task's events. */
export interface TabState {
  /** `seq` of the last event folded in; 0 for a task without events. */
  readonly seq: number;
  readonly taskText: string | undefined;
  readonly closed: boolean;
  readonly requirements: readonly Requirement[];
  readonly log: readonly LogEntry[];
  readonly candidates: readonly Candidate[];
  readonly lastTabUseTurn: number | undefined;
  readonly turn: number;
  readonly finishChecks: number;
}
