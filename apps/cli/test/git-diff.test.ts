import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "@runningtab/test-kit";
import { writeXlsx } from "@runningtab/test-kit/office";
import { expect, it } from "vitest";
import { runCli } from "./run-cli.ts";

const MAIN = fileURLToPath(new URL("../src/main.ts", import.meta.url));
const COMMAND = [process.execPath, "--conditions=@runningtab/source", "--disable-warning=ExperimentalWarning", MAIN]
  .map((word) => `'${word}'`)
  .join(" ");

/** Real git without the user's settings and without hooks. */
function git(cwd: string, ...args: readonly string[]): string {
  return execFileSync(
    "git",
    ["-c", "core.hooksPath=/dev/null", "-c", "user.name=A", "-c", "user.email=a@b.test", ...args],
    {
      cwd,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        PATH: process.env["PATH"],
        HOME: "/nonexistent",
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_CONFIG_GLOBAL: "/dev/null",
      },
    },
  );
}

function workbook(rent: number): Uint8Array {
  return writeXlsx({ sheets: [{ name: "Plan", rows: [["item", "amount"], ["rent", rent]] }] }); // prettier-ignore
}

it("shows changed, added and removed workbooks as git's external diff", { timeout: 60_000 }, () => {
  const folder = temporaryFolder("git-diff");
  const write = (name: string, content: string | Uint8Array): void => writeFileSync(join(folder, name), content);
  git(folder, "init", "-q");
  git(folder, "config", "diff.runningtab.command", `${COMMAND} diff --git`);
  write(".gitattributes", "*.xlsx diff=runningtab\n");
  write("plan.xlsx", workbook(4200));
  write("old.xlsx", workbook(1));
  git(folder, "add", ".");
  git(folder, "commit", "-q", "-m", "one");
  write("plan.xlsx", workbook(4350));
  write("new.xlsx", workbook(7));
  git(folder, "rm", "-q", "old.xlsx");
  git(folder, "add", ".");
  const text = git(folder, "diff", "--no-renames", "HEAD");
  expect(text).toContain(
    "plan.xlsx (spreadsheet) 1 cell changed in Plan\n~ sheet=Plan&cell=B2 cell changed\n  - 4200\n  + 4350",
  );
  expect(text).toContain("new.xlsx (spreadsheet) 1 sheet added");
  expect(text).toContain("old.xlsx (spreadsheet) 1 sheet removed");
});

it("gives git the text of a workbook, so that its own diff and blame read it", { timeout: 180_000 }, () => {
  const folder = temporaryFolder("git-textconv");
  git(folder, "init", "-q");
  git(folder, "config", "diff.runningtab.textconv", `${COMMAND} parse`);
  writeFileSync(join(folder, ".gitattributes"), "*.xlsx diff=runningtab\n");
  writeFileSync(join(folder, "plan.xlsx"), workbook(4200));
  git(folder, "add", ".");
  git(folder, "commit", "-q", "-m", "one");
  writeFileSync(join(folder, "plan.xlsx"), workbook(4350));
  const lines = git(folder, "diff").split("\n");
  expect(lines.filter((line) => /^-.*rent/.test(line))).toEqual([expect.stringContaining("4200")]);
  expect(lines.filter((line) => line.includes("git-blob"))).toEqual([]);
  expect(lines.filter((line) => /^\+.*rent/.test(line))).toEqual([expect.stringContaining("4350")]);
});

it.each([
  [["a.txt", "b.txt", "c.txt"], "diff takes two files, not 3."],
  [["--git", "a.txt", "b.txt"], "--git takes the seven arguments of an external diff, not 2."],
  [["/dev/null", "b.txt"], "/dev/null is no regular file."],
])("calls %j misuse", async (args, message) => {
  const outcome = await runCli(["diff", ...args]);
  expect([outcome.exitCode, outcome.stdout]).toEqual([2, ""]);
  expect(outcome.stderr).toContain(message);
});
