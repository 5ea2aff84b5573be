import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { hashBytesSync } from "@runningtab/content-hash/node";
import { temporaryFolder } from "@runningtab/test-kit";
import { writeDocx, writeXlsx } from "@runningtab/test-kit/office";
import { unzipSync, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { MAIN, runCli, writeFiles } from "./run-cli.ts";
import { type Script, startScriptedServer } from "./scripted-server.ts";

const workbook = (shown: string | number) =>
  writeXlsx({ sheets: [{ name: "Plan", rows: [["ratio", { value: shown, formula: "A2/A3" }]] }] });
const memo = (text: string) => writeDocx({ blocks: [{ type: "paragraph", text }] });

/** A workspace in which an agent has left `staged` behind. */
async function prepare(files: Readonly<Record<string, string | Uint8Array>>, staged: typeof files) {
  const [root, state] = [temporaryFolder("workspace"), temporaryFolder("state")];
  const put = (folder: string, path: string, content: string | Uint8Array) =>
    writeFileSync(join(folder, path), content);
  for (const [path, content] of Object.entries(files)) put(root, path, content);
  const places = ["--workspace", root, "--state", state];
  const { stdout } = await runCli(["workspace", "status", "--json", ...places]);
  const { folder } = JSON.parse(stdout) as { folder: string };
  for (const [path, content] of Object.entries(staged)) put(folder, path, content);
  return {
    root,
    state,
    folder,
    act: (...words: readonly string[]) => runCli(["workspace", ...words, ...places]),
    has: (path: string) => (existsSync(join(root, path)) ? readFileSync(join(root, path)) : undefined),
  };
}

describe("a promotion", () => {
  it("is refused whole while a document cannot be read, and says why", async () => {
    const { act, has } = await prepare({}, { "good.md": "fine\n", "report.docx": memo("Whole.").slice(0, 300) });
    const failed = await act("promote");
    expect(failed.exitCode).toBe(1);
    expect(failed.stderr).toMatch(/Check parses failed:\n {2}report\.docx cannot be read: .+\nNothing was promoted/);
    expect(has("good.md")).toBeUndefined();
    expect((await act("promote", "good.md")).exitCode).toBe(0);
    expect(has("good.md")?.toString()).toBe("fine\n");
  });

  it("is refused while a workbook shows a new formula error", async () => {
    const { act, folder } = await prepare({ "plan.xlsx": workbook(2) }, { "plan.xlsx": workbook("#DIV/0!") });
    expect((await act("promote")).stderr).toContain("plan.xlsx shows #DIV/0! in Plan!B1");
    writeFileSync(join(folder, "plan.xlsx"), workbook(3));
    expect((await act("promote")).exitCode).toBe(0);
  });

  it("holds to the hashes that were named", async () => {
    const { act, has } = await prepare({}, { "a.md": "as agreed\n" });
    const other = await act("promote", "--expect", `a.md@${hashBytesSync(Buffer.from("another\n"))}`, "--json");
    expect(JSON.parse(other.stdout)).toMatchObject({ status: "check-failed" });
    expect(has("a.md")).toBeUndefined();
    expect((await act("promote", "--expect", `a.md@${hashBytesSync(Buffer.from("as agreed\n"))}`)).exitCode).toBe(0);
  });

  it("leaves a file alone whose conflict is only a package written anew by a sync service", async () => {
    const { act, root, has } = await prepare(
      { "memo.docx": memo("Six months.") },
      { "memo.docx": memo("Nine months.") },
    );
    await act("status");
    const synced = zipSync(unzipSync(memo("Six months.")), { mtime: "2031-05-05T12:00:00", level: 1 });
    writeFileSync(join(root, "memo.docx"), synced);
    const status = await act("status");
    expect(status.stdout).toContain("~ memo.docx was written anew in the folder with the same content: no conflict.");
    expect((await act("promote")).exitCode).toBe(0);
    expect(new Uint8Array(has("memo.docx")!)).toEqual(memo("Nine months."));
  });

  it("has both changes of a text once a person says so", async () => {
    const { act, root, has } = await prepare({ "a.md": "one\ntwo\nthree\n" }, { "a.md": "ONE\ntwo\nthree\n" });
    await act("status");
    writeFileSync(join(root, "a.md"), "one\ntwo\nTHREE\n");
    expect((await act("plan")).stdout).toContain("workspace resolve a.md --keep proposed|accepted|merged");
    expect((await act("resolve", "a.md", "--keep", "merged")).stdout).toBe("a.md: both changes are kept.\n");
    expect((await act("promote")).exitCode).toBe(0);
    expect(has("a.md")?.toString()).toBe("ONE\ntwo\nTHREE\n");
  });

  it("is decided by the policy of the config, after its checks", async () => {
    const { act, has } = await prepare({}, { "a.md": "hello\n" });
    const config = join(temporaryFolder("config"), "config.mjs");
    writeFileSync(
      config,
      `export default {
        checks: [{ specVersion: 1, name: "house-rule", run: async () => ({ passed: true, findings: ["it is short"] }) }],
        acceptance: { specVersion: 1, name: "rule", decide: async () => ({ accepted: false, reason: "not on a Sunday" }) },
      };`,
    );
    const refused = await act("promote", "--config", config);
    expect(refused).toMatchObject({ exitCode: 1, stderr: "Refused: not on a Sunday\n" });
    expect(has("a.md")).toBeUndefined();
  });
});

describe("the kept versions", () => {
  it("are counted by collect, and kept again by verify --repair", async () => {
    const { act } = await prepare({ "a.md": "one\n" }, { "a.md": "two\n" });
    expect((await act("status")).exitCode).toBe(0);
    expect((await act("collect")).stdout).toMatch(
      /^Dropped 0 versions that nothing names: 0 bytes\.\nKept 3 versions in \d+ bytes/,
    );
    expect(JSON.parse((await act("collect", "--json")).stdout)).toMatchObject({ dropped: 0, blobs: 3 });
    expect((await act("verify", "--repair")).stdout).toContain("Every kept version is what its hash says.");
  });
});

describe("what is named and is not there", () => {
  it("ends with 2, and a merge that cannot be with 1", async () => {
    const { act, root } = await prepare({ "a.md": "one\n" }, { "a.md": "two\n" });
    for (const words of [
      ["rollback", "b.md"],
      ["rollback", "--turn", "9", "--yes"],
      ["rollback", "--patch", "p"],
    ]) {
      expect([words, (await act(...words)).exitCode]).toEqual([words, 2]);
    }
    expect((await act("resolve", "b.md", "--keep", "accepted")).exitCode).toBe(2);
    expect(await act("promote", "--approve", "a.md")).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("a.md names no version."),
    });
    writeFileSync(join(root, "a.md"), "three\n");
    expect(await act("resolve", "a.md", "--keep", "merged")).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("a.md cannot be merged"),
    });
  });
});

