import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@runningtab/test-kit";
import { describe, expect, it } from "vitest";
import { makeOfficeWorkspace } from "./office-workspace.ts";
import { runCli } from "./run-cli.ts";
import { type Script, startScriptedServer } from "./scripted-server.ts";

const isJailHere = process.platform === "linux" && existsSync("/usr/bin/bwrap");
const SECRET = "canary-0815-secret";
const bash = (command: string) => ({ calls: [{ tool: "bash", args: { command } }] });
const call = (tool: string, args: unknown) => ({ calls: [{ tool, args }] });

async function run(script: Script, options: readonly string[]) {
  const workspace = makeOfficeWorkspace();
  mkdirSync(join(workspace.root, ".git/hooks"), { recursive: true });
  const { baseUrl, requests } = await startScriptedServer([...script, { text: "Done." }]);
  const model = ["--model", "openai-compatible/scripted", "--base-url", baseUrl, "--off", "finishCheck", "statusLine"];
  const outcome = await runCli(["run", "Look", ...workspace.options, ...model, ...options]);
  const results = requests.slice(1).map(({ messages }) => messages.findLast(({ role }) => role === "tool")!.content!);
  return { ...workspace, ...outcome, results };
}

// What a sandbox cannot see: what becomes of a command's work when the tools, the scan and the screen meet it.
describe.skipIf(!isJailHere).each([
  { sandbox: "bubblewrap", mode: "staged", options: [] },
  { sandbox: "bubblewrap", mode: "in place", options: ["--in-place"] },
  { sandbox: "virtual", mode: "staged", options: ["--sandbox", "virtual"] },
])("after commands in $sandbox, $mode", ({ options }) => {
  it("no folder that became a link leads the scan or a tool outside", async () => {
    const outside = temporaryFolder("outside");
    writeFileSync(join(outside, "travel.pdf"), SECRET);
    writeFileSync(join(outside, "notes.md"), SECRET);
    const { results, root } = await run(
      [
        bash(`rm -rf policies; ln -s ${outside} policies; ln -s ${outside}/notes.md linked.md; echo done`),
        call("view", { path: "policies/notes.md" }),
        call("grep", { pattern: "canary" }),
        call("write", { path: "policies/new.md", content: "escaped" }),
        call("edit", { path: "linked.md", old: SECRET, new: "escaped" }),
        call("workspace_diff", {}),
      ],
      options,
    );
    for (const result of results) expect(result).not.toContain(SECRET);
    expect(readdirSync(outside).toSorted()).toEqual(["notes.md", "travel.pdf"]);
    expect(readFileSync(join(outside, "notes.md"), "utf8")).toBe(SECRET);
    expect(existsSync(join(root, ".git/hooks"))).toBe(true);
    // Either the link was refused, or the scan had put a folder in its place.
    expect(results[3]).toMatch(/^(?:write failed: |Written policies\/new\.md)/);
  });

  it("no escape of theirs reaches the terminal, and none of their names does", async () => {
    const hostile = String.raw`\033]52;c;ZXZpbA==\007\033[2J\033[1A`;
    const { stdout, stderr, results } = await run(
      [bash(`printf '${hostile}seen'; printf x > "$(printf 'a\\033[31mb.txt')"; printf '${hostile}' > c.md`)],
      ["--verbose", "--promote", "never", ...options].filter((option) => !isRefusedInPlace(option, options)),
    );
    expect(results[0]).toContain("seen");
    // oxlint-disable-next-line no-control-regex
    expect(stdout + stderr).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
    expect(stdout).toContain("c.md");
  });
});

/** In place, nothing is promoted, and saying so is refused. */
function isRefusedInPlace(option: string, options: readonly string[]): boolean {
  return options.includes("--in-place") && (option === "--promote" || option === "never");
}
