import { describe, expect, it } from "vitest";
import { missingFiles } from "./named-files.ts";

describe("missingFiles", () => {
  it("are those that a task names, in any folder, and that are nowhere", () => {
    const task = "Compare a.pdf with `old/b.docx` (v1.2, e.g. the rates); write out/report.md and sums.xlsx.";
    expect(missingFiles(task, ["in/a.pdf", "old/b.docx"])).toEqual(["out/report.md", "sums.xlsx"]);
    expect(missingFiles(task, ["a.pdf", "old/b.docx", "out/report.md", "sums.xlsx"])).toEqual([]);
  });

  it("are none for a task that names no file", () => {
    expect(missingFiles("What does example.com say of 3.5 km, i.e. the rate?", [])).toEqual([]);
  });
});
