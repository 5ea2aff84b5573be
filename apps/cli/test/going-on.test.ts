import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { StoredEvent } from "@runningtab/tab-core";
import { temporaryFolder } from "@runningtab/test-kit";
import { describe, expect, it } from "vitest";
import type { TranscriptItem } from "../src/agent/transcript.ts";
import { runCli, writeFiles } from "./run-cli.ts";
import { type Script, startScriptedServer } from "./scripted-server.ts";
import { parseOne, runSummary, stats } from "./shapes.ts";

const FILES = { "rail.md": "Rail travel is booked in second class.\n", "cars.txt": "0.42 EUR per km.\n" };
const view = (path: string) => ({ calls: [{ tool: "view", args: { path } }] });

async function prepare(script: Script, files: Readonly<Record<string, string>> = FILES) {
  const [workspace, state] = [temporaryFolder("workspace"), temporaryFolder("state")];
  writeFiles(workspace, files);
  const server = await startScriptedServer(script);
  const where = ["--workspace", workspace, "--state", state, "--json"];
  const model = ["--model", "openai-compatible/scripted", "--base-url", server.baseUrl, "--sandbox", "none"];
  return { workspace, where, server, first: ["run", "Name the class of rail travel.", ...where, ...model] };
}

function lastLine(stdout: string) {
  return parseOne(runSummary, stdout.trimEnd().split("\n").at(-1)!);
}

