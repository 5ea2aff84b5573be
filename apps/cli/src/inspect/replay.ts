import type { LogEntry, StoredEvent, TabState } from "@runningtab/tab-core";
import type { FileEdit } from "@runningtab/staged-workspace";
import type { TranscriptItem } from "../agent/transcript.ts";

/** A run, step by step, as it was recorded: nothing in it is done again. */
export interface Replay {
  readonly run: RunHeader;
  readonly steps: readonly ReplayStep[];
  /** How the run ended; absent for one that was killed or goes on. */
  readonly status?: string;
}

export interface RunHeader {
  readonly runId: string;
  readonly task: string;
  readonly root: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly provider: string;
  readonly model: string;
}

/** One step of the model: what it was told before, what it said and called, what that brought. */
export interface ReplayStep {
  /** From 1; 0 for what happened before the first step. */
  readonly turn: number;
  /** ISO 8601, of the first event on the tab. */
  readonly at?: string;
  /** Messages to the model other than results. */
  readonly told: readonly { readonly about: string; readonly text: string }[];
  readonly said: string;
  readonly reasoning: string;
  readonly tokens?: { readonly input: number; readonly output: number };
  readonly calls: readonly ReplayCall[];
  readonly before: TabCounts;
  readonly after: TabCounts;
  /** What happened to requirements, one line each: `r3 done (L7): 128`. */
  readonly requirements: readonly string[];
  /** Δ: what the step did to files. */
  readonly edits: readonly ReplayEdit[];
}

/** A call and its observation. */
export interface ReplayCall {
  readonly callId: string;
  readonly tool: string;
  /** The call as the read log describes it. */
  readonly command: string;
  /** Arguments as the model gave them, JSON. */
  readonly input: string;
  /** The result as the model was given it. */
  readonly text: string;
  readonly isError: boolean;
  readonly hasImage: boolean;
  readonly captured: readonly LogEntry[];
  readonly listed: readonly string[];
}

export interface ReplayEdit {
  readonly edit: FileEdit;
  readonly actor: string;
  /** The change in the document's own terms; absent where a side was not kept. */
  readonly diff?: string;
}

export interface TabCounts {
  readonly open: number;
  readonly done: number;
  readonly unavailable: number;
  readonly entries: number;
  readonly candidates: number;
}

export interface ReplayInput {
  readonly run: RunHeader;
  readonly items: readonly TranscriptItem[];
  readonly events: readonly StoredEvent[];
  /** By turn. */
  readonly edits: ReadonlyMap<number, readonly ReplayEdit[]>;
  readonly status?: string;
  /** `foldEvents` of tab-core. */
  readonly fold: (events: readonly StoredEvent[]) => TabState;
}

export function buildReplay({ run, items, events, edits, status, fold }: ReplayInput): Replay {
  const turnOf = turnsOf(events);
  const turns = new Set([0, ...items.map(({ turn }) => turn), ...turnOf, ...edits.keys()]);
  let before = countsOf(fold([]));
  const steps: ReplayStep[] = [];
  for (const turn of [...turns].toSorted((one, other) => one - other)) {
    const own = events.filter((_, index) => turnOf[index] === turn);
    const after = own.length === 0 ? before : countsOf(fold(events.filter((_, index) => turnOf[index]! <= turn)));
    const step = stepOf(
      turn,
      items.filter((item) => item.turn === turn),
      own,
    );
    const made = edits.get(turn) ?? [];
    if (turn > 0 || step.told.length + made.length > 0) steps.push({ ...step, before, after, edits: made });
    before = after;
  }
  return { run, steps, ...(status !== undefined && { status }) };
}

/** The turn of each event; one that names none belongs to the turn under way. */
function turnsOf(events: readonly StoredEvent[]): readonly number[] {
  let current = 0;
  return events.map(({ event }) => {
    const turn = event.type === "read.recorded" ? event.entry.turn : "turn" in event ? event.turn : current;
    current = Math.max(current, turn);
    return turn;
  });
}

function countsOf({ requirements, log, candidates }: TabState): TabCounts {
  const count = (status: string): number => requirements.filter((one) => one.status === status).length;
  return {
    open: count("open"),
    done: count("done"),
    unavailable: count("unavailable"),
    entries: log.length,
    candidates: candidates.length,
  };
}

function stepOf(
  turn: number,
  items: readonly TranscriptItem[],
  events: readonly StoredEvent[],
): Omit<ReplayStep, "before" | "after" | "edits"> {
  const assistant = items.find((item) => item.type === "assistant");
  const content = assistant?.message.content ?? [];
  const parts = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
  const textOf = (type: "text" | "reasoning"): string =>
    parts.flatMap((part) => (part.type === type ? [part.text] : [])).join("\n");
  const inputs = new Map(
    parts.flatMap((part) =>
      part.type === "tool-call" ? [[part.toolCallId, JSON.stringify(part.input)] as const] : [],
    ),
  );
  const at = events[0]?.event.at;
  return {
    turn,
    ...(at !== undefined && { at }),
    told: items.flatMap((item) => told(item)),
    said: textOf("text"),
    reasoning: textOf("reasoning"),
    ...(assistant && { tokens: { input: assistant.usage.inputTokens, output: assistant.usage.outputTokens } }),
    calls: items
      .flatMap((item) => (item.type === "results" ? item.results : []))
      .map(({ callId, providerCallId, tool, command, text, image, isError }) => ({
        callId,
        tool,
        command,
        input: inputs.get(providerCallId) ?? "",
        text,
        isError,
        hasImage: image !== undefined,
        ...broughtBy(callId, events),
      })),
    requirements: events.flatMap(requirementLine),
  };
}

function told(item: TranscriptItem): readonly { readonly about: string; readonly text: string }[] {
  switch (item.type) {
    case "user":
      // The run itself names its task.
      return item.about === "task" ? [] : [{ about: item.about, text: item.text }];
    case "summary":
      return [{ about: "summary", text: `${item.text}\n\n${item.review}` }];
    case "context":
      return [
        { about: "context", text: `From here on earlier messages are shortened by the profile ${item.profile}.` },
      ];
    case "assistant":
    case "results":
      return [];
    default:
      return item satisfies never;
  }
}

/** Events of an observation carry its call's id as their key. */
function broughtBy(callId: string, events: readonly StoredEvent[]): Pick<ReplayCall, "captured" | "listed"> {
  const own = events.filter(({ key }) => key === callId);
  return {
    captured: own.flatMap(({ event }) => (event.type === "read.recorded" ? [event.entry] : [])),
    listed: own.flatMap(({ event }) => (event.type === "candidates.listed" ? event.paths : [])),
  };
}

function requirementLine({ event }: StoredEvent): readonly string[] {
  switch (event.type) {
    case "requirement.added":
      return [`${event.id} added: ${event.text}`];
    case "requirement.reworded":
      return [`${event.id} reworded: ${event.text}`];
    case "requirement.reopened":
      return [`${event.id} open again${event.reason === undefined ? "" : `: ${event.reason}`}`];
    case "requirement.resolved": {
      const { id, outcome, evidence, value, reason, verdict } = event;
      const cited = evidence.length > 0 ? ` (${evidence.join(", ")}${verdict ? `, ${verdict}` : ""})` : "";
      const stated = value ?? reason;
      return [`${id} ${outcome}${cited}${stated === undefined ? "" : `: ${stated}`}`];
    }
    case "source.changed":
      return [`${event.path} changed${event.byAgent ? " by the agent" : ""}`];
    case "finish.checked":
      return [event.sentBack ? "finish check: sent back" : "finish check: nothing owed"];
    default:
      return [];
  }
}
