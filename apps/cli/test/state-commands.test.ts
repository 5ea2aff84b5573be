import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { createVectorCache } from "../src/embedding/vector-cache.ts";
import { makeOfficeWorkspace, type OfficeWorkspace } from "./office-workspace.ts";
import { type CliOutcome, runCli } from "./run-cli.ts";
import { doctor, parseOne, stats, tabReply, tabStatus } from "./shapes.ts";
import { type Script, startScriptedServer } from "./scripted-server.ts";

const OUTPUT = "The mileage rate is 0.42 EUR per km.";

/** A run of three steps that reads one file and leaves one requirement open. */
const SCRIPT: Script = [
  { calls: [{ tool: "tab_add", args: { requirements: ["mileage rate", "parking fee"] } }] },
  { calls: [{ tool: "view", args: { path: "notes/cars.txt" } }] },
  { calls: [{ tool: "tab_resolve", args: { id: "r1", outcome: "done", evidence: ["L1"], quote: OUTPUT } }] },
  { calls: [{ tool: "write", args: { path: "rate.md", content: `${OUTPUT}\n` } }] },
  { text: "Done." },
  { text: "Done, as far as it goes." },
];

/** Milliseconds: a run and a parse of each document, on cores that tests share. */
const PATIENCE = 120_000;

interface Ground extends OfficeWorkspace {
  readonly run: (...args: readonly string[]) => Promise<CliOutcome>;
  /** The one workspace's folder in the state. */
  readonly stateFolder: string;
}

async function afterOneRun(): Promise<Ground> {
  const workspace = makeOfficeWorkspace();
  const run = (...args: readonly string[]): Promise<CliOutcome> => runCli([...args, ...workspace.options]);
  const { baseUrl } = await startScriptedServer(SCRIPT);
  const model = ["--model", "openai-compatible/scripted", "--base-url", baseUrl];
  const { stderr, stdout } = await run("run", "Write rate.md: the mileage rate.", "--json", ...model);
  expect(stdout, stderr).toContain('"deliverables":["rate.md"]');
  const workspaces = join(workspace.state, "workspaces");
  return { ...workspace, run, stateFolder: join(workspaces, readdirSync(workspaces)[0]!) };
}

/** Turns one bit of a file, in its middle unless told where. */
function flipBit(file: string): void {
  const bytes = readFileSync(file);
  bytes[Math.floor(bytes.length / 2)]! ^= 1;
  writeFileSync(file, bytes);
}

