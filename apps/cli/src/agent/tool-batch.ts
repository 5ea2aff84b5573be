import type { JSONValue } from "@ai-sdk/provider";
import { describeCall, type SessionTool, type TabSession, type ToolOutcome } from "@runningtab/harness-adapters";
import { jsonSchema, tool, type JSONSchema7, type ToolSet } from "ai";
import { messageOf } from "../cli-error.ts";
import type { AgentTool, ToolAnswer, ToolCall, ToolImage } from "./agent-tool.ts";
import { malformedCall } from "./malformed-call.ts";
import type { RequestedCall } from "./model-step.ts";
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

/**
 * Runs the calls of one step and hands them to the session as one batch. Calls run at the same time unless one of them
 * may write; then one after the other, as the model ordered them. A tool that throws gives an error result.
 */
export async function runBatch(options: {
  readonly calls: readonly RequestedCall[];
  readonly tools: readonly AgentTool[];
  readonly session: TabSession;
  readonly turn: number;
  readonly signal: AbortSignal;
}): Promise<readonly ToolResultItem[]> {
  const { calls, tools, session, turn, signal } = options;
  const byName = new Map(tools.map((one) => [one.name, one]));
  const tabTools = new Map(session.tools.map((one) => [one.name, one]));
  const runCall = (call: RequestedCall, index: number): Promise<Executed> =>
    execute(call, { callId: `t${turn}c${index + 1}`, turn, signal }, byName.get(call.tool), tabTools.get(call.tool));

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

async function execute(
  call: RequestedCall,
  context: ToolCall,
  agentTool: AgentTool | undefined,
  tabTool: SessionTool | undefined,
): Promise<Executed> {
  const { answer, isError } = await answerTo(call, context, agentTool, tabTool);
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
  agentTool: AgentTool | undefined,
  tabTool: SessionTool | undefined,
): Promise<{ readonly answer: ToolAnswer; readonly isError: boolean }> {
  const failed = (text: string) => ({ answer: { text, isError: true as const }, isError: true });
  const isKnown = agentTool !== undefined || tabTool !== undefined;
  try {
    // What does not fit a tool's arguments is worded below; the rest, such as broken JSON, by who found it.
    const isMisfit = agentTool?.parameters.safeParse(call.args).success === false;
    if (call.problem !== undefined && isKnown && !isMisfit)
      return failed(`The call of ${call.tool} was malformed: ${call.problem}`);
    if (tabTool !== undefined) {
      const reply = await tabTool.execute(asJson(call.args), context);
      return { answer: { text: reply.text }, isError: !reply.ok };
    }
    if (agentTool === undefined) return failed(`There is no tool called ${call.tool}.`);
    const args = agentTool.parameters.safeParse(call.args);
    if (!args.success) return failed(malformedCall(call.tool, agentTool.parameters, args.error));
    const answer = await agentTool.execute(args.data, context);
    const hasFailed = answer.exitCode !== undefined && answer.exitCode !== 0;
    return { answer, isError: hasFailed || answer.isError === true };
  } catch (cause) {
    if (context.signal.aborted) throw cause;
    return failed(`${call.tool} failed: ${messageOf(cause)}`);
  }
}

/** Arguments came out of JSON; the two packages only spell the type differently. */
function asJson(args: JSONValue): Parameters<SessionTool["execute"]>[0] {
  return args as Parameters<SessionTool["execute"]>[0];
}