function transcriptOf(runDir: string): TranscriptItem[] {
  const lines = readFileSync(join(runDir, "transcript.jsonl"), "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as TranscriptItem);
}

describe("run --resume", () => {
  it("goes on where a budget ended, with the options of then, and refuses once it has finished", async () => {
    const { first, where, server } = await prepare([view("rail.md"), view("cars.txt"), { text: "Second class." }]);
    const spent = await runCli([...first, "--max-turns", "1", "--context-level", "1", "--off", "finishCheck"]);
    expect(spent.exitCode).toBe(1);
    const { runDir } = lastLine(spent.stdout);
    const stillSpent = await runCli(["run", "--resume", "last", ...where]);
    expect(lastLine(stillSpent.stdout)).toMatchObject({ status: "budget", turns: 1 });
    const { stdout, stderr, exitCode } = await runCli(["run", "--resume", "last", ...where, "--max-turns", "9"]);
    expect(exitCode).toBe(0);
    expect(stderr).toContain("after turn 1; the folder is as the run left it.");
    expect(lastLine(stdout)).toMatchObject({ status: "finished", turns: 3, readLog: 2, runDir });
    expect(JSON.parse(readFileSync(join(runDir, "run.json"), "utf8"))).toMatchObject({ contextProfile: "1" });
    expect(server.received).toHaveLength(3);
    // The conversation is the same as if nothing had been, from its first message on.
    expect(server.received[2]!.messages.slice(0, 2)).toEqual(server.received[1]!.messages.slice(0, 2));

    const again = await runCli(["run", "--resume", "last", ...where]);
    expect(again.exitCode).toBe(2);
    expect(again.stderr).toContain("has finished. Runs of this workspace that can be taken up: none.");
  });

  it("says to the person, to programs and to the model what changed in the folder meanwhile", async () => {
    const { first, where, server, workspace } = await prepare([view("rail.md"), { text: "Second class." }]);
    await runCli([...first, "--max-turns", "1", "--off", "finishCheck"]);
    writeFileSync(join(workspace, "rail.md"), "Rail travel is booked in first class.\n");
    const { stdout, stderr } = await runCli(["run", "--resume", "last", ...where, "--max-turns", "9"]);
    expect(stderr).toContain("changed meanwhile: rail.md");
    expect(JSON.parse(stdout.split("\n", 1)[0]!)).toMatchObject({ resumed: { changed: ["rail.md"] } });
    expect(server.received.at(-1)!.userTexts.at(-1)).toMatch(
      /^The run was interrupted and goes on now\. These files changed in the folder meanwhile: rail\.md\./,
    );
    const events = readFileSync(join(lastLine(stdout).runDir, "tab-events.json"), "utf8");
    expect((JSON.parse(events) as readonly StoredEvent[]).map(({ event }) => event)).toContainEqual(
      expect.objectContaining({ type: "source.changed", path: "rail.md", byAgent: false }),
    );
  });

  it("takes up a call that a second Ctrl-C cut short by telling the model, and makes it no second time", async () => {
    const running = { interrupt: (): void => undefined };
    const slow = "echo once >> count.txt; sleep 30";
    const { first, where, server, workspace } = await prepare([
      { calls: [{ tool: "bash", args: { command: slow } }] },
      { text: "It was cut short." },
    ]);
    const started = Date.now();
    const timer = setInterval(() => {
      if (server.received.length === 1) running.interrupt();
    }, 1_000);
    const { exitCode, stderr, stdout } = await runCli([...first, "--in-place"], {
      onStart: (interrupt) => (running.interrupt = interrupt),
    });
    clearInterval(timer);
    expect(exitCode).toBe(3);
    expect(stderr).toContain("press Ctrl-C again to stop at once");
    expect(Date.now() - started).toBeLessThan(28_000);
    const { runDir, reason } = lastLine(stdout);
    expect(reason).toBe("The run was interrupted.");
    expect(transcriptOf(runDir).at(-1)!.type).toBe("assistant");

    const resumed = await runCli(["run", "--resume", "last", ...where]);
    expect(lastLine(resumed.stdout).status).toBe("finished");
    expect(server.received[1]!.results[0]!.text).toMatch(
      /^The run was interrupted while bash was at work\. The call was not made again/,
    );
    expect(readFileSync(join(workspace, "count.txt"), "utf8")).toBe("once\n");
  });

  it("refuses another task, another place to work in, and says so", async () => {
    const { first, where } = await prepare([view("rail.md"), { text: "Second class." }]);
    await runCli([...first, "--max-turns", "1"]);
    for (const [more, message] of [
      [["Another task"], "is another. Leave the task out."],
      [["--in-place"], "works in a private copy, which stays so."],
    ] as const) {
      const { exitCode, stderr } = await runCli(["run", ...more, "--resume", "last", ...where]);
      expect(exitCode).toBe(2);
      expect(stderr).toContain(message);
    }
  });
});

describe("a run at context level 4", () => {
  it("sums up when the window of the config is nearly full", async () => {
    const usage = { input: 1_800, output: 10 };
    const read = { ...view("rail.md"), usage };
    const script: Script = [read, read, read, { text: "Second class." }];
    const summariesAt = async (tokens: number) => {
      const config = join(temporaryFolder("config"), "window.mjs");
      writeFileSync(config, `export default { contextWindow: ${tokens} };`);
      const { first, server } = await prepare(script);
      await runCli([...first, "--context-level", "4", "--config", config]);
      return server.received.filter(({ userTexts }) => userTexts.at(-1)!.startsWith("Summarise what you did")).length;
    };
    expect([await summariesAt(2_048), await summariesAt(32_768)]).toEqual([1, 0]);
  });
});

describe("a run of forty turns", () => {
  const facts = ["sum of item 7", "sum of item 14", "sum of item 21"];
  const reading = (readsPerTurn: number, linesPerRead: number) => {
    const pages = Object.fromEntries(
      Array.from({ length: 34 * readsPerTurn }, (_, index) => [
        `reports/report-${index + 1}.txt`,
        Array.from(
          { length: linesPerRead },
          (__, line) =>
            `Line ${line + 1} of report ${index + 1}: the sum of item ${line * 7 + index} is ${line * 31} EUR, as agreed with the office.`,
        ).join("\n"),
      ]),
    );
    const views = Object.keys(pages).map((path) => ({ tool: "view", args: { path } }));
    const script: Script = [
      { calls: [{ tool: "tab_add", args: { requirements: facts } }] },
      ...Array.from({ length: 34 }, (_, turn) => ({
        calls: views.slice(turn * readsPerTurn, (turn + 1) * readsPerTurn),
      })),
      { calls: [{ tool: "tab_list", args: { kind: "requirements" } }] },
      {
        calls: facts.map((_fact, index) => ({
          tool: "tab_resolve",
          args: { id: `r${index + 1}`, outcome: "done", evidence: ["L1"], value: `${(index + 1) * 31} EUR` },
        })),
      },
      { calls: [{ tool: "write", args: { path: "sums.md", content: "31 EUR, 62 EUR and 93 EUR.\n" } }] },
      view("reports/report-1.txt"),
      { text: "The sums stand in sums.md: 31 EUR, 62 EUR and 93 EUR." },
    ];
    return { pages, script };
  };
  const isFull = process.env["RUNNINGTAB_FULL"] === "1";

  async function measured(level: string, readsPerTurn: number, linesPerRead: number) {
    const { pages, script } = reading(readsPerTurn, linesPerRead);
    const { first, where, server } = await prepare(script, pages);
    const { stdout } = await runCli([...first, "--context-level", level]);
    expect(lastLine(stdout)).toMatchObject({ status: "finished", turns: 40 });
    const { tasks } = parseOne(stats, (await runCli(["stats", ...where])).stdout);
    const said = (await runCli(["stats", ...where.slice(0, -1)])).stdout;
    if (isFull) process.stdout.write(`level ${level}, ${readsPerTurn} × ${linesPerRead} lines a turn\n${said}`);
    return { ...tasks[0]!, said, received: server.received };
  }

  // A read is two or three pages of text, 8 KB.
  it.each(isFull ? ["0", "1", "2", "3"] : ["2"])(
    "at level %s: prompts that only add to the one before, and the tab's small part, as stats prints them",
    async (level) => {
      const { prompts, estimatedTabTokens, estimatedTokens, said, received } = await measured(level, 1, 100);
      expect(prompts!.compared).toBe(39);
      expect(said).toContain("prompts that only add to the one before: ");
      expect(estimatedTabTokens! / estimatedTokens!).toBeLessThanOrEqual(0.03);
      if (level === "3") return;
      expect(prompts!.keepingAll / prompts!.compared).toBeGreaterThanOrEqual(0.95);
      expect(prompts!.sentByTab / prompts!.sent).toBeLessThanOrEqual(0.04);
      // The measure is what went over the wire.
      const added = received.slice(1).filter(({ fixed, messages }, index) => {
        const before = received[index]!;
        return fixed === before.fixed && before.messages.every((message, at) => message === messages[at]);
      });
      expect(added).toHaveLength(prompts!.keepingAll);
    },
    120_000,
  );

  // One status line goes with each batch whose reads the log counts, so that what a turn reads decides.
  it.each([
    ["two reads of 3 KB", 2, 38, 0.03],
    ["two reads of 5 KB", 2, 62, 0.02],
    ["one read of 6 KB", 1, 74, 0.03],
  ])(
    "keeps the tab's part small where a turn has %s",
    async (_name, readsPerTurn, linesPerRead, most) => {
      const { estimatedTabTokens, estimatedTokens } = await measured("2", readsPerTurn, linesPerRead);
      expect(estimatedTabTokens! / estimatedTokens!).toBeLessThanOrEqual(most);
    },
    120_000,
  );
});
