import { describe, expect, it } from "vitest";
import { createCapture, type JsonValue } from "../src/index.ts";
import { claimedContext, summary } from "./real-workspace.ts";

const ROOT = "/srv/project";
const NOTES = "# Notes\nfirst\nsecond fact 42\n";
const context = claimedContext(ROOT, {
  "notes.md": NOTES.length,
  "a.txt": 12,
  "report.pdf": 9000,
  "src/app.ts": 300,
  "src/lib/u.ts": 40,
  "docs/plan one.md": 50,
  ".env": 20,
});

async function shown(tool: string, args: JsonValue, output: string, more: { readonly exitCode?: number } = {}) {
  const result = await createCapture().capture({ tool, args, output, cwd: ROOT, ...more }, context);
  const { reads, listed, computed, writes } = summary(result, output);
  return Object.fromEntries(Object.entries({ reads, listed, computed, writes }).filter(([, part]) => part!.length > 0));
}

describe("our own tools", () => {
  it("view: records the pages that the footer names, without the footer", async () => {
    const output = "page three\n\npage four\n\n[current | sha256:ab | pages 3–4 of 146 shown]";
    expect(await shown("view", { path: "report.pdf", pages: "3-4" }, output)).toEqual({
      reads: ["report.pdf#page3-4~ = page three\n\npage four"],
    });
  });

  it("view: counts as whole when all pages were shown, and as a part when the last was cut", async () => {
    expect(await shown("view", { path: "report.pdf" }, "page one\npages 1–2 of 2 shown")).toEqual({
      reads: ["report.pdf#page1-2 = page one"],
    });
    const cut = "page o\n\n[current | page 1 of 1 shown in part: characters 1–6 of 90]";
    expect(await shown("view", { path: "report.pdf" }, cut)).toEqual({ reads: ["report.pdf#page1-1~ = page o"] });
  });

  it("view: ties a stale text to the version it is of", async () => {
    const before = `sha256:${"1".repeat(64)}`;
    const output = `old text\n\n[stale: text of ${before}, the file is now sha256:${"2".repeat(64)} | page 1 of 1 shown]`;
    const { reads } = await createCapture().capture({ tool: "view", args: { path: "report.pdf" }, output }, context);
    expect(reads).toMatchObject([{ paths: ["report.pdf"], hash: before }]);
  });

  it("view: a page without text, and a refusal, are no reads", async () => {
    expect(
      await shown("view", { path: "report.pdf" }, "\n\n[not shown: 1 image-only page | current | page 1 of 1 shown]"),
    ).toEqual({});
    expect(await shown("view", { path: "report.pdf", mode: "visual" }, "view: pages as images come later.")).toEqual(
      {},
    );
  });

  it("view: records an image as a read of its page without an excerpt", async () => {
    expect(await shown("view", { path: "report.pdf", pages: "7", mode: "visual" }, "[image]")).toEqual({
      reads: ["report.pdf#page7-7~ = "],
    });
  });

  it("view: takes an address for a path", async () => {
    expect(await shown("view", { path: "notes.md#L2-L3" }, "first\nsecond fact 42\n")).toEqual({
      reads: ["notes.md#line2-3~ = first\nsecond fact 42\n"],
    });
  });

  it.each([
    ["#sheet=Q1%20plan&cell=B2", { unit: "cell", sheet: "Q1 plan", cells: "B2" }],
    ["#sheet=Q1%20plan&range=A1:C9", { unit: "cell", sheet: "Q1 plan", cells: "A1:C9" }],
    ["#sheet=Q1%20plan", { unit: "cell", sheet: "Q1 plan", cells: "" }],
    ["#paragraph=7", undefined],
    ["#table=1&row=3", undefined],
    ["#footnote=2", undefined],
  ])("view: logs what stands at %s as a read of its file", async (place, range) => {
    const call = { tool: "view", args: { path: `report.pdf${place}` }, output: "value 42\n", cwd: ROOT };
    const { reads } = await createCapture().capture(call, context);
    expect(reads.map(({ paths, range: shownRange, partial }) => ({ paths, range: shownRange, partial }))).toEqual([
      { paths: ["report.pdf"], range, partial: true },
    ]);
  });

  it("view: takes a companion page for its source", async () => {
    expect(await shown("view", { path: "report.pdf_parsed/page_3.md" }, "three\n")).toEqual({
      reads: ["report.pdf#page3-3~(derived) = three\n"],
    });
  });

  it("grep: makes one entry per file, with pages where it names pages", async () => {
    const output = "report.pdf:3:12: total 42\nreport.pdf:4:1: total 43\nnotes.md:3: second fact 42\n";
    expect(await shown("grep", { pattern: "4" }, output)).toEqual({
      reads: [
        "report.pdf#page3-4~(search) = report.pdf:3:12: total 42\nreport.pdf:4:1: total 43",
        "notes.md#line3-3~(search) = notes.md:3: second fact 42",
      ],
    });
  });

  it("search: gives each passage to the file of its address", async () => {
    const output = "report.pdf#page=3 score 4.2\n";
    expect(await shown("search", { query: "total" }, output)).toEqual({
      reads: ["report.pdf#page3-3~(search) = report.pdf#page=3 score 4.2"],
    });
  });

  it("file_search and list_dir: list", async () => {
    expect(await shown("file_search", { query: "u" }, "src/lib/u.ts\nnotes.md\nnone.md\n")).toEqual({
      listed: ["notes.md", "src/lib/u.ts"],
    });
    expect(await shown("list_dir", { path: "src" }, "lib/\napp.ts  300\n")).toEqual({ listed: ["src/app.ts"] });
  });

  it("edit and write: write", async () => {
    expect(await shown("edit", { path: "./notes.md" }, "1 change")).toEqual({ writes: ["notes.md"] });
    expect(await shown("write", { path: "out/new.md" }, "written")).toEqual({ writes: ["out/new.md"] });
  });

  it("list_dir: reads names with their sizes", async () => {
    expect(await shown("list_dir", {}, "docs/plan one.md (50 B)\nsrc/ (2 files)\n")).toEqual({
      listed: ["docs/plan one.md"],
    });
  });

  it("grep: reads addresses before the text", async () => {
    const output = "report.pdf#page=3: total 42\nnotes.md#L3: second fact 42\n2 hits; 7 files searched.";
    expect(await shown("grep", { pattern: "42" }, output)).toEqual({
      reads: [
        "report.pdf#page3-3~(search) = report.pdf#page=3: total 42",
        "notes.md#line3-3~(search) = notes.md#L3: second fact 42",
      ],
    });
  });

  it("python: keeps the output with the files that the code names", async () => {
    expect(await shown("python", { code: "print(open('a.txt').read())" }, "alpha\n")).toEqual({
      computed: ["a.txt = alpha\n"],
    });
  });

  it("bash: takes the exit code and the time limit from the last line", async () => {
    expect(
      await shown("bash", { command: "cat none.txt" }, "cat: none.txt: No such file or directory\n[exit code 1]"),
    ).toEqual({});
    expect(await shown("bash", { command: "cat notes.md" }, "# Notes\n[ended after 30 s; exit code 124]")).toEqual({
      reads: ["notes.md#line1-1~ = # Notes\n"],
    });
    expect(await shown("bash", { command: "cat notes.md > x" }, "(no output)")).toEqual({ writes: ["x"] });
  });

  it("whiteboard: is the agent's own text", async () => {
    expect(await shown("read_whiteboard", {}, "my plan: notes.md")).toEqual({ computed: ["own = my plan: notes.md"] });
  });

  it("workspace_file_diff: is computed from the file", async () => {
    expect(await shown("workspace_file_diff", { path: "notes.md" }, "-a\n+b\n")).toEqual({
      computed: ["notes.md = -a\n+b\n"],
    });
  });

  it("tab tools: are never captured", async () => {
    expect(await shown("tab_list", { kind: "log" }, "L1 notes.md\nfirst")).toEqual({});
    expect(await shown("mcp__runningtab__tab_show", { id: "L1" }, "L1: notes.md\n---\nfirst")).toEqual({});
  });
});

