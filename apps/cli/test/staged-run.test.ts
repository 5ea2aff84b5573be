import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { spawnSync } from "node:child_process";
import { temporaryFolder } from "@runningtab/test-kit";
import { describe, expect, it } from "vitest";
import { MAIN, runCli, writeFiles } from "./run-cli.ts";
import { openScriptedServer, type Script, type ScriptedStep, startScriptedServer } from "./scripted-server.ts";

const FILES = { "plan.md": "Ship in May.\n", "notes/a.txt": "one\n" };

/** Makes a file, changes one, and plants one that an editor would run. */
const busy: Script = [
  { calls: [{ tool: "write", args: { path: "report.md", content: "# Report\n" } }] },
  { calls: [{ tool: "edit", args: { path: "plan.md", old: "May", new: "June" } }] },
  { calls: [{ tool: "write", args: { path: ".vscode/tasks.json", content: "{}\n" } }] },
  { text: "Done." },
];

async function prepare(script: Script = busy) {
  const [workspace, state] = [temporaryFolder("workspace"), temporaryFolder("state")];
  writeFiles(workspace, FILES);
  const { baseUrl } = await startScriptedServer(script);
  const places = ["--workspace", workspace, "--state", state];
  const model = ["--model", "openai-compatible/scripted", "--base-url", baseUrl, "--off", "finishCheck"];
  return {
    workspace,
    run: async (...options: readonly string[]) => {
      const { stdout, stderr, exitCode } = await runCli([
        "run",
        "Write report.md",
        ...places,
        "--json",
        ...model,
        ...options,
      ]);
      const [line = ""] = stdout.trim().split("\n").slice(-1);
      return {
        exitCode,
        stderr,
        ...(JSON.parse(line) as { staged: string[]; deliverables: string[]; runDir: string }),
      };
    },
    act: (...words: readonly string[]) => runCli(["workspace", ...words, ...places]),
    has: (path: string) =>
      existsSync(join(workspace, path)) ? readFileSync(join(workspace, path), "utf8") : undefined,
  };
}

/** A run during which a person changes the file that it answers from, and puts a file of their own beside it. */
async function runWhilePersonWorks(mode: readonly string[]) {
  const [workspace, state] = [temporaryFolder("workspace"), temporaryFolder("state")];
  writeFiles(workspace, FILES);
  const steps: readonly ScriptedStep[] = [
    {
      calls: [
        { tool: "tab_add", args: { requirements: ["month to ship in"] } },
        { tool: "view", args: { path: "plan.md" } },
      ],
    },
    { calls: [{ tool: "tab_resolve", args: { id: "r1", outcome: "done", evidence: ["L1"], value: "May" } }] },
    { calls: [{ tool: "write", args: { path: "report.md", content: "Ship in May.\n" } }] },
    { text: "Done." },
  ];
  let step = 0;
  const { baseUrl, close } = await openScriptedServer(() => {
    if (step === 1) writeFiles(workspace, { "plan.md": "Ship in August.\n", "during.txt": "mine\n" });
    return steps[step++]!;
  });
  const model = ["--model", "openai-compatible/scripted", "--base-url", baseUrl, "--json", ...mode];
  const { stdout, stderr } = await runCli([
    "run",
    "Write report.md",
    "--workspace",
    workspace,
    "--state",
    state,
    ...model,
  ]);
  close();
  const [line = ""] = stdout.trim().split("\n").slice(-1);
  return { stderr, summary: JSON.parse(line) as { outdated: unknown; deliverables: string[] } };
}

describe.each([["staged"], ["in-place"]])("a run that is %s", (mode) => {
  it("says what it answered from a version that a person replaced, and takes no file of theirs for its own", async () => {
    const { stderr, summary } = await runWhilePersonWorks([`--${mode}`]);
    expect(summary.outdated).toEqual([{ requirement: "r1", entry: "L1", path: "plan.md" }]);
    expect(stderr).toContain("r1 rests on plan.md as it was when L1 was read; the file has changed since.");
    if (mode === "staged") expect(summary.deliverables).toEqual(["report.md"]);
    else expect(summary.deliverables).toContain("report.md");
  });
});

