import { type HostileFile, hostileFile } from "./hostile-file.ts";
import { pdfOf, streamOf } from "../raw-pdf.ts";

const CATALOG = "<< /Type /Catalog /Pages 2 0 R >>";
const PAGES = "<< /Type /Pages /Count 1 /Kids [3 0 R] >>";

function pageWith(resources: string, content: string): (string | Buffer)[] {
  return [
    CATALOG,
    PAGES,
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << ${resources} >> >>`,
    streamOf("", content),
  ];
}

/** Documents whose parts name one another in circles, and programs in them that do not end. */
export const loops: readonly HostileFile[] = [
  hostileFile("pages-in-pages.pdf", "a page tree that is its own child", () =>
    pdfOf([CATALOG, "<< /Type /Pages /Count 1000000 /Kids [2 0 R 2 0 R] >>"]),
  ),
  hostileFile("pages-ring.pdf", "two page trees that are each other's child", () =>
    pdfOf([CATALOG, "<< /Type /Pages /Count 9 /Kids [3 0 R] >>", "<< /Type /Pages /Count 9 /Kids [2 0 R] >>"]),
  ),
  hostileFile("count.pdf", "one page of a hundred million", () =>
    pdfOf([CATALOG, "<< /Type /Pages /Count 100000000 /Kids [3 0 R] >>", "<< /Type /Page /Parent 2 0 R >>"]),
  ),
  hostileFile("form.pdf", "a form that draws itself", () =>
    pdfOf([
      ...pageWith("/XObject << /F 5 0 R >>", "/F Do"),
      streamOf("/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /F 5 0 R >> >>", "/F Do /F Do"),
    ]),
  ),
  hostileFile("form-tree.pdf", "thirty forms, each of which draws the next twice", () =>
    pdfOf([
      ...pageWith("/XObject << /F 5 0 R >>", "/F Do"),
      ...Array.from({ length: 30 }, (_, n) =>
        streamOf(
          `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /F ${n < 29 ? n + 6 : 3} 0 R >> >>`,
          "/F Do /F Do",
        ),
      ),
    ]),
  ),
  hostileFile("outline.pdf", "an outline whose entries follow each other in a ring", () =>
    pdfOf([
      "<< /Type /Catalog /Pages 2 0 R /Outlines 4 0 R >>",
      PAGES,
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>",
      "<< /First 5 0 R /Last 6 0 R /Count 2 >>",
      "<< /Title (a) /Parent 4 0 R /Next 6 0 R /First 6 0 R >>",
      "<< /Title (b) /Parent 4 0 R /Next 5 0 R /First 5 0 R >>",
    ]),
  ),
  hostileFile("names.pdf", "a tree of attachments that is its own branch", () =>
    pdfOf([
      "<< /Type /Catalog /Pages 2 0 R /Names << /EmbeddedFiles 4 0 R >> /AcroForm << /Fields [5 0 R] >> >>",
      PAGES,
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Annots [5 0 R 5 0 R] >>",
      "<< /Kids [4 0 R 4 0 R] >>",
      "<< /Type /Annot /Subtype /Widget /FT /Tx /T (f) /V (v) /Parent 5 0 R /Kids [5 0 R] >>",
    ]),
  ),
  hostileFile("length.pdf", "a stream whose length is the stream itself", () =>
    pdfOf([...pageWith("", "").slice(0, 3), "<< /Length 4 0 R >>\nstream\nBT ET\nendstream"]),
  ),
  hostileFile("previous.pdf", "a cross-reference table that follows itself", () =>
    pdfOf(pageWith("", "BT ET"), "/Prev 9 /XRefStm 9"),
  ),
  hostileFile("self-previous.pdf", "a cross-reference table whose earlier one is itself", () => {
    const draft = pdfOf(pageWith("", "BT ET"), "/Prev 0000000000").toString("latin1");
    const at = /startxref\n(\d+)/.exec(draft)![1]!;
    return Buffer.from(draft.replace("/Prev 0000000000", `/Prev ${at.padStart(10, "0")}`), "latin1");
  }),
  hostileFile("size.pdf", "a cross-reference table of two billion entries", () =>
    pdfOf(pageWith("", "BT ET"), "")
      .toString("latin1")
      .replace(/xref\n0 \d+/, "xref\n0 2000000000"),
  ),
  hostileFile("object-stream.pdf", "an object that is packed in itself", () =>
    pdfOf([
      CATALOG,
      PAGES,
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 5 0 R >>",
      streamOf("/Type /ObjStm /N 1000000 /First 6 /Extends 4 0 R", "4 0 5 0 << >>"),
    ]),
  ),
  hostileFile("filters.pdf", "a page with a thousand filters", () =>
    pdfOf([
      ...pageWith("", "").slice(0, 3),
      streamOf(`/Filter [${"/ASCIIHexDecode ".repeat(1000)}]`, "30".repeat(1000)),
    ]),
  ),
  hostileFile("function.pdf", "a shading whose function halves a range for ever", () =>
    pdfOf([
      ...pageWith("/Shading << /S << /ShadingType 1 /ColorSpace /DeviceGray /Function 5 0 R >> >>", "/S sh"),
      streamOf("/FunctionType 4 /Domain [0 1 0 1] /Range [0 1]", `{ ${"dup mul ".repeat(200_000)} }`),
    ]),
  ),
  hostileFile("characters.pdf", "a font whose codes map four billion characters", () =>
    pdfOf([
      ...pageWith("/Font << /F 5 0 R >>", "BT /F 9 Tf (abc) Tj ET"),
      "<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts [6 0 R] /ToUnicode 7 0 R >>",
      "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /CIDSystemInfo << /Registry (A) /Ordering (I) /Supplement 0 >> >>",
      streamOf(
        "",
        "begincmap 1 begincodespacerange <00000000> <ffffffff> endcodespacerange 1 beginbfrange <00000000> <ffffffff> <0041> endbfrange endcmap",
      ),
    ]),
  ),
  hostileFile("glyphs.pdf", "a drawn font whose glyph shows itself", () =>
    pdfOf([
      ...pageWith("/Font << /F 5 0 R >>", "BT /F 9 Tf (aaa) Tj ET"),
      "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [1 0 0 1 0 0] /CharProcs << /a 6 0 R >> /Encoding << /Differences [97 /a] >> /FirstChar 97 /LastChar 97 /Widths [9] /Resources << /Font << /F 5 0 R >> >> >>",
      streamOf("", "9 0 d0 BT /F 9 Tf (aaa) Tj ET"),
    ]),
  ),
  hostileFile("sectors.xls", "a compound file whose sectors follow each other in a ring", () => ringCompoundFile()),
];

/** The header of a compound file (MS-CFB), one sector of allocation and one of directory, all chains circular. */
function ringCompoundFile(): Uint8Array {
  const file = Buffer.alloc(512 * 4);
  Buffer.from("d0cf11e0a1b11ae1", "hex").copy(file, 0);
  file.writeUInt16LE(0x3e, 24);
  file.writeUInt16LE(3, 26);
  file.writeUInt16LE(0xfffe, 28);
  file.writeUInt16LE(9, 30);
  file.writeUInt16LE(6, 32);
  file.writeUInt32LE(1, 44);
  file.writeUInt32LE(1, 48);
  file.writeUInt32LE(4096, 56);
  file.writeUInt32LE(2, 60);
  file.writeUInt32LE(1, 64);
  file.writeUInt32LE(0, 68);
  file.writeUInt32LE(1, 72);
  file.fill(0xff, 76, 512);
  file.writeUInt32LE(0, 76);
  for (let entry = 0; entry < 128; entry++) file.writeUInt32LE((entry + 1) % 3, 512 + entry * 4);
  for (const [index, name] of ["Root Entry", "Workbook", "Book", "Loop"].entries()) {
    const at = 1024 + index * 128;
    file.write(name, at, "utf16le");
    file.writeUInt16LE(name.length * 2 + 2, at + 64);
    file[at + 66] = index === 0 ? 5 : 2;
    for (const link of [68, 72, 76]) file.writeUInt32LE((index + 1) % 4, at + link);
    file.writeUInt32LE(1, at + 116);
    file.writeUInt32LE(0x7fff_ffff, at + 120);
  }
  return file;
}