describe("what cannot be trusted or taken back", () => {
  it("is said before and after a promotion", async () => {
    const { act, state } = await prepare({ ".env": "KEY=1\n" }, { ".env": "KEY=2\n", "new\nline.md": "text\n" });
    expect((await act("verify")).stdout).toMatch(/^missing: \.env sha256:[0-9a-f]{64} \(not kept by design\)$/m);
    const promoted = await act("promote");
    expect(promoted).toMatchObject({
      exitCode: 0,
      stdout: "M .env\nA new\\nline.md\n",
      stderr: ".env cannot be taken back: its contents are never kept, only their hashes.\n",
    });
    const file = readdirSync(state, { recursive: true, encoding: "utf8" }).find((path) => path.endsWith("journal.db"))!;
    const journal = new DatabaseSync(join(state, file));
    journal.exec("UPDATE entry SET body = replace(body, 'line.md', 'name.md') WHERE body LIKE '%line.md%'");
    journal.close();
    expect((await act("status")).stderr).toMatch(/^The journal is damaged: entry \d+ is not what was written\./);
    expect((await act("verify")).exitCode).toBe(1);
  });
});

const hasBubblewrap = spawnSync("bwrap", ["--version"]).status === 0;

describe.skipIf(!hasBubblewrap)("a command as a check (skipped without bubblewrap)", () => {
  it("sees the folder as it would be, in the sandbox", async () => {
    const { act, has } = await prepare({ kept: "1\n", other: "2\n" }, { new: "3\n" });
    const failed = await act("promote", "--check", "ls; cat new; touch waste; cat /etc/passwd; false");
    expect(failed.exitCode).toBe(1);
    expect(failed.stderr).toMatch(/ended with 1\n {2}kept\n {2}new\n {2}other\n {2}3\n {2}cat: \/etc\/passwd: /);
    expect(has("new")).toBeUndefined();
    expect((await act("promote", "--check", "test $(cat new) = 3")).exitCode).toBe(0);
    expect(has("new")?.toString()).toBe("3\n");
  });

  it("decides at the end of a run, whose summary has what was found", async () => {
    const [workspace, state] = [temporaryFolder("workspace"), temporaryFolder("state")];
    writeFiles(workspace, { "plan.md": "Ship in May.\n" });
    const script: Script = [
      { calls: [{ tool: "write", args: { path: "report.md", content: "# Report\n" } }] },
      { text: "Done." },
    ];
    const { baseUrl } = await startScriptedServer(script);
    const model = ["--model", "openai-compatible/scripted", "--base-url", baseUrl, "--off", "finishCheck"];
    const places = ["--workspace", workspace, "--state", state];
    const { stdout, stderr } = await runCli([
      "run",
      "Write report.md",
      ...places,
      ...model,
      "--json",
      "--check",
      "false",
    ]);
    expect(stderr).toContain("Check command failed:\n  false ended with 1");
    const summary = JSON.parse(stdout.trim().split("\n").at(-1)!) as { staged: string[]; checks: { check: string }[] };
    expect(summary.staged).toEqual(["report.md"]);
    expect(summary.checks.map(({ check }) => check)).toEqual(["parses", "formula-errors", "command"]);
    expect(existsSync(join(workspace, "report.md"))).toBe(false);
  });
});