describe("a staged run", () => {
  it("puts new files into the folder, and leaves changes and what others run for a person to promote", async () => {
    const { run, act, has } = await prepare();
    const { staged, deliverables, runDir } = await run();
    expect([has("report.md"), has("plan.md"), has(".vscode/tasks.json")]).toEqual([
      "# Report\n",
      "Ship in May.\n",
      undefined,
    ]);
    expect(deliverables).toContain("report.md");
    expect(staged).toEqual([".vscode/tasks.json", "plan.md"]);
    expect(readFileSync(join(runDir, "deliverables/plan.md"), "utf8")).toBe("Ship in June.\n");

    const plan = await act("plan", "--json");
    const { id, risky } = JSON.parse(plan.stdout) as { id: string; risky: { path: string; hash: string }[] };
    expect(risky.map(({ path }) => path)).toEqual([".vscode/tasks.json"]);
    expect((await act("promote", "--plan", id)).stderr).toContain(`--approve .vscode/tasks.json@${risky[0]!.hash}`);
    expect(has("plan.md")).toBe("Ship in May.\n");
    expect((await act("promote", "plan.md")).exitCode).toBe(0);
    expect(has("plan.md")).toBe("Ship in June.\n");
    const approved = await act("promote", "--approve", `.vscode/tasks.json@${risky[0]!.hash}`);
    expect([approved.exitCode, has(".vscode/tasks.json")]).toEqual([0, "{}\n"]);
    expect((await act("status")).stdout).toContain("Nothing is staged.");
  });

  it("puts nothing into the folder with --promote never, and everything with auto", async () => {
    const never = await prepare();
    expect((await never.run("--promote", "never")).staged).toEqual([".vscode/tasks.json", "plan.md", "report.md"]);
    expect(never.has("report.md")).toBeUndefined();
    const auto = await prepare();
    expect((await auto.run("--promote", "auto")).staged).toEqual([".vscode/tasks.json"]);
    expect(auto.has("plan.md")).toBe("Ship in June.\n");
  });

  it("takes --promote ask for no where nobody can be asked", async () => {
    const { run, has } = await prepare();
    const { stderr } = await run("--promote", "ask");
    expect(stderr).toContain("Nobody can be asked here; taken for no.");
    expect(has("report.md")).toBeUndefined();
  });

  it("replaces its own earlier deliverable, and leaves it alone once a person has changed it", async () => {
    const { workspace, run, has } = await prepare([
      { calls: [{ tool: "write", args: { path: "report.md", content: "first\n" } }] },
      { text: "Done." },
      { calls: [{ tool: "write", args: { path: "report.md", content: "second\n" } }] },
      { text: "Done." },
      { calls: [{ tool: "write", args: { path: "report.md", content: "third\n" } }] },
      { text: "Done." },
    ]);
    await run();
    await run();
    expect(has("report.md")).toBe("second\n");
    writeFileSync(join(workspace, "report.md"), "by hand\n");
    expect((await run()).staged).toEqual(["report.md"]);
    expect(has("report.md")).toBe("by hand\n");
  });

  it("reports a file that a person changed while the agent did, and settles it as told", async () => {
    const { workspace, run, act, has } = await prepare();
    await run("--promote", "never");
    writeFileSync(join(workspace, "plan.md"), "Ship on Friday.\n");
    const status = await act("status");
    expect(status.stdout).toContain("! plan.md is in conflict");
    expect((await act("promote", "plan.md")).exitCode).toBe(1);
    expect(has("plan.md")).toBe("Ship on Friday.\n");
    expect((await act("resolve", "plan.md", "--keep", "proposed")).exitCode).toBe(0);
    expect((await act("promote", "plan.md")).exitCode).toBe(0);
    expect(has("plan.md")).toBe("Ship in June.\n");
  });

  it("keeps a file's name on one line, whatever it holds", async () => {
    const name = "b\n  D plan.md";
    const { run, act } = await prepare([
      { calls: [{ tool: "write", args: { path: name, content: "x\n" } }] },
      { text: "Done." },
    ]);
    await run("--promote", "never");
    const { stdout } = await act("status");
    expect(stdout).toContain(String.raw`  A b\n  D plan.md`);
    expect(stdout.split("\n")).not.toContain("  D plan.md");
  });

  it("shows the log and a change in the document's own terms", async () => {
    const { run, act } = await prepare();
    await run("--promote", "never");
    const { stdout } = await act("log", "--json");
    const operations = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { path: string; turn: number; patch: string });
    expect(operations.map(({ path, turn }) => [path, turn])).toEqual([
      ["report.md", 1],
      ["plan.md", 2],
      [".vscode/tasks.json", 3],
    ]);
    expect(operations[0]!.patch).toMatch(/^run-\d{8}T\d{6}-[0-9a-f]{6}\/turn-1$/);
    const diff = await act("diff", "plan.md");
    expect(diff.exitCode).toBe(1);
    expect(diff.stdout).toMatch(/May[\s\S]*June/);
  });

  it("says what it does not find, and refuses half a rollback", async () => {
    const { run, act } = await prepare();
    await run("--promote", "never");
    expect(await act("rollback")).toMatchObject({ exitCode: 2 });
    expect(await act("rollback", "--all", "--turn", "1")).toMatchObject({ exitCode: 2 });
    expect((await act("rollback", "--turn", "9", "--yes")).stderr).toContain("has no turn 9.");
    expect((await act("diff", "nothing.md")).stderr).toContain("Nothing is staged for nothing.md");
    expect((await act("verify")).stdout).toContain("in an unbroken chain");
  });
});

