import type { LanguageModelV4 } from "@ai-sdk/provider";
import { describeCall, type TabSession, type ToolOutcome } from "@runningtab/harness-adapters";
import type { ModelMessage } from "ai";
import { messageOf } from "../cli-error.ts";
import { DEFAULT_CONTEXT_WINDOW } from "../models/context-window.ts";
import { faultOf, StepError, stepFailure } from "../models/model-fault.ts";
import type { RequestOptions } from "../models/request-options.ts";
import type { StepUsage, TokenPrices } from "../models/step-usage.ts";
import type { AgentTool } from "./agent-tool.ts";
import { type Budgets, spentBudget } from "./budgets.ts";
import type { CallJournal } from "./call-journal.ts";
import { contextLevels, type ContextProfile, smallerProfile } from "./context-profile.ts";
import type { LiveCounts, LiveView } from "./live-view.ts";
import { modelStep, type ModelStep, type ModelStepOptions } from "./model-step.ts";
import { instructionsFor } from "./prompt.ts";
import { createPromptPrefix } from "./prompt-prefix.ts";
import { callsOf, textOf } from "./requested-calls.ts";
import { withRetries } from "./retry.ts";
import { advance, noProgress, type RunProgress } from "./run-progress.ts";
import { summarise } from "./summarise.ts";
import type { ChecksAtStop } from "./told-of-checks.ts";
import { runBatch, sizeOfSchemas, toolSchemas } from "./tool-batch.ts";
import type { AssistantItem, TranscriptItem } from "./transcript.ts";
import { looksLikeToolCall } from "./written-call.ts";

export interface AgentOptions {
  readonly task: string;
  readonly model: LanguageModelV4;
  readonly session: TabSession;
  readonly tools: readonly AgentTool[];
  /** What each step is shown; one that does not fit the model is followed by the next smaller one. */
  readonly profile: ContextProfile;
  readonly budgets: Budgets;
  /** Of the model, in tokens; default 128,000. */
  readonly contextWindow?: number;
  readonly requestOptions?: RequestOptions;
  readonly prices?: TokenPrices;
  /** Where the transcript is kept; an item is durable when the call returns. */
  readonly folder: { appendTranscript(item: TranscriptItem): void };
  /** Of the tool calls that may write. Absent: nobody will take the run up again. */
  readonly journal?: CallJournal;
  /** The run that is taken up again. */
  readonly earlier?: EarlierRun;
  /** Said at a stop, below the finish check if there is one. Absent: no checks. */
  readonly checksAtStop?: ChecksAtStop;
  readonly view: LiveView;
  /** Called as each turn begins, counted from 1. */
  readonly onTurn?: (turn: number) => void;
  /** The tab's counts, for the live view. */
  readonly counts: () => Promise<LiveCounts>;
  readonly now: () => number;
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly random: () => number;
  /** Asked between steps: whether the person wants to stop. */
  readonly isInterrupted: () => boolean;
  /** Ends the step at once. */
  readonly signal: AbortSignal;
}

export interface EarlierRun {
  /** Everything that was said, as it stands in the run's folder. */
  readonly transcript: readonly TranscriptItem[];
  /** What the model has to know about the time between; absent: nothing that matters to it happened. */
  readonly note?: string;
  /** Files that were found changed. */
  readonly changed: ReadonlySet<string>;
  /** The profile was chosen anew: one that an overflow left in force gives way to it. */
  readonly isProfileAnew?: boolean;
}

export interface AgentResult extends Omit<RunProgress, "batches" | "finishChecks" | "profile"> {
  readonly status: "finished" | "budget" | "error";
  /** Which budget was spent, or what went wrong. */
  readonly reason?: string;
}

/** Items that must have come since the last summary before another is made unasked. */
const SUMMARY_NEEDS_ITEMS = 6;

const EMPTY_ANSWER =
  "Your last answer was empty. Go on with the task; when it is done, answer with a short summary and no tool call.";
const CUT_OFF = "Your last answer was cut off at its output limit. Go on where it ended, in smaller parts.";

/**
 * The agent's loop. The transcript's last item says what comes next: after calls their results, after an answer without
 * calls the stop, else a step of the model. So a run that was killed goes on from its transcript as if nothing had been.
 * Every item is in the run folder before the next step begins. Never rejects.
 */
