import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ConformanceCase } from "@runningtab/conformance-kit";
import { HarnessError } from "./harness-error.ts";
import type { Sandbox, SandboxCommand } from "./sandbox.ts";

/** A sandbox and the folder it was made for, empty at first and removed by whoever made it. */
export interface SandboxSubject {
  readonly sandbox: Sandbox;
  /** Absolute path of the workspace. */
  readonly workspace: string;
}

type Case = ConformanceCase<SandboxSubject>;

const TIMEOUT_MS = 20_000;

function bash(command: string, more: Partial<SandboxCommand> = {}): SandboxCommand {
  return { timeoutMs: TIMEOUT_MS, ...more, command } as SandboxCommand;
}

const runningCases: readonly Case[] = [
  {
    id: "port/shape",
    title: "says which contract it keeps and what it is called",
    async run({ sandbox }) {
      assert.equal(sandbox.specVersion, 1);
      assert.match(sandbox.name, /^[a-z][a-z0-9-]*$/);
    },
  },
  {
    id: "run/output-and-exit-code",
    title: "gives standard output and error in order, and the exit code",
    async run({ sandbox }) {
      const outcome = await sandbox.run(bash("echo one; echo two >&2; echo three; exit 7"));
      assert.equal(outcome.exitCode, 7);
      assert.deepEqual(outcome.output.split("\n").toSorted(), ["", "one", "three", "two"]);
      assert.equal(outcome.timedOut, false);
      assert.equal(outcome.truncated, false);
    },
  },
  {
    id: "run/arguments-as-they-are",
    title: "hands arguments over without a shell reading them",
    async run({ sandbox }) {
      const argv = ["printf", "%s|", "a b", "$HOME", "'", "*", ""];
      const { output } = await sandbox.run({ argv, timeoutMs: TIMEOUT_MS });
      assert.equal(output, "a b|$HOME|'|*||");
    },
  },
  {
    id: "run/input",
    title: "feeds standard input, and ends it",
    async run({ sandbox }) {
      const input = "line\n".repeat(50_000);
      const { output } = await sandbox.run({ argv: ["wc", "-l"], input, timeoutMs: TIMEOUT_MS });
      assert.equal(output.trim(), "50000");
    },
  },
  {
    id: "run/in-the-workspace",
    title: "starts in the workspace, and reads and writes there",
    async run({ sandbox, workspace }) {
      writeFileSync(join(workspace, "in.txt"), "from outside");
      await sandbox.run(bash("cat in.txt > out.txt"));
      assert.equal(readFileSync(join(workspace, "out.txt"), "utf8"), "from outside");
    },
  },
  {
    id: "run/time",
    title: "ends a command at its time with all it started, and says so",
    async run({ sandbox, workspace }) {
      const outcome = await sandbox.run(bash("(sleep 2; touch late) & sleep 60", { timeoutMs: 400 }));
      assert.equal(outcome.timedOut, true);
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      assert.equal(existsSync(join(workspace, "late")), false);
    },
  },
  {
    id: "run/background",
    title: "ends background children with their command",
    async run({ sandbox, workspace }) {
      const outcome = await sandbox.run(bash("(sleep 2; touch late) & echo started"));
      assert.equal(outcome.output, "started\n");
      assert.equal(outcome.timedOut, false);
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      assert.equal(existsSync(join(workspace, "late")), false);
    },
  },
  {
    id: "run/long-output",
    title: "keeps the first and the last part of a long output and says what is missing",
    async run({ sandbox }) {
      const outcome = await sandbox.run(bash("seq 1 20000", { limits: { outputBytes: 2_000 } }));
      assert.equal(outcome.truncated, true);
      assert.ok(outcome.output.length < 2_200, `kept ${outcome.output.length} characters`);
      assert.ok(outcome.output.startsWith("1\n2\n") && outcome.output.endsWith("19999\n20000\n"), outcome.output);
    },
  },
  {
    id: "run/abort",
    title: "rejects with the signal's reason when aborted",
    async run({ sandbox }) {
      const controller = new AbortController();
      const running = sandbox.run(bash("sleep 60", { timeoutMs: 60_000, signal: controller.signal }));
      controller.abort(new Error("enough"));
      await assert.rejects(running, /enough/);
    },
  },
];

