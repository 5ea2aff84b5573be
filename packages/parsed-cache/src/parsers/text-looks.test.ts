import { describe, expect, it } from "vitest";
import { zipOf } from "../../test/make-zip.ts";
import { DEFAULT_LIMITS } from "../limits.ts";
import type { DocumentParser } from "../document-parser.ts";
import type { ParsedPart } from "../parts.ts";
import { parser as opendocument } from "./opendocument.ts";
import { parser as word } from "./word.ts";

/** Of each block its style, and of each run its text and style. */
async function looks(parser: DocumentParser, bytes: Uint8Array): Promise<readonly unknown[]> {
  const parts: ParsedPart[] = [];
  await parser.parse(bytes, {}, (part) => void parts.push(part), DEFAULT_LIMITS);
  return parts.flatMap((part) =>
    part.type === "block" ? [[part.style, ...part.runs.map(({ text, style }) => [text, style])]] : [],
  );
}

const LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

describe("how text looks", () => {
  it("is read of Word runs and paragraph styles, and the default style is none", async () => {
    const bytes = zipOf({
      "_rels/.rels": `<Relationships><Relationship Id="r1" Type="${LINKS}/officeDocument" Target="/word/document.xml"/></Relationships>`,
      "word/_rels/document.xml.rels": `<Relationships><Relationship Id="r1" Type="${LINKS}/styles" Target="styles.xml"/></Relationships>`,
      "word/styles.xml": `<w:styles xmlns:w="urn:w"><w:style w:type="paragraph" w:default="1" w:styleId="N"><w:name w:val="Normal"/></w:style><w:style w:type="paragraph" w:styleId="Q"><w:name w:val="Quote"/></w:style><w:style w:type="character" w:styleId="S"><w:name w:val="Strong"/></w:style></w:styles>`,
      "word/document.xml": `<w:document xmlns:w="urn:w"><w:body><w:p><w:pPr><w:pStyle w:val="Q"/></w:pPr><w:r><w:t>a </w:t></w:r><w:r><w:rPr><w:b/><w:u w:val="single"/></w:rPr><w:t>b</w:t></w:r><w:r><w:rPr><w:b/><w:u w:val="single"/></w:rPr><w:t>c</w:t></w:r></w:p><w:p><w:pPr><w:pStyle w:val="N"/></w:pPr><w:r><w:rPr><w:rStyle w:val="S"/><w:b w:val="0"/></w:rPr><w:t>d</w:t></w:r></w:p></w:body></w:document>`,
    });
    expect(await looks(word, bytes)).toEqual([
      ["Quote", ["a ", undefined], ["bc", "bold, underlined"]],
      [undefined, ["d", "Strong"]],
    ]);
  });

  it("is read of OpenDocument spans and styles, also through those that a program makes", async () => {
    const bytes = zipOf({
      mimetype: "application/vnd.oasis.opendocument.text",
      "content.xml": `<office:document-content xmlns:office="urn:o" xmlns:text="urn:t" xmlns:style="urn:s" xmlns:fo="urn:f"><office:automatic-styles><style:style style:name="P1" style:parent-style-name="Text_20_body"/><style:style style:name="T1"><style:text-properties fo:font-weight="bold" fo:font-style="italic"/></style:style></office:automatic-styles><office:body><office:text><text:p text:style-name="P1">a <text:span text:style-name="T1">b</text:span></text:p><text:p text:style-name="Standard">c</text:p></office:text></office:body></office:document-content>`,
    });
    expect(await looks(opendocument, bytes)).toEqual([
      ["Text body", ["a ", undefined], ["b", "bold, italic"]],
      [undefined, ["c", undefined]],
    ]);
  });
});
