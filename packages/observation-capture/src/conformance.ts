import assert from "node:assert/strict";
import type { ContentHash } from "@runningtab/content-hash";
import { hashBytesSync } from "@runningtab/content-hash/node";
import type { ConformanceCase } from "@runningtab/conformance-kit";
import type { CaptureContext, CaptureResult, CaptureStrategy, FileFact, Observation } from "./capture-strategy.ts";

type StrategyCase = ConformanceCase<CaptureStrategy>;

const ROOT = "/work space/r";

/** A small workspace that exists only in the context: text by path, one name decomposed, one that looks like an option. */
const FILES: Readonly<Record<string, string>> = {
  "notes.md": "# Notes\n---\nfirst\nsecond fact 42\n",
  "a.txt": "alpha\nbeta\ngamma\n",
  "docs/report one.md": "one\ntwo\n",
  "docs/cafe\u0301.txt": "coffee\n",
  "-n": "dash\n",
  "empty.txt": "",
  ".env": "DB_PASSWORD=x\n",
};

function context(changes: Partial<CaptureContext> = {}): CaptureContext {
  return {
    root: ROOT,
    stat: (path) => (Object.hasOwn(FILES, path) ? { size: Buffer.byteLength(FILES[path]!), kind: "file" } : undefined),
    paths: () => Object.keys(FILES),
    ...changes,
  };
}

/** Calls as harnesses make them, with outputs that fit, do not fit, or are odd. */
const CALLS: readonly Observation[] = [
  ...[
    "cat a.txt",
    "sed -n 2,3p notes.md",
    "cat < a.txt",
    "cat a.txt notes.md",
    "grep -rn fact .",
    "rg -l alpha",
    "ls -la",
    "find . -type f",
    "tree",
    "wc -l a.txt",
    "echo see notes.md",
    "rm a.txt",
    "cat missing.txt",
    "cat ../../etc/passwd /etc/passwd",
    "python3 -c \"print(open('a.txt').read())\"",
    'for f in *; do echo "== $f"; cat "$f"; done',
    "cat 'unterminated",
    "$(((",
    "",
    "cat\0a",
    "cat ../r/a.txt ./docs/../notes.md",
    "cat .env",
  ].flatMap((command): Observation[] => [
    { tool: "bash", args: { command }, output: Object.values(FILES).join("") },
    { tool: "bash", args: { command }, output: "" },
    {
      tool: "bash",
      args: { command },
      output: "notes.md:4:second fact 42\n/etc/passwd:1:root\n../x:3:y\n",
      exitCode: 1,
    },
  ]),
  ...["Read", "view", "read_text_file", "Grep", "list_dir", "write", "edit"].flatMap((tool): Observation[] => [
    { tool, args: { path: "notes.md", file_path: "notes.md" }, output: FILES["notes.md"]! },
    { tool, args: { path: "/etc/passwd" }, output: "root:x:0:0\n" },
    { tool, args: { path: "../outside.txt" }, output: "outside\n" },
    { tool, args: null, output: "\ud800 lone surrogate" },
    { tool, args: ["notes.md", 3, null], output: "x" },
    { tool, args: { path: 3, offset: "no", limit: -1 }, output: "x" },
  ]),
  { tool: "nobody-knows", args: { anything: [1, { deep: true }] }, output: "notes.md and a.txt\n" },
];

/** Calls of which any strategy that reads its tool must say that `a.txt` or `notes.md` was read. */
const READS: readonly {
  readonly capability: string;
  readonly observation: Observation;
  readonly path: string;
  readonly excerpt: string;
}[] = [
  {
    capability: "shell",
    observation: { tool: "bash", args: { command: "cat a.txt" }, output: FILES["a.txt"]! },
    path: "a.txt",
    excerpt: FILES["a.txt"]!,
  },
  {
    capability: "shell",
    observation: { tool: "bash", args: { command: "sed -n 2,3p notes.md" }, output: "---\nfirst\n" },
    path: "notes.md",
    excerpt: "---\nfirst\n",
  },
  {
    capability: "structured-tools",
    observation: { tool: "read_text_file", args: { path: "a.txt" }, output: FILES["a.txt"]! },
    path: "a.txt",
    excerpt: FILES["a.txt"]!,
  },
  {
    capability: "structured-tools",
    observation: { tool: "Read", args: { file_path: `${ROOT}/notes.md` }, output: FILES["notes.md"]! },
    path: "notes.md",
    excerpt: FILES["notes.md"]!,
  },
];

/** A context that gives the text of its files by line, `notes.md` being as given. */
function readableContext(notes = FILES["notes.md"]!): CaptureContext {
  const texts: Readonly<Record<string, string>> = { ...FILES, "notes.md": notes, "contract.md": CONTRACT };
  const facts = new Map<string, FileFact>();
  const byHash = new Map<ContentHash, string>();
  for (const [path, text] of Object.entries(texts)) {
    const bytes = new TextEncoder().encode(text);
    const hash = hashBytesSync(bytes);
    facts.set(path, { size: bytes.length, kind: "file", hash });
    byHash.set(hash, text);
  }
  return context({
    stat: (path) => facts.get(path),
    paths: () => facts.keys(),
    async *textLines(hash) {
      for (const [index, line] of (byHash.get(hash) ?? "").split("\n").entries())
        yield { address: `L${index + 1}`, line };
    },
  });
}

