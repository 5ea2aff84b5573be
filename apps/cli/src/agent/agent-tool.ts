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
}

/** Defines a tool with its arguments typed by its schema. */
export function defineTool<Parameters extends z.ZodObject>(tool: {
  readonly name: string;
  readonly description: string;
  readonly parameters: Parameters;
  readonly mayWrite: boolean;
  execute(args: z.infer<Parameters>, call: ToolCall): Promise<ToolAnswer>;
}): AgentTool {
  // The loop validates with `parameters` before it calls, so the argument has the inferred type.
  return { ...tool, execute: (args, call) => tool.execute(args as z.infer<Parameters>, call) };
}