export async function runAgent(options: AgentOptions): Promise<AgentResult> {
  const { model, session, tools, budgets, view } = options;
  const startedAt = options.now();
  const instructions = instructionsFor(session.systemBlock);
  const schemas = toolSchemas(tools, session);
  const prefix = createPromptPrefix(sizeOfSchemas(tools, session, instructions));
  const transcript: TranscriptItem[] = [...(options.earlier?.transcript ?? [])];
  let progress = transcript.reduce(advance, noProgress);
  const warned = new Set<string>();
  let note = options.earlier?.note;

  const say = (item: TranscriptItem): void => {
    options.folder.appendTranscript(item);
    transcript.push(item);
    progress = advance(progress, item);
  };
  const end = (status: AgentResult["status"], reason?: string): AgentResult => {
    const { batches: _batches, finishChecks: _checks, profile: _profile, ...totals } = progress;
    return { ...totals, status, ...(reason !== undefined && { reason }) };
  };

  if (options.earlier?.isProfileAnew && transcript.length > 0)
    say({ type: "context", turn: progress.turns, profile: options.profile.name });
  let profile = profileNamed(progress.profile) ?? options.profile;

  // A model that hangs must not outlive the time limit.
  const timeout = AbortSignal.timeout(Math.min(budgets.timeLimitMs, 2 ** 31 - 1));
  const signal = AbortSignal.any([options.signal, timeout]);
  try {
    if (transcript.length === 0) say({ type: "user", turn: 0, about: "task", text: options.task });
    for (;;) {
      const last = lastSaid();
      if (last?.type === "assistant") {
        const ended = callsOf(last.message).length > 0 ? await runCalls(last) : await stop(last);
        if (ended !== undefined) return ended;
        continue;
      }
      sayNote();
      const spent = spentBudget(budgets, {
        turns: progress.turns,
        toolCalls: progress.toolCalls,
        elapsedMs: options.now() - startedAt,
      });
      if (spent !== undefined) return end("budget", `The run used up ${spent}.`);
      if (options.isInterrupted()) return end("error", "The run was interrupted.");
      if (isCompactionDue()) await compact();
      await takeTurn(progress.turns + 1);
    }
  } catch (cause) {
    if (timeout.aborted) return end("budget", `The run used up ${budgets.timeLimitMs / 1_000} seconds (--time-limit).`);
    return end("error", options.signal.aborted ? "The run was interrupted." : stepFailure(cause));
  }

  /** What the model and its tools said last, whatever was decided about views since. */
  function lastSaid(): TranscriptItem | undefined {
    return transcript.findLast(({ type }) => type !== "context");
  }

  /** Said once, behind the results that the interruption left open. */
  function sayNote(): void {
    if (note !== undefined) say({ type: "user", turn: progress.turns, about: "resumed", text: note });
    note = undefined;
  }

  async function takeTurn(turn: number): Promise<void> {
    view.turnStarted(turn, { budgets, progress });
    options.onTurn?.(turn);
    const began = options.now();
    const { step, messages } = await stepThatFits();
    const { message, problems, finishReason, usage, warnings } = step;
    for (const warning of warnings) {
      if (!warned.has(warning)) view.note(`The model's provider says: ${warning}`);
      warned.add(warning);
    }
    say({
      type: "assistant",
      turn,
      message,
      ...(Object.keys(problems).length > 0 && { problems }),
      finishReason,
      usage,
      elapsedMs: options.now() - began,
      prompt: prefix.measure(messages),
    });
    view.stepEnded(turn, usage, progress);
  }

  async function runCalls(step: AssistantItem): Promise<undefined> {
    const { turn } = step;
    const calls = callsOf(step.message, step.problems);
    options.onTurn?.(turn);
    view.toolsStarted(
      turn,
      calls.map((call) => describeCall(call.tool, call.args as ToolOutcome["args"])),
    );
    const began = options.now();
    const results = await runBatch({
      calls,
      tools,
      session,
      turn,
      signal,
      ...(options.journal && { journal: options.journal }),
      ...(options.earlier && { changed: options.earlier.changed }),
    });
    say({ type: "results", turn, results, elapsedMs: options.now() - began });
    options.journal?.clear();
    view.toolsEnded(turn, results);
    view.turnEnded(turn, await options.counts());
  }

  /** After an answer without calls: the end of the run, or what sends the model back. */
  async function stop({ turn, message, finishReason }: AssistantItem): Promise<AgentResult | undefined> {
    const text = textOf(message);
    const isEmpty = text.trim() === "";
    const before = transcript.filter(({ type }) => type !== "context").at(-2);
    const wasNudged = before?.type === "user" && before.about === "go-on";
    if ((isEmpty || finishReason === "length") && !wasNudged) {
      view.note(isEmpty ? "The model gave an empty answer; it is asked to go on." : "The model's answer was cut off.");
      say({ type: "user", turn, about: "go-on", text: isEmpty ? EMPTY_ANSWER : CUT_OFF });
      return undefined;
    }
    if (progress.toolCalls === 0 && looksLikeToolCall(text, Object.keys(schemas))) {
      throw new StepError(
        "no-tools",
        "The model wrote its tool call as text, so nothing was called. Its server does not parse this model's tool calls: start it with the parser for this model, or choose a model with tool calling.",
      );
    }
    const owed = await session.onStop({ finalMessage: text });
    const failed = await options.checksAtStop?.(signal);
    const check = owed === undefined || failed === undefined ? (owed ?? failed) : `${owed}\n\n${failed}`;
    const counts = await options.counts();
    view.turnEnded(turn, counts);
    if (check !== undefined) {
      say({ type: "user", turn, about: "finish-check", text: check });
      view.finishCheck(turn, check);
      return undefined;
    }
    const isSilent = isEmpty && (counts.open > 0 || progress.toolCalls === 0);
    return isSilent ? end("error", "The model gave an empty answer twice in a row.") : end("finished");
  }

  /** A step over the present view, and over smaller ones while it does not fit the model's window. */
  async function stepThatFits(): Promise<{ readonly step: ModelStep; readonly messages: ModelMessage[] }> {
    for (;;) {
      const messages = profile.view(transcript);
      try {
        return { step: await ask({ messages }), messages };
      } catch (cause) {
        if (faultOf(cause) !== "overflow") throw cause;
        const smaller = smallerProfile(profile);
        if (smaller === undefined) {
          if (transcript.at(-1)?.type === "summary") throw cause;
          view.note(`The prompt does not fit the model (${messageOf(cause)}); it is asked to sum up.`);
          await compact();
        } else {
          profile = smaller;
          view.note(
            `The prompt does not fit the model (${messageOf(cause)}); going on at context level ${profile.name}.`,
          );
          say({ type: "context", turn: progress.turns, profile: profile.name });
        }
      }
    }
  }

  function ask(asked: Pick<ModelStepOptions, "messages" | "toolChoice">): Promise<ModelStep> {
    const { requestOptions, prices } = options;
    const step = () =>
      modelStep({
        model,
        instructions,
        tools: schemas,
        signal,
        onText: view.textCame,
        ...asked,
        ...(requestOptions && { requestOptions }),
        ...(prices && { prices }),
      });
    return withRetries(step, {
      signal,
      sleep: options.sleep,
      now: options.now,
      random: options.random,
      onRetry: (attempt, delayMs, cause) => view.retrying(attempt + 1, delayMs, messageOf(cause)),
    });
  }

  function isCompactionDue(): boolean {
    if (profile.summariseBeyond === undefined) return false;
    const lastSummary = transcript.findLastIndex((item) => item.type === "summary");
    const step = transcript.findLast((item) => item.type === "assistant");
    const used: StepUsage = step?.usage ?? { inputTokens: 0, outputTokens: 0 };
    const window = options.contextWindow ?? DEFAULT_CONTEXT_WINDOW;
    return (
      used.inputTokens + used.outputTokens >= window * profile.summariseBeyond &&
      transcript.length - lastSummary >= SUMMARY_NEEDS_ITEMS
    );
  }

  async function compact(): Promise<void> {
    const { text, usage } = await summarise({
      transcript,
      messages: profile.view(transcript),
      step: (messages) => ask({ messages, toolChoice: "none" }),
    });
    say({ type: "summary", turn: progress.turns, text, review: await session.onCompact(), usage });
    view.note("The conversation was summed up; what was removed stands in the transcript and in the tab's log.");
  }
}

function profileNamed(name: string | undefined): ContextProfile | undefined {
  return contextLevels.find((one) => one.name === name);
}