describe("Claude Code", () => {
  it("Read: records numbered lines as shown, with their range", async () => {
    const output = "     2→first\n     3→second fact 42\n";
    expect(await shown("Read", { file_path: `${ROOT}/notes.md`, offset: 2, limit: 2 }, output)).toEqual({
      reads: [`notes.md#line2-3~ = ${output}`],
    });
  });

  it("Read: leaves the reminder that follows out of the excerpt", async () => {
    const output =
      "     1→# Notes\n     2→first\n     3→second fact 42\n<system-reminder>\nbe careful\n</system-reminder>\n";
    const { reads } = await shown("Read", { file_path: `${ROOT}/notes.md` }, output);
    expect(reads).toEqual(["notes.md = " + output.slice(0, output.indexOf("\n<system-reminder>"))]);
  });

  it("Read: a failure reads nothing", async () => {
    expect(
      await shown("Read", { file_path: `${ROOT}/notes.md` }, "<tool_use_error>File does not exist.</tool_use_error>"),
    ).toEqual({});
    expect(await shown("Read", { file_path: `${ROOT}/notes.md` }, "whatever", { exitCode: 1 })).toEqual({});
  });

  it("Glob and LS: list", async () => {
    expect(await shown("Glob", { pattern: "**/*.ts" }, `${ROOT}/src/app.ts\n${ROOT}/src/lib/u.ts\n`)).toEqual({
      listed: ["src/app.ts", "src/lib/u.ts"],
    });
    expect(
      await shown(
        "LS",
        { path: ROOT },
        `- ${ROOT}/\n  - notes.md\n  - src/\n    - app.ts\n    - lib/\n      - u.ts\n  - docs/\n    - plan one.md\n`,
      ),
    ).toEqual({
      listed: ["docs/plan one.md", "notes.md", "src/app.ts", "src/lib/u.ts"],
    });
  });

  it("Grep: lists files or shows lines, by its mode", async () => {
    expect(
      await shown("Grep", { pattern: "x", output_mode: "files_with_matches" }, `Found 1 file\n${ROOT}/notes.md\n`),
    ).toEqual({ listed: ["notes.md"] });
    expect(
      await shown(
        "Grep",
        { pattern: "fact", output_mode: "content", "-n": true },
        `${ROOT}/notes.md:3:second fact 42\n`,
      ),
    ).toEqual({ reads: [`notes.md#line3-3~(search) = ${ROOT}/notes.md:3:second fact 42`] });
    expect(
      await shown("Grep", { pattern: "fact", path: "notes.md", output_mode: "content" }, "3:second fact 42\n"),
    ).toEqual({ reads: ["notes.md#line3-3~(search) = 3:second fact 42"] });
  });

  it("Bash: is a shell", async () => {
    expect(await shown("Bash", { command: "cat notes.md" }, NOTES)).toEqual({ reads: [`notes.md = ${NOTES}`] });
  });
});

