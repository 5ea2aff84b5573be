import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const fixtures = fileURLToPath(new URL("fixtures", import.meta.url));
const cli = fileURLToPath(new URL("../src/cli.ts", import.meta.url));

function conformance(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const env = { ...process.env, NODE_OPTIONS: "" };
  return spawnSync(process.execPath, ["--conditions=@runningtab/source", cli, ...args], {
    cwd: fixtures,
    encoding: "utf8",
    env,
    timeout: 60_000,
  });
}

describe("runningtab-conformance", () => {
  it("exits 0 and lists every case when the implementation conforms", () => {
    const { status, stdout } = conformance("counter-cases.ts#counterCases", "./counter-cases.ts#createCounter");
    expect(stdout).toBe(
      [
        "ok    counter/first: starts at one",
        "ok    counter/second: counts up",
        'skip  counter/reset: can start anew (./counter-cases.ts#createCounter does not have the capability "reset")',
        "",
        "./counter-cases.ts#createCounter conforms: 2 passed, 0 failed, 0 known gaps, 1 skipped",
        "",
      ].join("\n"),
    );
    expect(status).toBe(0);
  });

  it("exits 1 and shows the failure when it does not", () => {
    const { status, stdout } = conformance("./counter-cases.ts#counterCases", "./counter-cases.ts#createStuckCounter");
    expect(stdout).toContain("FAIL  counter/second: counts up\n      AssertionError");
    expect(stdout).not.toContain("    at ");
    expect(stdout).toContain("does not conform: 1 passed, 1 failed, 0 known gaps, 1 skipped");
    expect(status).toBe(1);
  });

  it("takes a subject with name and known gaps, and prints one JSON value", () => {
    const { status, stdout } = conformance(
      "./counter-cases.ts#counterCases",
      "./counter-cases.ts#stuckCounter",
      "--json",
    );
    expect(JSON.parse(stdout)).toMatchObject({
      name: "stuck \u001b[2J counter",
      conforms: true,
      counts: { passed: 1, failed: 0, skipped: 1, gap: 1 },
      results: [{ id: "counter/first" }, { status: "gap", reason: "the wheel is stuck" }, { status: "skipped" }],
    });
    expect(status).toBe(0);
  });

  it("shows terminal controls in names as escapes", () => {
    const { stdout } = conformance("./counter-cases.ts#counterCases", "./counter-cases.ts#stuckCounter");
    expect(stdout).toContain("stuck \\u001b[2J counter conforms");
    expect(stdout).not.toContain("\u001b");
  });

  it("ends although the implementation left a timer running", () => {
    const args = ["./counter-cases.ts#counterCases", "./counter-cases.ts#createLingeringCounter"] as const;
    expect(conformance(...args).status).toBe(0);
  });

  it("prints its usage on --help", () => {
    const { status, stdout, stderr } = conformance("--help");
    expect(stdout).toContain("Usage: runningtab-conformance CASES_MODULE#EXPORT SUBJECT_MODULE#EXPORT [--json]");
    expect(stdout).toContain("Example:");
    expect([status, stderr]).toEqual([0, ""]);
  });

  it.each([
    [[], "Expected two arguments, found 0."],
    [["./counter-cases.ts#counterCases"], "Expected two arguments, found 1."],
    [["a", "b", "c"], "Expected two arguments, found 3."],
    [["--jsno", "a", "b"], "--jsno"],
    [["./counter-cases.ts#nothing", "./counter-cases.ts#createCounter"], 'no export "nothing"; it has: '],
    [["./counter-cases.ts#createCounter", "./counter-cases.ts#createCounter"], "is no array of conformance cases"],
    [["./counter-cases.ts#counterCases", "./counter-cases.ts#counterCases"], "is neither { name, create }"],
    [["./counter-cases.ts#counterCases", "./counter-cases.ts#wronglyKnown"], '"counter/third"'],
  ])("exits 2 on misuse: %j", (args, message) => {
    const { status, stdout, stderr } = conformance(...args);
    expect(stderr).toContain(message);
    expect(stderr).toContain("Usage:");
    expect([status, stdout]).toEqual([2, ""]);
  });

  it("exits 3 when a module cannot be loaded", () => {
    const { status, stderr } = conformance("./absent.ts#cases", "./counter-cases.ts#createCounter");
    expect(stderr).toContain("./absent.ts is neither a file nor a package");
    expect(status).toBe(3);
  });

  it("says what a module failed with, without the lines of a stack", () => {
    const { status, stderr } = conformance("./counter-cases.ts#counterCases", "./failing.ts");
    expect(stderr).toBe("./failing.ts could not be loaded: TypeError: no engine today\n");
    expect(status).toBe(3);
  });
});
