import type { JSONValue } from "@ai-sdk/provider";
import { describeCall, type SessionTool, type TabSession, type ToolOutcome } from "@runningtab/harness-adapters";
import { redactSecrets } from "@runningtab/observation-capture";
import { jsonSchema, tool, type JSONSchema7, type ToolSet } from "ai";
import { z } from "zod";
import { messageOf } from "../cli-error.ts";
import type { AgentTool, ToolAnswer, ToolCall, ToolImage } from "./agent-tool.ts";
import type { CallJournal } from "./call-journal.ts";
import { answerInterrupted } from "./interrupted-call.ts";
import { malformedCall } from "./malformed-call.ts";
import type { RequestedCall } from "./requested-calls.ts";
import type { ToolResultItem } from "./transcript.ts";

/** The tools of the agent and of the session, as a model is told of them: without `execute`, since batches run here. */
export function toolSchemas(tools: readonly AgentTool[], session: TabSession): ToolSet {
  const own = tools.map(({ name, description, parameters }) => [name, tool({ description, inputSchema: parameters })]);
  const tab = session.tools.map(({ name, description, inputSchema }) => [
    name,
    tool({ description, inputSchema: jsonSchema(inputSchema as JSONSchema7) }),
  ]);
  return Object.fromEntries([...own, ...tab]) as ToolSet;
}

/** Characters that go out in front of the messages of each step: system text and tools; and those of them that the tab takes. */
export function sizeOfSchemas(
  tools: readonly AgentTool[],
  session: TabSession,
  instructions: string,
): { readonly characters: number; readonly tabCharacters: number } {
  const sizeOf = (name: string, description: string, schema: unknown): number =>
    JSON.stringify({ name, description, schema }).length;
  const own = tools.map(({ name, description, parameters }) => sizeOf(name, description, z.toJSONSchema(parameters)));
  const tab = session.tools.map(({ name, description, inputSchema }) => sizeOf(name, description, inputSchema));
  const sum = (sizes: readonly number[]): number => sizes.reduce((one, other) => one + other, 0);
  return {
    characters: instructions.length + sum(own) + sum(tab),
    tabCharacters: session.systemBlock.length + sum(tab),
  };
}

export interface BatchOptions {
  readonly calls: readonly RequestedCall[];
  readonly tools: readonly AgentTool[];
  readonly session: TabSession;
  readonly turn: number;
  /** Absent: nobody will take the run up again. */
  readonly journal?: CallJournal;
  /** Files that were found changed when the run was taken up again. Default: none. */
  readonly changed?: ReadonlySet<string>;
  readonly signal: AbortSignal;
  /** Told of each call as it ends, in that order. */
  readonly onEnded?: (call: RequestedCall, callId: string, ended: { readonly isError: boolean }) => void;
}

/**
 * Runs the calls of one step and hands them to the session as one batch. Calls run at the same time unless one of them
 * may write; then one after the other, as the model ordered them. A tool that throws gives an error result. A call that an
 * earlier process made and that may have changed something is not made again: its answer is the one that was kept.
 */
export async function runBatch(options: BatchOptions): Promise<readonly ToolResultItem[]> {
  const { calls, tools, session, turn, signal, onEnded } = options;
  const byName = new Map(tools.map((one) => [one.name, one]));
  const tabTools = new Map(session.tools.map((one) => [one.name, one]));
  const runCall = async (call: RequestedCall, index: number): Promise<Executed> => {
    const context = { callId: `t${turn}c${index + 1}`, turn, signal };
    const executed = await execute(call, context, {
      agentTool: byName.get(call.tool),
      tabTool: tabTools.get(call.tool),
      journal: options.journal,
      changed: options.changed ?? new Set(),
    });
    onEnded?.(call, context.callId, { isError: executed.isError });
    return executed;
  };

  let executed: readonly Executed[];
  if (calls.some((call) => byName.get(call.tool)?.mayWrite === true)) {
    const inOrder: Executed[] = [];
    for (const [index, call] of calls.entries()) inOrder.push(await runCall(call, index));
    executed = inOrder;
  } else {
    executed = await Promise.all(calls.map(runCall));
  }
  const shown = await session.observe(
    executed.map((one) => one.outcome),
    { signal },
  );
  return executed.map(({ outcome, providerCallId, isError, image }, index) => ({
    callId: outcome.callId,
    providerCallId,
    tool: outcome.tool,
    command: describeCall(outcome.tool, outcome.args),
    // Some providers refuse an empty result; the session was shown the real, empty one.
    text: shown[index] || "(no output)",
    ...(image && { image }),
    isError,
    entries: session.entriesOf(outcome.callId),
  }));
}

