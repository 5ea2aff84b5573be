import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hashBytes } from "@runningtab/content-hash";
import { createTab } from "@runningtab/tab-core";
import { createSqliteStore } from "@runningtab/tab-core/stores/sqlite";
import { temporaryFolder } from "@runningtab/test-kit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EvidenceReport } from "../src/evidence-report/evidence-report.ts";
import { csvRows } from "../src/authoring/xlsx-from-text.ts";
import { HOSTILE, makeOfficeWorkspace } from "./office-workspace.ts";
import { type CliOutcome, runCli } from "./run-cli.ts";

const HOTEL = "The hotel allowance in Lyon is 120 EUR a night.";

/** A task over the office files: one fact of a PDF, one of a sheet, one of several files, one set aside, one open. */
async function prepare(folder?: string) {
  const { root, options, state } = makeOfficeWorkspace(folder);
  const run = (...args: readonly string[]): Promise<CliOutcome> => runCli([...args, ...options]);
  await run("index");
  const store = createSqliteStore({
    file: join(state, "workspaces", readdirSync(join(state, "workspaces"))[0]!, "tab.sqlite"),
  });
  const tab = createTab({ store, task: "trip" });
  await tab.open("State the allowances <b>in full</b>");
  const record = async (callId: string, path: readonly string[], excerpt: string, more: object = {}) =>
    tab.record({
      callId,
      turn: 1,
      command: `view ${path.join(" ")}`,
      reads: [
        {
          paths: path,
          excerpt,
          origin: "read",
          partial: false,
          redacted: false,
          confidence: 1,
          ...(path.length === 1 && { hash: await hashBytes(readFileSync(join(root, path[0]!))) }),
          ...more,
        },
      ],
      listed: [],
    });
  await record("1", ["policies/travel.pdf"], `Hotels\n${HOTEL}\n`, { range: { unit: "page", start: 1, end: 2 } });
  await record("2", ["finance/budget.xlsx"], "| 2 | rent | 4200 |\n");
  await record("3", ["finance/budget.xlsx", "finance/rates.csv"], "total 6270\n", { origin: "computed" });
  await tab.add(
    ["hotel allowance Lyon", "rent of the budget", "total of budget and rates", "insurer", "=cmd|x", HOSTILE],
    { callId: "4", turn: 1 },
  );
  const done = { outcome: "done" } as const;
  const resolved = [
    await tab.resolve(
      { id: "r1", ...done, evidence: ["L1"], quote: HOTEL, value: "120 EUR" },
      { callId: "5", turn: 2 },
    ),
    await tab.resolve(
      { id: "r2", ...done, evidence: ["L2"], quote: "| 2 | rent | 4200 |", value: "4200" },
      { callId: "6", turn: 2 },
    ),
    await tab.resolve(
      { id: "r3", outcome: "unavailable", reason: "computed from L2 and L3" },
      { callId: "7", turn: 2 },
    ),
    await tab.resolve(
      { id: "r4", outcome: "unavailable", reason: "not found after searching policies" },
      { callId: "8", turn: 2 },
    ),
  ];
  expect(resolved.map(({ ok }) => ok)).toEqual([true, true, true, true]);
  await store.close();
  return { root, run };
}

