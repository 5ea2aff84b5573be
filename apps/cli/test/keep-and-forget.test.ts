import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createTab } from "@runningtab/tab-core";
import { createSqliteStore } from "@runningtab/tab-core/stores/sqlite";
import { temporaryFolder } from "@runningtab/test-kit";
import { describe, expect, it } from "vitest";
import { type CliOutcome, runCli, writeFiles } from "./run-cli.ts";

const SECRET = "The merger with Nordwind closes on 3 May";
const dayMs = 86_400_000;

interface Ground {
  readonly run: (...args: readonly string[]) => Promise<CliOutcome>;
  readonly stateFolder: string;
  readonly root: string;
}

/** A workspace with three tasks: a run of 40 days ago that read a secret, one by hand of 10 days ago, one of today. */
async function prepare(): Promise<Ground> {
  const [root, state] = [temporaryFolder("files"), temporaryFolder("state")];
  const run = (...args: readonly string[]): Promise<CliOutcome> =>
    runCli([...args, "--workspace", root, "--state", state]);
  writeFiles(root, { "plan.txt": SECRET });
  await run("tab", "list");
  const stateFolder = join(state, "workspaces", readdirSync(join(state, "workspaces"))[0]!);
  const store = createSqliteStore({ file: join(stateFolder, "tab.sqlite") });
  for (const [task, age] of [
    ["run-old", 40],
    ["by-hand", 10],
    ["run-new", 0],
  ] as const) {
    const tab = createTab({ store, task, now: () => Date.now() - age * dayMs });
    await tab.open(`Task ${task}`);
    const excerpt = task === "run-old" ? `${SECRET}.\n`.repeat(2_000) : `Text of ${task}.\n`;
    const read = {
      paths: ["plan.txt"],
      excerpt,
      origin: "read",
      partial: false,
      redacted: false,
      confidence: 1,
    } as const;
    await tab.record({ callId: "t1", turn: 1, command: "cat plan.txt", reads: [read], listed: [] });
  }
  await store.close();
  writeFiles(stateFolder, {
    "runs/run-old/transcript.jsonl": SECRET,
    "runs/run-new/transcript.jsonl": "Text",
    "records.sqlite": SECRET,
  });
  return { run, stateFolder, root };
}

function filesWith(folder: string, text: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(join(folder, name)).isFile() && readFileSync(join(folder, name)).includes(text))
    .toSorted();
}

describe("purge", () => {
  it("tells what it would delete, deletes nothing without --yes, and ends with 1", async () => {
    const { run, stateFolder } = await prepare();
    const before = filesWith(stateFolder, SECRET);
    const { exitCode, stdout, stderr } = await run("purge", "--older-than", "30d");
    expect([exitCode, stdout]).toEqual([1, "Would delete task run-old\nWould delete runs/run-old\n"]);
    expect(stderr).toMatch(/^Nothing was deleted\. Say the same with --yes/);
    expect(filesWith(stateFolder, SECRET)).toEqual(before);
    expect((await run("tab", "status", "--task", "run-old")).exitCode).toBe(0);
  });

  it("leaves no trace of an old task, and the others as they are", async () => {
    const { run, stateFolder, root } = await prepare();
    expect(filesWith(stateFolder, SECRET)).toContain("tab.sqlite");
    const { exitCode, stdout } = await run("purge", "--older-than", "30d", "--yes", "--json");
    const answer = JSON.parse(stdout) as { bytesBefore: number; bytesAfter: number };
    expect([exitCode, answer]).toEqual([
      0,
      expect.objectContaining({ deleted: true, tasks: ["run-old"], entries: [join("runs", "run-old")] }),
    ]);
    // The text was 2,000 lines long: the space of it is given back, not merely marked as free.
    expect(answer.bytesBefore - answer.bytesAfter).toBeGreaterThan(SECRET.length * 2_000);
    // Parsed documents serve all tasks.
    expect(filesWith(stateFolder, SECRET)).toEqual(["records.sqlite"]);
    expect((await run("tab", "show", "L1", "--task", "by-hand")).stdout).toContain("Text of by-hand.");
    expect((await run("tab", "status", "--task", "run-old")).exitCode).toBe(2);
    expect(filesWith(root, SECRET)).toEqual(["plan.txt"]);
  });

  it("deletes the named tasks alone, and refuses a name that is none", async () => {
    const { run, stateFolder } = await prepare();
    expect(await run("purge", "--task", "run-old", "nobody", "--yes")).toMatchObject({ exitCode: 2 });
    expect((await run("purge", "--task", "by-hand", "run-new", "--yes")).stdout).toMatch(
      /^Deleted task by-hand\nDeleted task run-new\nDeleted runs.run-new\nState on disk: \d+ bytes before, \d+ now\n$/,
    );
    expect(filesWith(stateFolder, "Text of")).toEqual([]);
    expect(filesWith(stateFolder, SECRET)).toContain("tab.sqlite");
  });

  it("never follows a task's name out of the runs", async () => {
    const { run, stateFolder } = await prepare();
    const store = createSqliteStore({ file: join(stateFolder, "tab.sqlite") });
    // No tab takes such a name, but whoever can write the store can put it there.
    const opened = { version: 1, at: new Date(0).toISOString(), actor: "environment" } as const;
    const events = [{ ...opened, type: "task.opened", text: "Escape" }] as const;
    await store.append("..", { key: "opened", expectedSeq: 0, events });
    await store.close();
    expect((await run("purge", "--task", "..", "--yes")).stdout).toMatch(/^Deleted task \.\.\nState/);
    expect(readdirSync(stateFolder)).toContain("records.sqlite");
  });

  it("deletes everything but the workspace itself with --all", async () => {
    const { run, stateFolder, root } = await prepare();
    expect((await run("purge", "--all", "--yes")).exitCode).toBe(0);
    expect(filesWith(stateFolder, "e")).toEqual(["tab.sqlite"]);
    expect(filesWith(stateFolder, SECRET)).toEqual([]);
    expect(readFileSync(join(root, "plan.txt"), "utf8")).toBe(SECRET);
    expect((await run("purge", "--all", "--yes")).stdout).toBe("There is nothing to delete.\n");
  });

  it.each([[[]], [["--all", "--task", "run-old"]], [["--older-than", "soon"]], [["--all", "--older-than", "1d"]]])(
    "refuses %j, which does not say one thing",
    async (args) => {
      const { run, stateFolder } = await prepare();
      const { exitCode, stderr } = await run("purge", ...args, "--yes");
      expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/one of --task|hours, days or weeks/)]);
      expect(filesWith(stateFolder, SECRET)).toContain("tab.sqlite");
    },
  );
});

