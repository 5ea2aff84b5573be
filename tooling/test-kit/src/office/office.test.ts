import { strFromU8, unzipSync, unzlibSync } from "fflate";
import { describe, expect, it } from "vitest";
import { read, utils } from "xlsx";
import { columnName, writeDocx, writeEml, writePdf, writePptx, writeXlsx } from "./index.ts";

function partsOf(zip: Uint8Array): Record<string, string> {
  return Object.fromEntries(Object.entries(unzipSync(zip)).map(([name, bytes]) => [name, strFromU8(bytes)]));
}

/** The inflated content streams of a PDF, by walking its objects. */
function pageStreams(pdf: Uint8Array): string[] {
  const raw = Buffer.from(pdf).toString("latin1");
  return [...raw.matchAll(/<< \/Filter \/FlateDecode \/Length (\d+) >>\nstream\n/g)].map((match) => {
    const start = match.index + match[0].length;
    return strFromU8(unzlibSync(pdf.subarray(start, start + Number(match[1]))));
  });
}

describe("writeXlsx", () => {
  const bytes = writeXlsx({
    sheets: [
      {
        name: "Staff & rooms",
        merged: ["A1:B1"],
        rows: [
          ["Plan", null],
          ["Heads", 128],
          ["Share", { value: 0.256, format: "0.0%" }],
          ["Total", { value: 1250.5, formula: "SUM(B2:B3)", format: "#,##0.00" }],
          ["Never calculated", { formula: "NOW()" }],
          ["Start", { date: "2024-03-01" }],
          ["Open", true],
        ],
      },
      { name: "Notes", hidden: true, rows: [["kept away"]] },
    ],
  });

  it("is read back with values, formulas, formats and hidden flags", () => {
    const book = read(bytes, { cellFormula: true, sheetStubs: true, cellNF: true });
    expect(book.SheetNames).toEqual(["Staff & rooms", "Notes"]);
    const sheet = book.Sheets["Staff & rooms"]!;
    expect(sheet["B2"]).toMatchObject({ t: "n", v: 128 });
    expect(sheet["B3"]).toMatchObject({ v: 0.256, w: "25.6%" });
    expect(sheet["B4"]).toMatchObject({ v: 1250.5, f: "SUM(B2:B3)", w: "1,250.50" });
    expect(sheet["B5"]).toMatchObject({ f: "NOW()" });
    expect(sheet["B6"]).toMatchObject({ w: "2024-03-01" });
    expect(sheet["B7"]).toMatchObject({ t: "b", v: true });
    expect(sheet["!merges"]).toEqual([utils.decode_range("A1:B1")]);
    expect(book.Workbook?.Sheets?.map((entry) => entry.Hidden)).toEqual([0, 1]);
  });

  it("counts columns as spreadsheets do", () => {
    expect([1, 26, 27, 702, 703].map(columnName)).toEqual(["A", "Z", "AA", "ZZ", "AAA"]);
  });
});

describe("writeDocx", () => {
  const bytes = writeDocx({
    header: "Internal",
    blocks: [
      { type: "heading", text: "Lease <draft>" },
      {
        type: "paragraph",
        text: [
          "The rent is ",
          { text: "4,100", revision: { kind: "deleted", author: "Ines Roth", date: "2024-02-01T09:00:00Z" } },
          {
            text: "4,350",
            revision: { kind: "inserted", author: "Ines Roth" },
            comment: { author: "Tom", text: "agreed" },
          },
          { text: " a month.", footnote: "Without heating." },
        ],
      },
      { type: "list", ordered: true, items: ["one", "two"] },
      {
        type: "table",
        rows: [
          ["Floor", "Desks"],
          ["2", "40"],
        ],
      },
    ],
  });

  it("keeps both readings of a tracked change, with their author", () => {
    const document = partsOf(bytes)["word/document.xml"]!;
    expect(document).toMatch(
      /<w:del [^>]*w:author="Ines Roth" w:date="2024-02-01T09:00:00Z"><w:r><w:delText[^>]*>4,100</,
    );
    expect(document).toMatch(/<w:ins [^>]*w:author="Ines Roth"[^>]*><w:r><w:t[^>]*>4,350</);
    expect(document).toContain("Lease &lt;draft&gt;");
  });

  it("declares every part that it holds", () => {
    const parts = partsOf(bytes);
    expect(parts["word/comments.xml"]).toContain("agreed");
    expect(parts["word/footnotes.xml"]).toContain("Without heating.");
    expect(parts["word/header1.xml"]).toContain("Internal");
    for (const name of Object.keys(parts).filter((part) => /^word\/\w+\.xml$/.test(part))) {
      expect(parts["[Content_Types].xml"]).toContain(`PartName="/${name}"`);
    }
  });
});

