import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { StoredEvent } from "@runningtab/tab-core";
import { temporaryFolder } from "@runningtab/test-kit";
import { writePdf } from "@runningtab/test-kit/office";
import { describe, expect, it } from "vitest";
import { ARMS } from "../src/agent/arm.ts";
import { makeOfficeWorkspace } from "./office-workspace.ts";
import { runCli } from "./run-cli.ts";
import { type ChatRequest, type Script, startScriptedServer } from "./scripted-server.ts";

const isJailHere = process.platform === "linux" && existsSync("/usr/bin/bwrap");
const HARNESS = new URL("../../../packages/harness-adapters/src/index.ts", import.meta.url).href;
const canDraw = existsSync("/usr/bin/pdftoppm");

const call = (tool: string, args: unknown = {}) => ({ calls: [{ tool, args }] });
const bash = (command: string) => call("bash", { command });
const python = (code: string) => call("python", { code });
type Tool = { readonly function: { readonly name: string; readonly description: string } };

/** Runs calls one a turn in an arm, and answers what the model was shown of each. */
async function runIn(arm: string, script: Script, options: readonly string[] = []) {
  const workspace = makeOfficeWorkspace();
  const { baseUrl, requests } = await startScriptedServer([...script, { text: "Done." }]);
  const model = ["--model", "openai-compatible/scripted", "--base-url", baseUrl, "--off", "finishCheck", "statusLine"];
  const outcome = await runCli(["run", "Look", ...workspace.options, "--json", "--arm", arm, ...model, ...options]);
  const { runDir } = JSON.parse(outcome.stdout.trim().split("\n").at(-1)!) as { runDir: string };
  const events = JSON.parse(readFileSync(join(runDir, "tab-events.json"), "utf8")) as StoredEvent[];
  return {
    ...workspace,
    ...outcome,
    runDir,
    results: requests.slice(1).map(({ messages }: ChatRequest) => {
      const { content } = messages.findLast(({ role }) => role === "tool")!;
      return typeof content === "string" ? content : JSON.stringify(content);
    }),
    system: requests[0]!.messages[0]!.content,
    tools: (requests[0]!.tools as readonly Tool[]).map((tool) => tool.function.name),
    about: (name: string) =>
      (requests[0]!.tools as readonly Tool[]).find((tool) => tool.function.name === name)!.function.description,
    read: events.flatMap(({ event }) => (event.type === "read.recorded" ? event.entry.paths : [])),
  };
}

const BOTH = ["bash", "file_search", "grep", "list_dir", "python", "read_whiteboard", "view"];
const ALSO_BOTH = ["workspace_diff", "workspace_file_diff", "write_whiteboard"];
const TAB = ["tab_add", "tab_list", "tab_resolve", "tab_show"];

