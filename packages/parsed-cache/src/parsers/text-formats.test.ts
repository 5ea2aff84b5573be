import { parser as csv } from "@runningtab/parsed-cache/parsers/csv";
import { parser as markdown } from "@runningtab/parsed-cache/parsers/markdown";
import { parser as text } from "@runningtab/parsed-cache/parsers/text";
import * as fc from "fast-check";
import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { ofType, partsOf } from "../../test/parts-of.ts";

describe("text", () => {
  it.each([
    ["utf8", "Größe 数据 ✓", undefined],
    ["utf16le", "Größe 数据", "\ufeff"],
    ["utf16be", "Größe 数据", "\ufeff"],
    ["utf8", "with a mark", "\ufeff"],
    ["utf16le", "plain words without a mark", undefined],
  ])("is decoded from %s with certainty", async (encoding, content, mark) => {
    const bytes = iconv.encode((mark ?? "") + content, encoding);
    const parts = await partsOf(text, bytes);
    expect(ofType(parts, "page").map((page) => page.text)).toEqual([content]);
    expect(ofType(parts, "loss")).toEqual([]);
  });

  it.each([
    ["utf32le", "\ufeffGröße 数据", "utf-32le"],
    ["utf32be", "\ufeffGröße 数据", "utf-32be"],
  ])("is decoded from %s by its mark", async (encoding, content, name) => {
    const parts = await partsOf(text, iconv.encode(content, encoding));
    expect(ofType(parts, "page").map((page) => page.text)).toEqual(["Größe 数据"]);
    expect(ofType(parts, "metadata")[0]?.values).toMatchObject({ encoding: name });
  });

  it("is decoded from JIS by its escape sequences", async () => {
    const bytes = Buffer.from("report \x1b$B%F%9%H\x1b(B end", "latin1");
    expect(ofType(await partsOf(text, bytes), "page").map((page) => page.text)).toEqual(["report テスト end"]);
  });

  it.each([
    ["gb18030", "差旅费报销标准：住宿费每晚不超过五百元，市内交通费按实际发生额报销。"],
    [
      "windows-1252",
      "Les frais de déplacement sont remboursés à hauteur de 128 € par nuitée, petit-déjeuner non compris.",
    ],
    ["shift_jis", "出張旅費規程により、宿泊費は一泊につき一万円を上限とします。"],
    ["windows-1251", "Командировочные расходы возмещаются в размере фактических затрат."],
  ])("is guessed from %s and says so", async (encoding, content) => {
    const parts = await partsOf(text, iconv.encode(content, encoding));
    expect(ofType(parts, "page").map((page) => page.text)).toEqual([content]);
    expect(ofType(parts, "loss")).toEqual([expect.objectContaining({ kind: "encoding-guessed" })]);
  });

  it.each([
    ["one euro sign", "Item;Price\r\nBolt;3 €\r\n"],
    ["a sentence", "Total due: 4711 € until Friday"],
    ["names and quotes", "Müller;Köln;„Weißenburg“;12 €\n".repeat(200)],
    ["an apostrophe and a dash", "Don’t pay the café before May – or at all."],
  ])("is Western where statistics would see a code page of DOS in it: %s", async (_, content) => {
    const parts = await partsOf(text, iconv.encode(content, "windows-1252"));
    expect(
      ofType(parts, "page")
        .map((page) => page.text)
        .join("\n"),
    ).toBe(content.replaceAll("\r", "").trimEnd());
    expect(ofType(parts, "metadata")[0]?.values).toMatchObject({ encoding: "windows-1252" });
  });

  it.each([
    ["windows-1250", "Łódź, Gdańsk i Kraków: żółte tramwaje jeżdżą częściej, a ceny biletów są niższe."],
    ["windows-1255", "הסכם שכירות בין המשכיר לבין השוכר לתקופה של שנה אחת בלבד."],
    ["cp850", "Müller, Köln, Gewürze für Bäcker und Köche, größere Mengen auf Anfrage."],
  ])("is not Western when it is %s", async (encoding, content) => {
    const parts = await partsOf(text, iconv.encode(content, encoding));
    expect(ofType(parts, "metadata")[0]?.values).not.toMatchObject({ encoding: "windows-1252" });
  });

  it("stays UTF-8 with a damaged byte, and says so", async () => {
    const bytes = Buffer.concat([Buffer.from("Müller, Köln, „Weißenburg“, Größe, Äpfel. "), Buffer.from([0xff, 0x0a])]);
    const parts = await partsOf(text, bytes);
    expect(ofType(parts, "page")[0]?.text).toContain("Müller, Köln");
    expect(ofType(parts, "loss")).toContainEqual(expect.objectContaining({ kind: "characters-undecodable", count: 1 }));
  });

  it("is decided by the last byte: one bad byte far behind means that it is not UTF-8", async () => {
    const bytes = Buffer.concat([Buffer.from("ascii line\n".repeat(50_000)), Buffer.from([0xe9, 0x0a])]);
    expect(ofType(await partsOf(text, bytes), "loss")).toEqual([expect.objectContaining({ kind: "encoding-guessed" })]);
  });

  it("keeps a stray NUL and says that it is there", async () => {
    const parts = await partsOf(text, "one\0two\n");
    expect(ofType(parts, "page").map((page) => page.text)).toEqual(["one\0two"]);
    expect(ofType(parts, "loss")).toEqual([expect.objectContaining({ kind: "nul-characters", count: 1 })]);
  });

  it("stands line by line under its addresses, whatever the line ends and lengths", async () => {
    const line = fc.string({ unit: fc.constantFrom("a", "é", " ", "x".repeat(700)), maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 1, maxLength: 400 }),
        fc.constantFrom("\n", "\r\n"),
        async (source, end) => {
          const pages = ofType(await partsOf(text, source.join(end) + end), "page");
          const found = pages.flatMap((page) => {
            const [, first, last = first] = /^L(\d+)(?:-L(\d+))?$/.exec(page.address)!;
            const inPage = page.text.split("\n");
            expect(inPage).toHaveLength(Number(last) - Number(first) + 1);
            return inPage;
          });
          expect(found).toEqual(source);
        },
      ),
      { numRuns: 30 },
    );
  });

  it("stops at the limit of characters and says where", async () => {
    const parts = await partsOf(text, "0123456789\n".repeat(1000), {}, { maxOutputCharacters: 3000 });
    expect(ofType(parts, "page")).toHaveLength(2);
    expect(ofType(parts, "loss")).toEqual([
      { type: "loss", kind: "truncated", count: 800, detail: "lines from L201 on" },
    ]);
  });
});

