import { temporaryFolder } from "@runningtab/test-kit";
import { describe, expect, it } from "vitest";
import { type CliOutcome, runCli } from "./run-cli.ts";
import { parseOne, tabReply, tabStatus } from "./shapes.ts";

function prepare(): { tab(...args: readonly string[]): Promise<CliOutcome> } {
  const [root, state] = [temporaryFolder("files"), temporaryFolder("state")];
  return { tab: (...args) => runCli(["tab", ...args, "--workspace", root, "--state", state]) };
}

describe("tab", () => {
  it("opens a task with the first requirement and goes on with it", async () => {
    const { tab } = prepare();
    const added = await tab("add", "class of rail travel", "hotel limit");
    expect(added).toMatchObject({ exitCode: 0, stdout: "Added r1, r2. 2 open.\n" });
    expect(added.stderr).toMatch(/^Opened task by-hand-[0-9a-f]{8}\.\n$/);
    expect(await tab("add", "mileage rate")).toMatchObject({ exitCode: 0, stderr: "" });
    const { stdout } = await tab("list");
    expect(stdout).toContain("Requirements: 3 open, 0 resolved");
    expect(stdout).toContain("r1 [open] class of rail travel");
  });

  it("resolves with a reason, reopens, and shows one requirement", async () => {
    const { tab } = prepare();
    await tab("add", "hotel limit");
    const resolved = await tab("resolve", "r1", "--outcome", "unavailable", "--reason", "not found after searching");
    expect(resolved.stdout).toBe("r1 unavailable (not found after searching). 0 open.\n");
    expect((await tab("show", "r1")).stdout).toContain("reason: not found after searching");
    expect((await tab("resolve", "r1", "--outcome", "open")).exitCode).toBe(0);
    expect((await tab("status")).stdout).toContain("requirements: 1 open, 0 done, 0 unavailable");
  });

  it("answers a refused call with 1, on stderr, and changes nothing", async () => {
    const { tab } = prepare();
    await tab("add", "hotel limit");
    for (const args of [
      ["resolve", "r1", "--outcome", "done"],
      ["resolve", "r1", "--outcome", "done", "--evidence", "L4"],
      ["resolve", "r1", "--outcome", "unavailable"],
      ["resolve", "r9", "--outcome", "open"],
      ["show", "L1"],
      ["add", ""],
    ]) {
      const { exitCode, stdout, stderr } = await tab(...args);
      expect([args, exitCode, stdout]).toEqual([args, 1, ""]);
      expect(stderr).not.toBe("");
    }
    const { stdout, exitCode } = await tab("resolve", "r1", "--outcome", "done", "--json");
    expect([exitCode, parseOne(tabReply, stdout).ok]).toEqual([1, false]);
    expect((await tab("status")).stdout).toContain("requirements: 1 open, 0 done, 0 unavailable");
  });

  it("answers --json in one shape, and --strict with 1 while something is open", async () => {
    const { tab } = prepare();
    parseOne(tabReply, (await tab("add", "hotel limit", "--json")).stdout);
    for (const kind of ["requirements", "candidates", "log"]) {
      expect(parseOne(tabReply, (await tab("list", "--kind", kind, "--json")).stdout).ok).toBe(true);
    }
    parseOne(tabReply, (await tab("show", "r1", "--json")).stdout);
    const open = await tab("status", "--strict", "--json");
    expect(open.exitCode).toBe(1);
    expect(parseOne(tabStatus, open.stdout)).toMatchObject({
      text: "hotel limit",
      closed: false,
      requirements: { open: 1, done: 0, unavailable: 0, computed: 0 },
      readLog: 0,
    });
    expect((await tab("status")).exitCode).toBe(0);
    await tab("resolve", "r1", "--outcome", "unavailable", "--reason", "authored");
    expect((await tab("status", "--strict")).exitCode).toBe(0);
  });

  it("works on the task of --task, and knows which there are", async () => {
    const { tab } = prepare();
    await tab("add", "first", "--task", "one");
    await tab("add", "second", "--task", "two");
    expect((await tab("list", "--task", "one")).stdout).toContain("r1 [open] first");
    expect((await tab("list")).stdout).toContain("r1 [open] second");
    const { exitCode, stderr } = await tab("list", "--task", "three");
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("There is no task three. Known: two, one.")]);
    expect((await tab("add", "x", "--task", "bad/id")).exitCode).toBe(2);
  });

  it("says how a task begins where there is none", async () => {
    const { exitCode, stderr } = await prepare().tab("list");
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining("`runningtab tab add` opens one")]);
  });

  it.each([
    [["add"], "missing required argument 'text'"],
    [["resolve", "r1"], "required option '--outcome <outcome>' not specified"],
    [["resolve", "r1", "--outcome", "perhaps"], "Allowed choices are done, unavailable, open"],
    [["list", "--kind", "all"], "Allowed choices are requirements, candidates, log"],
    [["list", "--offset", "-1"], "is invalid"],
    [["nosuch"], "unknown command 'nosuch'"],
  ])("calls %j misuse", async (args, message) => {
    const { exitCode, stdout, stderr } = await prepare().tab(...args);
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
  });
});
