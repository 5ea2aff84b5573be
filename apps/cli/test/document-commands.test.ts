import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createRecordStore } from "@runningtab/parsed-cache";
import { describeWithData, temporaryFolder } from "@runningtab/test-kit";
import { writePdf } from "@runningtab/test-kit/office";
import { describe, expect, it } from "vitest";
import { HOSTILE, makeOfficeWorkspace, sharedOfficeWorkspace } from "./office-workspace.ts";
import { startEmbeddingServer } from "./embedding-server.ts";
import { runCli, writeFiles } from "./run-cli.ts";
import { indexAnswer, parseOne, searchAnswer, viewAnswer } from "./shapes.ts";

/** Every control character but tab and line feed, and what turns the writing direction around. */
// oxlint-disable-next-line no-control-regex
const LIVE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;

const office = sharedOfficeWorkspace();
const run = (...args: readonly string[]) => runCli([...args, ...office().options]);

describe("index", () => {
  it("parses everything and says what could not be read, and why", async () => {
    const { exitCode, stdout } = await run("index");
    expect(exitCode).toBe(0);
    expect(stdout).toContain("8 files, 6 readable.");
    expect(stdout).toMatch(/not read: damaged\.docx \(.*ZIP.*\)/);
    expect(stdout).toMatch(/not read: image\.bin \(No parser .*\)/);
    const { stdout: json } = await run("index", "--json");
    const answer = parseOne(indexAnswer, json);
    expect(answer).toMatchObject({ files: 8, current: 6 });
    expect(answer.failed.map(({ path }) => path).sort()).toEqual(["damaged.docx", "image.bin"]);
  });

  it("says what is there and was not read, and keeps no text of what is secret by name", async () => {
    const [root, state] = [temporaryFolder("workspace"), temporaryFolder("state")];
    writeFiles(root, { "a.txt": "apples\n", ".env": "TOKEN=hunter2\n" });
    symlinkSync("/etc/hostname", join(root, "link.txt"));
    execFileSync("mkfifo", [join(root, "pipe")]);
    const options = ["--workspace", root, "--state", state];
    const { stdout } = await runCli(["index", ...options]);
    expect(stdout.split("\n")).toEqual([
      "2 files, 1 readable.",
      "not read: .env (secret by name)",
      "not read: link.txt (a symbolic link, not followed)",
      "not read: pipe (no regular file)",
      "",
    ]);
    const answer = parseOne(indexAnswer, (await runCli(["index", "--json", ...options])).stdout);
    expect(answer.skipped.map(({ path }) => path)).toEqual(["link.txt", "pipe"]);
    const search = await runCli(["search", "hunter2", ...options]);
    expect(search.exitCode).toBe(1);
    expect(search.stdout).toContain("not proven: 3 files could not be searched in full.");
    const view = await runCli(["view", "link.txt", ...options]);
    expect(view).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("a symbolic link, not followed") });
    const stored = readdirSync(state, { recursive: true, encoding: "utf8" }).filter((path) => path.includes("sqlite"));
    expect(stored.length).toBeGreaterThan(0);
    for (const path of stored) expect(readFileSync(join(state, path), "latin1")).not.toContain("hunter2");
  });

  it("names scans without text, and documents without a byte", async () => {
    const [root, state] = [temporaryFolder("workspace"), temporaryFolder("state")];
    writeFiles(root, { "a.txt": "apples\n", "empty.txt": "", "empty.pdf": "" });
    writeFileSync(join(root, "scan.pdf"), writePdf({ pages: [[{ type: "image" }]] }));
    const options = ["--workspace", root, "--state", state];
    expect((await runCli(["index", ...options])).stdout.split("\n")).toEqual([
      "4 files, 2 readable.",
      "not read: empty.pdf (The file is empty (0 bytes).)",
      "not read: scan.pdf (image only: no text to search)",
      "",
    ]);
    const answer = parseOne(indexAnswer, (await runCli(["index", "--json", ...options])).stdout);
    expect(answer.withoutText).toEqual([{ path: "scan.pdf", reason: "image only: no text to search" }]);
  });

  it("answers for an empty workspace", async () => {
    const options = ["--workspace", temporaryFolder("empty"), "--state", temporaryFolder("state")];
    expect(await runCli(["index", ...options])).toMatchObject({ exitCode: 0, stdout: "0 files, 0 readable.\n" });
    const search = await runCli(["search", "rail", ...options]);
    expect(search).toMatchObject({ exitCode: 1, stdout: "No hits in 0 files.\n" });
  });
});