describe("writePptx", () => {
  it("holds its slides in order, with bullets and tables", () => {
    const parts = partsOf(
      writePptx({
        slides: [
          { title: "First", bullets: ["a & b"] },
          {
            title: "Second",
            table: [
              ["Item", "Cost"],
              ["Van", "120"],
            ],
          },
        ],
      }),
    );
    expect(parts["ppt/slides/slide1.xml"]).toContain("a &amp; b");
    expect(parts["ppt/slides/slide2.xml"]).toMatch(/<a:tc>.*Van.*120/);
    expect(parts["ppt/_rels/presentation.xml.rels"]).toMatch(
      /rId1"[^>]*slides\/slide1\.xml.*rId2"[^>]*slides\/slide2\.xml/,
    );
  });
});

describe("writePdf", () => {
  it("writes one content stream per page, each table cell a piece of text of its own", () => {
    const pages = pageStreams(
      writePdf({
        pages: [
          [
            { type: "heading", text: "Costs (net)" },
            {
              type: "table",
              right: [1],
              rows: [
                ["Item", "EUR"],
                ["Cabling", "12,400"],
              ],
            },
          ],
          [{ type: "image" }],
        ],
      }),
    );
    expect(pages).toHaveLength(2);
    expect(pages[0]).toContain("(Costs \\(net\\)) Tj");
    const at = (text: string): number[] => {
      const match = new RegExp(`1 0 0 1 ([\\d.]+) ([\\d.]+) Tm \\(${text}\\)`).exec(pages[0]!);
      return [Number(match?.[1]), Number(match?.[2])];
    };
    expect(at("Cabling")[1]).toBe(at("12,400")[1]);
    expect(at("12,400")[0]).toBeGreaterThan(at("Cabling")[0]!);
    expect(pages[1]).not.toContain("Tj");
  });

  it("lists the true offset of every object", () => {
    const raw = Buffer.from(writePdf({ pages: [[{ type: "paragraph", text: "Rent: 4.350 € – net" }]] })).toString(
      "latin1",
    );
    const offsets = [...raw.matchAll(/^(\d{10}) 00000 n $/gm)].map((match) => Number(match[1]));
    offsets.forEach((offset, index) => expect(raw.slice(offset)).toMatch(new RegExp(`^${index + 1} 0 obj\n`)));
    expect(raw.slice(Number(/startxref\n(\d+)/.exec(raw)?.[1]))).toMatch(/^xref\n/);
  });

  it("refuses characters that its fonts lack and pages that do not fit", () => {
    expect(() => writePdf({ pages: [[{ type: "line", text: "预算" }]] })).toThrow("no character");
    expect(() =>
      writePdf({ pages: [Array.from({ length: 80 }, () => ({ type: "line", text: "x" }) as const)] }),
    ).toThrow("over-full");
  });
});

describe("writeEml", () => {
  it("encodes names outside ASCII and keeps the text readable", () => {
    const mail = Buffer.from(
      writeEml({
        from: "李雷 <li@example.com>",
        to: "a@example.com",
        subject: "Umzug nach Köln",
        date: "Tue, 05 Mar 2024 09:30:00 +0100",
        body: "Grüße\nzwei",
      }),
    ).toString();
    expect(mail).toContain(`From: =?utf-8?B?${Buffer.from("李雷").toString("base64")}?= <li@example.com>`);
    expect(mail.split("\r\n\r\n")[1]).toBe("Grüße\r\nzwei\r\n");
  });

  it("carries attachments between its boundaries", () => {
    const mail = Buffer.from(
      writeEml({
        from: "a@b.c",
        to: "d@e.f",
        subject: "s",
        date: "d",
        body: "text",
        attachments: [{ name: "n.csv", mediaType: "text/csv", bytes: Buffer.from("1,2") }],
      }),
    ).toString();
    expect(mail).toContain(Buffer.from("1,2").toString("base64"));
    expect(mail.trimEnd()).toMatch(/--=_made-boundary_=--$/);
  });
});

function oneOfEach(): Uint8Array[] {
  return [
    writePdf({ pages: [[{ type: "line", text: "x" }]] }),
    writeDocx({ blocks: [{ type: "paragraph", text: "x" }] }),
    writeXlsx({ sheets: [{ name: "x", rows: [["x", 1]] }] }),
    writePptx({ slides: [{ title: "x" }] }),
  ];
}

it("writes equal bytes for equal input", () => {
  const [first, second] = [oneOfEach(), oneOfEach()];
  first.forEach((bytes, index) => expect(Buffer.compare(bytes, second[index]!)).toBe(0));
});
