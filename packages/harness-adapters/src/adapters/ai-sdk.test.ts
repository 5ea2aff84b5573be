import type { LanguageModelV4Content, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { generateText, isStepCount, jsonSchema, type ModelMessage, streamText, tool } from "ai";
import { MockLanguageModelV4, simulateReadableStream } from "ai/test";
import { parseStatusLine } from "@runningtab/tab-core";
import { describe, expect, it } from "vitest";
import { memoryWorkspace, openTab, plainCapture } from "../../test/fakes.ts";
import { createTabSession } from "../index.ts";
import { type AiSdkRun, createAiSdkAdapter } from "./ai-sdk.ts";

const FILES = { "a.txt": "the alpha total is 12", "b.txt": "beta" };
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
};

type Step = { readonly text?: string; readonly calls?: readonly (readonly [id: string, tool: string, args: object])[] };

/** Says these steps one after the other, streamed or whole. */
function scripted(steps: readonly Step[]): MockLanguageModelV4 {
  let at = 0;
  const next = () => {
    const { text, calls = [] } = steps[at++] ?? { text: "out of script" };
    const content: LanguageModelV4Content[] = [
      ...(text === undefined ? [] : [{ type: "text" as const, text }]),
      ...calls.map(([toolCallId, toolName, args]) => ({
        type: "tool-call" as const,
        toolCallId,
        toolName,
        input: JSON.stringify(args),
      })),
    ];
    const finishReason = { unified: calls.length > 0 ? ("tool-calls" as const) : ("stop" as const), raw: undefined };
    return { content, finishReason };
  };
  return new MockLanguageModelV4({
    doGenerate: async () => ({ ...next(), usage, warnings: [] }),
    doStream: async () => {
      const { content, finishReason } = next();
      const parts = content.flatMap((part): LanguageModelV4StreamPart[] => {
        if (part.type === "tool-call") return [part];
        if (part.type !== "text") return [];
        return [
          { type: "text-start", id: "t" },
          { type: "text-delta", id: "t", delta: part.text },
          { type: "text-end", id: "t" },
        ];
      });
      const chunks: LanguageModelV4StreamPart[] = [
        { type: "stream-start", warnings: [] },
        ...parts,
        { type: "finish", finishReason, usage },
      ];
      return { stream: simulateReadableStream({ chunks }) };
    },
  });
}

const bash = tool({
  description: "Runs a command.",
  inputSchema: jsonSchema<{ command: string }>({ type: "object", properties: { command: { type: "string" } } }),
  execute: async ({ command }) => {
    if (command === "fail") throw new Error("no such command");
    if (command === "ls") return Object.keys(FILES).join("\n");
    return FILES[command.split(" ")[1] as keyof typeof FILES];
  },
});

async function start() {
  const tab = await openTab("Report the alpha total");
  const workspace = memoryWorkspace(FILES);
  const session = createTabSession({ tab, capture: plainCapture, workspace, redact: (text) => ({ text, masked: 0 }) });
  return { tab, session, adapter: createAiSdkAdapter(session) };
}

const task: ModelMessage[] = [{ role: "user", content: "Report the alpha total" }];
const script: readonly Step[] = [
  { calls: [["c1", "tab_add", { requirements: ["alpha total"] }]] },
  {
    calls: [
      ["c2", "bash", { command: "ls" }],
      ["c3", "bash", { command: "cat a.txt" }],
    ],
  },
  { text: "The alpha total is 12." },
  { calls: [["c4", "tab_resolve", { id: "r1", outcome: "done", evidence: ["L1"] }]] },
  { text: "It is 12." },
];

/** Texts of all tool results in order. */
function results(messages: readonly ModelMessage[]): string[] {
  return messages.flatMap((message) =>
    message.role === "tool"
      ? message.content.flatMap((part) =>
          part.type === "tool-result" ? [String((part.output as { value: unknown }).value)] : [],
        )
      : [],
  );
}

