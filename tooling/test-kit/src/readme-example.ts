import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The program a README shows first, and what it says the program prints (absent when the README shows no output). */
export interface ReadmeExample {
  readonly code: string;
  readonly output: string | undefined;
}

/** The section of a README whose example every package has. */
const FIRST_EXAMPLE = "First example";

/**
 * The first ```` ```ts ```` block of the section under a heading of the second level, and the first ```` ```text ```` block after it in the same
 * section. Throws when there is no such section or block.
 */
export function findReadmeExample(readme: string, heading = FIRST_EXAMPLE): ReadmeExample {
  const section = readme
    .split(/^## /m)
    .slice(1)
    .find((one) => one.split(/\r?\n/)[0]?.trim() === heading);
  if (section === undefined) throw new Error(`The README has no section \`## ${heading}\`.`);
  const code = fencedBlock(section, "ts");
  if (code === undefined) throw new Error(`The README shows no \`\`\`ts block under \`## ${heading}\`.`);
  return { code: code.text, output: fencedBlock(section.slice(code.end), "text")?.text };
}

/**
 * Runs an example of the README, the first one unless told otherwise, of the package that holds the calling test, as a reader would: from a file of its own
 * inside the package, with a fresh folder as its working directory. Resolves with the program's stdout, after checking
 * that it equals the ```` ```text ```` block that the README shows (white space at line ends and at the end aside).
 * Rejects when the program fails, when it takes longer than a minute, or when the output differs.
 *
 * @param importMetaUrl `import.meta.url` of the test file.
 * @param heading Of the section, without its `##`.
 */
export async function runReadmeExample(importMetaUrl: string, heading = FIRST_EXAMPLE): Promise<string> {
  const packageFolder = nearestPackage(dirname(fileURLToPath(importMetaUrl)));
  const example = findReadmeExample(readFileSync(join(packageFolder, "README.md"), "utf8"), heading);
  // Inside the package, so that its own name and its dependencies resolve as they do for a reader who installed it.
  const folder = mkdtempSync(join(packageFolder, ".readme-example-"));
  try {
    const file = join(folder, "example.ts");
    writeFileSync(file, example.code);
    const { stdout } = await run(process.execPath, ["--conditions=@runningtab/source", file], {
      cwd: folder,
      env: { ...process.env, NODE_OPTIONS: "", NO_COLOR: "1", FORCE_COLOR: undefined, NODE_NO_WARNINGS: "1" },
      timeout: 60_000,
      maxBuffer: 16 * 1024 * 1024,
    });
    if (example.output !== undefined) {
      assert.equal(
        trimLines(stdout),
        trimLines(example.output),
        "The README shows another output than its example prints.",
      );
    }
    return stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function fencedBlock(markdown: string, language: string): { text: string; end: number } | undefined {
  const match = new RegExp(`^\`\`\`${language}\\b[^\\n]*\\n([\\s\\S]*?)^\`\`\`[ \\t]*$`, "m").exec(markdown);
  return match === null ? undefined : { text: match[1] ?? "", end: match.index + match[0].length };
}

function trimLines(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => line.trimEnd())
    .join("\n")
    .trimEnd();
}

function nearestPackage(folder: string): string {
  for (let current = folder; ; current = dirname(current)) {
    if (existsSync(join(current, "package.json"))) return current;
    if (dirname(current) === current) throw new Error(`No package.json in ${folder} or above it.`);
  }
}
