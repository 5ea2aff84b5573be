import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeWithData, temporaryFolder } from "@runningtab/test-kit";
import { writeDocx, writeXlsx } from "@runningtab/test-kit/office";
import { describe, expect, it } from "vitest";
import { HOSTILE, makeOfficeWorkspace, sharedOfficeWorkspace } from "./office-workspace.ts";
import { type CliOutcome, runCli } from "./run-cli.ts";
import { captureLine, fileDiff, hit, parsedFile, parseLines, parseOne } from "./shapes.ts";

const office = sharedOfficeWorkspace();
const inOffice = (...args: readonly string[]): Promise<CliOutcome> => runCli(args, { cwd: office().root });

describe("parse", () => {
  it("prints each page under its address", async () => {
    const { exitCode, stdout } = await inOffice("parse", "policies/travel.pdf");
    expect(exitCode).toBe(0);
    expect(stdout).toContain("policies/travel.pdf#page=1\n\nRail travel is booked in second class.\n");
    expect(stdout).toContain("policies/travel.pdf#page=2\n\nHotels\n");
  });

  it("reads all files of a folder, and ends with 1 because some cannot be read", async () => {
    const { exitCode, stdout } = await inOffice("parse", ".", "--json");
    const files = parseLines(parsedFile, stdout);
    expect(files.map(({ path }) => path)).toEqual([
      "contracts/lease.docx",
      "damaged.docx",
      "finance/budget.xlsx",
      "finance/rates.csv",
      "image.bin",
      "notes/cars.txt",
      "notes/hostile.txt",
      "policies/travel.pdf",
    ]);
    const failed = files.filter(({ status }) => status === "failed");
    expect(failed.map(({ path, pages }) => [path, pages])).toEqual([
      ["damaged.docx", []],
      ["image.bin", []],
    ]);
    expect(exitCode).toBe(1);
  });

  it("says on stderr what it could not read, and why", async () => {
    const { exitCode, stdout, stderr } = await inOffice("parse", "image.bin");
    expect([exitCode, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^image\.bin: not read: No parser/);
  });

  it("escapes controls in text, and keeps them in JSON", async () => {
    const { stdout } = await inOffice("parse", "notes/hostile.txt");
    expect(stdout).toContain("before \\x1b[2J\\u{202e}\\x9b31m turnaround after");
    const json = await inOffice("parse", "notes/hostile.txt", "--json");
    // oxlint-disable-next-line no-control-regex
    expect(json.stdout).not.toMatch(/[\u001b\u009b\u202e]/);
    expect(parseOne(parsedFile, json.stdout).pages[0]?.text).toContain(HOSTILE);
  });

  it.each([
    [["nosuch.pdf"], "nosuch.pdf does not exist."],
    [["/dev/null"], "/dev/null is no regular file."],
    [[], "missing required argument 'file'"],
  ])("calls %j misuse", async (args, message) => {
    const { exitCode, stderr } = await inOffice("parse", ...args);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
  });
});

describeWithData("parse, on real files", (folder) => {
  const file = (name: string): string => join(folder, "office-files/files", name);

  it("opens an encrypted document with its password alone", async () => {
    const name = file("libreoffice-writer-password.pdf");
    const right = await runCli(["parse", name, "--json", "--password", "permissionpassword"]);
    expect([right.exitCode, parseOne(parsedFile, right.stdout).status]).toEqual([0, "ok"]);
    for (const args of [[], ["--password", "wrong"]]) {
      const { exitCode, stdout } = await runCli(["parse", name, "--json", ...args]);
      expect([exitCode, parseOne(parsedFile, stdout)]).toEqual([
        1,
        expect.objectContaining({ status: "failed", reason: expect.stringMatching(/password/) }),
      ]);
    }
  });

  it("outlives a hostile file and reads the next one", async () => {
    const { exitCode, stdout } = await runCli(["parse", file("poc-xmlbomb.xlsx"), file("any_sheets.xlsx"), "--json"]);
    expect([exitCode, parseLines(parsedFile, stdout).map(({ status }) => status)]).toEqual([1, ["failed", "ok"]]);
  });
});

describe("diff", () => {
  const plan = (rent: number): Uint8Array =>
    writeXlsx({ sheets: [{ name: "Plan", rows: [["item", "amount"], ["rent", rent]] }] }); // prettier-ignore
  const letter = (text: string): Uint8Array =>
    writeDocx({
      blocks: [
        { type: "paragraph", text: "Dear all," },
        { type: "paragraph", text },
      ],
    });

  function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
    const folder = temporaryFolder("diff");
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    return folder;
  }

  it.each([
    ["xlsx", "spreadsheet", plan(4200), plan(4350), { address: "sheet=Plan&cell=B2", before: "4200", after: "4350" }],
    ["docx", "blocks", letter("It is six months."), letter("It is nine months."), { after: "It is nine months." }],
    ["txt", "text", "one\ntwo\n", "one\n2\n", { kind: "changed", before: "two", after: "2" }],
    ["bin", "binary", new Uint8Array([0, 1, 255]), new Uint8Array([0, 2, 255]), { kind: "changed" }],
  ])("compares %s files in their own terms", async (ending, format, before, after, change) => {
    const cwd = folderWith({ [`a.${ending}`]: before, [`b.${ending}`]: after });
    const outcome = await runCli(["diff", `a.${ending}`, `b.${ending}`, "--format", "json"], { cwd });
    const result = parseOne(fileDiff, outcome.stdout);
    expect([outcome.exitCode, result.format, result.equal]).toEqual([1, format, false]);
    expect(result.changes).toEqual([expect.objectContaining(change)]);
    expect((await runCli(["diff", `a.${ending}`, `b.${ending}`, "--json"], { cwd })).stdout).toBe(outcome.stdout);
  });

  it("ends with 0 for equal files", async () => {
    const cwd = folderWith({ "a.xlsx": plan(1), "b.xlsx": plan(1) });
    expect(await runCli(["diff", "a.xlsx", "b.xlsx"], { cwd })).toMatchObject({
      exitCode: 0,
      stdout: "b.xlsx (spreadsheet) no changes\n",
    });
  });

  it("falls back to bytes for a damaged file, and says why", async () => {
    const cwd = folderWith({ "a.xlsx": plan(1), "b.xlsx": plan(1).slice(0, 300) });
    const { exitCode, stdout } = await runCli(["diff", "a.xlsx", "b.xlsx", "--json"], { cwd });
    const result = parseOne(fileDiff, stdout);
    expect([exitCode, result.format]).toEqual([1, "binary"]);
    expect(result.notes.join(" ")).toMatch(/b\.xlsx.*ZIP.*Compared as bytes instead/);
  });

  it("shows the same as text and Markdown, in colour only on a terminal that wants it", async () => {
    const cwd = folderWith({ "a.txt": "one\ntwo\n", "b.txt": "one\n2\n" });
    const term = async (args: readonly string[], variables = {}): Promise<string> =>
      (await runCli(["diff", "a.txt", "b.txt", ...args], { cwd, isTty: true, variables })).stdout;
    expect(await term([])).toContain("\u001b[");
    for (const plain of [await term(["--no-color"]), await term([], { NO_COLOR: "1" })]) {
      expect(plain).not.toContain("\u001b");
      expect(plain).toContain("two");
    }
    expect((await runCli(["diff", "a.txt", "b.txt"], { cwd })).stdout).not.toContain("\u001b");
    expect(await term(["--format", "md"])).toMatch(/^### b\.txt\n/);
  });

  it("never lets control characters of either side through, and keeps JSON whole", async () => {
    const cwd = folderWith({ "a.txt": "one\n", "b.txt": `two ${HOSTILE}\n` });
    for (const format of ["term", "md", "html", "json"]) {
      const { stdout } = await runCli(["diff", "a.txt", "b.txt", "--format", format], { cwd });
      // oxlint-disable-next-line no-control-regex
      expect(stdout, format).not.toMatch(/[\u001b\u009b\u202e]/);
    }
    const { stdout } = await runCli(["diff", "a.txt", "b.txt", "--json"], { cwd });
    expect(parseOne(fileDiff, stdout).changes[0]?.after).toContain(HOSTILE);
  });

  it.each([
    [["a.txt", "nosuch"], "nosuch does not exist."],
    [["a.txt", "."], ". is a folder. Name a file."],
    [["a.txt"], "missing required argument 'after'"],
    [["a.txt", "a.txt", "--format", "nice"], "Allowed choices are"],
  ])("calls %j misuse", async (args, message) => {
    const { exitCode, stdout, stderr } = await runCli(["diff", ...args], { cwd: folderWith({ "a.txt": "" }) });
    expect([exitCode, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
  });
});

describe("rank", () => {
  const DOCUMENTS = `{"id":"a","text":"travel policy"}\n\n{"id":"b","text":"hotel limits for travel and travel abroad"}\n{"id":"c","text":"menu"}\n`;
  const rank = (args: readonly string[], stdin = DOCUMENTS, cwd = "/"): Promise<CliOutcome> =>
    runCli(["rank", ...args], { stdin, cwd });

  it("prints hits, best first, one a line", async () => {
    const { exitCode, stdout } = await rank(["--query", "travel policies"]);
    expect(exitCode).toBe(0);
    const hits = parseLines(hit, stdout);
    expect(hits.map(({ id }) => id)).toEqual(["a", "b"]);
    expect(hits[0]!.score).toBeGreaterThan(hits[1]!.score);
    expect((await rank(["--query", "travel", "--top-k", "1"])).stdout.split("\n")).toHaveLength(2);
  });

  it("answers no when nothing shares a term", async () => {
    const { exitCode, stdout, stderr } = await rank(["--query", "zeppelin"]);
    expect([exitCode, stdout]).toEqual([1, ""]);
    expect(stderr).toBe("No document of 3 shares a term with the query.\n");
  });

  it.each([
    ['{"id":"a","text":"x"}\n{"id":"b"', "Line 2 of the input is no JSON"],
    ['\n\n["a"]', "Line 3 of the input is no JSON object."],
    ['{"id":1,"text":"x"}', 'Line 1 of the input needs "id" and "text", both strings.'],
  ])("names the line of the input that is wrong: %j", async (stdin, message) => {
    const { exitCode, stderr } = await rank(["--query", "x"], stdin);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it("ranks with an engine from a module, found from the current folder", async () => {
    const folder = temporaryFolder("engine");
    writeFileSync(
      join(folder, "longest.mjs"),
      `export default () => { const all = []; return { specVersion: 1, name: "longest", get size() { return all.length; },
        async add(documents) { all.push(...documents); }, async remove() {},
        async search() { return all.toSorted((a, b) => b.text.length - a.text.length).map(({ id, text }) => ({ id, score: text.length, terms: [] })); } }; };`,
    );
    for (const name of ["./longest.mjs", "longest.mjs", join(folder, "longest.mjs")]) {
      const { exitCode, stdout } = await rank(["--query", "any", "--engine", name], DOCUMENTS, folder);
      expect([exitCode, parseLines(hit, stdout).map(({ id }) => id)]).toEqual([0, ["b", "a", "c"]]);
    }
  });

  it("refuses a module that is no engine, or none at all", async () => {
    const folder = temporaryFolder("engine");
    writeFileSync(join(folder, "other.mjs"), "export default { search() {} };");
    writeFileSync(join(folder, "broken.mjs"), "export default {");
    for (const [name, message] of [
      ["other.mjs", "The default export of other.mjs is no rank engine"],
      ["broken.mjs", "no module of that name could be loaded"],
      ["nosuch", "is no built-in engine (wasm, reference, orama)"],
      ["orama", "The engine orama needs @orama/orama 3, which is not installed"],
    ] as const) {
      const { exitCode, stderr } = await rank(["--query", "any", "--engine", name], DOCUMENTS, folder);
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
    }
  });

  it.each([
    [[], "required option '--query <text>' not specified"],
    [["--query", ""], "It is empty."],
    [["--query", "x", "--top-k", "0"], "whole number of at least 1"],
  ])("calls %j misuse", async (args, message) => {
    const { exitCode, stderr } = await rank(args);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe("capture", () => {
  const capture = (...observations: readonly unknown[]): Promise<CliOutcome> =>
    runCli(["capture", ...office().options], {
      stdin: observations.map((one) => (typeof one === "string" ? one : JSON.stringify(one))).join("\n"),
    });

  it("answers one line an observation: what was read, with the version and a slice of the output", async () => {
    const output = "The mileage rate is 0.42 EUR per km.\nIt holds since May.\n";
    const { exitCode, stdout } = await capture(
      { tool: "bash", args: { command: "tail -n 2 notes/cars.txt" }, output },
      { tool: "bash", args: { command: "ls finance" }, output: "budget.xlsx\nrates.csv\n" },
    );
    expect(exitCode).toBe(0);
    const [read, listed] = parseLines(captureLine, stdout);
    expect(read!.reads).toHaveLength(1);
    expect(read!.reads[0]).toMatchObject({ path: "notes/cars.txt", hash: expect.stringMatching(/^sha256:/) });
    expect(output).toContain(read!.reads[0]!.excerpt);
    expect(read!.reads[0]!.excerpt).toContain("0.42 EUR");
    expect([listed!.reads, listed!.listed]).toEqual([[], ["finance/budget.xlsx", "finance/rates.csv"]]);
  });

  it("finds the documents behind what a script prints, by their parsed text", async () => {
    const rule = "Rail travel is booked in second class.";
    const output = `rules\n${rule}\nThe mileage rate is 0.42 EUR per km.\ntotal 2\n`;
    const { stdout } = await capture({ tool: "bash", args: { command: "python3 report.py" }, output });
    const { reads, computed } = parseOne(captureLine, stdout);
    expect(reads.map(({ path, range, excerpt }) => ({ path, range, excerpt }))).toEqual([
      { path: "policies/travel.pdf", range: { unit: "page", start: 1, end: 1 }, excerpt: `${rule}\n` },
      {
        path: "notes/cars.txt",
        range: { unit: "line", start: expect.any(Number), end: expect.any(Number) },
        excerpt: "The mileage rate is 0.42 EUR per km.\n",
      },
    ]);
    expect(computed.map(({ excerpt }) => excerpt)).toEqual(["rules\n", "total 2\n"]);
  });

  it.each(["python3 make.py > notes/fresh.txt", "python3 make.py"])(
    "knows the file that the call before wrote: %s",
    async (command) => {
      const { root, options } = makeOfficeWorkspace();
      const text = "The new canteen opens in June, says the works council.\n";
      const line = (command: string, output: string): string =>
        `${JSON.stringify({ tool: "bash", args: { command }, output })}\n`;
      async function* calls(): AsyncGenerator<string> {
        // By now the folder has been scanned, so that only a second scan can find the file.
        writeFileSync(join(root, "notes/fresh.txt"), text);
        yield line(command, command.includes(">") ? "" : "made 1 file\n");
        yield line("cat notes/fresh.txt", text);
        yield line("python3 show.py", `council\n${text}`);
      }
      const { stdout } = await runCli(["capture", ...options], { stdin: calls() });
      const [, shown, printed] = parseLines(captureLine, stdout);
      const read = expect.objectContaining({
        path: "notes/fresh.txt",
        hash: expect.stringMatching(/^sha256:/),
        excerpt: text,
      });
      expect([shown!.reads, printed!.reads]).toEqual([[read], [read]]);
    },
  );

  it("parses nothing for what a script prints that is too little to be any file's", async () => {
    const { options, state } = makeOfficeWorkspace();
    const { stdout } = await runCli(["capture", ...options], {
      stdin: JSON.stringify({ tool: "bash", args: { command: "python3 count.py" }, output: "42\n" }),
    });
    expect(parseOne(captureLine, stdout).computed).toHaveLength(1);
    expect(
      readdirSync(state, { recursive: true, encoding: "utf8" }).filter((name) => name.includes("records")),
    ).toEqual([]);
  });

  it("takes a line separator inside an output for text, not for the end of the observation", async () => {
    const output = "The mileage rate is 0.42 EUR per km.\u2028It holds since May.\n";
    const { exitCode, stdout } = await capture({ tool: "bash", args: { command: "cat notes/cars.txt" }, output });
    expect(exitCode).toBe(0);
    expect(parseOne(captureLine, stdout).reads[0]!.excerpt).toContain("\u2028");
  });

  it("masks secrets, and marks the excerpt as masked", async () => {
    const output = "Private cars\nDB_PASSWORD=hunter2hunter2\n";
    const { stdout } = await capture({ tool: "bash", args: { command: "cat notes/cars.txt" }, output });
    expect(stdout).not.toContain("hunter2");
    expect(parseOne(captureLine, stdout).reads[0]).toMatchObject({ redacted: true });
  });

  it.each(["{", "[]", '{"tool":"bash"}', '{"output":"x"}'])(
    "names the line that is no observation: %s",
    async (line) => {
      const good = { tool: "bash", args: { command: "ls" }, output: "" };
      const { exitCode, stdout, stderr } = await capture(good, "", line);
      expect(exitCode).toBe(2);
      expect(stderr).toContain("Line 3 of the input is no observation");
      expect(parseLines(captureLine, stdout)).toHaveLength(1);
    },
  );

  it("counts nothing outside of the workspace as read", async () => {
    const outside = temporaryFolder("outside");
    mkdirSync(join(outside, "x"));
    writeFileSync(join(outside, "x/secret.txt"), "s3cret\n");
    const { stdout } = await capture(
      { tool: "bash", args: { command: `cat ${outside}/x/secret.txt` }, output: "s3cret\n" },
      { tool: "bash", args: { command: "cat ../../etc/passwd" }, output: "root:x:0:0\n" },
    );
    for (const { reads, listed } of parseLines(captureLine, stdout)) expect([reads, listed]).toEqual([[], []]);
  });
});
