import {
  type JSONSchema7,
  jsonSchema,
  type ModelMessage,
  type Tool,
  tool,
  type ToolExecutionOptions,
  type ToolSet,
} from "ai";
import type { JsonValue } from "@runningtab/observation-capture";
import { HarnessError } from "../harness-error.ts";
import type { TabSession, ToolOutcome } from "../tab-session.ts";
import { createBatches } from "./batches.ts";

/** Most times that one run is sent back, whatever the finish policy says: a stop must come. */
const MOST_RETURNS = 10;

/** What a run gives back, as `generateText`, `streamText` and `ToolLoopAgent` have it; streams hold promises. */
export interface AiSdkRun {
  readonly text: string | PromiseLike<string>;
  readonly finishReason: string | PromiseLike<string>;
  /** All messages of all steps; `response.messages` holds the last step only. */
  readonly responseMessages: readonly ModelMessage[] | PromiseLike<readonly ModelMessage[]>;
}

export interface AiSdkAdapter {
  /** Goes into `instructions`; static. */
  readonly instructions: string;
  /**
   * The given tools, their outputs observed, and the four tab tools beside them. A tool's output reaches the model as
   * text. A tool with its own `toModelOutput` keeps its form: it is recorded, and carries no status line. Tools that
   * the provider executes pass by unseen. Throws `TOOL_NAME_TAKEN` for a tool with the name of one of the four.
   */
  wrapTools(tools: ToolSet): ToolSet;
  /**
   * The outer loop at the stop: runs `generate`, and while the session owes something runs it again with everything
   * said so far and the finish check as a message. Only a run that ended by itself is sent back.
   */
  runToFinish<Run extends AiSdkRun>(options: {
    readonly messages: readonly ModelMessage[];
    readonly generate: (messages: ModelMessage[]) => Run | PromiseLike<Run>;
  }): Promise<{ readonly runs: readonly Run[]; readonly text: string; readonly messages: readonly ModelMessage[] }>;
}

/** Puts a session into the Vercel AI SDK (`ai` 7). */
export function createAiSdkAdapter(session: TabSession): AiSdkAdapter {
  const batches = createBatches(session);
  return {
    instructions: session.systemBlock,

    wrapTools(tools) {
      const taken = session.tools.find(({ name }) => Object.hasOwn(tools, name))?.name;
      if (taken !== undefined) {
        throw new HarnessError("TOOL_NAME_TAKEN", {
          message: `wrapTools adds ${taken} itself, and was given a tool of that name. Leave it out, or rename yours.`,
          data: { tool: taken },
        });
      }
      const wrapped = Object.entries(tools).map(([name, given]) => [name, observed(name, given, session, batches)]);
      return { ...Object.fromEntries(wrapped), ...tabTools(session, batches) };
    },

    async runToFinish({ messages, generate }) {
      const said: ModelMessage[] = [...messages];
      const runs = [];
      for (;;) {
        const run = await generate([...said]);
        runs.push(run);
        const [text, finishReason, added] = await Promise.all([run.text, run.finishReason, run.responseMessages]);
        said.push(...added);
        if (finishReason !== "stop" || runs.length > MOST_RETURNS) return { runs, text, messages: said };
        const check = await session.onStop({ finalMessage: text });
        if (check === undefined) return { runs, text, messages: said };
        said.push({ role: "user", content: check });
      }
    },
  };
}

type Batches = ReturnType<typeof createBatches>;

function observed(name: string, given: Tool, session: TabSession, batches: Batches): Tool {
  const { execute, toModelOutput } = given;
  if (execute === undefined) return given;
  const run = async (input: unknown, options: ToolExecutionOptions<unknown>): Promise<unknown> => {
    const callId = `${session.turn}.${options.toolCallId}`;
    let output: unknown;
    const shown = await batches.observe(async (): Promise<ToolOutcome> => {
      output = await lastOf(await execute(input, options as never));
      const model = toModelOutput && (await toModelOutput({ toolCallId: options.toolCallId, input, output } as never));
      return { tool: name, args: (input ?? null) as JsonValue, output: textOf(model ?? output), callId };
    });
    return toModelOutput === undefined ? shown : output;
  };
  // The tool's own types are gone here by design: outputs become text.
  return { ...given, execute: run } as Tool;
}

function tabTools(session: TabSession, batches: Batches): ToolSet {
  return Object.fromEntries(
    session.tools.map(({ name, description, inputSchema, execute }) => [
      name,
      tool({
        description,
        inputSchema: jsonSchema<JsonValue>(inputSchema as JSONSchema7),
        execute: (args, { toolCallId, abortSignal }) =>
          batches.observe(async () => {
            const callId = `${session.turn}.${toolCallId}`;
            const reply = await execute(args, { callId, ...(abortSignal && { signal: abortSignal }) });
            return { tool: name, args, output: reply.text, callId };
          }),
      }),
    ]),
  );
}

/** A tool may stream preliminary outputs; the last one is its result. */
async function lastOf(output: unknown): Promise<unknown> {
  if (typeof output !== "object" || output === null || !(Symbol.asyncIterator in output)) return output;
  let last: unknown;
  for await (const one of output as AsyncIterable<unknown>) last = one;
  return last;
}

/** The text of an output: itself, the text parts of a model output, or JSON. */
function textOf(output: unknown): string {
  if (typeof output === "string") return output;
  const { type, value } = (output ?? {}) as { readonly type?: unknown; readonly value?: unknown };
  if (type === "text" && typeof value === "string") return value;
  if (type === "content" && Array.isArray(value)) {
    return value.flatMap((part: { text?: unknown }) => (typeof part.text === "string" ? [part.text] : [])).join("\n");
  }
  return JSON.stringify(type === "json" ? value : output, undefined, 2) ?? "";
}