describe("the ai-sdk adapter", () => {
  it("refuses a tool with the name of one of its own, instead of dropping either", async () => {
    const { adapter } = await start();
    expect(() => adapter.wrapTools({ tab_add: bash })).toThrow(/wrapTools adds tab_add itself/);
  });

  it.each(["generate", "stream"] as const)("sends a %s run back once and merges what was said", async (way) => {
    const { tab, session, adapter } = await start();
    const model = scripted(script);
    const tools = adapter.wrapTools({ bash });
    const run = async (messages: ModelMessage[]): Promise<AiSdkRun> => {
      const options = { model, instructions: adapter.instructions, tools, messages, stopWhen: isStepCount(20) };
      return way === "generate" ? generateText(options) : streamText(options);
    };
    const finished = await adapter.runToFinish({ messages: task, generate: run });

    expect(finished.runs).toHaveLength(2);
    expect(finished.text).toBe("It is 12.");
    const checks = finished.messages.filter(
      (message) => message.role === "user" && message.content !== task[0]!.content,
    );
    expect(checks).toHaveLength(1);
    expect(checks[0]!.content).toContain("r1 [open] alpha total");
    expect(checks[0]!.content).toContain("the alpha total is 12");
    const texts = results(finished.messages);
    expect(texts[1]).toBe("a.txt\nb.txt");
    expect(texts[2]!.startsWith("the alpha total is 12\n\n")).toBe(true);
    expect(parseStatusLine(texts[2]!.split("\n\n")[1]!)).toBeDefined();
    expect(texts[3]).toContain("r1 done (L1). 0 open.");
    expect((await tab.state()).requirements).toMatchObject([{ status: "done", evidence: ["L1"] }]);
    expect(session.gaps).toEqual([]);
  });

  it("gives the model the system block with every call", async () => {
    const { adapter } = await start();
    const model = scripted(script);
    await generateText({
      model,
      instructions: adapter.instructions,
      tools: adapter.wrapTools({ bash }),
      messages: task,
    });
    expect(JSON.stringify(model.doGenerateCalls[0]!.prompt[0])).toContain("tab_resolve");
    expect(model.doGenerateCalls[0]!.tools!.map((one) => one.name).sort()).toEqual([
      "bash",
      "tab_add",
      "tab_list",
      "tab_resolve",
      "tab_show",
    ]);
  });

  it("lets a failing tool fail as it would alone, and observes the rest of its batch", async () => {
    const { tab, adapter } = await start();
    const model = scripted([
      {
        calls: [
          ["c1", "bash", { command: "fail" }],
          ["c2", "bash", { command: "cat a.txt" }],
        ],
      },
    ]);
    const { responseMessages } = await generateText({ model, tools: adapter.wrapTools({ bash }), messages: task });
    expect(JSON.stringify(responseMessages)).toContain("no such command");
    expect((await tab.state()).log).toHaveLength(1);
  });

  it("leaves the form of a tool that renders its own output, and records its text", async () => {
    const { tab, adapter } = await start();
    const rendered = {
      ...bash,
      toModelOutput: ({ output }: { output: string }) => ({ type: "text" as const, value: `<<${output}>>` }),
    };
    const model = scripted([{ calls: [["c1", "bash", { command: "cat a.txt" }]] }]);
    const { responseMessages } = await generateText({
      model,
      tools: adapter.wrapTools({ bash: rendered }),
      messages: task,
    });
    expect(results(responseMessages)).toEqual(["<<the alpha total is 12>>"]);
    expect(await tab.excerpt("L1")).toBe("<<the alpha total is 12>>");
  });

  it("does not send back a run that was cut off", async () => {
    const { adapter } = await start();
    const model = scripted([script[0]!, script[1]!]);
    const finished = await adapter.runToFinish({
      messages: task,
      generate: (messages) =>
        generateText({ model, tools: adapter.wrapTools({ bash }), messages, stopWhen: isStepCount(2) }),
    });
    expect(finished.runs).toHaveLength(1);
  });
});
