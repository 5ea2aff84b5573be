import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeWithData, temporaryFolder } from "@runningtab/test-kit";
import { createBubblewrapSandbox } from "@runningtab/harness-adapters/sandboxes/bubblewrap";
import { describe, expect, it, onTestFinished } from "vitest";
import type { AgentTool } from "../src/agent/agent-tool.ts";
import type { RetrievalTrace } from "../src/agent/run-folder.ts";
import type { Arm } from "../src/agent/arm.ts";
import { toolsOf } from "../src/agent/tool-set.ts";
import { createFileDiffer, openDocuments, openWorkspace } from "../src/compose.ts";
import { writeFiles } from "./run-cli.ts";

const isJailHere = process.platform === "linux" && existsSync("/usr/bin/bwrap");

interface Bench {
  readonly root: string;
  readonly traces: RetrievalTrace[];
  /** Calls a tool with arguments that its schema accepts, and answers its text. */
  call(name: string, args?: unknown): Promise<string>;
  readonly tools: readonly AgentTool[];
}

async function openBench(
  files: Readonly<Record<string, string>>,
  options: {
    readonly root?: string;
    readonly arm?: Arm;
    readonly program?: string;
    readonly own?: readonly string[];
  } = {},
): Promise<Bench> {
  const root = options.root ?? temporaryFolder("workspace");
  const stateFolder = temporaryFolder("state");
  writeFiles(root, files);
  const ground = { root, stateFolder, config: {} };
  const workspace = await openWorkspace(ground, join(stateFolder, "workspace"));
  const documents = await openDocuments(ground);
  onTestFinished(async () => {
    await documents.close();
    await workspace.close();
  });
  await documents.sync(workspace.manifest.values(), { wait: true, skipped: workspace.unread });
  const traces: RetrievalTrace[] = [];
  let board = "";
  const tools = toolsOf(options.arm ?? "dual", {
    workspace,
    documents,
    sandbox: createBubblewrapSandbox({ workspace: root, ...(options.program && { program: options.program }) }),
    sandboxHolds: [],
    ownFiles: async () => new Set(options.own),
    findings: async () => [],
    whiteboard: { read: async () => board, write: async (text) => void (board = text) },
    ...(await createFileDiffer(workspace, documents, {})),
    trace: (trace) => traces.push(trace),
  });
  const call = async (name: string, args: unknown = {}): Promise<string> => {
    const tool = tools.find((one) => one.name === name);
    if (tool === undefined) throw new Error(`There is no tool ${name}.`);
    const answer = await tool.execute(tool.parameters.parse(args), {
      callId: "c",
      turn: 1,
      signal: new AbortController().signal,
    });
    // As after every batch: what was written becomes visible.
    await workspace.scan();
    await documents.sync(workspace.manifest.values(), { skipped: workspace.unread });
    return answer.text;
  };
  return { root, traces, call, tools };
}

const FILES = {
  "policies/travel.md": "# Travel\n\nRail is booked in second class.\n",
  "policies/limits.csv": "city,limit\nLyon,120\nParis,150\n",
  "notes.txt": "one\ntwo\nthree\n",
};

