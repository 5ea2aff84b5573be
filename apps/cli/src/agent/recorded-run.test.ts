import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@runningtab/test-kit";
import { describe, expect, it } from "vitest";
import { forAnotherModel, readRecordedRun } from "./recorded-run.ts";
import type { TranscriptItem } from "./transcript.ts";

const task: TranscriptItem = { type: "user", turn: 0, about: "task", text: "Do it" };
const about = { version: 1, task: "Do it", provider: "p", model: "m", startedAt: "", options: { arm: "dual" } };

function folderOf(state: string, runId: string, files: Readonly<Record<string, string>>): string {
  const folder = join(state, "runs", runId);
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

describe("readRecordedRun", () => {
  it("cuts off half a line, so that the next one begins a line", () => {
    const state = temporaryFolder("state");
    const whole = `${JSON.stringify(task)}\n`;
    const folder = folderOf(state, "run-1", {
      "run.json": JSON.stringify(about),
      "transcript.jsonl": `${whole}{"type":"assis`,
    });
    expect(readRecordedRun(state, "last").transcript).toEqual([task]);
    expect(readFileSync(join(folder, "transcript.jsonl"), "utf8")).toBe(whole);
  });

  it("knows a run that never wrote a line", () => {
    const state = temporaryFolder("state");
    folderOf(state, "run-1", { "run.json": JSON.stringify(about) });
    expect(readRecordedRun(state, "run-1")).toMatchObject({ runId: "run-1", transcript: [], options: { arm: "dual" } });
  });

  it("names those that can be taken up when one cannot", () => {
    const state = temporaryFolder("state");
    folderOf(state, "run-1", { "run.json": JSON.stringify(about), "summary.json": '{"status":"budget"}' });
    folderOf(state, "run-2", { "run.json": JSON.stringify(about), "summary.json": '{"status":"finished"}' });
    folderOf(state, "run-3", { "run.json": JSON.stringify({ ...about, options: undefined }) });
    expect(() => readRecordedRun(state, "run-2")).toThrow(
      "run-2 has finished. Runs of this workspace that can be taken up: run-1, run-3.",
    );
    expect(() => readRecordedRun(state, "run-9")).toThrow("there is no such run");
    expect(() => readRecordedRun(state, "last")).toThrow("run-3 was made by an earlier version");
    expect(readRecordedRun(state, "run-1").task).toBe("Do it");
  });
});

it("leaves out for another model what only the first one takes back", () => {
  const providerOptions = { openai: { itemId: "i" } };
  const usage = { inputTokens: 0, outputTokens: 0 };
  const transcript: TranscriptItem[] = [
    task,
    {
      type: "assistant",
      turn: 1,
      usage,
      message: {
        role: "assistant",
        content: [
          { type: "reasoning", text: "hm", providerOptions },
          { type: "text", text: "So.", providerOptions },
          { type: "tool-call", toolCallId: "c", toolName: "view", input: {}, providerOptions },
        ],
      },
    },
  ];
  const [, step] = forAnotherModel(transcript);
  expect(step).toMatchObject({
    message: {
      content: [
        { type: "text", text: "So." },
        { type: "tool-call", toolCallId: "c", toolName: "view", input: {} },
      ],
    },
  });
  expect(JSON.stringify(step)).not.toContain("itemId");
});
