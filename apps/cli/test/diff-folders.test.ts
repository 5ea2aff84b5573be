import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@runningtab/test-kit";
import { writeXlsx } from "@runningtab/test-kit/office";
import { expect, it } from "vitest";
import { runCli } from "./run-cli.ts";

function workbook(rent: number): Uint8Array {
  return writeXlsx({ sheets: [{ name: "Plan", rows: [["item", "amount"], ["rent", rent]] }] }); // prettier-ignore
}

it("shows a line for each file that changed between two folders, renames by content", { timeout: 60_000 }, async () => {
  const folder = temporaryFolder("diff-folders");
  const write = (path: string, content: string | Uint8Array): void => {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  write("v1/plan.xlsx", workbook(4200));
  write("v2/plan.xlsx", workbook(4350));
  write("v1/notes.md", "the same words\n");
  write("v2/sub/moved.md", "the same words\n");
  write("v1/kept.txt", "kept\n");
  write("v2/kept.txt", "kept\n");
  write("v2/.git/config", "not compared\n");
  symlinkSync("/etc/hostname", join(folder, "v2/link"));
  const [before, after] = [join(folder, "v1"), join(folder, "v2")];

  const shown = await runCli(["diff", before, after]);
  expect(shown.stdout).toBe(
    [
      "~ plan.xlsx 1 cell changed in Plan",
      "> sub/moved.md renamed from notes.md",
      "1 file changed, 1 file renamed",
      "note: link was left out: it is a link or no regular file.",
      "",
    ].join("\n"),
  );
  expect(shown.exitCode).toBe(1);

  const json = await runCli(["diff", before, after, "--json"]);
  expect(JSON.parse(json.stdout)).toMatchObject({
    equal: false,
    unchanged: 1,
    files: [
      { path: "plan.xlsx", kind: "changed", changes: [{ kind: "changed", address: "sheet=Plan&cell=B2" }] },
      { path: "sub/moved.md", kind: "renamed", from: "notes.md" },
    ],
  });
  const page = await runCli(["diff", before, after, "--format", "html"]);
  expect(page.stdout).toContain("What changed in the workspace");
  const same = await runCli(["diff", before, before]);
  expect([same.exitCode, same.stdout]).toEqual([0, "no changes\n"]);
});

it("knows rows of a table by the key that is named", async () => {
  const folder = temporaryFolder("diff-keys");
  writeFileSync(join(folder, "a.csv"), "town,year,people\nGraz,2023,10\nGraz,2024,11\n");
  writeFileSync(join(folder, "b.csv"), "town,year,people\nGraz,2024,12\nGraz,2025,10\n");
  const { stdout } = await runCli([
    "diff",
    "--key",
    "town",
    "--key",
    "year",
    join(folder, "a.csv"),
    join(folder, "b.csv"),
  ]);
  expect(stdout).toContain("1 row removed, 1 row inserted, 1 cell changed in Sheet1");
});
