import { describe, expect, it } from "vitest";
import { writeDeliverable } from "./write-deliverable.ts";

const source = {
  role: "stated" as const,
  value: "31,750",
  quote: "| 5 | Network cabling | 31,750 |",
  address: "b.xlsx#sheet=Budget&cell=C5",
};
const input = {
  found: [
    {
      ask: "Approved budget",
      values: ["31,750"],
      sources: [source],
    },
  ],
  notFound: [{ ask: "Name of the insurer", queries: ["insurer"], lookedInto: ["policy.md"] }],
  notSearched: ["scan.pdf (image only)"],
  isChinese: false,
};

describe("the deliverable", () => {
  it("states each value with its words and address, and what was not found", () => {
    const text = writeDeliverable({ ...input, path: "a.md" });
    expect(text).toContain(
      "- Approved budget: **31,750** — “5 · Network cabling · 31,750” [`b.xlsx#sheet=Budget&cell=C5`]",
    );
    expect(text).toMatch(/## Not found[\s\S]*- Name of the insurer \(searched for: “insurer”; looked in: policy\.md\)/);
    expect(text).toContain(
      "| Approved budget | 31,750 | b.xlsx#sheet=Budget&cell=C5 | 5 · Network cabling · 31,750 | stated |",
    );
    expect(text).toMatch(/## Not searched[\s\S]*- scan\.pdf \(image only\)/);
  });

  it("is tables for a workbook, whatever the words hold", () => {
    const text = writeDeliverable({ ...input, found: [{ ...input.found[0]!, values: ["a|b"] }], path: "a.xlsx" });
    expect(text).toContain("| Approved budget | a\\|b | b.xlsx#sheet=Budget&cell=C5 | 5 · Network cabling · 31,750 |");
    expect(text).toContain("# Not found");
  });

  it("has no marks in plain text", () => {
    expect(writeDeliverable({ ...input, path: "a.txt" })).not.toMatch(/\*\*|`|^#/m);
  });

  it("speaks Chinese where the task does", () => {
    const computed = {
      ask: "增加了多少",
      values: ["2万元"],
      change: "more" as const,
      formula: "5 − 3 = 2",
      sources: [source],
    };
    const text = writeDeliverable({ ...input, found: [computed], path: "a.md", isChinese: true });
    expect(text).toContain("## 未找到");
    expect(text).toContain("- 增加了多少: **增加2万元** (计算得出) — 5 − 3 = 2");
    expect(text).not.toContain("more");
  });
});
