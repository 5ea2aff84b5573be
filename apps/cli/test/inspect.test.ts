import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { temporaryFolder } from "@runningtab/test-kit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Replay } from "../src/inspect/replay.ts";
import { HOSTILE, makeOfficeWorkspace } from "./office-workspace.ts";
import { type CliOutcome, runCli, writeFiles } from "./run-cli.ts";

const TASK = "Write facts.md with:\n- hotel allowance in Lyon\n- notice period\n";

/** One run of the extractive model over the office files. */
async function prepare(folder?: string) {
  const { root, options, state } = makeOfficeWorkspace(folder);
  writeFiles(root, { "notes/allowance.txt": `Hotel allowance in Lyon, see travel policy ${HOSTILE}<b>\n` });
  const run = (...args: readonly string[]): Promise<CliOutcome> => runCli([...args, ...options]);
  expect((await run("run", TASK)).exitCode).toBe(0);
  const workspaces = join(state, "workspaces");
  const runs = join(workspaces, readdirSync(workspaces)[0]!, "runs");
  const runId = readdirSync(runs)[0]!;
  return { run, runId, folder: join(runs, runId) };
}

describe("inspect", () => {
  const parent = mkdtempSync(join(tmpdir(), "runningtab-inspect-"));
  let shared: Awaited<ReturnType<typeof prepare>>;
  beforeAll(async () => {
    shared = await prepare(parent);
  });
  afterAll(() => rmSync(parent, { recursive: true, force: true }));

  it("shows of each step the observation, what was captured of it, the tab before and after, and Δ", async () => {
    const { run, runId } = shared;
    const { exitCode, stdout } = await run("inspect");
    expect(exitCode).toBe(0);
    expect(stdout.startsWith(`${runId}\nmodel      runningtab/extractive\n`)).toBe(true);
    expect(stdout).toMatch(/\n {2}→ search [^\n]*hotel allowance/i);
    expect(stdout).toMatch(/\n {4}✓ L\d+ search notes\/allowance\.txt/);
    expect(stdout).toContain("  tab  0 → 2 open, 0 done");
    expect(stdout).toMatch(/r1 done \(L\d+, strong\): 120 EUR/);
    expect(stdout).toContain("\n  Δ    A facts.md\n");
    expect(stdout).not.toMatch(/[\u001b\u009b\u202e]/);
  });

  it("tells in JSON what the tab held at each step, up to what the run ended with", async () => {
    const { run, runId } = shared;
    const replay = JSON.parse((await run("inspect", runId.slice(-6), "--json")).stdout) as Replay;
    const status = JSON.parse((await run("tab", "status", "--json")).stdout) as {
      requirements: Record<string, number>;
      readLog: number;
    };
    expect(replay.run.task).toBe(TASK);
    expect(replay.status).toBe("finished");
    const last = replay.steps.at(-1)!.after;
    expect([last.open, last.done, last.unavailable, last.entries]).toEqual([
      status.requirements["open"],
      status.requirements["done"],
      status.requirements["unavailable"],
      status.readLog,
    ]);
    for (const [index, { before }] of replay.steps.entries()) {
      if (index > 0) expect(before).toEqual(replay.steps[index - 1]!.after);
    }
    const captured = replay.steps.flatMap(({ calls }) => calls.flatMap((call) => call.captured));
    expect(captured.map(({ id }) => id)).toEqual(captured.map((_, index) => `L${index + 1}`));
    expect(captured).toHaveLength(last.entries);
    const edits = replay.steps.flatMap((step) => step.edits);
    expect(edits.map(({ edit }) => [edit.kind, edit.path])).toEqual([["create", "facts.md"]]);
    expect(edits[0]?.diff).toContain("120 EUR");
  });

  it("writes a page whose links lead to its steps and whose text of files is inert", async () => {
    const { run } = shared;
    const file = join(temporaryFolder("page"), "run.html");
    expect((await run("inspect", "--html", "--output", file)).exitCode).toBe(0);
    if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
    const page = readFileSync(file, "utf8");
    const targets = new Set([...page.matchAll(/ id="(step-\d+)"/g)].map(([, id]) => id));
    const links = [...page.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
    expect(links.length).toBeGreaterThan(2);
    for (const link of links) expect(targets).toContain(link?.slice(1));
    expect(page).toContain("&lt;b&gt;");
    expect(page).not.toMatch(/<b>|<script| style="|\u001b|\u009b|\u202e/);
    expect((await run("inspect", "--html", "--output", file)).exitCode).toBe(2);
  });

  it("replays a run that was killed, up to the last line that was whole", async () => {
    const { run, folder } = await prepare();
    rmSync(join(folder, "summary.json"));
    const transcript = join(folder, "transcript.jsonl");
    truncateSync(transcript, statSync(transcript).size - 20);
    const { exitCode, stdout } = await run("inspect");
    expect(exitCode).toBe(0);
    expect(stdout).toContain("no end was recorded: killed, or still under way");
  });

  it("shows one step whole, and says which there are", async () => {
    const { run } = shared;
    const { stdout } = await run("inspect", "last", "--step", "1", "--full");
    expect(stdout).toContain("Step 1");
    expect(stdout).not.toContain("Step 2");
    expect(stdout).not.toContain("more lines");
    expect(await run("inspect", "--step", "99")).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("its last is"),
    });
  });

  it("says when there is no run, and which runs there are", async () => {
    const { options } = makeOfficeWorkspace();
    expect(await runCli(["inspect", ...options])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("No run has been made"),
    });
    const { run, runId } = shared;
    expect(await run("inspect", "zzz")).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining(`The newest: ${runId}`),
    });
    expect((await run("inspect", "--output", "x.html")).exitCode).toBe(2);
    expect(existsSync("x.html")).toBe(false);
  });
});