describe("what is staged", () => {
  const lines = (text: string) => text.trimEnd().split("\n");

  it("is shown with the content of files that are new", async () => {
    const { act } = await prepare({}, { "notes.md": "The rent is 4,200 EUR.\n" });
    const { stdout, exitCode } = await act("diff", "notes.md");
    expect(lines(stdout)[0]).toBe("A notes.md");
    expect(stdout).toContain("+ The rent is 4,200 EUR.");
    expect(exitCode).toBe(1);
    expect(JSON.parse((await act("diff", "--json")).stdout)).toMatchObject({
      path: "notes.md",
      kind: "create",
      changes: [{ kind: "added", after: expect.stringContaining("4,200 EUR") as string }],
    });
  });

  it("makes status, plan and promote end with 1 while something of it conflicts", async () => {
    const { act, root, has } = await prepare({ "a.md": "one\n" }, { "a.md": "by the agent\n", "b.md": "new\n" });
    expect((await act("status")).exitCode).toBe(0);
    writeFileSync(join(root, "a.md"), "by hand\n");
    const ends = [await act("status"), await act("plan"), await act("promote")];
    expect(ends.map(({ exitCode }) => exitCode)).toEqual([1, 1, 1]);
    expect([has("a.md")?.toString(), has("b.md")?.toString()]).toEqual(["by hand\n", "new\n"]);
    await act("resolve", "a.md", "--keep", "accepted");
    expect((await act("status")).exitCode).toBe(0);
  });

  it("says in a sentence that a patch or a run is none, and which runs there are", async () => {
    const { act } = await prepare({}, { "a.md": "new\n" });
    const patch = await act("rollback", "--patch", "nope");
    expect([patch.exitCode, patch.stderr]).toEqual([
      2,
      "runningtab: The journal of this branch has no patch called nope. List its operations to see what there is.\n",
    ]);
    const run = await act("rollback", "--run", "run-1");
    expect([run.exitCode, run.stderr]).toEqual([
      2,
      "runningtab: --run run-1: no such run changed a file here. Those that did: none.\n",
    ]);
    expect((await act("branch")).stdout).toBe("main (this one): of runs of the agent, 1 operation staged\n");
  });
});

describe("two runs in one workspace", () => {
  const write = (content: string) => ({ calls: [{ tool: "write", args: { path: "rules.md", content } }] });

  it("say which of them wrote the same file, and each is taken back by its name", { timeout: 120_000 }, async () => {
    const [root, state] = [temporaryFolder("workspace"), temporaryFolder("state")];
    writeFiles(root, { "rail.md": "# Rail\n\nRail travel is booked in second class.\n" });
    const places = ["--workspace", root, "--state", state];
    const model = (baseUrl: string) => ["--model", "openai-compatible/scripted", "--base-url", baseUrl];
    const options = ["--off", "finishCheck", "--sandbox", "none"];
    const inner = await startScriptedServer([write("By the second.\n"), { text: "Done." }]);
    const second = [process.execPath, "--conditions=@runningtab/source", MAIN, "run", "Rules", ...places];
    const command = [...second, ...model(inner.baseUrl), ...options].map((word) => `'${word}'`).join(" ");
    const { baseUrl } = await startScriptedServer([
      write("By the first.\n"),
      // While the first one works, the second begins, writes and ends.
      { calls: [{ tool: "bash", args: { command, timeout: 90 } }] },
      write("By the first again.\n"),
      { text: "Done." },
    ]);
    const { stderr, exitCode, stdout } = await runCli(["run", "Rules", ...places, ...model(baseUrl), ...options]);
    expect([exitCode, readFileSync(join(root, "rules.md"), "utf8")]).toEqual([0, "By the first again.\n"]);
    expect(stderr).toMatch(/rules\.md was written by run-\S+ as well while this run worked/);
    const run = /runs\/(run-\S+)/.exec(stdout)![1]!;
    const preview = await runCli(["workspace", "rollback", "--run", run, ...places]);
    expect([preview.exitCode, preview.stdout]).toEqual([1, expect.stringMatching(/rules\.md/)]);
  });
});
