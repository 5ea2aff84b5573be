import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@runningtab/test-kit";
import { describe, expect, it } from "vitest";
import { runCli, writeFiles } from "./run-cli.ts";
import { RUN_MODES } from "./run-modes.ts";
import { startScriptedServer } from "./scripted-server.ts";

const write = (path: string, content: string) => ({ calls: [{ tool: "write", args: { path, content } }] });

describe.each(RUN_MODES)("what the checks find, $mode", ({ mode, options }) => {
  it("is told to the agent while it can mend it", async () => {
    const root = temporaryFolder("workspace");
    writeFiles(root, { "notes.md": "The total is 42.\n" });
    const { baseUrl, requests } = await startScriptedServer([
      write("report.pdf", "%PDF-1.7\nand nothing behind it"),
      { calls: [{ tool: "workspace_diff", args: {} }] },
      { text: "Done." },
      { calls: [{ tool: "workspace_diff", args: {} }, ...write("report.pdf", "The total is 42.").calls] },
      { text: "Mended." },
    ]);
    const places = ["--workspace", root, "--state", temporaryFolder("state")];
    const model = ["--model", "openai-compatible/scripted", "--base-url", baseUrl, "--off", "finishCheck"];
    const { exitCode, stdout } = await runCli(["run", "Report", ...places, "--json", ...model, ...options]);
    expect(exitCode).toBe(0);
    const shown = requests.map(({ messages }) => messages.at(-1)!.content!);
    expect(shown[2]).toMatch(/^A report\.pdf\nCheck parses failed:\n {2}report\.pdf cannot be read: /);
    expect(shown[3]).toMatch(
      /^What you changed does not pass these checks, so it would not be promoted:\nCheck parses failed:\n {2}report\.pdf cannot be read: .*\nMend the files, or/,
    );
    expect(requests).toHaveLength(5);
    const { checks, staged } = JSON.parse(stdout.trim().split("\n").at(-1)!) as { checks: unknown[]; staged: string[] };
    expect(staged).toEqual([]);
    expect(existsSync(join(root, "report.pdf"))).toBe(true);
    expect(readFileSync(join(root, "report.pdf"), "utf8")).toBe("The total is 42.");
    if (mode === "staged") expect(checks).toContainEqual({ check: "parses", passed: true, findings: [] });
  });
});