describe("search by meaning", () => {
  it("sends pages to the embedding model that was named, once, and to none otherwise", async () => {
    const server = await startEmbeddingServer([["boat", "ferry"], ["apple"]]);
    const [root, state] = [temporaryFolder("workspace"), temporaryFolder("state")];
    writeFiles(root, { "a.txt": "The ferry sails.\n", "b.txt": "An apple.\n", ".env": "boat\n" });
    const options = ["--workspace", root, "--state", state];
    const model = ["--embedding-model", "openai-compatible/tiny", "--base-url", server.baseUrl];
    await runCli(["search", "ferry", ...options]);
    expect(server.embedded).toEqual([]);
    for (const mode of ["vector", "hybrid"]) {
      const { stdout } = await runCli(["search", "boat", "--mode", mode, "--json", ...model, ...options]);
      expect(parseOne(searchAnswer, stdout).hits.map(({ path }) => path)).toEqual(["a.txt", "b.txt"]);
    }
    expect(server.embedded).toEqual(["The ferry sails.", "An apple.", "boat"]);
    const config = join(temporaryFolder("config"), "config.mjs");
    writeFileSync(
      config,
      `export default { embedding: { model: "openai-compatible/tiny", baseUrl: "${server.baseUrl}" } };`,
    );
    const configured = await runCli(["search", "boat", "--mode", "vector", "--config", config, ...options]);
    expect(configured.stdout).toContain("a.txt#L1: The ferry sails.");
  });

  it("is refused without a model, and with one that is not used", async () => {
    for (const [args, message] of [
      [["--mode", "vector"], "--mode vector needs a model"],
      [["--embedding-model", "openai/x"], "need --mode vector or --mode hybrid"],
      [["--mode", "hybrid", "--embedding-model", "anthropic/x"], "anthropic has no embedding models"],
      [["--mode", "hybrid", "--embedding-model", "openai-compatible/x"], "needs --base-url URL"],
    ] as const) {
      const refused = await run("search", "boat", ...args);
      expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(message) });
    }
  });
});

