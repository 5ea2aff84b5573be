import { describe, expect, it } from "vitest";
import { createCapture, type CaptureResult, type Observation } from "../src/index.ts";
import { claimedContext } from "./real-workspace.ts";

const context = claimedContext("/w", {
  "a.txt": 30,
  "b.txt": 60,
  "c.txt": 40,
  "d.txt": 8,
  "e.txt": 8,
  "notes.md": 10,
  "big.csv": 1000,
  "old.txt": 5,
});

async function run(
  command: string,
  output: string,
  exitCode = 0,
): Promise<{ result: CaptureResult; shown: readonly string[] }> {
  const observation: Observation = { tool: "bash", args: { command }, output, exitCode };
  const result = await createCapture().capture(observation, context);
  return {
    result,
    shown: result.reads.map((read) => `${read.paths.join("+")}: ${output.slice(read.start, read.end)}`),
  };
}

describe("C21: the model reads in the shell and the ledger stays empty", () => {
  it("logs 'sed -n 2,3p a.txt' as a partial read of lines 2 to 3", async () => {
    const { result, shown } = await run("sed -n 2,3p a.txt", "two\nthree\n");
    expect(shown).toEqual(["a.txt: two\nthree\n"]);
    expect(result.reads[0]).toMatchObject({ partial: true, range: { unit: "line", start: 2, end: 3 } });
  });

  it("logs 'head -5 b.txt' as a partial read of its first lines", async () => {
    const { result, shown } = await run("head -5 b.txt", "1\n2\n3\n4\n5\n");
    expect(shown).toEqual(["b.txt: 1\n2\n3\n4\n5\n"]);
    expect(result.reads[0]).toMatchObject({ partial: true, range: { unit: "line", start: 1, end: 5 } });
  });

  it("logs 'cat c.txt | grep x' as a partial read of c.txt", async () => {
    const { result, shown } = await run("cat c.txt | grep x", "an x\n");
    expect(shown).toEqual(["c.txt: an x\n"]);
    expect(result.reads[0]).toMatchObject({ partial: true });
  });

  it("logs 'cat < d.txt' as a read of d.txt", async () => {
    const { result, shown } = await run("cat < d.txt", "deltas\n\n");
    expect(shown).toEqual(["d.txt: deltas\n\n"]);
    expect(result.reads[0]).toMatchObject({ partial: false });
  });

  it("keeps what python prints of open('e.txt') as the output of an unknown command", async () => {
    const output = "epsilon\n";
    const { result } = await run("python -c \"print(open('e.txt').read())\"", output);
    expect(result.reads).toEqual([]);
    expect(result.computed).toEqual([{ start: 0, end: output.length, inputs: ["e.txt"], own: false }]);
    expect(result.notes).toEqual([expect.stringContaining("unknown command, output kept")]);
  });
});

describe("C22: a file name that is merely mentioned is recorded as touched", () => {
  it("'echo see notes.md' reads nothing and lists nothing", async () => {
    const { result } = await run("echo see notes.md", "see notes.md\n");
    expect(result).toMatchObject({ reads: [], listed: [], writes: [], computed: [{ own: true }] });
  });

  it("'wc -l big.csv' knows the file and shows none of it", async () => {
    const { result } = await run("wc -l big.csv", "100 big.csv\n");
    expect(result).toMatchObject({
      reads: [],
      listed: ["big.csv"],
      writes: [],
      computed: [{ inputs: ["big.csv"], own: false }],
    });
  });

  it("'rm old.txt' removes and reads nothing", async () => {
    const { result } = await run("rm old.txt", "");
    expect(result).toMatchObject({
      reads: [],
      listed: [],
      writes: ["old.txt"],
      notes: ["removed by the command: old.txt"],
    });
  });

  it("'cat missing.txt' (exit 1) is a failed attempt", async () => {
    const { result } = await run("cat missing.txt", "cat: missing.txt: No such file or directory\n", 1);
    expect(result).toMatchObject({ reads: [], listed: [], writes: [] });
    expect(result.notes).toEqual(["a command complained: cat: missing.txt: No such file or directory"]);
  });

  it("'cp a.txt b.txt' writes b.txt and shows neither", async () => {
    const { result } = await run("cp a.txt b.txt", "");
    expect(result).toMatchObject({ reads: [], listed: [], writes: ["b.txt"] });
  });
});

describe("C19: files changed by shell commands are not tracked", () => {
  it("'sed -i' is a write; what a program writes is left to the scan", async () => {
    expect((await run("sed -i 's/a/b/' a.txt", "")).result).toMatchObject({ reads: [], writes: ["a.txt"] });
    const python = await run("python3 -c \"open('b.txt', 'w').write('x')\"", "");
    expect(python.result).toMatchObject({ reads: [], writes: [] });
  });
});

describe("C23: a ledger that outlives the session answers a read with a stub", () => {
  it("gives the full text of every read, in a new session and repeated in one", async () => {
    const observation: Observation = { tool: "Read", args: { file_path: "a.txt" }, output: "one\ntwo\n", exitCode: 0 };
    const first = createCapture();
    const results = [
      await first.capture(observation, context),
      await first.capture(observation, context),
      await createCapture().capture(observation, context),
    ];
    for (const { reads } of results) expect(reads).toMatchObject([{ paths: ["a.txt"], start: 0, end: 8 }]);
  });
});
