import { type HostileFile, hostileFile } from "./hostile-file.ts";
import { docxWith, odsWith, xlsxWith } from "./office-shells.ts";
import { pdfOf, streamOf } from "../raw-pdf.ts";

const FAR_CELLS =
  '<dimension ref="A1:XFD1048576"/><sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row></sheetData>';

/** Dimensions that nobody can hold, in files of a few kilobytes. */
export const sizes: readonly HostileFile[] = [
  hostileFile("far.xlsx", "a cell in each far corner", () => xlsxWith({ sheet: FAR_CELLS })),
  hostileFile("beyond.xlsx", "cells beyond the last row and column", () =>
    xlsxWith({
      sheet:
        '<dimension ref="A1:ZZZZZZ999999999"/><sheetData><row r="999999999999"><c r="ZZZZZZ999999999999"><v>1</v></c></row><row r="-1"><c r="A-1"><v>1</v></c></row></sheetData>',
    }),
  ),
  hostileFile("merged.xlsx", "fifty thousand ranges over whole columns", () =>
    xlsxWith({
      sheet: `<sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData><mergeCells>${'<mergeCell ref="A1:XFD1048576"/>'.repeat(50_000)}</mergeCells>`,
    }),
  ),
  hostileFile("shared.xlsx", "a shared formula over the whole sheet", () =>
    xlsxWith({
      sheet:
        '<sheetData><row r="1"><c r="A1"><f t="shared" si="0" ref="A1:XFD1048576">A2+1</f></c><c r="B1"><f t="array" ref="A1:XFD1048576">ROW()</f></c></row></sheetData>',
    }),
  ),
  hostileFile("columns.xlsx", "hidden columns without end", () =>
    xlsxWith({
      sheet: `<cols>${'<col min="1" max="2147483647" hidden="1"/>'.repeat(1000)}</cols><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData>`,
    }),
  ),
  hostileFile("cells.xlsx", "three million cells", () =>
    xlsxWith({
      sheet: `<sheetData>${Array.from({ length: 30_000 }, (_, row) => `<row r="${row + 1}">${"<c><v>1</v></c>".repeat(100)}</row>`).join("")}</sheetData>`,
    }),
  ),
  hostileFile("repeated.ods", "a cell repeated over the whole table", () =>
    odsWith(
      '<table:table table:name="t"><table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384" office:value-type="float" office:value="1"><text:p>1</text:p></table:table-cell></table:table-row></table:table>',
    ),
  ),
  hostileFile("repeated-text.ods", "two billion blanks", () =>
    odsWith(
      '<table:table table:name="t"><table:table-row><table:table-cell office:value-type="string"><text:p><text:s text:c="2000000000"/></text:p></table:table-cell></table:table-row></table:table>',
    ),
  ),
  hostileFile("span.docx", "a cell that spans a billion columns", () =>
    docxWith(
      '<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val="1000000000"/></w:tcPr><w:p><w:r><w:t>x</w:t></w:r></w:p></w:tc></w:tr></w:tbl>',
    ),
  ),
  hostileFile(
    "span.html",
    "cells that span a billion columns and rows",
    () => `<table>${'<tr><td colspan="1000000000" rowspan="1000000000">x</td></tr>'.repeat(1000)}</table>`,
  ),
  hostileFile(
    "list.html",
    "a list that starts at the end of numbers",
    () => '<ol start="9007199254740991"><li>x<li>y</ol>',
  ),
  hostileFile("media-box.pdf", "a page of light years", () =>
    pdfOf([
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [-1e300 -1e300 1e300 1e300] /Contents 4 0 R /Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>",
      streamOf("", "BT /F 1e30 Tf 1e30 0 0 1e30 1e300 1e300 Tm (far) Tj ET BT /F 1 Tf 0 0 Td (near) Tj ET"),
    ]),
  ),
  hostileFile("image.pdf", "an image of four billion pixels a side", () =>
    pdfOf([
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >> >>",
      streamOf("", "/I Do"),
      streamOf(
        "/Type /XObject /Subtype /Image /Width 4294967295 /Height 4294967295 /ColorSpace /DeviceRGB /BitsPerComponent 8",
        "x",
      ),
    ]),
  ),
  hostileFile("large.png", "four billion pixels a side", () => pngOf(0xffff_ffff, 0xffff_ffff)),
  hostileFile("large.bmp", "two billion pixels a side", () => {
    const file = Buffer.alloc(54);
    file.write("BM");
    file.writeUInt32LE(40, 14);
    file.writeInt32LE(0x7fff_ffff, 18);
    file.writeInt32LE(-0x7fff_ffff, 22);
    return file;
  }),
  hostileFile("entries.tif", "a picture whose directories follow each other in a ring", () => {
    const file = Buffer.alloc(64 + 12 * 4);
    file.write("II*\0", "latin1");
    file.writeUInt32LE(8, 4);
    file.writeUInt16LE(4, 8);
    for (let entry = 0; entry < 4; entry++) {
      const at = 10 + entry * 12;
      file.writeUInt16LE([0x100, 0x8769, 0x10e, 0x8825][entry]!, at);
      file.writeUInt16LE(4, at + 2);
      file.writeUInt32LE(0xffff_ffff, at + 4);
      file.writeUInt32LE(8, at + 8);
    }
    file.writeUInt32LE(8, 10 + 48);
    return file;
  }),
  hostileFile("segments.jpg", "segments of no length", () =>
    Buffer.concat([Buffer.from("ffd8", "hex"), Buffer.from("ffe10000".repeat(10_000), "hex")]),
  ),
];

function pngOf(width: number, height: number): Uint8Array {
  const head = Buffer.alloc(33);
  Buffer.from("89504e470d0a1a0a0000000d49484452", "hex").copy(head);
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  head[24] = 8;
  head[25] = 6;
  return head;
}
