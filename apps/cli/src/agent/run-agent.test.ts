import { Writable } from "node:stream";
import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { createTabSession, type TabSession } from "@runningtab/harness-adapters";
import { createCapture } from "@runningtab/observation-capture";
import { createMemoryStore, createTab } from "@runningtab/tab-core";
import { temporaryFolder } from "@runningtab/test-kit";
import { APICallError } from "ai";
import { MockLanguageModelV4, simulateReadableStream } from "ai/test";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type AgentTool, defineTool } from "./agent-tool.ts";
import { DEFAULT_BUDGETS } from "./budgets.ts";
import { contextLevels } from "./context-profile.ts";
import { createLiveView } from "./live-view.ts";
import { createTerminal } from "../terminal.ts";
import { type AgentOptions, runAgent } from "./run-agent.ts";
import type { TranscriptItem } from "./transcript.ts";

interface Step {
  readonly text?: string;
  readonly calls?: readonly (readonly [tool: string, args: unknown])[];
  readonly inputTokens?: number;
  readonly finishReason?: "stop" | "length";
}

function scripted(steps: readonly Step[]): { model: MockLanguageModelV4; prompts: LanguageModelV4CallOptions[] } {
  const prompts: LanguageModelV4CallOptions[] = [];
  let at = 0;
  const usageOf = (total: number) => ({
    inputTokens: { total, noCache: total, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: 1, text: 1, reasoning: undefined },
  });
  const model = new MockLanguageModelV4({
    doStream: async (options) => {
      prompts.push(options);
      const isSummary = options.toolChoice?.type === "none";
      const next = isSummary ? { text: "I read much and wrote nothing." } : (steps[at++] ?? { text: "done" });
      const { text = "", calls = [], inputTokens = 10, finishReason } = next as Step;
      const chunks: LanguageModelV4StreamPart[] = [
        { type: "stream-start", warnings: [] },
        { type: "text-start", id: "t" },
        { type: "text-delta", id: "t", delta: text },
        { type: "text-end", id: "t" },
        ...calls.map(([toolName, args], index) => ({
          type: "tool-call" as const,
          toolCallId: `p${index}`,
          toolName,
          input: JSON.stringify(args),
        })),
        {
          type: "finish",
          finishReason: { unified: finishReason ?? (calls.length > 0 ? "tool-calls" : "stop"), raw: undefined },
          usage: usageOf(inputTokens),
        },
      ];
      return { stream: simulateReadableStream({ chunks }) };
    },
  });
  return { model, prompts };
}

const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });

/** A tool that tells when it begins and ends. */
function recording(name: string, mayWrite: boolean, log: string[]): AgentTool {
  return defineTool({
    name,
    description: name,
    parameters: z.object({ id: z.string() }),
    mayWrite,
    async execute({ id }) {
      log.push(`${id} begins`);
      await new Promise((resolve) => setTimeout(resolve, 5));
      log.push(`${id} ends`);
      return { text: `result of ${id} `.repeat(30) };
    },
  });
}

async function run(steps: readonly Step[], options: Partial<AgentOptions> = {}) {
  const tab = createTab({ store: createMemoryStore(), task: "t" });
  await tab.open("Do it");
  const session: TabSession = createTabSession({ tab, capture: createCapture(), root: temporaryFolder("workspace") });
  const { model, prompts } = scripted(steps);
  const items: TranscriptItem[] = [];
  const result = await runAgent({
    task: "Do it",
    model,
    session,
    tools: [],
    profile: contextLevels[3]!,
    budgets: DEFAULT_BUDGETS,
    folder: { appendTranscript: (item) => items.push(item) },
    view: createLiveView(createTerminal({ stdout: nowhere, stderr: nowhere, color: false }), () => 0, {
      verbosity: "quiet",
    }),
    counts: async () => ({ open: 0, resolved: 0, readLog: 0, candidates: 0 }),
    now: () => 0,
    sleep: async () => undefined,
    random: () => 0,
    isInterrupted: () => false,
    signal: new AbortController().signal,
    ...options,
  });
  return { result, items, prompts, tab };
}

