import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS } from "./limits.ts";
import { zipOf } from "../test/make-zip.ts";
import { detectMediaType } from "./media-type.ts";

async function typeOf(content: string, path: string): Promise<string> {
  const { type, decidedBy } = await detectMediaType(Buffer.from(content, "latin1"), path, DEFAULT_LIMITS);
  return `${type} by ${decidedBy}`;
}

describe("the media type", () => {
  it.each([
    ["%PDF-1.7\n...", "notes.txt", "application/pdf by bytes"],
    ["\n\n junk first %PDF-1.4", "scan.pdf", "application/pdf by bytes"],
    ["\x89PNG\r\n\x1a\n", "image.docx", "image/png by bytes"],
    ["{\\rtf1 hello}", "letter.doc", "application/rtf by bytes"],
    ["\x00\x01\x02\x03binary", "data.txt", "application/octet-stream by bytes"],
    ["PK\x03\x04\x14\0\0\0\x08\0cut off", "x.bin", "application/zip by bytes"],
    ["a,b\n1,2\n", "table.csv", "text/csv by name"],
    ["a,b\n1,2\n", "table.txt", "text/plain by name"],
    ["# Title", "README.md", "text/markdown by name"],
    ["no kind at all", "Makefile", "text/plain by name"],
    ["this says it is a workbook", "fake.xlsx", "text/plain by name"],
    ["one line\0 with a stray NUL\n", "server.log", "text/plain by name"],
    [`${"a text without a name ".repeat(20)}\0`, "LICENSE", "text/plain by name"],
    ["\x09\x04\x06\x00\x00\x00\x10\x00", "old.xls", "application/vnd.ms-excel by bytes"],
    ["\x09\x08\x10\x00\x00\x06\x05\x00", "old.dat", "application/vnd.ms-excel by bytes"],
    ["\tindented\n", "notes.txt", "text/plain by name"],
    ["", "empty.pdf", "text/plain by name"],
  ])("of %j called %s is %s", async (content, path, expected) => {
    expect(await typeOf(content, path)).toBe(expected);
  });

  it("takes UTF-16 text for text, with and without its mark", async () => {
    const words = Buffer.from("plain words in sixteen bits", "utf16le");
    for (const bytes of [words, Buffer.concat([Buffer.from([0xff, 0xfe]), words])]) {
      expect(await detectMediaType(bytes, "a.txt", DEFAULT_LIMITS)).toEqual({ type: "text/plain", decidedBy: "name" });
    }
  });

  it("knows an office file by what its main part is declared as, whatever its folders are called", async () => {
    const main = (kind: string): string =>
      `<Types><Override PartName="/my/main.xml" ContentType="application/vnd.openxmlformats-officedocument.${kind}.main+xml"/></Types>`;
    for (const [kind, type] of [
      ["wordprocessingml.document", "wordprocessingml.document"],
      ["presentationml.slideshow", "presentationml.presentation"],
      ["spreadsheetml.template", "spreadsheetml.sheet"],
    ] as const) {
      const file = zipOf({ "[Content_Types].xml": main(kind), "my/main.xml": "<x/>" });
      const found = await detectMediaType(file, "a.bin", DEFAULT_LIMITS);
      expect(found.type).toBe(`application/vnd.openxmlformats-officedocument.${type}`);
    }
  });
});
