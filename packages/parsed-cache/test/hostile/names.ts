import { makeZip } from "../make-zip.ts";
import { type HostileFile, hostileFile } from "./hostile-file.ts";
import { docxWith, odsWith, paragraph, xlsxWith } from "./office-shells.ts";
import { pdfOf } from "../raw-pdf.ts";

const NAME = "__proto__";
const COMMENTS = `<comments xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><authors><author>${NAME}</author></authors><commentList>${["__proto__", "constructor", "toString"].map((ref) => `<comment ref="${ref}" authorId="0"><text><t>polluted</t></text></comment>`).join("")}</commentList></comments>`;
const CELLS = '<sheetData><row r="1"><c r="A1"><v>1</v></c><c r="__proto__"><v>2</v></c></row></sheetData>';

/** Names from the file that mean something to JavaScript. */
export const names: readonly HostileFile[] = [
  hostileFile("comment.xlsx", "a comment on the cell __proto__", () =>
    xlsxWith({
      sheet: `${CELLS}<legacyDrawing r:id="rId1"/>`,
      extra: [
        { name: "xl/comments1.xml", bytes: COMMENTS },
        {
          name: "xl/worksheets/_rels/sheet1.xml.rels",
          bytes:
            '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments" Target="../comments1.xml"/></Relationships>',
        },
      ],
    }),
  ),
  hostileFile("sheet.xlsx", "a sheet and a name called __proto__", () =>
    xlsxWith({
      sheetName: NAME,
      sheet: CELLS,
      definedNames: `<definedNames><definedName name="${NAME}">${NAME}!$A$1</definedName></definedNames>`,
    }),
  ),
  hostileFile("table.ods", "a table called __proto__", () =>
    odsWith(
      `<table:table table:name="${NAME}"><table:table-row><table:table-cell office:value-type="string"><text:p>x</text:p></table:table-cell></table:table-row></table:table>`,
    ),
  ),
  hostileFile("style.docx", "styles, properties and notes called __proto__", () =>
    docxWith(`<w:p><w:pPr><w:pStyle w:val="${NAME}"/></w:pPr><w:r><w:t>x</w:t></w:r></w:p>${paragraph("y")}`, {
      extra: [
        {
          name: "word/styles.xml",
          bytes: `<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:styleId="${NAME}"><w:name w:val="${NAME}"/><w:basedOn w:val="${NAME}"/></w:style></w:styles>`,
        },
        {
          name: "docProps/custom.xml",
          bytes: `<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties" xmlns:vt="http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes"><property name="${NAME}"><vt:lpwstr>polluted</vt:lpwstr></property></Properties>`,
        },
      ],
    }),
  ),
  hostileFile(
    "keys.json",
    "keys called __proto__",
    () => `{"${NAME}":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}`,
  ),
  hostileFile(
    "keys.yaml",
    "keys called __proto__",
    () => `${NAME}:\n  polluted: true\nconstructor:\n  prototype:\n    polluted: true\n`,
  ),
  hostileFile(
    "front.md",
    "front matter called __proto__",
    () => `---\n${NAME}:\n  polluted: true\ntitle: x\n---\n# x\n`,
  ),
  hostileFile(
    "metadata.ipynb",
    "metadata called __proto__",
    () =>
      `{"nbformat":4,"nbformat_minor":5,"metadata":{"${NAME}":{"polluted":true}},"cells":[{"cell_type":"code","metadata":{"${NAME}":{"polluted":true}},"source":"x","outputs":[{"output_type":"display_data","data":{"${NAME}":"x"},"metadata":{}}]}]}`,
  ),
  hostileFile("head.csv", "columns called __proto__", () => `${NAME},constructor,toString\n1,2,3\n`),
  hostileFile(
    "header.eml",
    "a header called __proto__",
    () => `${NAME}: polluted\nSubject: x\nContent-Type: text/plain; ${NAME}=polluted; charset="${NAME}"\n\nbody`,
  ),
  hostileFile(
    "attribute.html",
    "attributes and meta data called __proto__",
    () =>
      `<html ${NAME}="x"><head><meta name="${NAME}" content="polluted"><title>x</title></head><body ${NAME}=1>x</body></html>`,
  ),
  hostileFile("member.zip", "members called __proto__ and ../..", () =>
    makeZip(
      [NAME, `${NAME}/a.txt`, "../../outside.txt", "/etc/outside.txt", "C:\\outside.txt", "constructor"].map(
        (name) => ({ name, bytes: "x" }),
      ),
    ),
  ),
  hostileFile("title.pdf", "properties called __proto__", () =>
    pdfOf(
      [
        `<< /Type /Catalog /Pages 2 0 R /Names << /EmbeddedFiles << /Names [(${NAME}) 4 0 R] >> >> >>`,
        "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>",
        `<< /Type /Filespec /F (${NAME}) >>`,
        `<< /Title (x) /${NAME} (polluted) /constructor (polluted) >>`,
      ],
      "/Info 5 0 R",
    ),
  ),
];
