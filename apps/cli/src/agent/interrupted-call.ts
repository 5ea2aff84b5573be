import type { AgentTool, ToolAnswer, ToolCall } from "./agent-tool.ts";

/**
 * The answer to a call that an earlier process began and that may change something. It is not made again, unless the
 * folder tells that it has done nothing.
 *
 * @param changed Files that were found changed when the run was taken up again.
 */
export async function answerInterrupted(
  tool: AgentTool,
  args: unknown,
  call: ToolCall,
  changed: ReadonlySet<string>,
): Promise<ToolAnswer> {
  const outcome = await tool.settle?.(args, changed);
  if (outcome === "nothing-done") return tool.execute(args, call);
  if (outcome !== undefined) return outcome;
  return {
    text: `The run was interrupted while ${tool.name} was at work. The call was not made again: it may have done all of its work, a part or nothing. Look at what stands in the folder before you repeat it.`,
    isError: true,
  };
}
