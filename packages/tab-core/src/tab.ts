import type { EventStore, LogId, RequirementId, StoredEvent, TaskId } from "./event-store.ts";
import type { EntryOrigin, Outcome, Range } from "./events.ts";
import type { CheckpointPolicy } from "./checkpoint-policy.ts";
import type { ContentsPort } from "./contents-port.ts";
import type { EvidencePolicy } from "./evidence-policy.ts";
import type { FinishPolicy } from "./finish-policy.ts";
import type { Listing } from "./operations/list.ts";
import type { Resolution } from "./operations/resolve.ts";
import type { Shown } from "./operations/show.ts";
import type { OpeningPolicy } from "./opening-policy.ts";
import type { Ranker } from "./ranker.ts";
import type { TabState } from "./state.ts";
import type { Switches } from "./switches.ts";

export interface TabOptions {
  readonly store: EventStore;
  readonly task: TaskId;
  /** Default: the small built-in BM25. */
  readonly ranker?: Ranker;
  /** Default: lexical-or-quote. */
  readonly evidence?: EvidencePolicy;
  /** Default: at most one check. */
  readonly finish?: FinishPolicy;
  /** When the review comes unasked, with `switches.checkpoints`. Default: at the first write, at 50 and 80 % of the budget, after 15 idle turns. */
  readonly checkpoints?: CheckpointPolicy;
  /** When work without a task becomes one. Default: after three workspace reads and a write. */
  readonly opening?: OpeningPolicy;
  /** Texts of the files; may also be handed in later with `contentsFrom`. */
  readonly contents?: ContentsPort;
  /** Default: the `default` preset. */
  readonly switches?: Partial<Switches>;
  /** Who calls the operations; default `agent`. A subagent takes its own name, so that its call ids cannot meet others'. */
  readonly actor?: string;
  /** Reads the clock; default `Date.now`. */
  readonly now?: () => number;
}

/** What one observation brought, as told by a capture. Excerpts are verbatim. */
export interface ObservationRecord {
  /** Makes a retried call a duplicate. */
  readonly callId: string;
  readonly turn: number;
  readonly command: string;
  readonly reads: readonly {
    readonly paths: readonly string[];
    readonly excerpt: string;
    readonly origin: EntryOrigin;
    readonly range?: Range;
    readonly partial: boolean;
    readonly hash?: string;
    readonly redacted: boolean;
    readonly confidence: number;
  }[];
  readonly listed: readonly string[];
  /** Files that the call made or changed: they count towards the opening of a task. Default: none. */
  readonly writes?: readonly string[];
  /** What the user asked last, in a harness without tasks: the text of a task that this observation opens. */
  readonly asked?: string;
}

/** An answer for the model (`text`) and for programs (`value`). `ok: false`: the call was bad and changed nothing. */
export type Reply<T> =
  | { readonly ok: true; readonly text: string; readonly value: T }
  | { readonly ok: false; readonly text: string; readonly value: undefined };

export interface RequirementInput {
  readonly text: string;
  readonly aliases?: readonly string[];
  /** Rewords this requirement instead of adding one. */
  readonly id?: string;
}

export interface ResolveInput {
  readonly id: string;
  readonly outcome: Outcome;
  readonly evidence?: readonly string[];
  readonly quote?: string;
  readonly value?: string;
  readonly reason?: string;
}

export interface ListInput {
  readonly kind: "requirements" | "candidates" | "log";
  readonly limit?: number;
  readonly offset?: number;
  /** Ranks candidates against this requirement instead of the task. */
  readonly requirement?: string;
}

export interface ShowInput {
  readonly id: string;
  /** 1-based lines of the excerpt, both included. */
  readonly range?: { readonly start: number; readonly end: number };
}

/** A deliverable's text as the delivery check reads it; `undefined` text: it could not be read, and why. */
export interface DeliverableText {
  readonly path: string;
  readonly text: string | undefined;
  readonly reason?: string;
  /** Parts that the text does not show though a value may stand there, such as `chart on Sheet2`, `page 3 is an image`. */
  readonly unread?: readonly string[];
}

export interface FinishCheck {
  /** The message that sends the agent back. */
  readonly text: string;
  readonly number: number;
  readonly open: readonly RequirementId[];
  /** Done, with a value that no readable deliverable states. */
  readonly missing: readonly RequirementId[];
}

/** The tab of one task. All state comes from the store: two processes with the same task see the same tab. */
export interface Tab {
  readonly task: TaskId;
  readonly switches: Switches;
  /** Hands in the texts of files: for stale marks, for ranking by content, and for previews. */
  contentsFrom(contents: ContentsPort): void;
  /** Opens the task; its text ranks candidates and sets their threshold. A task that is open already stays as it is. */
  open(text: string): Promise<void>;
  close(): Promise<void>;

  /** The environment's side. */
  record(observation: ObservationRecord): Promise<{ readonly entries: readonly LogId[]; readonly duplicate: boolean }>;
  sourceChanged(change: {
    readonly path: string;
    readonly before?: string;
    readonly after?: string;
    readonly byAgent: boolean;
  }): Promise<void>;
  endTurn(turn: number): Promise<void>;
  /** The status line when it is due after this observation, without the blank line before it. At most 160 characters. */
  statusLine(turn: number): Promise<string | undefined>;
  /** The review when a checkpoint is due, each at most once; needs `switches.checkpoints`. */
  checkpoint(moment: {
    readonly turn: number;
    /** 0 to 1. */
    readonly budgetUsed?: number;
    readonly writesDeliverable?: boolean;
  }): Promise<string | undefined>;
  /** After a context compaction: the review, to be put back in front of the agent; `undefined` when it is switched off. */
  reinjection(): Promise<string | undefined>;
  /** At a stop: the message to send the agent back with, or `undefined` when it may go. Counts as a check only when it sends back. */
  finishCheck(stop: {
    readonly turn: number;
    readonly finalMessage?: string;
    /** The files handed over; empty where the final message is all there is. Absent: nobody knows, and no value is missed. */
    readonly deliverables?: readonly DeliverableText[];
  }): Promise<FinishCheck | undefined>;

  /** The agent's four operations. `callId` makes a retried call a duplicate with the same reply. */
  add(
    requirements: readonly (string | RequirementInput)[],
    call: CallContext,
  ): Promise<Reply<{ readonly ids: readonly RequirementId[] }>>;
  resolve(input: ResolveInput, call: CallContext): Promise<Reply<Resolution>>;
  /** A page of what was asked for, by its `kind`. */
  list(input: ListInput, call: CallContext): Promise<Reply<Listing>>;
  show(input: ShowInput, call: CallContext): Promise<Reply<Shown>>;

  /** The state now, after reading what other processes appended. */
  state(): Promise<TabState>;
  excerpt(id: LogId): Promise<string | undefined>;
  events(afterSeq?: number): Promise<readonly StoredEvent[]>;
}

export interface CallContext {
  readonly callId: string;
  readonly turn: number;
}