describe("the arms of a run", () => {
  it("have the same system text, and the tools of their views", async () => {
    const runs = await Promise.all(ARMS.map((arm) => runIn(arm, [])));
    expect(new Set(runs.map(({ system }) => system)).size).toBe(1);
    const toolsOf = (more: readonly string[]) => [...BOTH, ...ALSO_BOTH, ...TAB, ...more].toSorted();
    expect(runs.map(({ tools }) => tools.toSorted())).toEqual([
      toolsOf(["edit", "write", "search"]),
      toolsOf(["edit", "write"]),
      toolsOf(["search"]),
    ]);
  });

  it("dual: parsed pages with their freshness, addresses from grep, search and native sizes", async () => {
    const { results, read } = await runIn("dual", [
      call("view", { path: "policies/travel.pdf", pages: "2" }),
      call("grep", { pattern: "hotel allowance" }),
      call("search", { query: "hotel allowance Lyon" }),
      call("file_search", { query: "travel" }),
      call("list_dir", { path: "policies" }),
      call("write", { path: "note.md", content: "x\n" }),
      call("edit", { path: "note.md", old: "x", new: "y" }),
      call("workspace_diff"),
      call("workspace_file_diff", { path: "note.md" }),
      call("write_whiteboard", { content: "remember" }),
      call("read_whiteboard"),
    ]);
    expect(results[0]).toMatch(
      /Lyon is 120 EUR.*\[current \| sha256:.* \| updated .* \| parsed .* \| page 2 of \d+ shown\]/s,
    );
    expect(results[0]).not.toContain("fallback");
    expect(results[1]).toMatch(/^policies\/travel\.pdf#page=2/);
    expect(results[2]).toMatch(/^policies\/travel\.pdf#page=2/);
    expect(results[3]).toMatch(/^policies\/travel\.pdf/);
    expect(results[4]).toMatch(/travel\.pdf \([\d.]+ k?B\)/);
    expect(results[5]).toMatch(/^Written note\.md/);
    expect(results[6]).toMatch(/^Written note\.md/);
    expect(results[7]).toContain("A note.md");
    expect(results[8]).toContain("y");
    expect(results[10]).toContain("remember");
    expect(read).toContain("policies/travel.pdf");
  });

  it("artifact-only: fallback text under its label, grep over plain text alone, native bytes and writing", async () => {
    const { results, read, about } = await runIn("artifact-only", [
      call("view", { path: "policies/travel.pdf", pages: "2" }),
      call("view", { path: "contracts/lease.docx" }),
      call("view", { path: "finance/rates.csv" }),
      call("grep", { pattern: "hotel allowance|notice period" }),
      call("grep", { pattern: "Lyon", path: "finance" }),
      call("file_search", { query: "travel" }),
      call("list_dir", { path: "policies" }),
      call("search", { query: "hotel" }),
      call("write", { path: "note.md", content: "x\n" }),
      call("edit", { path: "note.md", old: "x", new: "y" }),
      call("workspace_diff"),
      call("view", { path: "nowhere.pdf" }),
      call("view", { path: "note.md" }),
    ]);
    expect(results[0]).toContain("Lyon is 120 EUR");
    // No pages: the whole text, whichever was asked for.
    expect(results[0]).toContain("Rail travel is booked in second class.");
    expect(results[0]).toMatch(/\[source: fallback \| current \| sha256:.* \| fallback text shown\]/);
    expect(results[1]).toMatch(/six months.*source: fallback/s);
    expect(results[2]).toMatch(/^\w.*,.*\n.*source: fallback/s);
    expect(results[2]).not.toContain("| --- |");
    expect(results[3]).toMatch(/No hits in .*, but that is not proven/);
    expect(results[3]).toMatch(/not searched: policies\/travel\.pdf/);
    expect(results[4]).toMatch(/^finance\/rates\.csv#L\d+: /m);
    expect(results[5]).toMatch(/^policies\/travel\.pdf/);
    expect(results[6]).toMatch(/travel\.pdf \([\d.]+ k?B\)/);
    expect(results[7]).toContain("There is no tool called search.");
    expect(results[8]).toMatch(/^Written note\.md/);
    expect(results[9]).toMatch(/^Written note\.md/);
    expect(results[10]).toContain("A note.md");
    expect(results[11]).toContain("nothing shown: there is no such file");
    expect(results[12]).toMatch(/^y\n/);
    expect(read).toEqual(expect.arrayContaining(["policies/travel.pdf", "contracts/lease.docx", "finance/rates.csv"]));
    expect(about("bash")).not.toContain("_parsed");
    expect(about("view")).toContain("without pages");
  });

  it("artifact-only: the extractive model opens what no search reads, and finds values in tables of each kind", async () => {
    const { options, root } = makeOfficeWorkspace();
    writeFileSync(
      join(root, "meters.pdf"),
      writePdf({
        pages: [
          [
            { type: "paragraph", text: "Report 4471 on the meters of all sites." },
            {
              type: "table",
              rows: [
                ["Site", "Gas", "Water"],
                ["Quay", "12400", "310"],
                ["Mill", "9800", "275"],
              ],
            },
          ],
        ],
      }),
    );
    const asked = [
      "Water of Mill",
      "Amount of rent",
      "Notice period",
      "Rate of Paris",
      "Mileage rate",
      "Bicycle allowance",
    ];
    const task = `Write facts.md:\n${asked.map((one) => `- ${one}`).join("\n")}`;
    const { exitCode } = await runCli(["run", task, ...options, "--arm", "artifact-only"]);
    expect(exitCode).toBe(0);
    const text = readFileSync(join(root, "facts.md"), "utf8");
    for (const [ask, value, place] of [
      ["Water of Mill", "275", "meters.pdf"],
      ["Amount of rent", "4200", "finance/budget.xlsx"],
      ["Notice period", "six months", "contracts/lease.docx"],
      ["Rate of Paris", "150", "finance/rates.csv#L3"],
      ["Mileage rate", "0.42 EUR", "notes/cars.txt#L2"],
    ] as const)
      expect(text).toMatch(new RegExp(`^- ${ask}: \\*\\*${value.replace(".", "\\.")}.*\\[\`${place}`, "m"));
    expect(text).toMatch(/^- Bicycle allowance \(searched for/m);
    expect(text).toMatch(/^- damaged\.docx \(Damaged ZIP/m);
  });

  it.skipIf(!isJailHere)("artifact-only: commands see the native files and no parsed copies", async () => {
    const { results } = await runIn("artifact-only", [
      bash("head -c 4 policies/travel.pdf; find . -name '*_parsed*'"),
      python("print(open('contracts/lease.docx', 'rb').read(2))"),
    ]);
    expect(results).toEqual(["%PDF", "b'PK'"]);
  });

  it("parsed-only: pages and their addresses, no originals, no sizes, no images and nothing written", async () => {
    const { results, read } = await runIn("parsed-only", [
      call("view", { path: "policies/travel.pdf", pages: "2" }),
      call("view", { path: "policies/travel.pdf", mode: "visual" }),
      call("grep", { pattern: "hotel allowance" }),
      call("search", { query: "hotel allowance Lyon" }),
      call("file_search", { query: "travel" }),
      call("list_dir", { path: "policies" }),
      call("write", { path: "note.md", content: "x\n" }),
      call("edit", { path: "note.md", old: "x", new: "y" }),
      call("workspace_diff"),
      call("view", { path: "damaged.docx" }),
    ]);
    expect(results[0]).toMatch(/Lyon is 120 EUR.*page 2 of \d+ shown\]/s);
    expect(results[1]).toBe("view: images are not to be had here. Use mode text.");
    expect(results[2]).toMatch(/^policies\/travel\.pdf#page=2/);
    expect(results[3]).toMatch(/^policies\/travel\.pdf#page=2/);
    expect(results[4]).toMatch(/^policies\/travel\.pdf/);
    expect(results[5]).toMatch(/^policies\/travel\.pdf$/m);
    expect(results[5]).not.toMatch(/\(\d/);
    expect(results[6]).toContain("There is no tool called write.");
    expect(results[7]).toContain("There is no tool called edit.");
    expect(results[8]).toContain("Nothing changed since the run began.");
    expect(results[9]).toContain("nothing shown");
    expect(read).toContain("policies/travel.pdf");
  });

  it.skipIf(!isJailHere).each([
    { mode: "staged", options: [] },
    { mode: "in place", options: ["--in-place"] },
  ])("parsed-only: commands find copies of all files and no file itself, $mode", async ({ options }) => {
    const { results, read, root, runDir, about } = await runIn(
      "parsed-only",
      [
        bash("find . -type f | sort; touch mine; echo forged > finance/rates.csv_parsed/page_1.md"),
        bash("cat policies/travel.pdf_parsed/page_2.md; head -2 finance/rates.csv_parsed/page_1.md"),
        python("print(open('contracts/lease.docx_parsed/page_1.md').read()[:400])"),
        call("workspace_diff"),
      ],
      options,
    );
    expect(results[0]).toContain("./policies/travel.pdf_parsed/page_2.md");
    expect(results[0]).toContain("./finance/rates.csv_parsed/page_1.md");
    expect(results[0]!.split("\n").filter((line) => line.startsWith("./") && !line.includes("_parsed/"))).toEqual([]);
    expect(results[0]).toContain("Read-only file system");
    expect(results[1]).toContain("Lyon is 120 EUR");
    expect(results[2]).toContain("six months");
    expect(results[3]).toContain("Nothing changed since the run began.");
    expect(read).toEqual(expect.arrayContaining(["policies/travel.pdf", "contracts/lease.docx"]));
    expect(about("bash")).toContain("the files themselves are not there");
    expect(existsSync(join(root, "mine"))).toBe(false);
    expect(readdirSync(runDir)).not.toContain("parsed-copies");
  });

  it.skipIf(!canDraw).each(["dual", "artifact-only"])("%s shows a page as an image", async (arm) => {
    const { results, read } = await runIn(arm, [
      call("view", { path: "policies/travel.pdf", pages: "1", mode: "visual" }),
    ]);
    expect(results[0]).toContain("page 1 of");
    expect(read).toEqual(["policies/travel.pdf"]);
  });
});

describe("a run with the virtual sandbox", () => {
  it("works with the shell's own commands over the private copy and its parsed copies, and says what is not there", async () => {
    const { results, read, stderr, about, state } = await runIn(
      "dual",
      [
        bash("rg -n 'hotel allowance'"),
        bash("cat policies/travel.pdf_parsed/page_2.md"),
        bash("wc -l < finance/rates.csv > lines.txt; echo forged > policies/travel.pdf_parsed/page_1.md; ls /skills"),
        python("print(1)"),
        call("workspace_diff"),
        call("bash", { command: "while true; do :; done", timeout: 2 }),
      ],
      ["--sandbox", "virtual"],
    );
    expect(stderr).toContain("bash runs in a virtual shell");
    expect(results[0]).toContain("policies/travel.pdf_parsed/page_2.md");
    expect(results[1]).toContain("Lyon is 120 EUR");
    expect(results[2]).toContain("read-only file system");
    expect(results[3]).toMatch(/python3: there is no Python in the virtual sandbox\..*\[exit code 127\]/s);
    expect(results[4]).toContain("A lines.txt");
    expect(results[5]).toMatch(/ended after 2 s|too many commands/);
    expect(read[0]).toBe("policies/travel.pdf");
    expect(about("bash")).toContain("The shell is a virtual one");
    expect(about("python")).toContain("Not there in this run");
    expect(existsSync(state)).toBe(true);
  });
});

describe("a run whose sandbox is not proven", () => {
  it("says so at its start, with what can be chosen, and runs no command", async () => {
    const config = join(temporaryFolder("config"), "config.mjs");
    const proof = `{ proven: false, details: ["write outside: NOT held back"] }`;
    const run = `async () => { throw new HarnessError("SANDBOX_UNPROVEN", { message: "It is not proven here." }); }`;
    writeFileSync(
      config,
      `import { HarnessError } from ${JSON.stringify(HARNESS)};
export default { sandbox: () => ({ specVersion: 1, name: "leaky", probe: async () => (${proof}), run: ${run} }) };\n`,
    );
    const { stderr, results } = await runIn(
      "dual",
      [bash("touch ran"), python("1"), call("list_dir")],
      ["--config", config],
    );
    expect(stderr).toContain("bash and python refuse: the leaky sandbox is not proven (write outside: NOT held back).");
    expect(stderr).toContain("--sandbox virtual");
    expect(results[0]).toBe("Refused: It is not proven here. Use view, grep, search, edit and write instead.");
    expect(results[1]).toBe(results[0]);
    expect(results[2]).not.toContain("ran");
  });
});