describe("search", () => {
  it("stays with kinds of files, and keeps its index for the next command", async () => {
    const [root, state] = [temporaryFolder("workspace"), temporaryFolder("state")];
    writeFiles(root, { "a/rail.csv": "rail,1\n", "rail.md": "# Rail\nrail and rail\n", "b.txt": "a rail\n" });
    const options = ["--workspace", root, "--state", state];
    const pathsOf = async (...args: readonly string[]): Promise<readonly string[]> => {
      const { stdout } = await runCli([...args, "--json", ...options]);
      return parseOne(searchAnswer, stdout).hits.map(({ path }) => path);
    };
    expect(await pathsOf("search", "rail", "--type", "csv", "txt", "--per-file", "1")).toEqual(["b.txt", "a/rail.csv"]);
    expect(await pathsOf("grep", "rail", "--type", "md")).toEqual(["rail.md"]);
    expect(await pathsOf("files", "rail", "--path", "a")).toEqual(["a/rail.csv"]);
    const [index] = readdirSync(state, { recursive: true, encoding: "utf8" }).filter((path) =>
      path.endsWith("pages.index"),
    );
    writeFileSync(join(state, index!), "damaged");
    const repaired = await runCli(["search", "rail", ...options]);
    expect(repaired.stderr).toMatch(/pages\.index is built anew: it does not begin as an index does\./);
    expect(repaired.stdout).toContain("rail.md");
    expect((await runCli(["search", "rail", ...options])).stderr).not.toContain("anew");
  });

  it("finds pages, cells and lines with the place that view confirms", async () => {
    const { exitCode, stdout } = await run("search", "hotel allowance Lyon", "--json");
    expect(exitCode).toBe(0);
    const { hits, truncated, searched } = parseOne(searchAnswer, stdout);
    expect(hits[0]).toMatchObject({ path: "policies/travel.pdf", freshness: { state: "current" } });
    expect(hits[0]!.address).toContain("policies/travel.pdf#page=2");
    expect(hits[0]!.freshness.recordHash).toBe(hits[0]!.freshness.sourceHash);
    expect({ truncated, searched }).toEqual({ truncated: false, searched: 6 });
    const view = await run("view", hits[0]!.address);
    expect(view.stdout).toContain("The hotel allowance in Lyon is 120 EUR a night.");
  });

  it("prints one hit a line and how much was searched", async () => {
    const { stdout } = await run("search", "mileage");
    expect(stdout.split("\n")[0]).toBe("notes/cars.txt#L2: The mileage rate is 0.42 EUR per km.");
    expect(stdout).toContain("1 hit; 6 files searched.");
  });

  it("words no hits as not proven while files could not be searched, and as no hits else", async () => {
    const all = await run("search", "zeppelin");
    expect(all.exitCode).toBe(1);
    expect(all.stdout).toContain("No hits in 6 files, but that is not proven: 2 files could not be searched in full.");
    expect(all.stdout).toMatch(/not searched: damaged\.docx \(.+\)/);
    const some = await run("search", "zeppelin", "--path", "notes");
    expect(some).toMatchObject({ exitCode: 1, stdout: "No hits in 2 files.\n" });
    const { skipped, hits } = parseOne(searchAnswer, (await run("search", "zeppelin", "--json")).stdout);
    expect([hits.length, skipped.map(({ path }) => path)]).toEqual([0, ["damaged.docx", "image.bin"]]);
  });

  it("keeps to files and folders of --path, however they are spelled", async () => {
    for (const path of ["finance", "./finance/", join(office().root, "finance"), "finance/rates.csv"]) {
      const { hits } = parseOne(searchAnswer, (await run("search", "Lyon", "--json", "--path", path)).stdout);
      expect(hits.map((hit) => hit.path)).toEqual(["finance/rates.csv"]);
    }
    const everywhere = parseOne(searchAnswer, (await run("search", "Lyon", "--json", "--path", ".")).stdout);
    expect(everywhere.hits.length).toBe(2);
  });

  it("refuses a --path that names nothing, instead of finding nothing there", async () => {
    const { exitCode, stderr } = await run("search", "Lyon", "--path", "finanse");
    expect(exitCode).toBe(2);
    expect(stderr).toContain("--path finanse is no file or folder with files in");
  });

  it("refuses a config whose ranker is none, before anything is searched", async () => {
    const folder = temporaryFolder("config");
    for (const [name, ranker, message] of [
      ["number.mjs", "7", "ranker: expected a function"],
      ["empty.mjs", "() => ({})", "made no rank engine"],
    ] as const) {
      writeFiles(folder, { [name]: `export default { ranker: ${ranker} };` });
      const { exitCode, stderr } = await run("search", "rail", "--config", join(folder, name));
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
    }
  });

  it("takes the query literally", async () => {
    expect((await run("search", "mileage AND (rate OR -km)")).stdout).toContain("notes/cars.txt#L2");
  });

  it("reports an edit's new text at the next command, as current", async () => {
    const { root, options } = makeOfficeWorkspace();
    await runCli(["index", ...options]);
    writeFileSync(join(root, "notes/cars.txt"), "The mileage rate is 0.55 EUR per km.\n");
    const { hits } = parseOne(searchAnswer, (await runCli(["search", "mileage", "--json", ...options])).stdout);
    expect(hits[0]).toMatchObject({ text: "The mileage rate is 0.55 EUR per km.", freshness: { state: "current" } });
    expect((await runCli(["view", "notes/cars.txt#L1", ...options])).stdout).toContain("0.55");
  });
});

