import { describe, expect, it } from "vitest";
import { diff, type FileDiff, renderDiff, ReviewDiffError } from "@runningtab/review-diff";
import { createTerminalRenderer } from "@runningtab/review-diff/renderers/terminal";
import { sheetPart, textSide, workbook } from "./sides.ts";

const HOSTILE =
  "\u001b]0;pwned\u0007\u001b[2J\u009b31m\u202egnp.exe\r\n```\n# heading <img src=x onerror=alert(1)> [link](javascript:x)";

function hostileDiff(): FileDiff {
  return {
    format: "text",
    path: `evil${HOSTILE}.txt`,
    equal: false,
    changes: [
      { id: "1", kind: "changed", subject: "line", address: `L1${HOSTILE}`, before: "x", after: HOSTILE },
      {
        id: "2",
        kind: "changed",
        subject: "line",
        address: "L9",
        before: "a b",
        after: "a c",
        spans: [
          { kind: "same", text: "a " },
          { kind: "removed", text: `b\u001b[0m` },
          { kind: "added", text: "c" },
        ],
      },
    ],
    summary: HOSTILE,
    notes: [HOSTILE],
    truncated: false,
  };
}

describe("terminal renderer", () => {
  it("shows each change with its address, its sides and the words that changed", async () => {
    const result = await diff(textSide("Cost is 5 EUR\nkeep\n"), textSide("Cost is 6 EUR\nkeep\nnew\n"));
    expect(renderDiff(result, "terminal")).toBe(
      [
        "notes.txt (text) 1 line changed, 1 line added",
        "~ L1 line changed",
        "  - Cost is [-5-] EUR",
        "  + Cost is {+6+} EUR",
        "+ L3 line added",
        "  + new",
        "",
      ].join("\n"),
    );
  });

  it("lets no character of the content act on the terminal", () => {
    for (const color of [false, true]) {
      const text = createTerminalRenderer({ color }).render(hostileDiff());
      // eslint-disable-next-line no-control-regex
      const ours = text.replace(/\u001b\[(?:0|1|2|31|32)m/g, color ? "" : "$&");
      expect(ours).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/);
      expect(text).toContain("\\x1b]0;pwned\\x07");
      expect(text).toContain("\\u202e");
    }
  });
});

describe("Markdown renderer", () => {
  it("keeps content inside fences that it cannot close, and adds no markup", () => {
    const text = renderDiff(hostileDiff(), "markdown");
    expect(text).toContain("````diff");
    const outside = text.replace(/^(`{3,})diff\n[\s\S]*?^\1$/gm, "");
    expect(outside).not.toMatch(/<|^#(?!## )|\[link\]\(/m);
    expect(outside.split("\n").filter((line) => line.startsWith("#"))).toHaveLength(1);
  });
});

describe("JSON renderer", () => {
  it("gives exactly the promised shape", async () => {
    const result = await diff(workbook(sheetPart([["k", 1]])), workbook(sheetPart([["k", 2]])));
    expect(JSON.parse(renderDiff(result, "json"))).toEqual({
      format: "spreadsheet",
      equal: false,
      changes: [{ kind: "changed", address: "sheet=Budget&cell=B1", before: "1", after: "2" }],
      notes: [],
    });
    expect(renderDiff(hostileDiff(), "json")).not.toMatch(/[\u0000-\u001f]/);
  });
});

describe("renderDiff", () => {
  it("takes a caller's renderer, and says which there are when the name is unknown", () => {
    const renderers = [{ name: "count", render: ({ changes }: FileDiff) => String(changes.length) }];
    expect(renderDiff(hostileDiff(), "count", { renderers })).toBe("2");
    expect(() => renderDiff(hostileDiff(), "html")).toThrow(/terminal, markdown, json/);
    try {
      renderDiff(hostileDiff(), "html");
    } catch (error) {
      expect(ReviewDiffError.isInstance(error) && error.code).toBe("renderer-unknown");
    }
  });
});