const hasBubblewrap = spawnSync("bwrap", ["--version"]).status === 0;

it.skipIf(!hasBubblewrap)(
  "a run over a folder that may only be read gives its answers, and says why the folder took none",
  () => {
    const [workspace, state] = [temporaryFolder("workspace"), temporaryFolder("state")];
    writeFiles(workspace, { "lease.txt": "The notice period of the lease is six months.\n" });
    const command = ["node", "--conditions=@runningtab/source", "--disable-warning=ExperimentalWarning", MAIN];
    const inJail = (...words: readonly string[]) =>
      spawnSync(
        "bwrap",
        ["--bind", "/", "/", "--ro-bind", workspace, workspace, "--dev", "/dev", "--proc", "/proc", ...command].concat(
          words,
          ["--workspace", workspace, "--state", state],
        ),
        {
          encoding: "utf8",
          env: { PATH: `${dirname(process.execPath)}:${process.env["PATH"]}`, HOME: "/nonexistent" },
        },
      );
    const { status, stdout, stderr } = inJail("run", "Write facts.md:\n- notice period of the lease");
    expect(status).toBe(3);
    expect(stdout).toContain("- notice period of the lease: **six months**");
    expect(stdout).toContain("Staged, not in the folder yet");
    expect(stderr).toContain("Nothing was put into the folder: facts.md could not be written");
    const runDir = /^Run: (.+)$/m.exec(stdout)![1]!;
    expect(readFileSync(join(runDir, "deliverables/facts.md"), "utf8")).toContain("six months");
    expect(inJail("inspect", "last").stdout).toMatch(/^steps +\d+, finished$/m);
    expect(existsSync(join(workspace, "facts.md"))).toBe(false);
  },
);

describe.each([[], ["--in-place"]].map((mode) => ({ name: mode.join(" ") || "staged", mode })))(
  "a rollback after shell and Python edits, $name",
  ({ mode }) => {
    it.skipIf(!hasBubblewrap).each([false, true])("finds and undoes them (in a repository: %s)", async (hasGit) => {
      const { workspace, run, act, has } = await prepare([
        {
          calls: [
            { tool: "bash", args: { command: "sed -i s/May/June/ plan.md && mkdir out && mv notes/a.txt out/b.txt" } },
          ],
        },
        { calls: [{ tool: "python", args: { code: "open('new.bin', 'wb').write(bytes(range(256)))" } }] },
        { text: "Done." },
      ]);
      if (hasGit) {
        mkdirSync(join(workspace, ".git"));
        writeFileSync(join(workspace, ".git/HEAD"), "ref: refs/heads/main\n");
      }
      const promotion = mode.length === 0 ? ["--promote", "auto"] : [];
      await run(...mode, ...promotion);
      expect([has("plan.md"), has("out/b.txt"), has("notes/a.txt")]).toEqual(["Ship in June.\n", "one\n", undefined]);
      expect(readFileSync(join(workspace, "new.bin")).length).toBe(256);
      for (const turn of ["2", "1"]) await act("rollback", "--turn", turn, "--yes", ...mode);
      expect([has("plan.md"), has("out/b.txt"), has("notes/a.txt"), has("new.bin")]).toEqual([
        "Ship in May.\n",
        undefined,
        "one\n",
        undefined,
      ]);
      if (hasGit) expect(has(".git/HEAD")).toBe("ref: refs/heads/main\n");
    });
  },
);
