import type { StepUsage } from "../models/step-usage.ts";
import { onOneLine, type Terminal } from "../terminal.ts";
import type { Budgets } from "./budgets.ts";
import type { RunProgress } from "./run-progress.ts";
import type { ToolResultItem } from "./transcript.ts";

/** Is told what the run does as it does it. Must not throw. */
export interface LiveView {
  turnStarted(turn: number, spent: { readonly budgets: Budgets; readonly progress: RunProgress }): void;
  /** A piece of the model's words as it streams in. */
  textCame(delta: string): void;
  /** Another try of a step after a failure; `attempt` counts from 2. */
  retrying(attempt: number, delayMs: number, reason: string): void;
  /** The model's answer is in the transcript. `progress` is the run's with it. */
  stepEnded(turn: number, usage: StepUsage, progress: RunProgress): void;
  /** The calls of a step, as the read log describes them. */
  toolsStarted(turn: number, commands: readonly string[]): void;
  toolsEnded(turn: number, results: readonly ToolResultItem[]): void;
  /** The tab's counts after a batch, and at a stop. */
  turnEnded(turn: number, counts: LiveCounts): void;
  /** The agent was sent back. */
  finishCheck(turn: number, text: string): void;
  /** Documents that are read at this moment. */
  parsing(done: number, total: number, path: string): void;
  /** Something that the person should know. */
  note(text: string): void;
  end(): void;
}

export interface LiveCounts {
  readonly open: number;
  readonly resolved: number;
  readonly readLog: number;
  readonly candidates: number;
}

/** `quiet`: nothing. `verbose`: also what the model says, each call, the beginning of each result, and finish checks. */
export type Verbosity = "quiet" | "normal" | "verbose";

/** A terminal is redrawn at most this often, in milliseconds. */
const REDRAW_MS = 100;
const COMMAND_CHARACTERS = 120;
const VERBOSE_CHARACTERS = 2_000;

/** Tells the person on stderr: four lines that are redrawn on a terminal, one line a turn elsewhere. */
export function createLiveView(
  terminal: Terminal,
  now: () => number,
  { verbosity = "normal" }: { readonly verbosity?: Verbosity } = {},
): LiveView {
  if (verbosity === "quiet") return silentView;
  const startedAt = now();
  const isVerbose = verbosity === "verbose";
  let counts: LiveCounts = { open: 0, resolved: 0, readLog: 0, candidates: 0 };
  let budgets: Budgets | undefined;
  let progress: RunProgress | undefined;
  let turn = 0;
  let doing = "";
  let statusLine = "";
  let said = "";
  let drawnAt = -Infinity;

  const spentLine = (): string => {
    const turns = budgets === undefined ? `turn ${turn}` : `turn ${turn} of ${budgets.maxTurns}`;
    const limit = budgets === undefined ? "" : ` of ${time(budgets.timeLimitMs)}`;
    return [turns, `${time(now() - startedAt)}${limit}`, ...spentParts(progress)].join(" · ");
  };
  const tabLine = (): string =>
    `${counts.open} open, ${counts.resolved} resolved · ${counts.readLog} read, ${counts.candidates} unopened`;
  const draw = (isUrgent = true): void => {
    if (!terminal.isInteractive || (!isUrgent && now() - drawnAt < REDRAW_MS)) return;
    drawnAt = now();
    const lines = [spentLine(), tabLine(), doing, statusLine].filter((line) => line !== "");
    terminal.progress(lines.map(onOneLine).join("\n"));
  };
  const tell = (text: string): void => {
    if (isVerbose) terminal.note(text);
  };

  return {
    turnStarted(number, spent) {
      ({ budgets, progress } = spent);
      turn = number;
      said = "";
      doing = "thinking";
      draw();
    },
    textCame(delta) {
      said += delta;
      doing = `writing (${said.length} characters)`;
      draw(false);
    },
    retrying(attempt, delayMs, reason) {
      terminal.note(`The model's step failed (${reason}); try ${attempt} in ${Math.ceil(delayMs / 1_000)} s.`);
      // What came of the failed answer does not count.
      said = "";
    },
    stepEnded(_turn, _usage, now) {
      progress = now;
      if (said.trim() !== "") tell(`${beginning(said)}`);
      draw();
    },
    toolsStarted(_turn, commands) {
      doing = onOneLine(commands.join(" | ")).slice(0, COMMAND_CHARACTERS);
      for (const command of commands) tell(`→ ${onOneLine(command)}`);
      draw();
    },
    toolsEnded(_turn, results) {
      for (const { text, isError } of results) {
        statusLine = statusLineIn(text) ?? statusLine;
        tell(`${isError ? "✗" : "←"} ${beginning(text)}`);
      }
    },
    turnEnded(_turn, newCounts) {
      counts = newCounts;
      if (terminal.isInteractive) draw();
      else terminal.note([spentLine(), tabLine(), doing].filter((part) => part !== "").join(" · "));
    },
    finishCheck: (_turn, text) => tell(text),
    parsing(done, total, path) {
      doing = done < total ? `parsing ${done} of ${total}: ${path}` : doing;
      draw(false);
    },
    note: (text) => terminal.note(text),
    end: () => terminal.progress(""),
  };
}

