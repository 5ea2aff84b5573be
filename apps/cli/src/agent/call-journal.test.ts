import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createTabSession } from "@runningtab/harness-adapters";
import { createCapture } from "@runningtab/observation-capture";
import { createMemoryStore, createTab } from "@runningtab/tab-core";
import { temporaryFolder } from "@runningtab/test-kit";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type AgentTool, defineTool } from "./agent-tool.ts";
import { openCallJournal } from "./call-journal.ts";
import { runBatch } from "./tool-batch.ts";

/** A tool that counts its calls, and one that can tell what became of them. */
function counting(settled?: "nothing-done" | "done"): { readonly tool: AgentTool; readonly made: string[] } {
  const made: string[] = [];
  const tool = defineTool({
    name: "change",
    description: "change",
    parameters: z.object({ id: z.string() }),
    mayWrite: true,
    async execute({ id }) {
      made.push(id);
      return { text: `changed ${id}`, opened: new Set([id]) };
    },
    ...(settled && {
      settle: async () => (settled === "done" ? { text: "changed before" } : ("nothing-done" as const)),
    }),
  });
  return { tool, made };
}

async function batch(file: string, tool: AgentTool, ids: readonly string[]) {
  const journal = openCallJournal(file);
  const tab = createTab({ store: createMemoryStore(), task: "t" });
  await tab.open("Do it");
  const session = createTabSession({ tab, capture: createCapture(), root: temporaryFolder("workspace") });
  const calls = ids.map((id) => ({ providerCallId: id, tool: "change", args: { id } }));
  const signal = new AbortController().signal;
  const results = await runBatch({ calls, tools: [tool], session, turn: 3, journal, signal });
  return { journal, texts: results.map(({ text }) => text.split("\n")[0]) };
}

describe("a batch that a killed process left", () => {
  it("takes the answer of a call that had ended, and makes those that had not begun", async () => {
    const file = join(temporaryFolder("run"), "calls.jsonl");
    const before = openCallJournal(file);
    before.began("t3c1");
    before.ended("t3c1", { text: "changed a", exitCode: 0, opened: new Set(["a"]) });
    before.close();
    const { tool, made } = counting();
    const { texts, journal } = await batch(file, tool, ["a", "b"]);
    expect(texts).toEqual(["changed a", "changed b"]);
    expect(made).toEqual(["b"]);
    journal.clear();
    expect(readFileSync(file, "utf8")).toBe("");
    journal.close();
  });

  it.each([
    [undefined, [], /^The run was interrupted while change was at work\. The call was not made again/],
    ["done", [], /^changed before$/],
    ["nothing-done", ["a"], /^changed a$/],
  ] as const)("of a call that had only begun and %s: makes %j", async (settled, expected, text) => {
    const file = join(temporaryFolder("run"), "calls.jsonl");
    appendFileSync(file, '{"type":"began","callId":"t3c1"}\n{"type":"ended","callId":"t3c1","ans');
    const { tool, made } = counting(settled);
    const { texts, journal } = await batch(file, tool, ["a"]);
    expect(made).toEqual(expected);
    expect(texts[0]).toMatch(text);
    journal.close();
  });

  it("keeps no secret in an answer", async () => {
    const file = join(temporaryFolder("run"), "calls.jsonl");
    const secret = `AKIA${"QWERTYUIOPASDF23"}`;
    const tool = { ...counting().tool, execute: async () => ({ text: `The key is ${secret}` }) };
    const { journal } = await batch(file, tool, ["a"]);
    expect(readFileSync(file, "utf8")).toContain("[redacted:");
    expect(readFileSync(file, "utf8")).not.toContain(secret);
    journal.close();
  });
});
