import { describe, expect, it } from "vitest";
import { callsOf, requestedCalls, textOf } from "./requested-calls.ts";

const call = (toolCallId: string, toolName: string, input: unknown) => ({
  type: "tool-call" as const,
  toolCallId,
  toolName,
  input,
});

describe("requestedCalls", () => {
  it("gives calls of one step different ids, and problems follow them", () => {
    const content = [call("call_0", "view", {}), call("call_0", "view", {}), call("", "grep", {})];
    const { message, problems } = requestedCalls({ role: "assistant", content }, { "": "no JSON" });
    expect(callsOf(message, problems)).toEqual([
      { providerCallId: "call_0", tool: "view", args: {} },
      { providerCallId: "call_0_2", tool: "view", args: {} },
      { providerCallId: "call", tool: "grep", args: {}, problem: "no JSON" },
    ]);
  });

  it("keeps names and arguments in a form that every provider takes back", () => {
    const content = [call("a", "tele port!", ["x"]), call("b", "", "text"), call("c", "n".repeat(100), null)];
    const { message } = requestedCalls({ role: "assistant", content }, {});
    expect(callsOf(message).map(({ tool, args }) => [tool, args])).toEqual([
      ["tele_port_", {}],
      ["unnamed", {}],
      ["n".repeat(64), {}],
    ]);
  });

  it("leaves out text without a word, which Anthropic refuses", () => {
    const content = [{ type: "text" as const, text: " \n" }, call("a", "view", {})];
    expect(requestedCalls({ role: "assistant", content }, {}).message.content).toHaveLength(1);
  });

  it("tells the words from the reasoning", () => {
    const content = [
      { type: "reasoning" as const, text: "hm" },
      { type: "text" as const, text: "So." },
    ];
    expect(textOf({ role: "assistant", content })).toBe("So.");
  });
});
