import type { LanguageModelV4 } from "@ai-sdk/provider";
import { describeCall, type TabSession, type ToolOutcome } from "@runningtab/harness-adapters";
import type { ModelMessage } from "ai";
import { messageOf } from "../cli-error.ts";
import type { AgentTool } from "./agent-tool.ts";
import { type Budgets, spentBudget } from "./budgets.ts";
import { type ContextLevel, contextView } from "./context-view.ts";
import type { LiveCounts, LiveView } from "./live-view.ts";
import { type ModelStep, modelStep } from "./model-step.ts";
import { instructionsFor } from "./prompt.ts";
import { stepFailure, withRetries } from "./retry.ts";
import type { RunFolder } from "./run-folder.ts";
import { DEFAULT_CONTEXT_WINDOW, summarise, SUMMARISE_BEYOND } from "./summarise.ts";
import { runBatch, toolSchemas } from "./tool-batch.ts";
import type { TranscriptItem } from "./transcript.ts";

export interface AgentOptions {
  readonly task: string;
  readonly model: LanguageModelV4;
  readonly session: TabSession;
  readonly tools: readonly AgentTool[];
  readonly level: ContextLevel;
  readonly budgets: Budgets;
  /** Tokens; default 128,000. */
  readonly contextWindow?: number;
  readonly folder: Pick<RunFolder, "appendTranscript">;
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

export interface AgentResult {
  readonly status: "finished" | "budget" | "error";
  /** Which budget was spent, or what went wrong. */
  readonly reason?: string;
  readonly finalMessage: string;
  readonly turns: number;
  readonly toolCalls: number;
  /** What the last `write` or `edit` that failed said, if no later one worked. */
  readonly failedWrite?: string;
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number };
}

const SUMMARY_NEEDS_ITEMS = 6;

/**
 * The agent's loop: a model step, its tool calls as one batch, the session's view of them, and again. At a stop the
 * session may send it back once. Every item is in the run folder before the next step begins. Never rejects.
 */
export async function runAgent(options: AgentOptions): Promise<AgentResult> {
  const { model, session, tools, level, budgets, view } = options;
  const startedAt = options.now();
  const instructions = instructionsFor(session.systemBlock);
  const schemas = toolSchemas(tools, session);
  const transcript: TranscriptItem[] = [];
  const usage = { inputTokens: 0, outputTokens: 0 };
  let turns = 0;
  let toolCalls = 0;
  let finalMessage = "";
  let failedWrite: string | undefined;

  const say = (item: TranscriptItem): void => {
    transcript.push(item);
    options.folder.appendTranscript(item);
  };
  const end = (status: AgentResult["status"], reason?: string): AgentResult => ({
    status,
    ...(reason !== undefined && { reason }),
    finalMessage,
    turns,
    toolCalls,
    ...(failedWrite !== undefined && { failedWrite }),
    usage,
  });

  say({ type: "user", turn: 0, about: "task", text: options.task });
  // A model that hangs must not outlive the time limit.
  const timeout = AbortSignal.timeout(Math.min(budgets.timeLimitMs, 2 ** 31 - 1));
  const signal = AbortSignal.any([options.signal, timeout]);
  try {
    for (;;) {
      const spent = spentBudget(budgets, { turns, toolCalls, elapsedMs: options.now() - startedAt });
      if (spent !== undefined) return end("budget", `The run used up ${spent}.`);
      if (options.isInterrupted()) return end("error", "The run was interrupted.");

      turns++;
      view.turnStarted(turns);
      options.onTurn?.(turns);
      const step = await takeStep(contextView(transcript, level));
      say({ type: "assistant", turn: turns, message: step.message, usage: step.usage });
      usage.inputTokens += step.usage.inputTokens;
      usage.outputTokens += step.usage.outputTokens;

      if (step.calls.length === 0) {
        finalMessage = step.text;
        const check = await session.onStop({ finalMessage });
        view.turnEnded(turns, await options.counts());
        if (check === undefined) return end("finished");
        say({ type: "user", turn: turns, about: "finish-check", text: check });
        continue;
      }
      view.toolsStarted(
        turns,
        step.calls.map((call) => describeCall(call.tool, call.args as ToolOutcome["args"])),
      );
      toolCalls += step.calls.length;
      const results = await runBatch({ calls: step.calls, tools, session, turn: turns, signal });
      say({ type: "results", turn: turns, results });
      for (const { tool, isError, text } of results)
        if (tool === "write" || tool === "edit") failedWrite = isError ? text.split("\n", 1)[0] : undefined;
      view.turnEnded(turns, await options.counts());
      if (level === 4) await compact(step.usage.inputTokens + step.usage.outputTokens);
    }
  } catch (cause) {
    if (timeout.aborted) return end("budget", `The run used up ${budgets.timeLimitMs / 1_000} seconds (--time-limit).`);
    return end("error", options.signal.aborted ? "The run was interrupted." : stepFailure(cause));
  }

  function takeStep(messages: ModelMessage[]): Promise<ModelStep> {
    const step = () => modelStep({ model, instructions, messages, tools: schemas, signal, onText: view.textCame });
    return withRetries(step, {
      signal,
      sleep: options.sleep,
      random: options.random,
      onRetry: (attempt, delayMs, cause) =>
        view.note(
          `The model could not be reached (${messageOf(cause)}); try ${attempt + 1} in ${Math.ceil(delayMs / 1_000)} s.`,
        ),
    });
  }

  async function compact(tokens: number): Promise<void> {
    const window = options.contextWindow ?? DEFAULT_CONTEXT_WINDOW;
    const lastSummary = transcript.findLastIndex((item) => item.type === "summary");
    if (tokens < window * SUMMARISE_BEYOND || transcript.length - lastSummary < SUMMARY_NEEDS_ITEMS) return;
    const text = await summarise({
      model,
      instructions,
      messages: contextView(transcript, level),
      tools: schemas,
      signal,
    });
    say({ type: "summary", turn: turns, text, review: await session.onCompact() });
  }
}
