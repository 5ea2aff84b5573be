import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "@runningtab/test-kit";
import { describe, expect, it } from "vitest";
import type { TranscriptItem } from "../src/agent/transcript.ts";
import { runCli, startCli, writeFiles } from "./run-cli.ts";
import { openScriptedServer, type ScriptedServer } from "./scripted-server.ts";
import type { ModelRequest, ScriptedStep } from "./wires/wire.ts";

const FILES = {
  "rail.md": "# Rail\n\nRail travel is booked in second class.\n",
  "hotels.csv": "city,limit\nLyon,120 EUR\nParis,150 EUR\n",
  "cars.txt": "The mileage rate for private cars is 0.42 EUR per km.\n",
};
const TASK = "Write rules.md: the class of rail travel, the hotel limit in Lyon and the mileage rate for private cars.";
const RULES = "Rail: second class. Lyon: 120 EUR.\n";

const once = { tool: "bash", args: { command: "echo once >> count.txt" } };

/** A model that decides by what it is shown alone, as models do: it looks before it repeats what was interrupted. */
function decide({ results, userTexts }: ModelRequest): ScriptedStep {
  const texts = results.map(({ text }) => text);
  const has = (pattern: RegExp): boolean => texts.some((text) => pattern.test(text));
  if (!has(/r1\b/)) {
    return { calls: [{ tool: "tab_add", args: { requirements: ["class of rail travel", "hotel limit in Lyon"] } }] };
  }
  if (!has(/second class/)) {
    return {
      calls: [
        { tool: "view", args: { path: "rail.md" } },
        { tool: "view", args: { path: "hotels.csv" } },
      ],
    };
  }
  if (!has(/counted|interrupted while bash|^once/)) {
    return { calls: [{ tool: "bash", args: { command: `${once.args.command}; echo counted` } }] };
  }
  if (has(/interrupted while bash/) && !has(/^(?:once|none)/)) {
    return { calls: [{ tool: "bash", args: { command: "cat count.txt 2>/dev/null || echo none" } }] };
  }
  if (has(/^none/) && !has(/counted/)) {
    return { calls: [{ tool: "bash", args: { command: `${once.args.command}; echo counted` } }] };
  }
  if (!has(/^r1 done/)) {
    return {
      calls: [
        { tool: "tab_resolve", args: { id: "r1", outcome: "done", evidence: ["L1"], quote: "booked in second class" } },
      ],
    };
  }
  if (!has(/^Written rules\.md/)) return { calls: [{ tool: "write", args: { path: "rules.md", content: RULES } }] };
  // One requirement is left for the finish check to bring back.
  if (!userTexts.some((text) => text.includes("Finish check"))) return { text: "The rules stand in rules.md." };
  if (!has(/^r2 done/)) {
    return {
      calls: [{ tool: "tab_resolve", args: { id: "r2", outcome: "done", evidence: ["L2"], value: "120 EUR" } }],
    };
  }
  return { text: "Now they are complete." };
}

interface Ground {
  readonly workspace: string;
  readonly state: string;
  readonly shared: readonly string[];
  /** Of the first call. */
  readonly model: readonly string[];
}

const servers: ScriptedServer[] = [];

function closeServers(): void {
  for (const server of servers.splice(0)) server.close();
}

async function prepare(kind: "extractive" | "scripted", mode: "staged" | "in-place"): Promise<Ground> {
  const workspace = temporaryFolder("workspace");
  const state = temporaryFolder("state");
  writeFiles(workspace, FILES);
  const shared = ["--workspace", workspace, "--state", state, "--json"];
  const place = mode === "in-place" ? ["--in-place"] : [];
  if (kind === "extractive") return { workspace, state, shared, model: place };
  const server = await openScriptedServer((_body, request) => decide(request));
  servers.push(server);
  const where = ["--model", "openai-compatible/scripted", "--base-url", server.baseUrl, "--sandbox", "none"];
  return { workspace, state, shared, model: [...where, ...place] };
}