describe("other harnesses", () => {
  it("Pi read: raw text, cut with a notice", async () => {
    const output = "# Notes\nfirst\n\n[Showing lines 1-2 of 3. Use offset=3 to continue.]";
    expect(await shown("read", { path: "notes.md" }, output)).toEqual({ reads: ["notes.md~ = # Notes\nfirst\n"] });
  });

  it("Pi bash: takes the exit code from the notice", async () => {
    expect(
      await shown(
        "bash",
        { command: "cat none.txt" },
        "cat: none.txt: No such file or directory\n\nCommand exited with code 1",
      ),
    ).toEqual({});
  });

  it("Pi find, ls and grep", async () => {
    expect(await shown("find", { pattern: "*.ts", path: "src" }, "app.ts\nlib/u.ts\n")).toEqual({
      listed: ["src/app.ts", "src/lib/u.ts"],
    });
    expect(await shown("ls", {}, ".env\ndocs/\nnotes.md\n")).toEqual({ listed: [".env", "notes.md"] });
    expect(
      await shown("grep", { pattern: "fact", path: "." }, "notes.md-2- first\nnotes.md:3: second fact 42\n"),
    ).toEqual({
      reads: ["notes.md#line2-3~(search) = notes.md-2- first\nnotes.md:3: second fact 42"],
    });
  });

  it("OpenCode read: takes what stands between its tags", async () => {
    const output = `<path>${ROOT}/notes.md</path>\n<type>file</type>\n<content>\n1: # Notes\n2: first\n3: second fact 42\n\n(End of file - total 3 lines)\n</content>`;
    expect(await shown("read", { filePath: `${ROOT}/notes.md` }, output)).toEqual({
      reads: ["notes.md = 1: # Notes\n2: first\n3: second fact 42\n"],
    });
  });

  it("OpenCode grep: a heading before the lines of each file", async () => {
    const output = `Found 2 matches\n${ROOT}/notes.md:\n  Line 3: second fact 42\n\n${ROOT}/src/app.ts:\n  Line 7: const fact = 1;\n`;
    expect(await shown("grep", { pattern: "fact" }, output)).toEqual({
      reads: [
        "notes.md#line3-3~(search) =   Line 3: second fact 42",
        "src/app.ts#line7-7~(search) =   Line 7: const fact = 1;",
      ],
    });
  });

  it("MCP filesystem: read_text_file, read_multiple_files, list_directory, directory_tree", async () => {
    expect(await shown("mcp__fs__read_text_file", { path: `${ROOT}/notes.md` }, NOTES)).toEqual({
      reads: [`notes.md = ${NOTES}`],
    });
    expect(await shown("read_text_file", { path: "notes.md", head: 1 }, "# Notes")).toEqual({
      reads: ["notes.md#line1-1~ = # Notes"],
    });
    const several = `${ROOT}/a.txt:\nalpha\nbeta\n\n---\n${ROOT}/notes.md:\n# Notes\nfirst\n`;
    expect(await shown("read_multiple_files", { paths: ["a.txt", "notes.md"] }, several)).toEqual({
      reads: ["a.txt = alpha\nbeta", "notes.md~ = # Notes\nfirst"],
    });
    expect(await shown("list_directory", { path: ROOT }, "[DIR] src\n[FILE] notes.md\n[FILE] a.txt")).toEqual({
      listed: ["a.txt", "notes.md"],
    });
    const tree = JSON.stringify([
      { name: "src", type: "directory", children: [{ name: "app.ts", type: "file" }] },
      { name: "notes.md", type: "file" },
    ]);
    expect(await shown("directory_tree", { path: ROOT }, tree)).toEqual({ listed: ["notes.md", "src/app.ts"] });
  });

  it("Codex shell: a command as a list of words", async () => {
    expect(
      await shown("shell", { command: ["bash", "-lc", "sed -n 2,3p notes.md"] }, "first\nsecond fact 42\n"),
    ).toEqual({ reads: ["notes.md#line2-3~ = first\nsecond fact 42\n"] });
  });

  it("Codex apply_patch: writes what the patch names", async () => {
    const patch =
      "*** Begin Patch\n*** Update File: notes.md\n@@\n*** Add File: new.md\n+x\n*** Delete File: a.txt\n*** End Patch";
    expect(await shown("apply_patch", { input: patch }, "Done!")).toEqual({ writes: ["a.txt", "new.md", "notes.md"] });
  });

  it("a viewer for files and folders by its command", async () => {
    expect(
      await shown(
        "str_replace_based_edit_tool",
        { command: "view", path: `${ROOT}/notes.md`, view_range: [2, 3] },
        "     2\tfirst\n     3\tsecond fact 42\n",
      ),
    ).toEqual({
      reads: ["notes.md#line2-3~ =      2\tfirst\n     3\tsecond fact 42\n"],
    });
    expect(
      await shown("str_replace_based_edit_tool", { command: "str_replace", path: `${ROOT}/notes.md` }, "edited"),
    ).toEqual({ writes: ["notes.md"] });
  });
});

