import { describe, expect, it } from "vitest";
import {
  captureResultToLine,
  createCapture,
  createContentMatchStrategy,
  createFileAccessStrategy,
  createShellStrategy,
  createStructuredToolsStrategy,
  redactSecrets,
  type JsonValue,
} from "../src/index.ts";
import { HARMLESS, SECRETS } from "./secret-samples.ts";
import { createMatchedWorkspace } from "./matched-workspace.ts";

const STRATEGIES = [
  ["composite", createCapture],
  ["shell", createShellStrategy],
  ["structured tools", createStructuredToolsStrategy],
  ["content match", createContentMatchStrategy],
  ["file access", createFileAccessStrategy],
] as const;

const CALLS: readonly (readonly [tool: string, args: JsonValue, wrap: (text: string) => string])[] = [
  ["bash", { command: "cat settings.txt" }, (text) => text],
  ["bash", { command: "grep -n . settings.txt other.txt" }, (text) => text.replace(/^/gm, "settings.txt:1:")],
  ["bash", { command: "python3 show.py" }, (text) => text],
  [
    "Read",
    { file_path: "settings.txt" },
    (text) =>
      text
        .split("\n")
        .map((line, at) => `${at + 1}→${line}`)
        .join("\n"),
  ],
  [
    "shell",
    { command: ["bash", "-lc", "cat settings.txt"] },
    (text) => JSON.stringify({ output: text, metadata: { exit_code: 0 } }),
  ],
];

describe("secrets through every strategy", () => {
  it("are at least sixty", () => expect(SECRETS.length).toBeGreaterThanOrEqual(60));

  it.each(STRATEGIES)("%s: none is in a result, and what held one is marked", async (_name, make) => {
    for (const [, secret, before = "found: ", after = "\nnext line"] of SECRETS) {
      const text = `a heading of the settings 4711\n${before}${secret}${after}\na last line about deliveries 4712\n`;
      // The files themselves hold the secret: what a strategy looks up there must not come out of it.
      const context = {
        ...createMatchedWorkspace({ "settings.txt": text, "other.txt": "x\n" }).context,
        opened: new Set(["settings.txt"]),
      };
      for (const [tool, args, wrap] of CALLS) {
        const observation = { tool, args, output: wrap(redactSecrets(text, "settings.txt").text), exitCode: 0 };
        const result = await make().capture(observation, context);
        const line = JSON.stringify(captureResultToLine(result, observation));
        expect(line).not.toContain(JSON.stringify(secret).slice(1, -1));
        for (const read of result.reads)
          expect(read.redacted).toBe(observation.output.slice(read.start, read.end).includes("[redacted:"));
      }
    }
  });

  it("leave look-alikes untouched", async () => {
    const text = `${HARMLESS.map((each) => `seen ${each} there`).join("\n")}\n`;
    expect(redactSecrets(text)).toEqual({ text, masked: 0 });
    const observation = { tool: "bash", args: { command: "cat settings.txt" }, output: text, exitCode: 0 };
    const { reads } = await createCapture().capture(
      observation,
      createMatchedWorkspace({ "settings.txt": text }).context,
    );
    expect(reads).toMatchObject([
      { paths: ["settings.txt"], start: 0, end: text.length, partial: false, redacted: false },
    ]);
  });

  it("of a file that holds secrets by its name no text is kept, whoever attributes it", async () => {
    const text = "PORT=5432\nHOST=database.internal.example\nMODE=production deployment 2024\n";
    const context = { ...createMatchedWorkspace({ "app/.env": text }).context, opened: new Set(["app/.env"]) };
    for (const command of ["cat app/.env", "python3 show.py", "cp app/.env /tmp/e; cat /tmp/e"]) {
      for (const output of [text, JSON.stringify({ output: text, exit_code: 0 })]) {
        const observation = { tool: "bash", args: { command }, output, exitCode: 0 };
        const result = await createCapture().capture(observation, context);
        const line = captureResultToLine(result, observation);
        expect(JSON.stringify(line)).not.toContain("database.internal");
        expect([command, line.reads.map(({ path, excerpt }) => [path, excerpt])]).toEqual([
          command,
          [["app/.env", ""]],
        ]);
      }
    }
  });
});