describe("tab export and tab import", () => {
  it("carry a task through a private file into another workspace", async () => {
    const [from, to] = [await prepare(), await prepare()];
    const file = join(temporaryFolder("export"), "task.jsonl");
    expect((await from.run("tab", "export", "--task", "run-old", "--output", file)).stderr).toMatch(/: 3 events\.\n$/);
    if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await from.run("tab", "export", "--output", file)).exitCode).toBe(2);
    expect(await to.run("tab", "import", file)).toMatchObject({
      exitCode: 1,
      stderr: "Task run-old is here already, with another history. Give the import another name with --task.\n",
    });
    expect((await to.run("tab", "import", file, "--task", "theirs")).stdout).toBe("Imported theirs: 3 events.\n");
    expect((await to.run("tab", "import", file, "--task", "theirs")).stderr).toContain("with the same history");
    expect((await to.run("tab", "show", "L1", "--task", "theirs")).stdout).toContain(SECRET);
  });

  it("carry the newest task from stdout to stdin, texts with separators and controls too", async () => {
    const { run, stateFolder } = await prepare();
    const excerpt = "line\u2028separated, \u009b31m, \u202e and \u0000\r\n";
    const store = createSqliteStore({ file: join(stateFolder, "tab.sqlite") });
    const read = { paths: ["a"], excerpt, origin: "read", partial: false, redacted: false, confidence: 1 } as const;
    await createTab({ store, task: "odd" }).record({
      callId: "1",
      turn: 1,
      command: "cat a",
      reads: [read],
      listed: [],
    });
    await store.close();
    const { stdout } = await run("tab", "export");
    // oxlint-disable-next-line no-control-regex
    expect(stdout).not.toMatch(/[\u0000\u009b\u202e\u2028]/);
    const other = temporaryFolder("files");
    const state = temporaryFolder("state");
    const options = ["--workspace", other, "--state", state];
    expect((await runCli(["tab", "import", "--json", ...options], { stdin: stdout })).stdout).toBe(
      '{"status":"imported","task":"odd","events":2}\n',
    );
    const folder = join(state, "workspaces", readdirSync(join(state, "workspaces"))[0]!);
    const copy = createSqliteStore({ file: join(folder, "tab.sqlite") });
    expect(await copy.excerpt("odd", "L1")).toBe(excerpt);
    await copy.close();
  });

  it("say which line was changed, and import nothing", async () => {
    const { run } = await prepare();
    const file = join(temporaryFolder("export"), "task.jsonl");
    await run("tab", "export", "--task", "run-old", "--output", file);
    writeFileSync(file, readFileSync(file, "utf8").replace("3 May", "4 May"));
    const { exitCode, stderr } = await run("tab", "import", file, "--task", "edited");
    expect([exitCode, stderr]).toEqual([
      3,
      expect.stringMatching(/Nothing was imported: at line 3, event 2 is not as/),
    ]);
    expect((await run("tab", "status", "--task", "edited")).exitCode).toBe(2);
    rmSync(file);
    expect((await run("tab", "import", file)).exitCode).toBe(2);
  });

  it("refuse a format that is none", async () => {
    const { run } = await prepare();
    const { exitCode, stderr } = await run("tab", "export", "--format", "yaml");
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringContaining("Allowed choices are jsonl, json, html, docx, csv."),
    ]);
  });
});