describe("CSV", () => {
  const cells = async (source: string, options = {}): Promise<Record<string, string>> =>
    Object.fromEntries(
      ofType(await partsOf(csv, source, options), "sheet").flatMap((sheet) =>
        sheet.cells.map(({ ref, shown }) => [ref, shown]),
      ),
    );

  it("never guesses types: identifiers keep their zeros (C10)", async () => {
    const source = `Account,CostCenter,RoutingNumber\n0010,00042,021000021\n"0100","007","011000015"\n12345678901234567890,1e5,\n`;
    expect(await cells(source)).toMatchObject({
      A2: "0010",
      B2: "00042",
      C2: "021000021",
      A3: "0100",
      B3: "007",
      A4: "12345678901234567890",
      B4: "1e5",
    });
    const [sheet] = ofType(await partsOf(csv, source), "sheet");
    expect(sheet!.cells.find(({ ref }) => ref === "A2")).toEqual({ ref: "A2", shown: "0010", raw: "0010" });
  });

  it.each([",", ";", "\t", "|"])("finds the delimiter %j", async (delimiter) => {
    const source = ["name,with comma", "b", "c"].map((cell) => `"${cell}"`).join(delimiter);
    expect(await cells(`${source}\n1${delimiter}2${delimiter}3\n`)).toMatchObject({
      A1: "name,with comma",
      B2: "2",
      C2: "3",
    });
  });

  it("keeps the line breaks in quotes, the place of rows after empty ones, and literal NA", async () => {
    expect(await cells(`a,"two\nlines"\n\nNA,NULL\n`)).toEqual({ A1: "a", B1: "two\nlines", A3: "NA", B3: "NULL" });
  });

  it("says when rows are malformed or too many", async () => {
    expect(ofType(await partsOf(csv, `a,b\n"open,c\n`), "loss")).toEqual([
      expect.objectContaining({ kind: "malformed-rows" }),
    ]);
    const parts = await partsOf(csv, "a,b\n".repeat(10), {}, { maxCells: 6 });
    expect(ofType(parts, "loss")).toEqual([expect.objectContaining({ kind: "truncated" })]);
    expect(ofType(parts, "sheet").flatMap((sheet) => sheet.cells)).toHaveLength(6);
  });

  it("is an empty sheet when the file is empty", async () => {
    expect(ofType(await partsOf(csv, ""), "sheet")).toEqual([expect.objectContaining({ cells: [] })]);
  });
});

describe("Markdown", () => {
  const blocks = async (source: string): Promise<unknown[]> =>
    ofType(await partsOf(markdown, source), "block").map(({ kind, level, address, runs }) => [
      kind,
      ...(level === undefined ? [] : [level]),
      address,
      runs[0]!.text,
    ]);

  it("is shown as it stands and cut into blocks for reviews", async () => {
    const source = [
      "Title",
      "=====",
      "",
      "Some *text*",
      "over two lines.",
      "## Costs ##",
      "- one",
      "  goes on",
      "2. two",
      "",
      "| Item | Sum |",
      "|------|----:|",
      "| a \\| b | 128 |",
      "",
      "```",
      "# no heading",
      "```",
    ].join("\n");
    expect(ofType(await partsOf(markdown, source), "page")).toEqual([
      { type: "page", address: "L1-L17", text: source },
    ]);
    expect(await blocks(source)).toEqual([
      ["heading", 1, "L1-L2", "Title"],
      ["paragraph", "L4-L5", "Some *text* over two lines."],
      ["heading", 2, "L6", "Costs"],
      ["list", "L7-L8", "one goes on"],
      ["list", "L9", "two"],
      ["row", "L11", "Item | Sum"],
      ["row", "L13", "a \\| b | 128"],
      ["paragraph", "L15-L17", "# no heading"],
    ]);
  });

  it("takes front matter for one block and a lone bar for text", async () => {
    expect(await blocks("---\ntitle: x\n---\na | b\n")).toEqual([
      ["paragraph", "L1-L3", "title: x"],
      ["paragraph", "L4", "a | b"],
    ]);
  });

  it("puts every line with text into a block, whatever the text", async () => {
    const line = fc.constantFrom(
      "",
      "word",
      "# h",
      "- item",
      "| a | b |",
      "|---|---|",
      "```",
      "===",
      "---",
      "    code",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 25 }), async (source) => {
        const parts = await partsOf(markdown, source.join("\n"));
        let last = 0;
        for (const { address } of ofType(parts, "block")) {
          const [, first, end = first] = /^L(\d+)(?:-L(\d+))?$/.exec(address)!;
          expect(Number(first)).toBeGreaterThan(last);
          last = Number(end);
        }
        const words = source.filter((text) => text === "word").length;
        const found = ofType(parts, "block").flatMap(({ runs }) => runs[0]!.text.match(/\bword\b/g) ?? []);
        expect(found).toHaveLength(words);
      }),
      { numRuns: 200 },
    );
  });
});