describe("grep", () => {
  it("finds lines by pattern, in documents too", async () => {
    const { exitCode, stdout } = await run("grep", "-i", "NOTICE\\s+period", "--json");
    expect(exitCode).toBe(0);
    const { hits } = parseOne(searchAnswer, stdout);
    expect(hits).toHaveLength(1);
    expect(hits[0]).toMatchObject({ path: "contracts/lease.docx", text: "The notice period is six months." });
    expect((await run("view", hits[0]!.address)).stdout).toContain("The notice period is six months.");
  });

  it("says that there is more than --limit", async () => {
    const { stdout } = await run("grep", ".", "--limit", "2");
    expect(stdout).toContain("2 hits shown, there are more");
    expect(parseOne(searchAnswer, (await run("grep", ".", "--limit", "2", "--json")).stdout).truncated).toBe(true);
  });

  it("refuses a pattern that is none, and says what it takes", async () => {
    const { exitCode, stderr, stdout } = await run("grep", "(open");
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("regular expressions without look-around");
  });
});

describe("files", () => {
  it("finds files by name, unreadable ones as well, and says so of those that were parsed", async () => {
    await run("index");
    const { exitCode, stdout } = await run("files", "damaged");
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^damaged\.docx \[failed: .+\]\n1 hit; 8 files searched\.\n$/);
    expect(parseOne(searchAnswer, (await run("files", "budget", "--json")).stdout).hits[0]?.path).toBe(
      "finance/budget.xlsx",
    );
    expect((await run("files", "zeppelin")).exitCode).toBe(1);
  });
});

