import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describeWithData } from "@runningtab/test-kit";
import { expect, it } from "vitest";
import { createCapture, redactSecrets } from "../src/index.ts";
import { contextOf, runBash } from "./real-workspace.ts";

const quote = (name: string): string => `'${name.replaceAll("'", `'\\''`)}'`;

describeWithData("over real files", (folder) => {
  const root = join(folder, "diff-pairs");
  const texts = (): readonly string[] =>
    readdirSync(root, { recursive: true, encoding: "utf8" })
      .filter((path) => /\.(?:md|csv|json|txt|html|ipynb)$/.test(path))
      .filter((path) => readFileSync(join(root, path)).length < 100_000)
      .toSorted();

  it("tells the files of one cat apart, each as it stands on disk", async () => {
    const names = texts().slice(0, 20);
    const observation = runBash(root, `cat ${names.map(quote).join(" ")}`);
    const { reads } = await createCapture().capture(observation, contextOf(root));
    expect(reads.map((read) => read.paths)).toEqual(names.map((name) => [name]));
    for (const read of reads) {
      expect(observation.output.slice(read.start, read.end)).toBe(readFileSync(join(root, read.paths[0]!), "utf8"));
      expect(read.partial).toBe(false);
    }
  });

  it("gives each file of a loop the lines that were asked for", async () => {
    const names = texts().filter((name) => readFileSync(join(root, name), "utf8").split("\n").length > 12);
    const command = `for f in ${names.map(quote).join(" ")}; do echo "=== $f"; sed -n 5,9p "$f"; done`;
    const observation = runBash(root, command);
    const { reads } = await createCapture().capture(observation, contextOf(root));
    expect(reads.map((read) => read.paths[0])).toEqual(names);
    for (const read of reads) {
      const lines = readFileSync(join(root, read.paths[0]!), "utf8").split("\n").slice(4, 9);
      expect(read.range).toEqual({ unit: "line", start: 5, end: 9 });
      expect(observation.output.slice(read.start, read.end)).toBe(`${lines.join("\n")}\n`);
    }
  });

  it("finds every matching line of a search in the file it comes from", async () => {
    const observation = runBash(root, "grep -rnI -i budget . | grep -v '.\\{2000\\}'");
    const { reads } = await createCapture().capture(observation, contextOf(root));
    const attributed = reads.flatMap((read) => observation.output.slice(read.start, read.end).split("\n"));
    expect(attributed).toEqual(observation.output.trimEnd().split("\n"));
    for (const read of reads) {
      for (const line of observation.output.slice(read.start, read.end).split("\n")) {
        const [, number] = /^[^:]+:(\d+):/.exec(line)!;
        const own = readFileSync(join(root, read.paths[0]!), "utf8").split("\n")[Number(number) - 1];
        expect(line.endsWith(own!)).toBe(true);
      }
    }
  });

  it("lists what find names, no more and no less", async () => {
    const observation = runBash(root, "find . -type f");
    const { listed, reads } = await createCapture().capture(observation, contextOf(root));
    const expected = observation.output
      .trimEnd()
      .split("\n")
      .map((line) => line.slice(2));
    expect([...listed].toSorted()).toEqual(expected.toSorted());
    expect(reads).toEqual([]);
  });

  it("masks nothing in them", () => {
    for (const name of texts())
      expect([name, redactSecrets(readFileSync(join(root, name), "utf8"), name).masked]).toEqual([name, 0]);
  });
});