describe("subagents and frameworks", () => {
  it("Task: keeps a report without counting it as read, and lists what it names", async () => {
    const output = "The headcount is 128, see notes.md and src/app.ts.";
    expect(await shown("Task", { prompt: "find the headcount" }, output)).toEqual({
      computed: [`nothing = ${output}`],
      listed: ["notes.md", "src/app.ts"],
    });
  });

  it("NotebookRead: reads the notebook", async () => {
    const output = '<cell id="1"><cell_type>code</cell_type>print(1)</cell id="1">';
    expect(await shown("NotebookRead", { notebook_path: `${ROOT}/a.txt` }, output)).toEqual({
      reads: [`a.txt = ${output}`],
    });
  });

  it("LangChain: reads and lists by file_path and dir_path", async () => {
    expect(await shown("read_file", { file_path: "notes.md" }, NOTES)).toEqual({ reads: [`notes.md = ${NOTES}`] });
    expect(await shown("list_directory", { dir_path: "src" }, "app.ts\nlib")).toEqual({ listed: ["src/app.ts"] });
  });

  it("AI SDK: takes the text out of a tool's JSON", async () => {
    const output = JSON.stringify({ path: "notes.md", content: NOTES });
    expect(await shown("readFile", { path: "notes.md" }, output)).toEqual({
      reads: [`notes.md = ${JSON.stringify(NOTES).slice(1, -1)}`],
    });
  });

  it("MCP: takes the text out of content parts", async () => {
    const output = JSON.stringify({ content: [{ type: "text", text: NOTES }] });
    expect(await shown("mcp__fs__read_text_file", { path: "notes.md" }, output)).toEqual({
      reads: [`notes.md = ${JSON.stringify(NOTES).slice(1, -1)}`],
    });
  });

  it("a text editor's view: leaves its sentence out", async () => {
    const path = `${ROOT}/notes.md`;
    const lines = "     2\tfirst\n     3\tsecond fact 42\n";
    const output = `Here's the result of running \`cat -n\` on ${path}:\n${lines}`;
    expect(await shown("str_replace_based_edit_tool", { command: "view", path, view_range: [2, 3] }, output)).toEqual({
      reads: [`notes.md#line2-3~ = ${lines}`],
    });
  });
});