describe("reading tools", () => {
  it("view shows a file, then what it is and how fresh, with what part was shown last", async () => {
    const { call } = await openBench(FILES);
    const text = await call("view", { path: "policies/travel.md" });
    expect(text.startsWith("# Travel\n\nRail is booked in second class.\n\n[")).toBe(true);
    expect(text).toMatch(/\[current \| sha256:[0-9a-f]{64} \| updated .* \| parsed .* \| .* shown\]$/);
  });

  it("view takes addresses, absolute paths and a leading ./", async () => {
    const { call, root } = await openBench(FILES);
    for (const path of [join(root, "notes.txt"), "./notes.txt", "@notes.txt"]) {
      expect(await call("view", { path })).toContain("one\ntwo\nthree");
    }
    const lines = await call("view", { path: "notes.txt#L2-L3" });
    expect(lines).toContain("two\nthree");
    expect(lines).not.toContain("one");
  });

  it("view and search know a new version at once and never show the old one as current", async () => {
    const { call, root } = await openBench(FILES);
    writeFileSync(join(root, "notes.txt"), "zebra\n");
    await call("list_dir");
    expect(await call("view", { path: "notes.txt" })).toContain("zebra");
    expect(await call("grep", { pattern: "three" })).toContain("No hits");
  });

  it("view says why there is no image and that a missing file is missing", async () => {
    const { call } = await openBench(FILES);
    expect(await call("view", { path: "notes.txt", mode: "visual" })).toBe(
      "view: nothing shown: files of type text/plain cannot be shown as images",
    );
    expect(await call("view", { path: "nowhere.txt" })).toContain("missing");
  });

  it("name what is there and could not be read, and what is secret by name", async () => {
    const root = temporaryFolder("workspace");
    symlinkSync("/etc/hostname", join(root, "link.txt"));
    const { call } = await openBench({ ...FILES, ".env": "TOKEN=hunter2\n" }, { root });
    for (const [name, args] of [
      ["search", { query: "hunter2" }],
      ["grep", { pattern: "hunter2" }],
    ] as const) {
      const text = await call(name, args);
      expect(text).toContain("No hits in 3 files, but that is not proven: 2 files could not be searched in full.");
      expect(text).toContain("not searched: .env (secret by name)");
      expect(text).toContain("not searched: link.txt (a symbolic link, not followed)");
    }
    expect(await call("list_dir")).toContain("[not read: link.txt (a symbolic link, not followed)]");
    expect(await call("view", { path: "link.txt" })).toContain("it was not read (a symbolic link, not followed)");
    expect(await call("view", { path: ".env" })).not.toContain("hunter2");
  });

  it("refuse a path outside in the spelling that was given", async () => {
    const { call } = await openBench(FILES);
    await expect(call("write", { path: "/etc/passwd", content: "x" })).rejects.toThrow('"/etc/passwd"');
  });

  it("grep, search and file_search answer with addresses and leave a trace", async () => {
    const { call, traces } = await openBench(FILES);
    expect(await call("grep", { pattern: "second.class" })).toMatch(
      /^policies\/travel\.md#\S+: Rail is booked in second class\./,
    );
    expect(await call("search", { query: "limit Lyon" })).toMatch(/^policies\/limits\.csv#\S+: .*limit/);
    expect(await call("file_search", { query: "travel" })).toMatch(/^policies\/travel\.md/);
    expect(await call("grep", { pattern: "second", path: "notes.txt" })).toContain("No hits in 1 file");
    expect(traces.map(({ tool, query, hits }) => [tool, query, hits.length])).toEqual([
      ["grep", "second.class", 1],
      ["search", "limit Lyon", 1],
      ["file_search", "travel", 1],
      ["grep", "second", 0],
    ]);
    expect(traces[0]!.hits[0]).toMatchObject({ freshness: "current" });
  });

  it("search names what runs wrote, and gives as many hits of other files as without it", async () => {
    const pages = Object.fromEntries(["a", "b", "c"].map((name) => [`${name}.txt`, `The rent of ${name} is 400.\n`]));
    const answers = { "one.md": "rent rent rent\n", "two.md": "rent rent\n" };
    const { call, traces } = await openBench({ ...pages, ...answers }, { own: Object.keys(answers) });
    const lines = (await call("search", { query: "rent", limit: 2 })).split("\n");
    expect(lines.filter((line) => /^[abc]\.txt#/.test(line))).toHaveLength(2);
    expect(lines).toContain("4 hits shown, there are more; 5 files searched.");
    expect(lines.filter((line) => line.startsWith("written by a run, no source: ")).toSorted()).toEqual([
      "written by a run, no source: one.md",
      "written by a run, no source: two.md",
    ]);
    expect(traces[0]?.hits).toHaveLength(4);
  });

  it("list_dir folds what lies deeper, with counts", async () => {
    const { call } = await openBench({ ...FILES, "a/b/c/d.txt": "x", "a/b/c/e.txt": "x" });
    expect(await call("list_dir", { depth: 1 })).toBe("a/ (2 files)\nnotes.txt (14 B)\npolicies/ (2 files)");
    expect(await call("list_dir", { path: "a/", depth: 3 })).toBe("a/b/c/d.txt (1 B)\na/b/c/e.txt (1 B)");
    expect(await call("list_dir", { path: "nowhere" })).toBe("No files in nowhere.");
  });

  it("keeps the whiteboard out of the workspace", async () => {
    const { call } = await openBench(FILES);
    await call("write_whiteboard", { content: "remember r3" });
    expect(await call("read_whiteboard")).toBe("remember r3");
    expect(await call("workspace_diff")).toBe("Nothing changed since the run began.");
  });
});

describe("writing tools", () => {
  it("write makes a Word document that view reads back, and a diff shows", async () => {
    const { call, root } = await openBench(FILES);
    const markdown = "# Rules\n\nRail: **second class**.\n\n| City | Limit |\n|---|---|\n| Lyon | 120 |\n";
    expect(await call("write", { path: "out/rules.docx", content: markdown })).toMatch(
      /^Written out\/rules\.docx: \d+ bytes, sha256:/,
    );
    expect(readFileSync(join(root, "out/rules.docx")).subarray(0, 2).toString()).toBe("PK");
    const text = await call("view", { path: "out/rules.docx" });
    expect(text).toContain("Rail: second class.");
    expect(text).toMatch(/Lyon.*120/);
    expect(await call("workspace_diff")).toBe("A out/rules.docx");
    expect(await call("workspace_file_diff", { path: "out/rules.docx" })).toContain("second class");
  });

  it("write makes a workbook whose cells view reads back as they were given", async () => {
    const { call } = await openBench(FILES);
    await call("write", {
      path: "limits.xlsx",
      content: "# Limits\n\n| Id | EUR |\n|---|---|\n| 0010 | 12.5 |\n| =1+1 | 7 |\n",
    });
    const text = await call("view", { path: "limits.xlsx" });
    expect(text).toContain("0010");
    expect(text).toContain("12.5");
    expect(text).toContain("=1+1");
  });

  it("edit changes one passage, and nothing when it is not there exactly once", async () => {
    const { call, root } = await openBench(FILES);
    expect(await call("edit", { path: "notes.txt", old: "two", new: "$& 2" })).toMatch(/^Written notes\.txt/);
    expect(readFileSync(join(root, "notes.txt"), "utf8")).toBe("one\n$& 2\nthree\n");
    expect(await call("edit", { path: "notes.txt", old: "four", new: "x" })).toContain("does not occur");
    expect(await call("edit", { path: "notes.txt", old: "e", new: "x" })).toContain("occurs 3 times");
    expect(await call("workspace_file_diff", { path: "notes.txt" })).toMatch(/two/);
    expect(await call("workspace_file_diff", { path: "policies/travel.md" })).toContain("as it was");
  });

  it("edit refuses what is no text", async () => {
    const { call } = await openBench(FILES);
    await call("write", { path: "a.docx", content: "text" });
    expect(await call("edit", { path: "a.docx", old: "text", new: "x" })).toContain("no plain text");
  });

  it("refuses to replace another version than the expected one", async () => {
    const { call, root } = await openBench(FILES);
    const hash = /sha256:[0-9a-f]{64}/.exec(await call("view", { path: "notes.txt" }))![0];
    writeFileSync(join(root, "notes.txt"), "somebody else's\n");
    for (const [tool, args] of [
      ["write", { content: "mine" }],
      ["edit", { old: "somebody", new: "x" }],
    ] as const) {
      expect(await call(tool, { path: "notes.txt", expectedHash: hash, ...args })).toMatch(
        /^Refused: notes\.txt is another version/,
      );
    }
    expect(readFileSync(join(root, "notes.txt"), "utf8")).toBe("somebody else's\n");
  });

  it.each(["../outside.txt", "/tmp/outside.txt", "link/outside.txt", ".git/config", "a/../../outside.txt"])(
    "writes nothing to %s",
    async (path) => {
      const { call, root } = await openBench(FILES);
      const outside = temporaryFolder("outside");
      symlinkSync(outside, join(root, "link"));
      mkdirSync(join(root, ".git"));
      await expect(call("write", { path, content: "x" })).rejects.toThrow();
      expect(existsSync(join(outside, "outside.txt"))).toBe(false);
      expect(existsSync(join(root, "..", "outside.txt"))).toBe(false);
      expect(existsSync(join(root, ".git", "config"))).toBe(false);
    },
  );
});

describe("command tools", () => {
  it.skipIf(!isJailHere)("run in the workspace and say how they ended", async () => {
    const { call, root } = await openBench(FILES);
    expect(await call("bash", { command: "wc -l < notes.txt" })).toBe("3");
    expect(await call("bash", { command: "true" })).toBe("");
    expect(await call("bash", { command: "cat none.txt" })).toContain("[exit code 1]");
    expect(await call("bash", { command: "sleep 30", timeout: 1 })).toContain("ended after 1 s");
    expect(await call("python", { code: "open('made.txt', 'w').write('6')\nprint(6 * 7)" })).toBe("42");
    expect(readFileSync(join(root, "made.txt"), "utf8")).toBe("6");
    expect(await call("workspace_diff")).toBe("A made.txt");
  });

  it("refuse, with what else would do, where there is no proven sandbox", async () => {
    const { call, root } = await openBench(FILES, { program: "/nonexistent/bwrap" });
    for (const [tool, args] of [
      ["bash", { command: "touch ran.txt" }],
      ["python", { code: "open('ran.txt', 'w')" }],
    ] as const) {
      expect(await call(tool, args)).toMatch(/^Refused: .*Use view, grep, search, edit and write instead\.$/);
    }
    expect(existsSync(join(root, "ran.txt"))).toBe(false);
  });
});

describeWithData("on a real PDF", (data) => {
  it("finds a word, shows its page and names the page shown", async () => {
    const folder = join(data, "officeqa", "pdfs");
    const root = temporaryFolder("workspace");
    const name = readdirSync(folder).find((file) => file.endsWith(".pdf"))!;
    copyFileSync(join(folder, name), join(root, name));
    const { call } = await openBench({}, { root });
    const hit = (await call("search", { query: "public debt outstanding", limit: 3 })).split("\n")[0]!;
    const [, page] = new RegExp(`^${name.replaceAll(".", "\\.")}#page=(\\d+)`).exec(hit)!;
    const text = await call("view", { path: name, pages: page });
    expect(text).toMatch(new RegExp(`page ${page} of \\d+ shown\\]$`));
  });
});
