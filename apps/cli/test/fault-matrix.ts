import { readFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@runningtab/test-kit";
import type { TranscriptItem } from "../src/agent/transcript.ts";
import { type CliOutcome, runCli, writeFiles } from "./run-cli.ts";
import { openScriptedServer, type ScriptedServer } from "./scripted-server.ts";
import { chatWire } from "./wires/chat.ts";
import { googleWire } from "./wires/google.ts";
import { messagesWire } from "./wires/messages.ts";
import { responsesWire } from "./wires/responses.ts";
import type { ScriptedStep, Wire } from "./wires/wire.ts";

export const WIRES: readonly Wire[] = [chatWire, responsesWire, messagesWire, googleWire];

/** Six steps that read, change the folder once in a way that shows a second time, settle and stop. */
const STEPS: readonly ScriptedStep[] = [
  { calls: [{ tool: "tab_add", args: { requirements: ["class of rail travel", "hotel limit in Lyon"] } }] },
  {
    text: "I look at both.",
    reasoning: "Both files are needed.",
    calls: [
      { tool: "view", args: { path: "rail.md" } },
      { tool: "view", args: { path: "hotels.csv" } },
    ],
  },
  { text: "One line a turn.", calls: [{ tool: "bash", args: { command: "echo once >> count.txt" } }] },
  {
    calls: [
      { tool: "tab_resolve", args: { id: "r1", outcome: "done", evidence: ["L1"], quote: "booked in second class" } },
      { tool: "tab_resolve", args: { id: "r2", outcome: "done", evidence: ["L2"], value: "120 EUR" } },
    ],
  },
  { calls: [{ tool: "write", args: { path: "rules.md", content: "Rail: second class. Lyon: 120 EUR.\n" } }] },
  { text: "The rules stand in rules.md." },
];
export const STEP_COUNT = STEPS.length;

export interface Fault {
  readonly name: string;
  /** What the server does instead of the step, or beside it; once, but for faults that stay. */
  readonly said: (step: ScriptedStep, wire: Wire) => ScriptedStep;
  /** Whether the fault comes again each time: the run then has to end with one clear error. */
  readonly stays?: true;
  readonly ends: "finished" | RegExp;
}

const badCalls = (args: unknown, tool = "view") => ({ calls: [{ tool, args }] });

/** The faults of a model and its server, each met at each step of a run. */
export const FAULTS: readonly Fault[] = [
  { name: "arguments that are no JSON", said: () => badCalls('{"path": "rail.md'), ends: "finished" },
  { name: "an unknown tool", said: () => badCalls({}, "teleport now!"), ends: "finished" },
  { name: "arguments of wrong types", said: () => badCalls({ path: 3 }), ends: "finished" },
  { name: "an empty answer", said: () => ({}), ends: "finished" },
  {
    name: "an answer cut off in a call",
    said: () => ({ ...badCalls('{"path": "out.md", "content": "long', "write"), finish: "length" }),
    ends: "finished",
  },
  { name: "429 with seconds", said: () => ({ status: 429, headers: { "retry-after": "7" } }), ends: "finished" },
  {
    name: "429 with a date",
    said: () => ({ status: 429, headers: { "retry-after": "Mon, 30 Nov 2026 10:00:00 GMT" } }),
    ends: "finished",
  },
  { name: "500", said: () => ({ status: 500 }), ends: "finished" },
  { name: "503", said: () => ({ status: 503 }), ends: "finished" },
  { name: "a connection that breaks at once", said: (step) => ({ ...step, broken: true }), ends: "finished" },
  { name: "one that breaks before the calls", said: (step) => ({ ...step, broken: "before-calls" }), ends: "finished" },
  { name: "one that breaks after the calls", said: (step) => ({ ...step, broken: "after-calls" }), ends: "finished" },
  { name: "an end without an end", said: (step) => ({ ...step, cutShort: "after-calls" }), ends: "finished" },
  {
    name: "an error in mid-stream",
    said: () => ({ text: "I will ", streamError: { type: "overloaded_error", message: "Overloaded" } }),
    ends: "finished",
  },
  { name: "a prompt that is too long", said: (_step, wire) => wire.overflow, ends: "finished" },
  {
    name: "a prompt that never fits",
    said: (_step, wire) => wire.overflow,
    stays: true,
    ends: /does not fit the model's context window\. The server said: /,
  },
  {
    name: "a refusal",
    said: () => ({ refusal: "I cannot help with that." }),
    stays: true,
    ends: /refused to answer\. It said: I cannot help/,
  },
  { name: "a content filter", said: () => ({ text: "I", finish: "filtered" }), stays: true, ends: /refused to answer/ },
  {
    name: "a refused key",
    said: (_step, wire) => ({ status: 401, body: wire.errorBody(401, "Incorrect API key provided.") }),
    stays: true,
    ends: /The model's server refused the key \(401\): Incorrect API key/,
  },
  {
    name: "a model without tools",
    said: (_step, wire) => ({ status: 400, body: wire.errorBody(400, "gemma3:4b does not support tools") }),
    stays: true,
    ends: /cannot call tools.*gemma3:4b does not support tools/,
  },
  { name: "a server that stays down", said: () => ({ status: 502 }), stays: true, ends: /scripted failure/ },
];

export interface FaultOutcome {
  readonly outcome: CliOutcome;
  readonly summary: {
    readonly status: string;
    readonly reason?: string;
    readonly deliverables: readonly string[];
    readonly runDir: string;
  };
  readonly workspace: string;
  readonly state: string;
  readonly server: ScriptedServer;
  readonly transcript: readonly TranscriptItem[];
}

/** Runs the six steps with a fault at one of them (counted from 1). */
export async function runWithFault(wire: Wire, fault: Fault, at: number): Promise<FaultOutcome> {
  const workspace = temporaryFolder("workspace");
  const state = temporaryFolder("state");
  writeFiles(workspace, {
    "rail.md": "# Rail\n\nRail travel is booked in second class.\n",
    "hotels.csv": "city,limit\nLyon,120 EUR\nParis,150 EUR\n",
  });
  let step = 0;
  let isMet = false;
  const server = await openScriptedServer(() => {
    const isNow = step === at - 1 && (fault.stays === true || !isMet);
    if (isNow) {
      isMet = true;
      return fault.said(STEPS[step]!, wire);
    }
    return STEPS[Math.min(step++, STEPS.length - 1)]!;
  }, wire);
  try {
    const where = ["--workspace", workspace, "--state", state, "--json", "--sandbox", "none", "--quiet"];
    const outcome = await runCli(
      [
        "run",
        "Write rules.md: the class of rail travel and the hotel limit in Lyon.",
        ...where,
        "--model",
        wire.model,
        "--base-url",
        server.baseUrl,
      ],
      { variables: wire.variables },
    );
    const summary = JSON.parse(outcome.stdout.trim().split("\n").at(-1)!) as FaultOutcome["summary"];
    const lines = readFileSync(join(summary.runDir, "transcript.jsonl"), "utf8").trim().split("\n");
    const transcript = lines.map((line) => JSON.parse(line) as TranscriptItem);
    return { outcome, summary, workspace, state, server, transcript };
  } finally {
    server.close();
  }
}
