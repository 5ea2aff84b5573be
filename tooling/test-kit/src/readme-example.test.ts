import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { findReadmeExample, runReadmeExample } from "./readme-example.ts";
import { temporaryFolder } from "./temporary-folder.ts";

function packageWith(readme: string): { folder: string; testUrl: string } {
  const folder = temporaryFolder("readme");
  writeFileSync(join(folder, "package.json"), '{"name":"shown","type":"module"}');
  writeFileSync(join(folder, "README.md"), readme);
  mkdirSync(join(folder, "test"));
  return { folder, testUrl: pathToFileURL(join(folder, "test", "readme.test.ts")).href };
}

const readme = (code: string, output: string): string =>
  `# shown\n\n## Install\n\n\`\`\`ts\nthrow new Error("not this one");\n\`\`\`\n\n## First example\n\nSome words.\n\n\`\`\`ts\n${code}\n\`\`\`\n\nIt prints:\n\n\`\`\`text\n${output}\n\`\`\`\n\n## Concepts\n\n\`\`\`ts\nnever\n\`\`\`\n`;

describe("findReadmeExample", () => {
  it("takes the blocks of the section and of no other", () => {
    expect(findReadmeExample(readme("const one: number = 1;", "1"))).toEqual({
      code: "const one: number = 1;\n",
      output: "1\n",
    });
  });

  it("takes no output from a later section", () => {
    const text = "## First example\n```ts\n1;\n```\n## Concepts\n```text\nother\n```\n";
    expect(findReadmeExample(text)).toEqual({ code: "1;\n", output: undefined });
  });

  it("says what is missing", () => {
    expect(() => findReadmeExample("# nothing")).toThrow("## First example");
    expect(() => findReadmeExample("## First example\n\ntext")).toThrow("```ts");
  });
});

describe("runReadmeExample", () => {
  it("runs typed code and returns what it printed", async () => {
    const { folder, testUrl } = packageWith(
      readme('const word: string = "two";\nconsole.log(word);\nconsole.log("lines");', "two\nlines"),
    );
    expect(await runReadmeExample(testUrl)).toBe("two\nlines\n");
    expect(readdirSync(folder).filter((name) => name.startsWith(".readme-example"))).toEqual([]);
  });

  it("refuses an output that differs from the one shown", async () => {
    const { testUrl } = packageWith(readme('console.log("three");', "four"));
    await expect(runReadmeExample(testUrl)).rejects.toThrow("another output");
  });

  it("fails when the example fails", async () => {
    const { testUrl } = packageWith(readme('throw new Error("broken example");', ""));
    await expect(runReadmeExample(testUrl)).rejects.toThrow("broken example");
  });
});