/** Runs the task in a process of its own that dies at its n-th durable act; without a number it lives and counts them. */
async function runKilledAt(ground: Ground, at: number | undefined): Promise<number> {
  const count = join(temporaryFolder("count"), "acts");
  const { outcome } = startCli(["run", TASK, ...ground.shared, ...ground.model], {
    NODE_OPTIONS: `--import=${fileURLToPath(new URL("kill-at.mjs", import.meta.url))}`,
    ...(at === undefined ? { KILL_COUNT: count } : { KILL_AT: String(at) }),
  });
  const { exitCode, stderr } = await outcome;
  if (at !== undefined) return 0;
  if (exitCode !== 0) throw new Error(stderr);
  return Number(readFileSync(count, "utf8"));
}

function runsOf(state: string): readonly string[] {
  const workspaces = join(state, "workspaces");
  if (!existsSync(workspaces)) return [];
  return readdirSync(workspaces).flatMap((name) => {
    const runs = join(workspaces, name, "runs");
    return existsSync(runs) ? readdirSync(runs).map((run) => join(runs, run)) : [];
  });
}

function lastLine(stdout: string) {
  return JSON.parse(stdout.trim().split("\n").at(-1)!) as {
    status: string;
    reason?: string;
    deliverables: string[];
    requirements: unknown;
    readLog: number;
    runDir: string;
  };
}

/** Goes on with the killed run; begins it where it never came to be, or where it had ended when it was killed. */
async function goOn({ state, shared, model }: Ground) {
  const [run] = runsOf(state);
  const hasBegun = run !== undefined && existsSync(join(run, "run.json"));
  const args = hasBegun ? ["run", "--resume", "last", ...shared] : ["run", TASK, ...shared, ...model];
  return runCli(args);
}

function callIdsOf(runDir: string): readonly string[] {
  const lines = readFileSync(join(runDir, "transcript.jsonl"), "utf8").trim().split("\n");
  const items = lines.map((line) => JSON.parse(line) as TranscriptItem);
  return items.flatMap((item) => (item.type === "results" ? item.results.map(({ callId }) => callId) : []));
}

// Without RUNNINGTAB_FULL=1 five points are taken in all; with it thirty of each kind, spread over the whole run.
const isFull = process.env["RUNNINGTAB_FULL"] === "1";
const KINDS = [
  ["extractive", "staged", isFull ? 30 : 2],
  ["scripted", "staged", isFull ? 30 : 2],
  ["scripted", "in-place", isFull ? 30 : 1],
] as const;
/** A process of its own is slow to start where others compute. */
const PATIENCE_MS = 300_000;

describe.each(KINDS)("a run by the %s model, %s, that was killed", (kind, mode, points) => {
  /** The uninterrupted run, made once: how many durable acts it takes, and what it writes. */
  let whole: Promise<{ readonly acts: number; readonly rules: string }> | undefined;
  const makeWhole = async () => {
    const ground = await prepare(kind, mode);
    const acts = await runKilledAt(ground, undefined);
    return { acts, rules: readFileSync(join(ground.workspace, "rules.md"), "utf8") };
  };

  it.each(pointsOf(points))(
    "comes to the same end from %d of the way",
    async (part) => {
      const { acts, rules } = await (whole ??= makeWhole());
      const at = 1 + Math.floor(part * (acts - 1));
      const ground = await prepare(kind, mode);
      await runKilledAt(ground, at);
      const { stdout, stderr } = await goOn(ground);
      closeServers();

      const said = `killed at act ${at} of ${acts}: ${stderr}`;
      expect(readFileSync(join(ground.workspace, "rules.md"), "utf8"), said).toBe(rules);
      // Killed when all was done, it has nothing to go on with.
      if (/has finished/.test(stderr)) return;
      const summary = lastLine(stdout);
      expect(summary.status, said).toBe("finished");
      expect(summary.deliverables, said).toContain("rules.md");
      const callIds = callIdsOf(summary.runDir);
      expect(new Set(callIds).size, said).toBe(callIds.length);
      if (kind === "extractive") return;
      expect(readFileSync(join(ground.workspace, "count.txt"), "utf8"), said).toBe("once\n");
      expect(summary.requirements, said).toEqual({ open: 0, done: 2, unavailable: 0, computed: 0 });
    },
    PATIENCE_MS,
  );
});

/** Places in a run from 0 to 1: one in each stretch of it, where in the stretch is left to chance that repeats itself. */
function pointsOf(count: number): readonly number[] {
  let seed = 20_261_201;
  return Array.from({ length: count }, (_, index) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return (index + seed / 2_147_483_647) / count;
  });
}