describe("paths and secrets", () => {
  it("nothing outside the workspace is read, listed or written", async () => {
    expect(await shown("Read", { file_path: "/etc/passwd" }, "root:x:0:0\n")).toEqual({});
    expect(await shown("Read", { file_path: "../project2/notes.md" }, NOTES)).toEqual({});
    expect(await shown("write", { path: "/srv/project_secret/x" }, "ok")).toEqual({});
  });

  it("a file that holds secrets by its name is read and not stored", async () => {
    expect(await shown("Read", { file_path: ".env" }, "A=b\n")).toEqual({ reads: [".env = "] });
  });

  it("names are compared composed, and kept in the manifest's own bytes", async () => {
    const decomposed = claimedContext(ROOT, { "cafe\u0301.txt": 4 });
    const result = await createCapture().capture(
      { tool: "Read", args: { file_path: "caf\u00e9.txt" }, output: "abc\n" },
      decomposed,
    );
    expect(result.reads.map((read) => read.paths)).toEqual([["cafe\u0301.txt"]]);
  });

  it("the output of a tool that nobody knows is kept, with the files it names", async () => {
    expect(await shown("crm_lookup", { id: 7 }, "see notes.md for more")).toEqual({
      listed: ["notes.md"],
      computed: ["nothing = see notes.md for more"],
    });
  });
});