const silentView: LiveView = {
  turnStarted: () => undefined,
  textCame: () => undefined,
  retrying: () => undefined,
  stepEnded: () => undefined,
  toolsStarted: () => undefined,
  toolsEnded: () => undefined,
  turnEnded: () => undefined,
  finishCheck: () => undefined,
  parsing: () => undefined,
  note: () => undefined,
  end: () => undefined,
};

/** Hands everything on to several views, in order. */
export function createLiveViews(views: readonly LiveView[]): LiveView {
  // Both sides are the same method of the same interface, which a mapped type would only say at greater length.
  const all =
    <Name extends keyof LiveView>(name: Name) =>
    (...args: Parameters<LiveView[Name]>): void => {
      for (const view of views) (view[name] as (...args: Parameters<LiveView[Name]>) => void)(...args);
    };
  return {
    turnStarted: all("turnStarted"),
    textCame: all("textCame"),
    retrying: all("retrying"),
    stepEnded: all("stepEnded"),
    toolsStarted: all("toolsStarted"),
    toolsEnded: all("toolsEnded"),
    turnEnded: all("turnEnded"),
    finishCheck: all("finishCheck"),
    parsing: all("parsing"),
    note: all("note"),
    end: all("end"),
  };
}

/** The tab's line at the end of a result. */
export function statusLineIn(text: string): string | undefined {
  return /\n\n(\[tab\] [^\n]*)$/.exec(text)?.[1];
}

function spentParts(progress: RunProgress | undefined): readonly string[] {
  if (progress === undefined) return [];
  const { inputTokens, outputTokens, cachedTokens, cost } = progress.usage;
  if (inputTokens + outputTokens === 0) return [];
  const cached = cachedTokens === undefined || cachedTokens === 0 ? "" : ` (${count(cachedTokens)} cached)`;
  return [
    `${count(inputTokens)} tokens in${cached}, ${count(outputTokens)} out`,
    ...(cost === undefined ? [] : [`$${cost.toFixed(cost < 1 ? 4 : 2)}`]),
  ];
}

function count(number: number): string {
  return number < 10_000 ? String(number) : `${(number / 1_000).toFixed(number < 100_000 ? 1 : 0)}k`;
}

/** `4 s`, `12m 3s`, `1h 2m`. */
function time(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  const parts = minutes < 60 ? [minutes, "m", seconds % 60, "s"] : [Math.floor(minutes / 60), "h", minutes % 60, "m"];
  const [one, unit, other, smaller] = parts;
  return other === 0 ? `${one}${unit}` : `${one}${unit} ${other}${smaller}`;
}

function beginning(text: string): string {
  const trimmed = text.trimEnd();
  return trimmed.length <= VERBOSE_CHARACTERS ? trimmed : `${trimmed.slice(0, VERBOSE_CHARACTERS).toWellFormed()}…`;
}