describe("view", () => {
  it.each([
    ["policies/travel.pdf#page=2", "Hotels\nThe hotel allowance in Lyon is 120 EUR a night.", "page 2 of 2 shown"],
    ["finance/budget.xlsx#sheet=Plan&cell=B2", "B2: 4200", "cell B2 of sheet Plan shown"],
    ["finance/budget.xlsx#sheet=Plan&cell=B3", "B3: 1800 {=900*2}", "cell B3 of sheet Plan shown"],
    ["contracts/lease.docx#paragraph=2", "The notice period is six months.", "paragraph 2 shown"],
    ["notes/cars.txt#L2-L3", "The mileage rate is 0.42 EUR per km.\nIt holds since May.", "lines 2–3 of 3 shown"],
    ["notes/cars.txt#L2", "The mileage rate is 0.42 EUR per km.", "line 2 of 3 shown"],
  ])("shows exactly what stands at %s", async (address, text, shown) => {
    const { exitCode, stdout } = await run("view", address, "--json");
    const answer = parseOne(viewAnswer, stdout);
    expect(exitCode).toBe(0);
    expect(answer).toMatchObject({ text, shown, source: "record", freshness: { state: "current" } });
    expect(answer.addresses).toEqual([address]);
  });

  it("parses no more than the file that it shows, and files nothing at all", async () => {
    const { options, state } = makeOfficeWorkspace();
    expect((await runCli(["files", "cars", ...options])).stdout).toBe("notes/cars.txt\n1 hit; 8 files searched.\n");
    expect((await runCli(["view", "notes/cars.txt#L2", ...options])).stdout).toContain("0.42 EUR");
    const file = readdirSync(state, { recursive: true, encoding: "utf8" }).find((name) =>
      name.endsWith("records.sqlite"),
    )!;
    const store = createRecordStore({ file: join(state, file) });
    const records = await store.list();
    await store.close();
    expect(records.map(({ key }) => key.parserId)).toEqual(["text"]);
    expect((await runCli(["grep", "EUR", ...options])).exitCode).toBe(0);
  });

  it("shows exactly one row of a CSV file", async () => {
    const { stdout } = await run("view", "finance/rates.csv#sheet=Sheet1&range=A2:B2");
    expect(stdout).toContain("Lyon");
    expect(stdout).toContain("120");
    expect(stdout).not.toContain("Paris");
  });

  it("names version and times above the text", async () => {
    const { stdout } = await run("view", "notes/cars.txt");
    expect(stdout.split("\n")[0]).toMatch(
      /^\[notes\/cars\.txt \| current \| source sha256:[0-9a-f]{64} \| updated \S+Z \| parsed \S+Z\]$/,
    );
  });

  it("shows the pages of --pages and at most --max-characters", async () => {
    expect((await run("view", "policies/travel.pdf", "--pages", "1")).stdout).not.toContain("Hotels");
    const { stdout } = await run("view", "notes/cars.txt", "--max-characters", "5", "--json");
    expect(parseOne(viewAnswer, stdout)).toMatchObject({ text: "Priva", shown: expect.stringContaining("1–5 of") });
  });

  it.each([
    ["nosuch.pdf", "nosuch.pdf: nothing shown: there is no such file\n"],
    ["policies/travel.pdf#page=9", "there is no page 9; the document has 2"],
    ["finance/budget.xlsx#sheet=Plna", "there is no sheet Plna; the sheets are Plan"],
    ["notes/cars.txt#L40", "there is no line 40; the document has 3"],
    ["image.bin", "nothing shown: No parser"],
  ])("answers no to %s on stderr, with what there is", async (address, message) => {
    const { exitCode, stdout, stderr } = await run("view", address);
    expect([exitCode, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(message);
    const json = await run("view", address, "--json");
    expect([json.exitCode, parseOne(viewAnswer, json.stdout).addresses]).toEqual([1, []]);
  });

  it.each([
    [["../secret.txt"], "is no path inside the workspace"],
    [["/etc/passwd"], "is no path inside the workspace"],
    [["."], "is the workspace itself. Name a file"],
    [["notes/cars.txt#L3-L1"], "ranges run forwards"],
    [["policies/travel.pdf_parsed/page_2.md"], "View its source instead: policies/travel.pdf#page=2"],
    [["notes/cars.txt", "--pages", "1-x"], "Pages are given as 3 or 3-4."],
    [["notes/cars.txt", "--mode", "visual", "--json"], "--mode visual draws a PNG: name a file for it with --output"],
    [["notes/cars.txt", "--output", "a.png"], "--output is for --mode visual"],
    [["notes/cars.txt", "--mode", "nice"], "Allowed choices are text, visual"],
    [["notes/cars.txt", "--max-characters", "0"], "at least 1"],
  ])("refuses %j", async (args, message) => {
    const { exitCode, stdout, stderr } = await run("view", ...args);
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
  });
});

describe("view --mode visual", () => {
  it("writes a page as PNG and says what it is, or why there is none", async () => {
    const file = join(temporaryFolder("images"), "page.png");
    const args = ["view", "policies/travel.pdf#page=2", "--mode", "visual", "--output", file];
    const { exitCode, stdout, stderr } = await run(...args, "--json");
    const answer = JSON.parse(stdout) as { readonly shown: string; readonly bytes?: number };
    if (answer.bytes === undefined) {
      // No poppler, or no bubblewrap to hold it.
      expect([exitCode, answer.shown]).toEqual([1, expect.stringContaining("showing it as an image needs")]);
      return;
    }
    expect([exitCode, stderr]).toEqual([0, ""]);
    expect(answer).toMatchObject({ address: "policies/travel.pdf#page=2", file, freshness: { state: "current" } });
    expect(readFileSync(file).toString("latin1", 1, 4)).toBe("PNG");
    expect(answer.bytes).toBe(readFileSync(file).length);
    expect((await run(...args)).stderr).toContain(`policies/travel.pdf#page=2: ${answer.shown}, in ${file}`);
    const none = await run("view", "policies/travel.pdf#page=99", "--mode", "visual", "--output", file);
    expect(none).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("there is no page 99; the document has"),
    });
  });
});