interface Executed {
  readonly outcome: ToolOutcome;
  readonly providerCallId: string;
  readonly isError: boolean;
  readonly image?: ToolImage;
}

interface Means {
  readonly agentTool: AgentTool | undefined;
  readonly tabTool: SessionTool | undefined;
  readonly journal: CallJournal | undefined;
  readonly changed: ReadonlySet<string>;
}

async function execute(call: RequestedCall, context: ToolCall, means: Means): Promise<Executed> {
  const { answer, isError } = await answerTo(call, context, means);
  return {
    outcome: {
      tool: call.tool,
      args: call.args as ToolOutcome["args"],
      output: answer.text,
      callId: context.callId,
      ...(answer.exitCode !== undefined && { exitCode: answer.exitCode }),
      ...(answer.opened && { opened: answer.opened }),
      ...(answer.isError && { isError: true as const }),
    },
    providerCallId: call.providerCallId,
    isError,
    ...(answer.image && { image: answer.image }),
  };
}

async function answerTo(
  call: RequestedCall,
  context: ToolCall,
  means: Means,
): Promise<{ readonly answer: ToolAnswer; readonly isError: boolean }> {
  const { agentTool, tabTool } = means;
  const failed = (text: string) => ({ answer: { text, isError: true as const }, isError: true });
  const isKnown = agentTool !== undefined || tabTool !== undefined;
  try {
    if (call.problem !== undefined && isKnown) return failed(`The call of ${call.tool} was malformed: ${call.problem}`);
    if (tabTool !== undefined) {
      // The tab knows a call by its id, and gives the same reply to one that was made before.
      const reply = await tabTool.execute(asJson(call.args), context);
      return { answer: { text: reply.text }, isError: !reply.ok };
    }
    if (agentTool === undefined) return failed(`There is no tool called ${call.tool}.`);
    const args = agentTool.parameters.safeParse(call.args);
    if (!args.success) return failed(malformedCall(call.tool, agentTool.parameters, args.error));
    const answer = await journaled(agentTool, args.data, context, means);
    const hasFailed = answer.exitCode !== undefined && answer.exitCode !== 0;
    return { answer, isError: hasFailed || answer.isError === true };
  } catch (cause) {
    if (context.signal.aborted) throw cause;
    return failed(`${call.tool} failed: ${messageOf(cause)}`);
  }
}

/** Runs a call, and writes down that it began and what it gave when it may change something. */
async function journaled(
  tool: AgentTool,
  args: unknown,
  context: ToolCall,
  { journal, changed }: Means,
): Promise<ToolAnswer> {
  if (!tool.mayWrite || journal === undefined) return tool.execute(args, context);
  const { callId } = context;
  const earlier = journal.earlier.get(callId);
  if (earlier?.answer !== undefined) return earlier.answer;
  if (earlier === undefined) journal.began(callId);
  const answer = await (
    earlier === undefined ? tool.execute(args, context) : answerInterrupted(tool, args, context, changed)
  ).catch((cause: unknown): ToolAnswer => {
    if (context.signal.aborted) throw cause;
    return { text: `${tool.name} failed: ${messageOf(cause)}`, isError: true };
  });
  journal.ended(callId, { ...answer, text: redactSecrets(answer.text, pathIn(args)).text });
  return answer;
}

function pathIn(args: unknown): string | undefined {
  const path = (args as { readonly path?: unknown } | undefined)?.path;
  return typeof path === "string" ? path : undefined;
}

/** Arguments came out of JSON; the two packages only spell the type differently. */
function asJson(args: JSONValue): Parameters<SessionTool["execute"]>[0] {
  return args as Parameters<SessionTool["execute"]>[0];
}
