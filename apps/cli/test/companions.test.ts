import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { hashFileSync } from "@runningtab/content-hash/node";
import type { StoredEvent } from "@runningtab/tab-core";
import { describe, expect, it } from "vitest";
import { makeOfficeWorkspace } from "./office-workspace.ts";
import { runCli } from "./run-cli.ts";
import { RUN_MODES } from "./run-modes.ts";
import { type ChatRequest, type Script, startScriptedServer } from "./scripted-server.ts";

const hasBubblewrap = spawnSync("bwrap", ["--version"]).status === 0;
const bash = (command: string) => ({ calls: [{ tool: "bash", args: { command } }] });
const lastResult = ({ messages }: ChatRequest): string => messages.findLast(({ role }) => role === "tool")!.content!;

async function run(script: Script, options: readonly string[] = []) {
  const workspace = makeOfficeWorkspace();
  const { baseUrl, requests } = await startScriptedServer([...script, { text: "Done." }]);
  const model = ["--model", "openai-compatible/scripted", "--base-url", baseUrl, "--off", "finishCheck"];
  const outcome = await runCli(["run", "Look", ...workspace.options, "--json", ...model, ...options]);
  const { runDir } = JSON.parse(outcome.stdout.trim().split("\n").at(-1)!) as { runDir: string };
  const events = JSON.parse(readFileSync(join(runDir, "tab-events.json"), "utf8")) as StoredEvent[];
  const entries = events.flatMap(({ event }) => (event.type === "read.recorded" ? [event.entry] : []));
  return { ...workspace, ...outcome, requests, entries, results: requests.slice(1).map(lastResult) };
}

describe.skipIf(!hasBubblewrap)("parsed copies in a staged run", () => {
  it("are searched by commands, and what they show is a read of the document", async () => {
    const { root, entries, results } = await run([
      bash("rg -n 'hotel allowance'"),
      bash("cat policies/travel.pdf_parsed/page_2.md"),
      { calls: [{ tool: "python", args: { code: "print(open('contracts/lease.docx_parsed/page_1.md').read())" } }] },
    ]);
    const { hash } = hashFileSync(join(root, "policies/travel.pdf"));
    expect(results[0]).toContain("policies/travel.pdf_parsed/page_2.md:");
    expect(results[1]).toContain(
      `The hotel allowance in Lyon is 120 EUR a night.\n\n[current | ${hash} | page 2 of 2 |`,
    );
    expect(results[2]).toContain("The notice period is six months.");
    const page = { unit: "page", start: 2, end: 2 };
    expect(entries.slice(0, 2)).toMatchObject([
      { paths: ["policies/travel.pdf"], origin: "derived", hash, range: page },
      { paths: ["policies/travel.pdf"], origin: "derived", hash, range: page },
    ]);
    expect(entries.slice(2).some(({ paths, origin }) => paths[0] === "contracts/lease.docx" && origin === "read")).toBe(
      true,
    );
  });

  it("cannot be changed by commands or tools, and are no files of the workspace", async () => {
    const copy = "policies/travel.pdf_parsed";
    const { root, state, options, results, entries } = await run([
      bash(
        `chmod -R 777 ${copy}; echo forged > ${copy}/page_1.md; touch ${copy}/x; rm -rf ${copy}; cat ${copy}/page_1.md`,
      ),
      { calls: [{ tool: "view", args: { path: `${copy}/page_2.md` } }] },
      { calls: [{ tool: "write", args: { path: `${copy}/page_1.md`, content: "forged" } }] },
      { calls: [{ tool: "edit", args: { path: `${copy}/page_1.md`, old: "Rail", new: "Air" } }] },
      { calls: [{ tool: "list_dir", args: { depth: 9 } }] },
      { calls: [{ tool: "workspace_diff", args: {} }] },
      bash("mkdir finance/rates.csv_parsed && echo 'Lyon is 999' > finance/rates.csv_parsed/page_1.md"),
      bash("cat finance/rates.csv_parsed/page_1.md"),
    ]);
    expect(results[0]).toContain("Read-only file system");
    expect(results[0]).toContain("Rail travel is booked in second class.");
    expect(results[1]).toContain(
      `${copy}/page_2.md is a parsed copy. View its source instead: policies/travel.pdf#page=2`,
    );
    expect(results[2]).toContain(
      `write: ${copy}/page_1.md is a parsed copy. Change its source instead: policies/travel.pdf`,
    );
    expect(results[3]).toContain("is a parsed copy");
    expect(results[4]).not.toContain("_parsed");
    expect(results[5]).toContain("Nothing changed since the run began.");
    expect(results[7]).toContain("Lyon is 999");
    expect(entries.filter(({ paths }) => paths.includes("finance/rates.csv"))).toEqual([]);
    // Nor are they left in the private folder; what the agent made there itself is its own.
    const found = (folder: string) =>
      readdirSync(folder, { recursive: true }).filter((path) => String(path).endsWith("_parsed"));
    expect(found(root)).toEqual([]);
    expect(found(state).map(String)).toEqual([expect.stringMatching(/finance\/rates\.csv_parsed$/)]);
    expect((await runCli(["workspace", "log", ...options])).stdout).not.toContain("_parsed");
    expect((await runCli(["workspace", "status", ...options])).stdout).toContain("Nothing is staged.");
  });

  it("follow what commands make of a document, and name the version that they still show", async () => {
    const { root, results, entries } = await run([
      bash("cp policies/travel.pdf contracts/copy.pdf; cat contracts/copy.pdf_parsed/page_1.md"),
      bash("cat contracts/copy.pdf_parsed/page_1.md"),
      bash("mv contracts/copy.pdf contracts/moved.pdf"),
      bash("ls contracts; cat contracts/moved.pdf_parsed/page_2.md"),
      bash("cp contracts/moved.pdf policies/travel.pdf; rm contracts/moved.pdf"),
      bash("ls contracts"),
    ]);
    const { hash } = hashFileSync(join(root, "policies/travel.pdf"));
    expect(results[0]).toContain("No such file or directory");
    expect(results[1]).toContain(`Rail travel is booked in second class.\n\n[current | ${hash} |`);
    expect(results[3]).toMatch(/^lease\.docx\nlease\.docx_parsed\nmoved\.pdf\nmoved\.pdf_parsed\n.*hotel allowance/ms);
    expect(results[5]!.split("\n").slice(0, 2)).toEqual(["lease.docx", "lease.docx_parsed"]);
    expect(entries.map(({ paths }) => paths[0])).toContain("contracts/copy.pdf");
  });
});

describe.skipIf(!hasBubblewrap).each(RUN_MODES)("the tools of a run, $mode", ({ mode, options }) => {
  it("say once, in bash's description, what stands beside the files", async () => {
    const { requests } = await run([bash("true")], options);
    const descriptions = requests.map(
      ({ tools }) =>
        (tools as { function: { name: string; description: string } }[]).find(
          ({ function: { name } }) => name === "bash",
        )!.function.description,
    );
    expect(new Set(descriptions).size).toBe(1);
    expect(descriptions[0]).toContain("/skills/{docx,pdf,pptx,spreadsheet}/SKILL.md");
    expect(descriptions[0]!.includes("_parsed/page_N.md")).toBe(mode === "staged");
  });
});
