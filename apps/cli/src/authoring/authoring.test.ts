import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as xlsx from "xlsx";
import { docxFromMarkdown } from "./docx-from-markdown.ts";
import { inlines, markdownBlocks, tableCells } from "./markdown-blocks.ts";
import { csvRows, xlsxFromText } from "./xlsx-from-text.ts";

describe("markdownBlocks", () => {
  it("reads headings, lists, tables, quotes, code and rules", () => {
    const blocks = markdownBlocks(
      "# Title\n\nOne\ntwo.\n\n- a\n  1. b\n\n> said\n\n| H | I |\n|---|:-:|\n| 1 | a \\| b |\n\n```py\nx = 1\n```\n---\n",
    );
    expect(blocks).toEqual([
      { type: "heading", level: 1, inlines: [{ text: "Title" }] },
      { type: "paragraph", inlines: [{ text: "One two." }] },
      { type: "item", ordered: false, depth: 0, inlines: [{ text: "a" }] },
      { type: "item", ordered: true, depth: 1, inlines: [{ text: "b" }] },
      { type: "quote", inlines: [{ text: "said" }] },
      {
        type: "table",
        rows: [
          ["H", "I"],
          ["1", "a | b"],
        ],
      },
      { type: "code", lines: ["x = 1"] },
      { type: "rule" },
    ]);
  });

  it("tells emphasis, code and links from stray marks", () => {
    expect(inlines("**Total:** `x_1` is *up* 3 * 4 * 5, snake_case_name, [q3](a.pdf#page=3) \\*")).toEqual([
      { text: "Total:", bold: true },
      { text: " " },
      { text: "x_1", code: true },
      { text: " is " },
      { text: "up", italic: true },
      { text: " 3 * 4 * 5, snake_case_name, " },
      { text: "q3", link: "a.pdf#page=3" },
      { text: " *" },
    ]);
  });

  it("loses no letter or digit of any text", () => {
    const letters = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, "");
    const fragment = fc.constantFrom(
      "a",
      "7",
      " ",
      "\n",
      "**",
      "*",
      "_",
      "`",
      "|",
      "#",
      "# ",
      "- ",
      "1. ",
      "> ",
      "é",
      "数",
    );
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 40 }), (parts) => {
        const text = parts.join("");
        const kept = markdownBlocks(text).map((block) => {
          if (block.type === "rule") return "";
          if (block.type === "code") return block.lines.join("");
          return block.type === "table" ? block.rows.flat().join("") : block.inlines.map((one) => one.text).join("");
        });
        // The number of an ordered item is the list's own.
        const expected = text.replaceAll(/^\s*\d{1,9}[.)]\s+(?=.)/gm, "");
        expect(letters(kept.join("").replaceAll(/\d+[.)]/g, ""))).toBe(letters(expected.replaceAll(/\d+[.)]/g, "")));
      }),
    );
  });

  it("keeps line breaks and escaped bars inside table cells", () => {
    expect(tableCells("| a<br>b | c \\| d | |")).toEqual(["a\nb", "c | d", ""]);
  });
});

describe("docxFromMarkdown", () => {
  it("writes a document that Word's own structure is found in", async () => {
    const bytes = await docxFromMarkdown(
      "# Travel\n\nFrom **2024** [rules](https://example.org) \u0007\n\n| A | B |\n|---|---|\n| 1 | 2 |\n",
    );
    expect(Buffer.from(bytes.subarray(0, 2)).toString()).toBe("PK");
    const xml = await documentXml(bytes);
    expect(xml).toContain('w:val="Heading1"');
    expect(xml.match(/<w:tc>/g)).toHaveLength(4);
    expect(xml).toContain("2024");
    expect(xml).toContain("w:hyperlink");
    expect(xml).not.toContain("\u0007");
  });
});

async function documentXml(bytes: Uint8Array): Promise<string> {
  const { read } = xlsx.CFB;
  const zip = read(Buffer.from(bytes), { type: "buffer" });
  const index = zip.FullPaths.findIndex((path: string) => path.endsWith("word/document.xml"));
  return Buffer.from(zip.FileIndex[index]!.content as Uint8Array).toString("utf8");
}

describe("xlsxFromText", () => {
  it("makes one sheet a table, called by its heading", async () => {
    const book = xlsx.read(
      await xlsxFromText(
        "# Costs: 2024/25\n\n| Item | EUR |\n|---|---|\n| Rail | 12.5 |\n\n## Costs 2024 25\n\n| X |\n|---|\n| y |\n",
      ),
    );
    expect(book.SheetNames).toEqual(["Costs  2024 25", "Costs 2024 25"]);
    expect(book.Sheets["Costs  2024 25"]!["B2"]).toMatchObject({ t: "n", v: 12.5 });
  });

  it("takes CSV where there is no table, and keeps what only looks like a number", async () => {
    const book = xlsx.read(await xlsxFromText('id,routing,note\n0010,021000021,"a, b"\n7,12345678901234567890,1e5\n'));
    const sheet = book.Sheets["Sheet1"]!;
    expect(["A2", "B2", "C2", "B3", "C3"].map((ref) => sheet[ref].v)).toEqual([
      "0010",
      "021000021",
      "a, b",
      "12345678901234567890",
      "1e5",
    ]);
    expect(sheet["A3"]).toMatchObject({ t: "n", v: 7 });
  });

  it.each(["=1+1", "+1", "-cmd|' /C calc'!A0", "@SUM(1)", "\t=1", '=HYPERLINK("http://x")'])(
    "never makes %j a formula",
    async (payload) => {
      const book = xlsx.read(await xlsxFromText(`h\n"${payload.replaceAll('"', '""')}"\n`), { cellFormula: true });
      const cell = book.Sheets["Sheet1"]!["A2"];
      expect(cell.t).toBe("s");
      expect(cell.f).toBeUndefined();
    },
  );
});

describe("csvRows", () => {
  it("reads quoted commas, quotes and line ends", () => {
    expect(csvRows('a,"b,""c""\nd"\r\ne,')).toEqual([
      ["a", 'b,"c"\nd'],
      ["e", ""],
    ]);
  });
});