describe("every command over a workspace", () => {
  it("never lets a control character of a file or its name reach the terminal", async () => {
    const { root, options } = makeOfficeWorkspace();
    writeFileSync(join(root, `notes/na${HOSTILE}me.txt`), `turnaround ${HOSTILE}\r\u0007\n`);
    for (const args of [
      ["index"],
      ["search", "turnaround"],
      ["grep", "turnaround"],
      ["files", "txt"],
      ["view", "notes/hostile.txt"],
      ["view", `notes/na${HOSTILE}me.txt`],
      ["view", `nosuch${HOSTILE}`],
    ]) {
      for (const json of [[], ["--json"]]) {
        const { stdout, stderr } = await runCli([...args, ...json, ...options], { isTty: true });
        expect(stdout + stderr.replaceAll("\r\u001b[2K", ""), args.join(" ")).not.toMatch(LIVE);
      }
    }
    // The JSON form still says which characters there were.
    const { hits } = parseOne(searchAnswer, (await runCli(["grep", "turnaround after", "--json", ...options])).stdout);
    expect(hits[0]?.text).toBe(`before ${HOSTILE} turnaround after`);
  });

  it("lets no file name start a line of its own", async () => {
    const { root, options } = makeOfficeWorkspace();
    mkdirSync(join(root, "x\nnotes"));
    writeFileSync(join(root, "x\nnotes/cars.txt#L2: forged.bin"), new Uint8Array([0, 1, 255]));
    for (const args of [["index"], ["search", "zeppelin"], ["files", "forged"], ["view", "notes/cars.txt"]])
      expect((await runCli([...args, ...options])).stdout, args[0]).not.toMatch(/^notes\/cars\.txt#L2: forged/m);
  });

  it("refuses a workspace that is none, and state inside of it", async () => {
    const state = ["--state", office().state];
    const nowhere = await runCli(["search", "x", "--workspace", "/no/such/folder", ...state]);
    expect([nowhere.exitCode, nowhere.stderr]).toEqual([2, expect.stringContaining("/no/such/folder is no folder")]);
    const file = await runCli(["files", "x", "--workspace", join(office().root, "notes/cars.txt"), ...state]);
    expect(file.exitCode).toBe(2);
    const inside = await runCli(["index", "--workspace", office().root, "--state", join(office().root, "state")]);
    expect(inside.exitCode).toBe(2);
    expect(inside.stderr).toContain("lies inside the workspace");
  });

  it("works in the current folder when none is named", async () => {
    const { stdout } = await runCli(["files", "rates", "--state", office().state], { cwd: office().root });
    expect(stdout).toContain("finance/rates.csv");
  });

  it.each([
    [["search"], "missing required argument 'query'"],
    [["search", " "], "It is empty."],
    [["grep", ""], "It is empty."],
    [["files", ""], "It is empty."],
    [["search", "x", "--limit", "0"], "whole number of at least 1"],
    [["search", "x", "--limit", "1.5"], "whole number of at least 1"],
    [["search", "x", "--nosuch"], "unknown option '--nosuch'"],
    [["index", "extra"], "too many arguments"],
  ])("calls %j misuse, on stderr", async (args, message) => {
    const { exitCode, stdout, stderr } = await run(...args);
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
  });
});

describeWithData("over real files", (folder) => {
  it("finds facts where other tools found them, and names what it could not search", async () => {
    const root = temporaryFolder("real");
    const names = ["any_sheets.xlsx", "form_two_pages.pdf", "delins.docx", "stanley-cups-with-emoji.csv"];
    for (const name of [...names, "poc-xmlbomb.xlsx"])
      copyFileSync(join(folder, "office-files/files", name), join(root, name));
    const options = ["--workspace", root, "--state", temporaryFolder("state")];
    const { stdout } = await runCli(["grep", "contains 4 sheets|Maple Leafs", "--json", ...options]);
    const { hits, skipped } = parseOne(searchAnswer, stdout);
    expect(hits.map(({ path }) => path)).toEqual(["any_sheets.xlsx", "stanley-cups-with-emoji.csv"]);
    expect(skipped).toEqual([{ path: "poc-xmlbomb.xlsx", reason: expect.stringContaining("DOCTYPE") }]);
    for (const { address } of hits) {
      const view = await runCli(["view", address, ...options]);
      expect([view.exitCode, view.stdout]).toEqual([0, expect.stringMatching(/contains 4 sheets|Maple Leafs/)]);
    }
  });
});