describe("tab export", () => {
  const parent = mkdtempSync(join(tmpdir(), "runningtab-evidence-"));
  let shared: Awaited<ReturnType<typeof prepare>>;
  beforeAll(async () => {
    shared = await prepare(parent);
  });
  afterAll(() => rmSync(parent, { recursive: true, force: true }));

  it("says of each requirement what it rests on, where, in which version, and what its text leaves out", async () => {
    const { root, run } = await prepare();
    writeFileSync(join(root, "finance/budget.xlsx"), "another file by now");
    rmSync(join(root, "finance/rates.csv"));
    const report = JSON.parse((await run("tab", "export", "--format", "json")).stdout) as EvidenceReport;
    expect(report).toMatchObject({
      version: 1,
      task: "trip",
      text: "State the allowances <b>in full</b>",
      counts: { open: 2, done: 2, unavailable: 2, computed: 1 },
    });
    const [hotel, rent, total, insurer, formula] = report.requirements;
    expect(hotel).toMatchObject({ id: "r1", status: "done", value: "120 EUR", quote: HOTEL, verdict: "strong" });
    expect(hotel?.evidence).toMatchObject([
      {
        entry: "L1",
        citedAs: "evidence",
        origin: "read",
        excerpt: `Hotels\n${HOTEL}`,
        sources: [{ address: "policies/travel.pdf#page=2", freshness: "current", losses: [] }],
      },
    ]);
    expect(rent?.evidence[0]?.sources).toMatchObject([
      {
        address: "finance/budget.xlsx#sheet=Plan&cell=B2",
        freshness: "changed",
        hash: expect.stringMatching(/^sha256:/),
      },
    ]);
    expect(total?.evidence.map(({ entry, citedAs, origin }) => [entry, citedAs, origin])).toEqual([
      ["L2", "reason", "read"],
      ["L3", "reason", "computed"],
    ]);
    expect(total?.evidence[1]?.sources).toEqual([
      {
        address: "finance/budget.xlsx",
        path: "finance/budget.xlsx",
        freshness: "unknown",
        unknownBecause: "several files",
      },
      { address: "finance/rates.csv", path: "finance/rates.csv", freshness: "gone" },
    ]);
    expect(insurer).toMatchObject({ reason: "not found after searching policies", evidence: [] });
    expect(formula).toMatchObject({ status: "open", evidence: [] });
  });

  it("names addresses that view shows", async () => {
    const { run } = shared;
    const report = JSON.parse((await run("tab", "export", "--format", "json")).stdout) as EvidenceReport;
    const addresses = report.requirements.flatMap(({ evidence }) =>
      evidence.flatMap(({ sources }) => sources.map(({ address }) => address)),
    );
    expect(new Set(addresses).size).toBeGreaterThan(2);
    for (const address of addresses) expect((await run("view", address)).exitCode).toBe(0);
  });

  it("writes a page whose text of files is inert", async () => {
    const { run } = shared;
    const { stdout } = await run("tab", "export", "--format", "html");
    expect(stdout).toContain("default-src 'none'; style-src 'sha256-");
    expect(stdout).toContain("State the allowances &lt;b&gt;in full&lt;/b&gt;");
    expect(stdout).not.toMatch(/<b>|<script|\u001b|\u202e|\u009b/);
    expect(stdout).toContain("policies/travel.pdf#page=2");
    expect(stdout).toContain("2 open, 2 done, 1 computed, 1 unavailable");
    expect(stdout).toContain('<span class="status">computed</span> <span class="id">r3</span>');
    expect(stdout).toContain('<p class="reason"><bdi>computed from L2 and L3</bdi></p>');
    expect(stdout).toContain("Unavailable: <bdi>not found after searching policies</bdi>");
  });

  it("writes rows for spreadsheets, in which nothing becomes a formula", async () => {
    const { run } = shared;
    const { stdout } = await run("tab", "export", "--format", "csv");
    expect(stdout.startsWith("\ufeffid,requirement,status,value,verdict,")).toBe(true);
    const rows = csvRows(stdout.slice(1));
    expect(rows.map((row) => row.length)).toEqual(rows.map(() => 16));
    expect(rows.map(([id, text]) => [id, text]).slice(1)).toEqual([
      ["r1", "hotel allowance Lyon"],
      ["r2", "rent of the budget"],
      ["r3", "total of budget and rates"],
      ["r3", "total of budget and rates"],
      ["r3", "total of budget and rates"],
      ["r4", "insurer"],
      ["r5", "'=cmd|x"],
      ["r6", expect.not.stringContaining("\u001b")],
    ]);
  });

  it("writes a Word document that parse reads back", async () => {
    const { run } = shared;
    const file = join(temporaryFolder("export"), "evidence.docx");
    expect((await run("tab", "export", "--format", "docx")).exitCode).toBe(2);
    const exported = await run("tab", "export", "--format", "docx", "--output", file);
    expect([exported.exitCode, exported.stderr]).toEqual([
      0,
      `Exported the evidence of trip to ${file}: 6 requirements.\n`,
    ]);
    if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
    const { stdout } = await runCli(["parse", file]);
    for (const words of ["r1 hotel allowance Lyon", "Value: 120 EUR", "policies/travel.pdf#page=2", "6270"]) {
      expect(stdout).toContain(words);
    }
  });

  it("overwrites nothing", async () => {
    const { run } = shared;
    const file = join(temporaryFolder("export"), "evidence.html");
    writeFileSync(file, "mine");
    expect((await run("tab", "export", "--format", "html", "--output", file)).exitCode).toBe(2);
    expect(existsSync(file) && readFileSync(file, "utf8")).toBe("mine");
  });
});
