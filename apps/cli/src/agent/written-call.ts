/** How models that were trained to call tools write a call when nobody asks them in the right form. */
const MARKS = [/<tool_call>/, /\[TOOL_CALLS\]/, /<\|python_tag\|>/, /<function[=_]/, /<\|tool_call/];

/** Whether an answer is a tool call that a server has passed on as plain text. */
export function looksLikeToolCall(text: string, tools: readonly string[]): boolean {
  if (MARKS.some((mark) => mark.test(text))) return true;
  const json = /^\s*(?:```(?:json)?\s*)?(\{[\s\S]*\})\s*(?:```)?\s*$/.exec(text)?.[1];
  if (json === undefined) return false;
  try {
    const { name, arguments: args, parameters } = JSON.parse(json) as Record<string, unknown>;
    return typeof name === "string" && tools.includes(name) && (args ?? parameters) !== undefined;
  } catch {
    return false;
  }
}
