import { readdirSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@runningtab/test-kit";
import { describe, expect, it } from "vitest";
import { WIRES } from "./fault-matrix.ts";
import { runCli, writeFiles } from "./run-cli.ts";
import { type Script, type ScriptedServer, startScriptedServer } from "./scripted-server.ts";
import { parseLines, parseOne, runEvent, runSummary, stats } from "./shapes.ts";
import { googleWire } from "./wires/google.ts";
import { messagesWire } from "./wires/messages.ts";
import { responsesWire } from "./wires/responses.ts";
import type { ModelRequest, ScriptedStep, Wire } from "./wires/wire.ts";

const usage = { input: 1_000, cached: 800, output: 50, reasoning: 20 };

const reading: Script = [
  {
    calls: [{ tool: "tab_add", args: { requirements: ["class of rail travel"] } }],
    reasoning: "First the fact.",
    usage,
  },
  {
    text: "I read.",
    reasoning: "Both files.",
    calls: [
      { tool: "view", args: { path: "rail.md" } },
      { tool: "list_dir", args: {} },
    ],
    usage,
  },
  {
    calls: [{ tool: "tab_resolve", args: { id: "r1", outcome: "done", evidence: ["L1"], quote: "in second class" } }],
    usage,
  },
  { text: "Second class.", usage },
];

async function start(wire: Wire, script: Script, args: readonly string[] = []) {
  const [workspace, state] = [temporaryFolder("workspace"), temporaryFolder("state")];
  writeFiles(workspace, { "rail.md": "# Rail\n\nRail travel is booked in second class.\n" });
  const server: ScriptedServer = await startScriptedServer(script, wire);
  const where = ["--workspace", workspace, "--state", state];
  const model = ["--model", wire.model, "--base-url", server.baseUrl];
  const outcome = await runCli(["run", "Name the class of rail travel.", ...where, ...model, ...args], {
    variables: wire.variables,
  });
  return { server, outcome, where, state };
}

/** Whether each request only adds to the one before it, in its messages as they went over the wire. */
function addsOnly(received: readonly ModelRequest[]): readonly boolean[] {
  return received.slice(1).map(({ fixed, messages }, index) => {
    const before = received[index]!;
    return fixed === before.fixed && before.messages.every((message, at) => message === messages[at]);
  });
}

describe.each(WIRES.map((wire) => [wire.name, wire] as const))("a run over %s", (_name, wire) => {
  it("counts tokens as the server told them, and stats prints them", async () => {
    const { outcome, where } = await start(wire, reading, ["--json"]);
    expect(outcome.exitCode).toBe(0);
    const { tasks } = parseOne(stats, (await runCli(["stats", ...where, "--json"])).stdout);
    expect(tasks[0]!.spending).toMatchObject({
      steps: 4,
      unreportedSteps: 0,
      usage: { inputTokens: 4_000, cachedTokens: 3_200, outputTokens: 200 },
    });
    // Anthropic bills reasoning as output and does not tell it apart.
    if (wire !== messagesWire) expect(tasks[0]!.spending!.usage.reasoningTokens).toBe(80);
    const { stdout } = await runCli(["stats", ...where]);
    expect(stdout).toMatch(/the model's figures: 4000 tokens in \(3200 from the cache/);
    expect(stdout).toContain("cost: not known; name prices in the config");
    expect(stdout).toMatch(/time: [\d.]+ s in the model, [\d.]+ s in tools/);
  });

  it("only ever adds to the prompt at level 2, with all calls of a step answered in order", async () => {
    const { server } = await start(wire, reading, ["--json", "--context-level", "2"]);
    expect(addsOnly(server.received)).toEqual([true, true, true]);
    const { calls, results } = server.received.at(-1)!;
    expect(calls.map(({ tool }) => tool)).toEqual(["tab_add", "view", "list_dir", "tab_resolve"]);
    expect(results.map(({ callId }) => callId)).toEqual(calls.map(({ callId }) => callId));
  });
});

describe("what providers want back", () => {
  it.each([
    ["Anthropic's signed thoughts", messagesWire],
    ["OpenAI's encrypted reasoning", responsesWire],
    ["Google's thought signatures", googleWire],
  ])("%s go with each later step, word for word", async (_name, wire) => {
    const { server } = await start(wire, reading, ["--json"]);
    expect(server.received.map(({ proofs }) => proofs)).toEqual([
      [],
      ["proof-1"],
      ["proof-1", "proof-2"],
      ["proof-1", "proof-2"],
    ]);
  });

  it("keeps nothing on OpenAI's servers, and marks the prompt for Anthropic's cache", async () => {
    const openai = await start(responsesWire, reading, ["--json"]);
    const [first, second] = openai.server.requests as unknown as readonly Record<string, unknown>[];
    expect(first).toMatchObject({ store: false, include: ["reasoning.encrypted_content"] });
    expect(first!["prompt_cache_key"]).toMatch(/^run-/);
    expect(second!["prompt_cache_key"]).toBe(first!["prompt_cache_key"]);
    const anthropic = await start(messagesWire, reading, ["--json"]);
    for (const request of anthropic.server.requests)
      expect(request).toMatchObject({ cache_control: { type: "ephemeral" } });
  });
});

describe("what a run costs", () => {
  it("is what the server says, where it names dollars", async () => {
    const [chat] = WIRES;
    const priced = reading.map((step) => ({ ...(step as ScriptedStep), usage: { ...usage, cost: 0.25 } }));
    const { where } = await start(chat!, priced, ["--json"]);
    expect((await runCli(["stats", ...where])).stdout).toContain("cost: $1.0000");
  });

  it("follows the config's prices elsewhere, with what came from the cache at its own", async () => {
    const folder = temporaryFolder("config");
    const file = join(folder, "prices.mjs");
    const prices = { [messagesWire.model]: { input: 10, output: 100, cachedInput: 1 } };
    writeFiles(folder, { "prices.mjs": `export default { prices: ${JSON.stringify(prices)} };` });
    const { where } = await start(messagesWire, reading, ["--json", "--config", file]);
    // 4 × (200 × 10 + 800 × 1 + 50 × 100) / 1e6
    expect((await runCli(["stats", ...where])).stdout).toContain("cost: $0.0312");
  });
});

describe("run --json", () => {
  it("tells what happens as it happens, and ends with the summary", async () => {
    const [chat] = WIRES;
    const { outcome, state } = await start(chat!, [{ status: 503 }, ...reading], ["--json", "--quiet"]);
    const lines = outcome.stdout.trimEnd().split("\n");
    const events = parseLines(runEvent, lines.slice(0, -1).join("\n"));
    const summary = parseOne(runSummary, lines.at(-1)!);
    expect(summary.status).toBe("finished");
    expect(events[0]).toMatchObject({ type: "run.started", model: "scripted", mode: "staged", runDir: summary.runDir });
    expect(readdirSync(join(state, "workspaces"))).toHaveLength(1);
    const types = events.map(({ type }) => type).filter((type) => type !== "text" && type !== "parsing");
    const turnOf = (...inside: readonly string[]) => ["turn.started", ...inside, "turn.ended"];
    const tools = (count: number) => ["step.ended", "tools.started", ...Array<string>(count).fill("tool.ended")];
    expect(types).toEqual(
      [
        ["run.started"],
        turnOf("step.retried", ...tools(1)),
        turnOf(...tools(2)),
        turnOf(...tools(1)),
        turnOf("step.ended"),
      ].flat(),
    );
    const texts = events.flatMap((event) => (event.type === "text" ? [event.text] : []));
    expect(texts.join("")).toBe("I read.Second class.");
    expect(events.find(({ type }) => type === "tool.ended")).toMatchObject({ tool: "tab_add", isError: false });
    expect(events.findLast((event) => event.type === "step.ended")).toMatchObject({
      usage: { inputTokens: 1_000, cachedTokens: 800 },
      total: { inputTokens: 4_000, cachedTokens: 3_200 },
    });
    expect(outcome.stderr).toBe("");
  });

  it("says what the model says and what each call gave with --verbose", async () => {
    const [chat] = WIRES;
    const { outcome } = await start(chat!, reading, ["--verbose"]);
    expect(outcome.stderr).toContain("I read.\n→ view rail.md\n→ list_dir\n← ");
    expect(outcome.stderr).toContain("Rail travel is booked in second class.");
  });
});
