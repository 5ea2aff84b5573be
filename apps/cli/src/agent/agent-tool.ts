import type { z } from "zod";

export interface ToolCall {
  /** Unique in the run. */
  readonly callId: string;
  readonly turn: number;
  readonly signal: AbortSignal;
}

export interface ToolImage {
  /** Such as `image/png`. */
  readonly mediaType: string;
  readonly base64: string;
}

/** What a tool gives back to the model. A failure the model can act on is an answer, not an exception. */
export interface ToolAnswer {
  readonly text: string;
  /** Shown to the model beside the text. */
  readonly image?: ToolImage;
  /** Of a command; anything but 0 means that it failed. */
  readonly exitCode?: number;
  /** Files that a traced command opened, as the sandbox tells. */
  readonly opened?: ReadonlySet<string>;
  /** The tool could not do what it was asked; the text says why, and holds nothing that was read. */
  readonly isError?: true;
}

/** A tool of the reference agent. */
export interface AgentTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: z.ZodObject;
  /** Whether it may change the folder: calls of one batch then run one after the other. */
  readonly mayWrite: boolean;
  /** Gets arguments that `parameters` has accepted. */
  execute(args: unknown, call: ToolCall): Promise<ToolAnswer>;
  /**
   * Of a tool that may write: what became of a call during which the process died, as far as the folder tells. The answer
   * when it did its work; `nothing-done` when it may be made now; `undefined` when nobody knows. Absent: nobody ever knows.
   *
   * @param changed Files that were found changed after the interruption.
   */
  settle?(args: unknown, changed: ReadonlySet<string>): Promise<ToolAnswer | "nothing-done" | undefined>;
}

/** Defines a tool with its arguments typed by its schema. */
export function defineTool<Parameters extends z.ZodObject>(tool: {
  readonly name: string;
  readonly description: string;
  readonly parameters: Parameters;
  readonly mayWrite: boolean;
  execute(args: z.infer<Parameters>, call: ToolCall): Promise<ToolAnswer>;
  settle?(args: z.infer<Parameters>, changed: ReadonlySet<string>): Promise<ToolAnswer | "nothing-done" | undefined>;
}): AgentTool {
  const { settle, ...rest } = tool;
  // The loop validates with `parameters` before it calls, so the argument has the inferred type.
  return {
    ...rest,
    execute: (args, call) => tool.execute(args as z.infer<Parameters>, call),
    ...(settle && { settle: (args, changed) => settle(args as z.infer<Parameters>, changed) }),
  };
}