describe("after a run", () => {
  it("tab tells a person all of it: review, log, the entry as it was read", async () => {
    const { run } = await afterOneRun();
    expect((await run("tab", "list")).stdout).toContain("r2 [open] parking fee");
    expect((await run("tab", "list", "--kind", "log")).stdout).toContain("notes/cars.txt");
    expect((await run("tab", "show", "L1")).stdout).toContain(`${OUTPUT}\nIt holds since May.`);
    const status = await run("tab", "status", "--strict", "--json");
    expect([status.exitCode, parseOne(tabStatus, status.stdout)]).toEqual([
      1,
      expect.objectContaining({ readLog: 1, requirements: { open: 1, done: 1, unavailable: 0, computed: 0 } }),
    ]);
    const resolved = await run("tab", "resolve", "r2", "--outcome", "done", "--evidence", "L1", "--json");
    const reply = parseOne(tabReply, resolved.stdout);
    expect([resolved.exitCode, reply.text]).toEqual([1, expect.stringContaining("shares no term")]);
  });

  it("stats adds up what was sent, by kind and turn, and what the state takes", async () => {
    const { run } = await afterOneRun();
    const { exitCode, stdout } = await run("stats", "--json", "--per-turn");
    const { tasks, stateBytes } = parseOne(stats, stdout);
    expect([exitCode, tasks.length]).toEqual([0, 1]);
    const { readLog, characters, estimatedTokens, estimatedTabTokens, requirements, perTurn, activity } = tasks[0]!;
    expect([requirements, readLog.entries]).toEqual([2, 1]);
    expect(characters!.task).toBeGreaterThanOrEqual("Write rate.md: the mileage rate.".length);
    const { summaries, notices, ...sent } = characters!;
    expect([summaries, notices]).toEqual([0, 0]);
    for (const [kind, count] of Object.entries(sent)) expect(count, kind).toBeGreaterThan(0);
    const sumOf = (counts: object): number => Object.values(counts).reduce((total, count) => total + Number(count), 0);
    expect(estimatedTokens).toBe(Math.ceil(sumOf(sent) / 4));
    const { tabCalls, tabReplies, statusLines, finishChecks } = sent;
    expect(estimatedTabTokens).toBe(Math.ceil((tabCalls + tabReplies + statusLines + finishChecks) / 4));
    expect(perTurn!.map((one) => sumOf(one.characters ?? {})).reduce((one, other) => one + other)).toBe(sumOf(sent));
    expect(activity).toMatchObject({ entries: 1, tabCalls: 2, finishChecks: 1, entryCharacters: readLog.characters });
    expect(stateBytes).toBeGreaterThan(readLog.characters);
    const human = (await run("stats", "--per-turn")).stdout;
    expect(human).toMatch(/2 requirements, 1 entries of \d+ characters/);
    expect(human).toMatch(/statusLines: \d+ characters, about \d+ tokens/);
    expect(human).toMatch(/the tab's share: about \d+ of \d+ tokens \(\d+\.\d %\), each message counted once/);
    expect(human).toMatch(/turn 2: assistant \d+, toolResults \d+.*1 entries of \d+ characters/);
  });

  it("stats tells what a tab's events know where a harness keeps the messages", async () => {
    const { run } = await afterOneRun();
    await run("tab", "add", "by hand", "--task", "foreign");
    await run("tab", "list", "--task", "foreign");
    const { tasks } = parseOne(stats, (await run("stats", "--task", "foreign", "--json")).stdout);
    expect(tasks).toEqual([expect.objectContaining({ task: "foreign", requirements: 1 })]);
    expect(tasks[0]!.activity.tabCalls).toBe(2);
    expect(tasks[0]!.characters).toBeUndefined();
    expect((await run("stats", "--task", "foreign")).stdout).toContain("no transcript: the harness keeps the messages");
    expect((await run("stats", "--task", "nobody")).exitCode).toBe(2);
  });

  it(
    "doctor finds nothing wrong in state that is whole",
    async () => {
      const { run } = await afterOneRun();
      await run("index");
      const { exitCode, stdout } = await run("doctor", "--data", "--json");
      const { findings } = parseOne(doctor, stdout);
      const details = Object.fromEntries(findings.map(({ check, status, detail }) => [check, `${status} ${detail}`]));
      expect(exitCode).toBe(0);
      expect(details["node"]).toMatch(/^ok .*supported: \^22/);
      expect(details["tab store"]).toMatch(/^ok 1 task, \d+ events in an unbroken chain, 1 entry complete$/);
      expect(details["records"]).toMatch(/^ok \d+ records verified$/);
      expect(details["search index"]).toMatch(/^ok \d+ pages of \d+ documents verified$/);
      expect(details["vectors"]).toBe("ok nothing has been searched by meaning here");
      expect(details["staged work"]).toMatch(/^ok \d+ journal entries in an unbroken chain, \d+ versions verified$/);
      expect((await run("doctor")).stdout).toMatch(/^ok {6}node: /);
    },
    PATIENCE,
  );

  it.each([
    [
      "records",
      (folder: string) => {
        const database = new DatabaseSync(join(folder, "records.sqlite"));
        const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
        const columns = tables.flatMap(({ name }) =>
          database
            .prepare(`PRAGMA table_info(${String(name)})`)
            .all()
            .filter(({ type }) => type === "BLOB")
            .map((column) => ({ table: String(name), column: String(column["name"]) })),
        );
        expect(columns.length).toBeGreaterThan(0);
        for (const { table, column } of columns) {
          for (const row of database.prepare(`SELECT rowid AS id, ${column} AS bytes FROM ${table}`).all()) {
            const bytes = Buffer.from(row["bytes"] as Uint8Array);
            bytes[bytes.length >> 1]! ^= 1;
            database.prepare(`UPDATE ${table} SET ${column} = ? WHERE rowid = ?`).run(bytes, row["id"] as number);
          }
        }
        database.close();
      },
      /^\d+ places are damaged among \d+ records, the first: the record of sha256:/,
    ],
    [
      "records",
      (folder: string) => {
        const database = new DatabaseSync(join(folder, "records.sqlite"));
        // No JSON any more, so that no list shows it.
        database.exec("UPDATE record SET header = '-' || substr(header, 2) WHERE seq = (SELECT min(seq) FROM record)");
        database.close();
      },
      /^1 place is damaged among \d+ records/,
    ],
    [
      "search index",
      async (folder: string, run: Ground["run"]) => {
        await run("index");
        flipBit(join(folder, "pages.index"));
      },
      /^the saved index is not used: it does not match its checksum; the next search builds it anew$/,
    ],
    [
      "vectors",
      (folder: string) => {
        const file = join(folder, "vectors.sqlite");
        const cache = createVectorCache(file);
        cache.put(
          "tiny",
          new Map([
            ["one", Float32Array.of(1, 0)],
            ["two", Float32Array.of(0, 1)],
          ]),
        );
        cache.close();
        const database = new DatabaseSync(file);
        database.exec("UPDATE vector SET vector = x'0000803f0000803f' WHERE vector = x'0000803f00000000'");
        database.close();
      },
      /^1 place is damaged among 2 vectors, the first: vector \d/,
    ],
    [
      "staged work",
      (folder: string) => {
        const blob = readdirSync(folder, { recursive: true, encoding: "utf8" }).find((name) =>
          /blobs.[0-9a-f]{2}.[0-9a-f]{62}$/.test(name),
        );
        flipBit(join(folder, blob!));
      },
      /1 of \d+ versions are damaged, the first is sha256:/,
    ],
    [
      "tab store",
      (folder: string) => {
        const database = new DatabaseSync(join(folder, "tab.sqlite"));
        database.exec("DELETE FROM excerpt");
        database.close();
      },
      /damaged, the first: .*the text of L1 or its place in the history was changed/,
    ],
  ])(
    "doctor --data finds damage in the %s, and ends with 1",
    async (check, damage, message) => {
      const { run, stateFolder } = await afterOneRun();
      await damage(stateFolder, run);
      const { exitCode, stdout } = await run("doctor", "--data", "--json");
      const { findings } = parseOne(doctor, stdout);
      expect(findings.filter(({ status }) => status === "failed")).toEqual([
        { check, status: "failed", detail: expect.stringMatching(message) },
      ]);
      expect(exitCode).toBe(1);
      // Without --data nothing is read that closely.
      expect((await run("doctor")).exitCode).toBe(0);
    },
    PATIENCE,
  );
});

describe("before anything", () => {
  it("stats and doctor answer for a workspace without state", async () => {
    const { options } = makeOfficeWorkspace();
    expect(parseOne(stats, (await runCli(["stats", "--json", ...options])).stdout).tasks).toEqual([]);
    const { exitCode, stdout } = await runCli(["doctor", "--data", ...options]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain("records: no document has been parsed here");
  });
});