const isolationCases: readonly Case[] = [
  {
    id: "isolation/proven",
    title: "is proven, with a line for each canary",
    requires: "isolation",
    async run({ sandbox }) {
      const { proven, details } = await sandbox.probe();
      assert.equal(proven, true, details.join("; "));
      assert.ok(details.length >= 4, `only ${details.length} canaries`);
    },
  },
  {
    id: "isolation/files",
    title: "shows nothing of the disk but the system and the workspace",
    requires: "isolation",
    async run({ sandbox }) {
      const { output } = await sandbox.run(
        bash("cat /etc/passwd /etc/shadow ~root/.bashrc 2>/dev/null; ls /home ~root 2>/dev/null"),
      );
      assert.equal(output, "");
    },
  },
  {
    id: "isolation/git",
    title: "leaves the workspace's .git as it is",
    requires: "isolation",
    async run({ sandbox, workspace }) {
      mkdirSync(join(workspace, ".git"));
      writeFileSync(join(workspace, ".git/config"), "kept");
      const { output } = await sandbox.run(
        bash("echo x > .git/config; mkdir .git/hooks; touch .git/new; rm -rf .git; mv .git other; cat .git/config"),
      );
      assert.match(output, /kept/);
      assert.deepEqual(readdirSync(join(workspace, ".git")), ["config"]);
      assert.equal(readFileSync(join(workspace, ".git/config"), "utf8"), "kept");
    },
  },
  {
    id: "isolation/disk",
    title: "ends or refuses what writes too much, and says which limit it was",
    requires: "isolation",
    async run({ sandbox, workspace }) {
      const command =
        "for i in {1..20}; do printf '%01000000d' 1 > part-$i; cat part-* > all-$i; sleep 0.1; done; echo whole";
      const outcome = await sandbox.run(bash(command, { limits: { diskBytes: 4_000_000 } }));
      assert.match(outcome.limit ?? "", /disk/);
      const sizes = readdirSync(workspace).map((name) => statSync(join(workspace, name)).size);
      assert.ok(sizes.reduce((sum, size) => sum + size, 0) < 60_000_000, "all of it was written");
    },
  },
  {
    id: "isolation/file-size",
    title: "holds a written file below its limit",
    requires: "isolation",
    async run({ sandbox, workspace }) {
      await sandbox.run(bash("printf '%02000000d' 1 > big; true", { limits: { fileBytes: 1_000_000 } }));
      const written = statSync(join(workspace, "big"), { throwIfNoEntry: false })?.size ?? 0;
      assert.ok(written <= 1_000_000, `${written} bytes`);
    },
  },
  {
    id: "isolation/network",
    title: "reaches no network",
    requires: "isolation",
    async run({ sandbox }) {
      const { output } = await sandbox.run(
        bash("ls /sys/class/net 2>/dev/null; grep -v lo: /proc/net/dev 2>/dev/null | grep -c :"),
      );
      assert.equal(output.trim(), "0");
    },
  },
];

/** What every sandbox that an agent's commands run in has to keep. Capability `isolation`: it holds commands in. */
export const sandboxCases: readonly Case[] = [...runningCases, ...isolationCases];

/** What a sandbox has to keep that cannot be proven: hand in one whose launcher is missing or broken. */
export const unprovenSandboxCases: readonly Case[] = [
  {
    id: "unproven/refuses",
    title: "runs nothing and says why, with what to do",
    async run({ sandbox, workspace }) {
      assert.equal((await sandbox.probe()).proven, false);
      await assert.rejects(sandbox.run(bash("touch ran")), (error) => {
        assert.ok(HarnessError.isInstance(error));
        assert.equal(error.code, "SANDBOX_UNPROVEN");
        return error.message.length > 40;
      });
      assert.equal(existsSync(join(workspace, "ran")), false);
    },
  },
];
