import { describe, expect, it } from "vitest";
import { createMatchedWorkspace } from "../../test/matched-workspace.ts";
import { createCapture } from "../index.ts";

const FILES = { "a.txt": "one 1\ntwo 2\nsame\nthree 3\nsame\nlast 9\n" };

async function rangesOf(command: string, output: string) {
  const { reads } = await createCapture().capture(
    { tool: "bash", args: { command }, output, exitCode: 0 },
    createMatchedWorkspace(FILES).context,
  );
  return reads.map(({ range }) => range);
}

describe("line ranges that only the file's text tells", () => {
  it("are found for tail and for patterns", async () => {
    expect(await rangesOf("tail -n 2 a.txt", "same\nlast 9\n")).toEqual([{ unit: "line", start: 5, end: 6 }]);
    expect(await rangesOf("sed -n '/two/,/three/p' a.txt", "two 2\nsame\nthree 3\n")).toEqual([
      { unit: "line", start: 2, end: 4 },
    ]);
  });

  it("are left out where the lines stand in several places, or in none", async () => {
    expect(await rangesOf("grep same a.txt | head -1", "same\n")).toEqual([undefined]);
    expect(await rangesOf("sort a.txt | tail -2", "three 3\ntwo 2\n")).toEqual([undefined]);
  });

  it("are found in a text that has a parsed form too, such as a table's rows", async () => {
    const context = createMatchedWorkspace({ "t.csv": "city,rooms\nFaro,12\nBraga,30\n" }).context;
    const textLines: typeof context.textLines = async function* (hash, path) {
      yield* context.textLines!(hash, path);
      yield { address: "sheet=Sheet1&range=A2:B2", line: "city: Faro | rooms: 12" };
    };
    const observation = { tool: "bash", args: { command: "tail -n 1 t.csv" }, output: "Braga,30\n", exitCode: 0 };
    const { reads } = await createCapture().capture(observation, { ...context, textLines });
    expect(reads.map(({ range }) => range)).toEqual([{ unit: "line", start: 3, end: 3 }]);
  });
});
