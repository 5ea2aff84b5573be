import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sandbox, SandboxCommand, SandboxOutcome } from "../src/index.ts";
import { createBubblewrapSandbox } from "../src/sandboxes/bubblewrap.ts";
import { createNoSandbox } from "../src/sandboxes/none.ts";
import { createVirtualSandbox } from "../src/sandboxes/virtual.ts";
import { type Attempt, ATTEMPTS, REFUSAL } from "./escapes/attempts.ts";
import { type Ground, prepareGround, SECRET, VARIABLE } from "./escapes/ground.ts";

const isLinux = process.platform === "linux";
const isJailHere = isLinux && existsSync("/usr/bin/bwrap");
const hasPython = existsSync("/usr/bin/python3");
const TIMEOUT_MS = 20_000;

let ground: Ground;
beforeAll(async () => {
  process.env[VARIABLE] = SECRET;
  ground = await prepareGround();
});
afterAll(() => {
  delete process.env[VARIABLE];
  ground.close();
});

type Tongue = "bash" | "python";

function commandOf(attempt: Attempt, tongue: Tongue): SandboxCommand {
  const { limits, timeoutMs = TIMEOUT_MS } = attempt;
  const more = { timeoutMs, ...(limits && { limits }) };
  if (tongue === "bash") return { command: attempt.bash(ground), ...more };
  return { argv: ["python3", "-"], input: attempt.python(ground), ...more };
}

/** As the tools word it. */
function told({ output, exitCode, timedOut, limit }: SandboxOutcome, timeoutMs: number): string {
  const ends = [
    timedOut ? `ended after ${timeoutMs / 1_000} s` : "",
    limit === undefined ? "" : `exceeded the limit on ${limit}`,
    exitCode === 0 ? "" : `exit code ${exitCode}`,
  ];
  return [output, ...ends].filter((line) => line !== "").join("\n");
}

async function holds(sandbox: Sandbox, attempt: Attempt, tongue: Tongue, isQuiet = false): Promise<void> {
  const command = commandOf(attempt, tongue);
  const outcome = await sandbox.run(command);
  if (attempt.name === "by outliving the command") await sleep(1_500);
  const text = told(outcome, command.timeoutMs);
  expect(ground.escapes(text), text).toEqual([]);
  expect(text).not.toContain("unbounded");
  if (!isQuiet) expect(text).toMatch(attempt.says ?? REFUSAL);
  expect(hostname()).not.toBe("escaped");
}

it("tries at least forty ways out", () => expect(ATTEMPTS.length).toBeGreaterThanOrEqual(40));

describe.skipIf(!isJailHere)(`out of bubblewrap${isJailHere ? "" : " (skipped: install bubblewrap)"}`, () => {
  let sandbox: Sandbox;
  beforeAll(() => {
    sandbox = createBubblewrapSandbox({ workspace: ground.workspace });
  });

  it.each(ATTEMPTS.map((attempt) => [attempt.name, attempt] as const))("bash: %s", (_name, attempt) =>
    holds(sandbox, attempt, "bash"),
  );

  it.skipIf(!hasPython).each(ATTEMPTS.map((attempt) => [attempt.name, attempt] as const))(
    "python: %s",
    (_name, attempt) => holds(sandbox, attempt, "python"),
  );

  it("keeps nothing from one command to the next but the workspace", async () => {
    await sandbox.run({
      command: "echo x > /tmp/left; echo x > ~/.bashrc; echo x > /dev/shm/left",
      timeoutMs: TIMEOUT_MS,
    });
    const { output } = await sandbox.run({ command: "ls -A /tmp ~ /dev/shm", timeoutMs: TIMEOUT_MS });
    expect(output).not.toMatch(/left|bashrc/);
  });
});

describe.skipIf(!isLinux)("out of the virtual shell", () => {
  let sandbox: Sandbox;
  beforeAll(() => {
    sandbox = createVirtualSandbox({ workspace: ground.workspace });
  });

  it.each(ATTEMPTS.map((attempt) => [attempt.name, attempt] as const))("bash: %s", (_name, attempt) =>
    holds(sandbox, attempt, "bash", attempt.virtualIsQuiet !== undefined),
  );

  it("a hard link that was there", async () => {
    const { output } = await sandbox.run({
      command: "cat hard-before; cp hard-before copy; cat copy; echo escaped > hard-before; tar cf - hard-before | cat",
      timeoutMs: TIMEOUT_MS,
    });
    expect(ground.escapes(output)).toEqual([]);
    expect(output).toContain("hard-before: not opened (it has other names (hard links), which may lie outside)");
  });

  it("python: says that there is none", async () => {
    const { output, exitCode } = await sandbox.run({
      argv: ["python3", "-"],
      input: "print(1)",
      timeoutMs: TIMEOUT_MS,
    });
    expect(output).toContain("there is no Python in the virtual sandbox");
    expect(exitCode).toBe(127);
  });
});

// What never succeeds proves nothing: the same words, with nothing around them, meet a canary.
describe.skipIf(!isLinux || !hasPython)("without a sandbox", () => {
  const harmless = ATTEMPTS.filter(({ harmful }) => harmful === undefined);

  it.each(harmless.map((attempt) => [attempt.name, attempt] as const))("succeeds: %s", async (name, attempt) => {
    const sandbox = createNoSandbox({ workspace: ground.workspace });
    for (const tongue of ["bash", "python"] as const) {
      const command = commandOf(attempt, tongue);
      const { output } = await sandbox.run(command);
      // A datagram takes its way, and what outlives its command comes late.
      await sleep(name === "by outliving the command" ? 1_500 : 50);
      expect(ground.escapes(output), `${tongue}: ${output}`).not.toEqual([]);
    }
  });
});