describe("runAgent", () => {
  it("runs readers of one step at the same time, and writers one after the other", async () => {
    const log: string[] = [];
    const tools = [recording("look", false, log), recording("change", true, log)];
    await run(
      [
        {
          calls: [
            ["look", { id: "a" }],
            ["look", { id: "b" }],
          ],
        },
      ],
      { tools },
    );
    expect(log.slice(0, 2)).toEqual(["a begins", "b begins"]);
    log.length = 0;
    await run(
      [
        {
          calls: [
            ["look", { id: "a" }],
            ["change", { id: "b" }],
            ["look", { id: "c" }],
          ],
        },
      ],
      { tools },
    );
    expect(log).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
  });

  it("keeps the whole transcript while views are shortened", async () => {
    const tools = [recording("look", false, [])];
    const steps = ["a", "b", "c", "d", "e"].map((id) => ({ calls: [["look", { id }]] as const }));
    const { items, prompts } = await run(steps, { tools });
    const last = JSON.stringify(prompts.at(-1)!.prompt);
    expect(last).toContain("[result of look id=a removed");
    expect(last).not.toContain("result of a result of a");
    expect(last).toContain("result of c result of c");
    const kept = items.flatMap((item) => (item.type === "results" ? item.results.map((one) => one.text) : []));
    expect(kept.map((text) => text.slice(0, 11))).toEqual(["a", "b", "c", "d", "e"].map((id) => `result of ${id}`));
  });

  it("summarises beyond 80 % of the window at level 4, with the tab's review put back", async () => {
    const tools = [recording("look", false, [])];
    const steps: Step[] = [
      { calls: [["tab_add", { requirements: ["the total"] }]] },
      ...["a", "b", "c"].map((id) => ({ calls: [["look", { id }] as const], inputTokens: 850 })),
      { text: "done" },
    ];
    const { items, prompts } = await run(steps, { tools, profile: contextLevels[4]!, contextWindow: 1_000 });
    expect(items.filter((item) => item.type === "summary")).toHaveLength(1);
    const messages = prompts
      .at(-1)!
      .prompt.filter((message) => message.role === "user")
      .map((message) => JSON.stringify(message.content));
    expect(messages[0]).toContain("Do it");
    expect(messages[1]).toContain("I read much and wrote nothing.");
    expect(messages[1]).toContain("r1 [open] the total");
  });

  it("never summarises below level 4", async () => {
    const tools = [recording("look", false, [])];
    const steps = ["a", "b", "c", "d"].map((id) => ({ calls: [["look", { id }] as const], inputTokens: 10_000 }));
    const { items } = await run(steps, { tools, contextWindow: 1_000 });
    expect(items.some((item) => item.type === "summary")).toBe(false);
  });

  it("goes down a level at a time when the prompt does not fit, and sums up when no level is left", async () => {
    const tools = [recording("look", false, [])];
    const steps: Step[] = [...["a", "b"].map((id) => ({ calls: [["look", { id }] as const] })), { text: "done" }];
    const { model, prompts } = scripted(steps);
    const { doStream } = model;
    let refusals = 0;
    // From the second step on nothing fits but a summary, and what follows it.
    model.doStream = async (options) => {
      const isSummary = options.toolChoice?.type === "none";
      const text = JSON.stringify(options.prompt);
      if (!isSummary && text.includes("result of a") && !text.includes("What was done so far")) {
        refusals++;
        throw new APICallError({
          message: "prompt is too long: 9 tokens > 8 maximum",
          url: "",
          requestBodyValues: {},
          statusCode: 400,
        });
      }
      return doStream.call(model, options);
    };
    const { result, items } = await run([], { model, tools, profile: contextLevels[0]! });
    expect(result).toMatchObject({ status: "finished", turns: 3 });
    expect(refusals).toBe(5);
    expect(items.flatMap((item) => (item.type === "context" ? [item.profile] : []))).toEqual(["1", "2", "3", "4"]);
    expect(items.filter((item) => item.type === "summary")).toHaveLength(1);
    expect(prompts).toHaveLength(4);
  });

  it("goes on from a transcript: runs the calls that have no results, and says what changed", async () => {
    const log: string[] = [];
    const tools = [recording("look", false, log)];
    const first = await run([{ calls: [["look", { id: "a" }]] }, { text: "done" }], { tools });
    // As it was when the process died: the call was asked for, and has no result.
    const transcript = first.items.slice(0, 2);
    log.length = 0;
    const earlier = { transcript, changed: new Set<string>(), note: "b.txt changed meanwhile." };
    const { result, items } = await run([{ text: "done" }], { tools, earlier });
    expect(log).toEqual(["a begins", "a ends"]);
    expect(result).toMatchObject({ status: "finished", turns: 2, toolCalls: 1 });
    expect(items.map(({ type }) => type)).toEqual(["results", "user", "assistant"]);
    expect(items[1]).toMatchObject({ about: "resumed", text: "b.txt changed meanwhile." });
  });

  it("goes on at the level that is given anew, and begins a run that never came to its task", async () => {
    const first = await run([{ text: "done" }]);
    const overflowed: TranscriptItem = { type: "context", turn: 0, profile: "4" };
    const earlier = { changed: new Set<string>(), isProfileAnew: true };
    const profile = contextLevels[1]!;
    const transcript = [...first.items.slice(0, 1), overflowed];
    const resumed = await run([{ text: "done" }], { profile, earlier: { ...earlier, transcript } });
    expect(resumed.items[0]).toEqual({ type: "context", turn: 0, profile: "1" });
    expect(resumed.result.status).toBe("finished");
    const begun = await run([{ text: "done" }], { profile, earlier: { ...earlier, transcript: [] } });
    expect(begun.items.map(({ type }) => type)).toEqual(["user", "assistant"]);
  });

  it.each([
    [[{ text: "" }, { text: "The end." }], "finished", undefined],
    [[{ text: "" }, { text: "" }], "error", "The model gave an empty answer twice in a row."],
    [[{ text: "Half", finishReason: "length" as const }, { text: "The end." }], "finished", undefined],
    [[{ text: '<tool_call>{"name": "look"}</tool_call>' }], "error", /^The model wrote its tool call as text/],
  ])("after %j ends as %s", async (steps, status, reason) => {
    const { result, items } = await run(steps, { tools: [recording("look", false, [])] });
    expect(result.status).toBe(status);
    if (reason !== undefined) expect(result.reason).toMatch(reason);
    const nudges = items.filter((item) => item.type === "user" && item.about === "go-on");
    expect(nudges).toHaveLength(steps.length - 1);
  });

  it("counts every tool call against its budget", async () => {
    const tools = [recording("look", false, [])];
    const steps = Array.from({ length: 5 }, () => ({
      calls: [
        ["look", { id: "a" }],
        ["look", { id: "b" }],
      ] as const,
    }));
    const { result } = await run(steps, { tools, budgets: { ...DEFAULT_BUDGETS, maxToolCalls: 3 } });
    expect(result).toMatchObject({
      status: "budget",
      toolCalls: 4,
      turns: 2,
      reason: expect.stringContaining("--max-tool-calls"),
    });
  });

  it("reports a model that fails for good instead of throwing", async () => {
    const model = new MockLanguageModelV4({
      doStream: async () => {
        throw new Error("the key was refused");
      },
    });
    const { result, items } = await run([], { model });
    expect(result).toMatchObject({ status: "error", reason: "the key was refused", turns: 0 });
    expect(items).toHaveLength(1);
  });

  it("gives the model the same instructions in every step", async () => {
    const { prompts } = await run([{ calls: [["tab_list", { kind: "log" }]] }, { text: "done" }]);
    const systems = prompts.map(({ prompt }) => JSON.stringify(prompt.filter((message) => message.role === "system")));
    expect(new Set(systems).size).toBe(1);
    expect(systems[0]).toContain("tab_resolve");
  });
});
