import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const folder = fileURLToPath(new URL("..", import.meta.url));

it("prints what the README shows", () => {
  const args = ["--conditions=@runningtab/source", "--disable-warning=ExperimentalWarning", "evidence-by-meaning.mjs"];
  const stdout = execFileSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  expect(stdout).toBe(/```text\n([^]*?)```/.exec(readFileSync(`${folder}/README.md`, "utf8"))?.[1]);
});
