import { contentHashOf, createMatchedWorkspace } from "../../test/matched-workspace.ts";
import { describe, expect, it } from "vitest";
import { createCapture, createFileAccessStrategy } from "../index.ts";

const ROWS = Array.from({ length: 12 }, (_, at) => `row ${at + 1} of quarterly figures ${(at + 3) * 7919}`);
const FILES = {
  "a.txt": `${ROWS.join("\n")}\n`,
  "copy.txt": `${ROWS.join("\n")}\n`,
  "b.txt": "beta holds another text altogether 55123\n",
};
const SCRIPT = { tool: "bash", args: { command: "./report" } };

describe("createFileAccessStrategy", () => {
  it("attributes what is shown to the opened file that holds it, never to a copy nobody opened", async () => {
    const output = `${ROWS.slice(2, 5).join("\n")}\n`;
    const { reads } = await createFileAccessStrategy().capture(
      { ...SCRIPT, output },
      { ...createMatchedWorkspace(FILES).context, opened: new Set(["a.txt", "b.txt"]) },
    );
    expect(reads).toMatchObject([
      { paths: ["a.txt"], start: 0, end: output.length, partial: true, hash: contentHashOf(FILES["a.txt"]) },
    ]);
    expect(reads[0]!.range).toEqual({ unit: "line", start: 3, end: 5 });
  });

  it("says nothing without a trace", async () => {
    const result = await createFileAccessStrategy().capture(
      { ...SCRIPT, output: FILES["a.txt"] },
      createMatchedWorkspace(FILES).context,
    );
    expect(result).toEqual({ reads: [], listed: [], computed: [], writes: [], notes: [] });
  });
});

describe("a traced run in the default capture", () => {
  it("counts no file as read that no process opened", async () => {
    const context = { ...createMatchedWorkspace(FILES).context, opened: new Set(["b.txt"]) };
    const observation = {
      tool: "bash",
      args: { command: "false && cat a.txt; ./other" },
      output: "done 1\n",
      exitCode: 0,
    };
    const { reads, notes } = await createCapture().capture(observation, context);
    expect(reads).toEqual([]);
    expect(notes).toContain("opened, not shown: b.txt");
  });

  it("narrows a read of several files to those that were opened", async () => {
    const context = { ...createMatchedWorkspace(FILES).context, opened: new Set(["b.txt"]) };
    const observation = {
      tool: "bash",
      args: { command: "cat missing.txt a.txt b.txt | sort" },
      output: FILES["b.txt"],
    };
    const { reads } = await createCapture().capture(observation, context);
    expect(reads.map((read) => read.paths)).toEqual([["b.txt"]]);
  });
});
