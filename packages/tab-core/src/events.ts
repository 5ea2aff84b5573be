import type { LogId, RequirementId } from "./event-store.ts";
import type { Pointer } from "./pointer.ts";

/** A place in a file: 1-based, both ends included. The structural twin of the capture package's `Range`. */
export type Range =
  | { readonly unit: "line" | "page" | "slide"; readonly start: number; readonly end: number }
  | { readonly unit: "cell"; readonly sheet: string; readonly cells: string };

/** How an entry came to the log. `search`: matching lines only; `computed`: no file's content; `own`: the agent's own file or words. */
export type EntryOrigin = "read" | "search" | "derived" | "computed" | "own" | "unattributed";

/** A log entry without its text, which the store keeps beside the event. */
export interface LogEntry {
  readonly id: LogId;
  /** Workspace-relative POSIX paths; empty when the output is attributed to nothing. */
  readonly paths: readonly string[];
  readonly origin: EntryOrigin;
  /** The command or call that produced it, as shown by `tab_show`. */
  readonly command: string;
  readonly turn: number;
  /** Length of the excerpt, in characters (UTF-16). */
  readonly length: number;
  readonly range?: Range;
  readonly partial: boolean;
  /** Content hash of the version read. */
  readonly hash?: string;
  readonly redacted: boolean;
  /** Of a search: how many lines it showed. The file counts as opened once searches have shown 40. */
  readonly lines?: number;
  /** 0 to 1, from the capture. */
  readonly confidence: number;
}

export type Outcome = "done" | "unavailable" | "open";
export type Verdict = "strong" | "plain" | "weak" | "disputed";

interface EventBase {
  /** Of the event's shape: raised when a field changes meaning; older events are upcast on reading. */
  readonly version: 1;
  /** ISO 8601; for people only, order is by `seq`. */
  readonly at: string;
  /** Who: `agent`, `environment`, `person`, or a subagent's name. */
  readonly actor: string;
}

/** Everything that can happen to a tab. State is the fold over these and nothing else. */
export type TabEvent = EventBase &
  (
    | { readonly type: "task.opened"; readonly text: string }
    | { readonly type: "task.closed" }
    | {
        readonly type: "requirement.added";
        readonly id: RequirementId;
        readonly text: string;
        readonly aliases: readonly string[];
        readonly turn: number;
      }
    | {
        readonly type: "requirement.reworded";
        readonly id: RequirementId;
        readonly text: string;
        readonly aliases: readonly string[];
      }
    | {
        readonly type: "requirement.resolved";
        readonly id: RequirementId;
        readonly outcome: "done" | "unavailable";
        readonly evidence: readonly LogId[];
        readonly quote?: string;
        readonly value?: string;
        readonly reason?: string;
        readonly verdict?: Verdict;
        /** What the evidence policy had to say beside its verdict, as shown in the reply. */
        readonly note?: string;
        readonly turn: number;
      }
    | { readonly type: "requirement.reopened"; readonly id: RequirementId; readonly reason?: string }
    | { readonly type: "read.recorded"; readonly entry: LogEntry }
    | { readonly type: "candidates.listed"; readonly paths: readonly string[]; readonly turn: number }
    | {
        readonly type: "source.changed";
        readonly path: string;
        readonly before?: string;
        readonly after?: string;
        readonly byAgent: boolean;
      }
    /** Closes the batch of one observation, also of one that read and listed nothing: status lines count observations. `writes`: how many files the call wrote. */
    | { readonly type: "observation.recorded"; readonly turn: number; readonly writes?: number }
    /** `review`: the agent saw its requirements beside its reads. */
    | { readonly type: "tab.used"; readonly turn: number; readonly review?: true }
    /** A status line named a next step. */
    | { readonly type: "pointer.shown"; readonly pointer: Pointer; readonly turn: number }
    /** The review was shown unasked, under the name that a checkpoint policy gave. */
    | { readonly type: "checkpoint.passed"; readonly name: string; readonly turn: number }
    | { readonly type: "turn.ended"; readonly turn: number }
    | { readonly type: "finish.checked"; readonly turn: number; readonly sentBack: boolean }
  );
