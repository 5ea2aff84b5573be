import { expect, it } from "vitest";
import { looksLikeToolCall } from "./written-call.ts";

it.each([
  ['<tool_call>\n{"name": "view", "arguments": {"path": "a"}}\n</tool_call>', true],
  ['[TOOL_CALLS][{"name": "view", "arguments": {}}]', true],
  ['{"name": "view", "parameters": {"path": "a.pdf"}}', true],
  ['```json\n{"name": "view", "arguments": {}}\n```', true],
  ['{"name": "Miller", "arguments": "none"}', false],
  ['The file holds {"name": "view", "arguments": {}}.', false],
  ["Rail travel is booked in second class.", false],
])("takes %j for a call: %s", (text, isCall) => {
  expect(looksLikeToolCall(text, ["view", "grep"])).toBe(isCall);
});