const CONTRACT = `Either party may end the lease with three months' notice.
Rent is due on the third working day of the month.
Keys are handed over when the deposit was paid.
`;
const RENT = CONTRACT.split("\n")[1]!;

async function everyResult(
  strategy: CaptureStrategy,
  check: (result: CaptureResult, observation: Observation) => void,
): Promise<void> {
  for (const observation of CALLS) check(await strategy.capture(observation, context()), observation);
}

function describeCall(observation: Observation): string {
  return `${observation.tool} ${JSON.stringify(observation.args)}`;
}

/** What every `CaptureStrategy` keeps. The capabilities `shell` and `structured-tools` add what such a strategy must find. */
export const captureStrategyCases: readonly StrategyCase[] = [
  {
    id: "port/shape",
    title: "says which contract it keeps and what it is called",
    async run(strategy) {
      assert.equal(strategy.specVersion, 1);
      assert.match(strategy.name, /^[a-z][a-z0-9-]*$/);
    },
  },
  {
    id: "observation/never-throws",
    title: "answers every observation, however odd",
    async run(strategy) {
      await everyResult(strategy, (result) => {
        for (const part of ["reads", "listed", "computed", "writes", "notes"] as const)
          assert.ok(Array.isArray(result[part]), `${part} is no array`);
      });
    },
  },
  {
    id: "excerpt/slice",
    title: "gives excerpts as slices of the observation",
    async run(strategy) {
      await everyResult(strategy, (result, observation) => {
        for (const { start, end } of [...result.reads, ...result.computed]) {
          const fits =
            Number.isInteger(start) &&
            Number.isInteger(end) &&
            start >= 0 &&
            start <= end &&
            end <= observation.output.length;
          assert.ok(
            fits,
            `${describeCall(observation)}: ${start} to ${end} is no slice of ${observation.output.length} characters`,
          );
        }
      });
    },
  },
  {
    id: "path/regular-files",
    title: "names only regular files inside the root",
    async run(strategy) {
      await everyResult(strategy, (result, observation) => {
        const named = [
          ...result.reads.flatMap((read) => read.paths),
          ...result.listed,
          ...result.computed.flatMap((each) => each.inputs),
        ];
        for (const path of named) assert.ok(Object.hasOwn(FILES, path), `${describeCall(observation)} names ${path}`);
        for (const path of result.writes)
          assert.ok(
            !path.startsWith("/") && !path.split("/").includes(".."),
            `${describeCall(observation)} writes ${path}`,
          );
      });
    },
  },
  {
    id: "path/has-some",
    title: "names at least one path for each read",
    async run(strategy) {
      await everyResult(strategy, (result) => {
        for (const read of result.reads) assert.ok(read.paths.length > 0);
      });
    },
  },
  {
    id: "listed/not-read",
    title: "lists no file that it says was read",
    async run(strategy) {
      await everyResult(strategy, (result, observation) => {
        const opened = new Set(result.reads.flatMap((read) => read.paths));
        for (const path of result.listed)
          assert.ok(!opened.has(path), `${describeCall(observation)} lists and reads ${path}`);
      });
    },
  },
  {
    id: "confidence/bounds",
    title: "gives confidence between 0 and 1",
    async run(strategy) {
      await everyResult(strategy, (result) => {
        for (const { confidence } of result.reads) assert.ok(confidence >= 0 && confidence <= 1, `found ${confidence}`);
      });
    },
  },
  {
    id: "tool/tab-ignored",
    title: "captures nothing from calls on the tab itself",
    async run(strategy) {
      for (const tool of ["tab_add", "tab_resolve", "tab_list", "tab_show", "mcp__tab__tab_list"]) {
        const result = await strategy.capture(
          { tool, args: { id: "r1", path: "a.txt" }, output: "a.txt:1:alpha\nnotes.md\n" },
          context(),
        );
        assert.deepEqual([...result.reads, ...result.listed, ...result.computed, ...result.writes], [], tool);
      }
    },
  },
  {
    id: "secret/not-stored",
    title: "keeps no text of a file that holds secrets by its name",
    async run(strategy) {
      const calls: readonly Observation[] = [
        { tool: "bash", args: { command: "cat .env" }, output: FILES[".env"]! },
        { tool: "Read", args: { file_path: ".env" }, output: FILES[".env"]! },
      ];
      for (const observation of calls) {
        for (const read of (await strategy.capture(observation, context())).reads) {
          assert.equal(read.start, read.end, `${describeCall(observation)} keeps an excerpt`);
          assert.equal(read.redacted, true);
        }
      }
    },
  },
  {
    id: "secret/mask-flagged",
    title: "flags a read whose slice holds a mask",
    async run(strategy) {
      for (const tool of ["bash", "read_text_file"]) {
        const output = "alpha\n[redacted:github-token]\n";
        const result = await strategy.capture(
          { tool, args: { command: "cat a.txt", path: "a.txt" }, output },
          context(),
        );
        for (const read of result.reads)
          assert.equal(read.redacted, output.slice(read.start, read.end).includes("[redacted:"));
      }
    },
  },
  {
    id: "context/without-paths",
    title: "does without the optional parts of the context",
    async run(strategy) {
      const bare: CaptureContext = { root: ROOT, stat: context().stat };
      for (const observation of CALLS) await strategy.capture(observation, bare);
    },
  },
  {
    id: "context/empty-workspace",
    title: "names nothing in a workspace without files",
    async run(strategy) {
      const empty = context({ stat: () => undefined, paths: () => [] });
      for (const observation of CALLS) {
        const result = await strategy.capture(observation, empty);
        assert.deepEqual([...result.reads, ...result.listed], [], describeCall(observation));
      }
    },
  },
  {
    id: "observation/repeatable",
    title: "says the same of the same observation",
    async run(strategy) {
      for (const observation of CALLS.filter(({ args }) => !JSON.stringify(args).includes("rm "))) {
        const first = await strategy.capture(observation, context());
        assert.deepEqual(await strategy.capture(observation, context()), first, describeCall(observation));
      }
    },
  },
  ...(["shell", "structured-tools"] as const).flatMap((capability): StrategyCase[] => [
    {
      id: `${capability}/reads`,
      title: "finds the file whose text was shown, and its text",
      requires: capability,
      async run(strategy) {
        for (const { observation, path, excerpt } of READS.filter((each) => each.capability === capability)) {
          const { reads } = await strategy.capture(observation, context());
          assert.deepEqual(
            reads.map((read) => [...read.paths, observation.output.slice(read.start, read.end)]),
            [[path, excerpt]],
            describeCall(observation),
          );
        }
      },
    },
  ]),
  {
    id: "shell/mention-is-no-read",
    title: "counts no file as read that a command only names",
    requires: "shell",
    async run(strategy) {
      for (const command of [
        "echo see notes.md",
        "wc -l notes.md",
        "rm notes.md",
        "cp notes.md b.txt",
        "ls notes.md",
      ]) {
        const result = await strategy.capture({ tool: "bash", args: { command }, output: "notes.md\n" }, context());
        assert.deepEqual(result.reads, [], command);
      }
    },
  },
  {
    id: "content-match/reads",
    title: "finds the file whose text was shown, whatever printed it, and where the text stands there",
    requires: "content-match",
    async run(strategy) {
      for (const tool of ["bash", "nobody-knows"]) {
        const output = `2 results\n  7: ${RENT}\nno more\n`;
        const { reads } = await strategy.capture({ tool, args: { command: "./show" }, output }, readableContext());
        assert.deepEqual(
          reads.map(({ paths, range, start, end }) => [...paths, range, output.slice(start, end).trim()]),
          [["contract.md", { unit: "line", start: 2, end: 2 }, `7: ${RENT}`]],
          tool,
        );
      }
    },
  },
  {
    id: "content-match/changed-is-no-read",
    title: "attributes no line in which a word or a number is another than in the file",
    requires: "content-match",
    async run(strategy) {
      for (const output of [RENT.replace("third", "fifth"), RENT.replace("is due", "is not due"), `${RENT} 4`]) {
        const { reads } = await strategy.capture(
          { tool: "bash", args: { command: "./show" }, output },
          readableContext(),
        );
        assert.deepEqual(reads, [], output);
      }
    },
  },
  {
    id: "content-match/own-is-no-read",
    title: "attributes no text that stands in the call itself",
    requires: "content-match",
    async run(strategy) {
      const args = { command: `python3 -c 'print("${RENT.replace("'", "")}")'` };
      const { reads } = await strategy.capture({ tool: "bash", args, output: `${RENT}\n` }, readableContext());
      assert.deepEqual(reads, []);
    },
  },
  {
    id: "content-match/present-version",
    title: "finds only text of versions that the files have now, and gives their hash",
    requires: "content-match",
    async run(strategy) {
      const sentence = "The canteen serves forty-two lunches on working days.";
      const ask = (notes: string): Promise<CaptureResult> =>
        strategy.capture(
          { tool: "bash", args: { command: "./show" }, output: `${sentence}\n` },
          readableContext(notes),
        );
      const notes = `${sentence}\n`;
      const [read] = (await ask(notes)).reads;
      assert.deepEqual([read?.paths, read?.hash], [["notes.md"], readableContext(notes).stat("notes.md")!.hash]);
      assert.deepEqual((await ask("Something else.\n")).reads, []);
    },
  },
];
