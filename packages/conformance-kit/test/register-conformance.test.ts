import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { registerConformance, type TestRunner } from "@runningtab/conformance-kit";
import { describe, expect, it } from "vitest";
import { counterCases, createCounter, createStuckCounter } from "./fixtures/counter-cases.ts";

// The kit under vitest: these register real tests, so this file is red if they are.
registerConformance({ describe, it }, counterCases, { name: "good counter", create: createCounter });
registerConformance({ describe, it }, counterCases, {
  name: "stuck counter",
  create: createStuckCounter,
  knownGaps: { "counter/second": "the wheel is stuck" },
});

/** Records what a runner is asked to do. */
function recordingRunner(): {
  runner: TestRunner;
  suites: string[];
  tests: Map<string, () => Promise<void>>;
  skipped: string[];
} {
  const suites: string[] = [];
  const tests = new Map<string, () => Promise<void>>();
  const skipped: string[] = [];
  const register = (name: string, test: () => Promise<void>) => void tests.set(name, test);
  const runner = {
    describe: (name: string, suite: () => void) => (suites.push(name), suite()),
    it: Object.assign(register, { skip: (name: string) => void skipped.push(name) }),
  };
  return { runner, suites, tests, skipped };
}

describe("registering cases with a test runner", () => {
  it("shows the reasons of skips and known gaps in the titles", () => {
    const { runner, suites, tests, skipped } = recordingRunner();
    const knownGaps = { "counter/second": "the wheel is stuck" };
    registerConformance(runner, counterCases, { name: "stuck", create: createStuckCounter, knownGaps });
    expect(suites).toEqual(["stuck conforms"]);
    expect([...tests.keys()]).toEqual([
      "counter/first: starts at one",
      "counter/second: counts up (known gap: the wheel is stuck)",
    ]);
    expect(skipped).toEqual(['counter/reset: can start anew (skipped: stuck does not have the capability "reset")']);
  });

  it("fails the test of a known gap that passes by now", async () => {
    const { runner, tests } = recordingRunner();
    const knownGaps = { "counter/second": "the wheel was stuck" };
    registerConformance(runner, counterCases, { name: "repaired", create: createCounter, knownGaps });
    await expect([...tests.values()][0]!()).resolves.toBeUndefined();
    await expect([...tests.values()][1]!()).rejects.toMatchObject({
      code: "GAP_CLOSED",
      data: { id: "counter/second" },
    });
  });

  it("refuses unknown gaps while the file is being loaded", () => {
    const { runner, suites } = recordingRunner();
    const subject = { name: "good", create: createCounter, knownGaps: { "counter/third": "typing" } };
    expect(() => registerConformance(runner, counterCases, subject)).toThrow(
      expect.objectContaining({ code: "UNKNOWN_GAP", data: { ids: ["counter/third"] } }),
    );
    expect(suites).toEqual([]);
  });

  it("works under node --test", () => {
    const file = fileURLToPath(new URL("fixtures/under-node-test.ts", import.meta.url));
    const args = ["--conditions=@runningtab/source", "--test", "--test-reporter=tap", file];
    const env = { ...process.env, NODE_OPTIONS: "", NODE_TEST_CONTEXT: undefined };
    const { stdout, status } = spawnSync(process.execPath, args, { encoding: "utf8", env });
    const lines = stdout.split("\n").map((line) => line.trim());
    expect(lines.filter((line) => /^(not )?ok .*counter\//.test(line))).toEqual([
      "ok 1 - counter/first: starts at one",
      "ok 2 - counter/second: counts up",
      'ok 3 - counter/reset: can start anew (skipped: good does not have the capability "reset") # SKIP',
      "ok 1 - counter/first: starts at one",
      "ok 2 - counter/second: counts up (known gap: the wheel is stuck)",
      'ok 3 - counter/reset: can start anew (skipped: stuck does not have the capability "reset") # SKIP',
      "ok 1 - counter/first: starts at one",
      "not ok 2 - counter/second: counts up (known gap: the wheel was stuck)",
      'ok 3 - counter/reset: can start anew (skipped: repaired does not have the capability "reset") # SKIP',
    ]);
    expect(stdout).toContain("is listed as a known gap but passes");
    expect(status).toBe(1);
  });
});
