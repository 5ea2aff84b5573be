import type { StepUsage } from "../models/step-usage.ts";
import type { LiveCounts, LiveView } from "./live-view.ts";
import { statusLineIn } from "./live-view.ts";

/** A line of `run --json` before the last: what the run does as it does it. `docs/formats/run-events.md` promises it. */
export type RunEvent =
  | {
      readonly type: "run.started";
      readonly runId: string;
      readonly runDir: string;
      readonly task: string;
      readonly provider: string;
      readonly model: string;
      readonly contextProfile: string;
      readonly mode: "staged" | "in-place";
      /** Present when an earlier run is taken up: files that changed in the folder meanwhile. */
      readonly resumed?: { readonly changed: readonly string[] };
    }
  | { readonly type: "parsing"; readonly done: number; readonly total: number; readonly path: string }
  | { readonly type: "turn.started"; readonly turn: number }
  | { readonly type: "text"; readonly turn: number; readonly text: string }
  | {
      readonly type: "step.retried";
      readonly turn: number;
      readonly attempt: number;
      readonly delayMs: number;
      readonly reason: string;
    }
  | {
      readonly type: "step.ended";
      readonly turn: number;
      readonly usage: StepUsage;
      /** Of the run so far. */
      readonly total: StepUsage;
    }
  | { readonly type: "tools.started"; readonly turn: number; readonly commands: readonly string[] }
  | {
      readonly type: "tool.ended";
      readonly turn: number;
      readonly callId: string;
      readonly tool: string;
      readonly command: string;
      readonly isError: boolean;
      /** Of the result as the model was given it. */
      readonly characters: number;
      readonly entries: readonly string[];
      readonly statusLine?: string;
    }
  | ({ readonly type: "turn.ended"; readonly turn: number } & LiveCounts)
  | { readonly type: "finish.checked"; readonly turn: number; readonly text: string }
  | { readonly type: "note"; readonly turn: number; readonly text: string };

/** What is said of a run as it begins. */
export type RunStarted = Omit<Extract<RunEvent, { readonly type: "run.started" }>, "type">;

/** Documents being parsed are told of at most this often, in milliseconds. */
const PARSING_MS = 1_000;

/** The run as a stream of events. `write` gets each as it happens, with the time. */
export function createEventView(write: (event: RunEvent & { readonly at: string }) => void, now: () => number) {
  let turn = 0;
  let parsedAt = -Infinity;
  const emit = (event: RunEvent): void => write({ ...event, at: new Date(now()).toISOString() });
  return {
    started: (event: RunStarted) => emit({ type: "run.started", ...event }),
    turnStarted(number) {
      turn = number;
      emit({ type: "turn.started", turn });
    },
    textCame: (text) => emit({ type: "text", turn, text }),
    retrying: (attempt, delayMs, reason) => emit({ type: "step.retried", turn, attempt, delayMs, reason }),
    stepEnded: (ofTurn, usage, { usage: total }) => emit({ type: "step.ended", turn: ofTurn, usage, total }),
    toolsStarted: (ofTurn, commands) => emit({ type: "tools.started", turn: ofTurn, commands }),
    toolsEnded(ofTurn, results) {
      for (const { callId, tool, command, isError, text, entries } of results) {
        const statusLine = statusLineIn(text);
        const about = { turn: ofTurn, callId, tool, command, isError, characters: text.length, entries };
        emit({ type: "tool.ended", ...about, ...(statusLine !== undefined && { statusLine }) });
      }
    },
    turnEnded: (ofTurn, counts) => emit({ type: "turn.ended", turn: ofTurn, ...counts }),
    finishCheck: (ofTurn, text) => emit({ type: "finish.checked", turn: ofTurn, text }),
    parsing(done, total, path) {
      if (now() - parsedAt < PARSING_MS) return;
      parsedAt = now();
      emit({ type: "parsing", done, total, path });
    },
    note: (text) => emit({ type: "note", turn, text }),
    end: () => undefined,
  } satisfies LiveView & { started: unknown };
}
