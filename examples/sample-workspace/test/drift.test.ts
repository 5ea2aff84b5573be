import { readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { storyFiles } from "../story/index.ts";

const example = fileURLToPath(new URL("..", import.meta.url));
const folder = join(example, "files");

function committedFiles(): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .toSorted();
}

describe("the sample workspace", () => {
  it("holds exactly what its story gives, byte for byte", () => {
    const story = storyFiles();
    expect(committedFiles()).toEqual(Object.keys(story).toSorted());
    const changed = Object.entries(story).filter(
      ([path, content]) => !readFileSync(join(folder, path)).equals(Buffer.from(content)),
    );
    expect(changed.map(([path]) => path)).toEqual([]);
  });

  it("stays small and mixed", () => {
    const files = committedFiles();
    const size = files.reduce((sum, path) => sum + statSync(join(folder, path)).size, 0);
    expect(size).toBeLessThan(1_000_000);
    expect(files.length).toBeGreaterThanOrEqual(55);
    expect(new Set(files.map((path) => extname(path))).size).toBeGreaterThanOrEqual(10);
  });

  it("asks in its task for every expected fact, from at least eight files that are there", () => {
    const task = readFileSync(join(example, "TASK.md"), "utf8");
    const expected = JSON.parse(readFileSync(join(example, "expected.json"), "utf8")) as {
      ask: string;
      value: string;
      address: string;
    }[];
    for (const { ask } of expected) expect(task).toContain(`- ${ask}\n`);
    const sources = new Set(expected.map(({ address }) => address.replace(/#.*/, "")));
    expect(sources.size).toBeGreaterThanOrEqual(8);
    for (const path of sources) expect(committedFiles()).toContain(path);
  });

  it("holds each expected value of a text file on the line that the address names", () => {
    const expected = JSON.parse(readFileSync(join(example, "expected.json"), "utf8")) as {
      value: string;
      address: string;
    }[];
    const byLine = expected.filter(({ address }) => /#L\d+$/.test(address));
    expect(byLine.length).toBeGreaterThanOrEqual(4);
    for (const { value, address } of byLine) {
      const [path, line] = address.split("#L") as [string, string];
      expect(readFileSync(join(folder, path), "utf8").split("\n")[Number(line) - 1]).toContain(value);
    }
  });
});
