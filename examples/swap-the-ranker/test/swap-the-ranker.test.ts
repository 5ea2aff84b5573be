import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "@runningtab/test-kit";
import { describe, expect, it } from "vitest";

const folder = fileURLToPath(new URL("..", import.meta.url));
const project = join(folder, "../..");
const source = ["--conditions=@runningtab/source", "--disable-warning=ExperimentalWarning"];

const read = (path: string): string => readFileSync(path, "utf8");

/** The first fenced block of a language after a heading. */
function blockOf(markdown: string, language: string, heading = ""): string {
  const block = new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(markdown.slice(markdown.indexOf(heading)));
  if (block === null) throw new Error(`There is no ${language} block after "${heading}".`);
  return block[1]!;
}

describe("the engine of the README", () => {
  it("is this one, to the letter", () => {
    expect(blockOf(read(join(project, "README.md")), "js", "## Swap the ranker")).toBe(
      read(join(folder, "newest-first.mjs")),
    );
  });

  it("changes what search answers, as the README here shows", () => {
    const readme = read(join(folder, "README.md"));
    const home = temporaryFolder("ranker");
    const contracts = join(home, "contracts");
    mkdirSync(contracts);
    copyFileSync(join(folder, "newest-first.mjs"), join(home, "newest-first.mjs"));
    // The commands as they are printed, with a folder and a state of this test's own.
    const commands = blockOf(readme, "sh")
      .replaceAll("/tmp/contracts", contracts)
      .replaceAll(" /tmp", ` ${home}`)
      .replaceAll("./runningtab", `"${process.execPath}" ${source.join(" ")} apps/cli/src/main.ts`);
    const stdout = execFileSync("sh", ["-e", "-c", commands], {
      cwd: project,
      encoding: "utf8",
      env: { PATH: process.env["PATH"], HOME: home, XDG_STATE_HOME: join(home, "state") },
    });
    expect(stdout).toBe(blockOf(readme, "text").replace("\n\n", "\n"));
  });

  it("passes and fails the cases of the port that the README here shows", () => {
    const [cases, engine] = ["packages/lexical-ranker/src/conformance.ts", "examples/swap-the-ranker/newest-first.mjs"];
    const { status, stdout } = spawnSync(
      process.execPath,
      [...source, "packages/conformance-kit/src/cli.ts", `${cases}#rankEngineCases`, `${engine}#ranker`],
      { cwd: project, encoding: "utf8" },
    );
    expect(status).toBe(1);
    const shown = blockOf(read(join(folder, "README.md")), "text", "## Does it keep");
    for (const line of shown.split("\n").filter((one) => one !== "" && one !== "…")) expect(stdout).toContain(line);
  });
});
