import { makeZip } from "../make-zip.ts";
import { type HostileFile, hostileFile } from "./hostile-file.ts";
import { docxWith, odsWith, paragraph, xlsxWith } from "./office-shells.ts";
import { pdfOf, streamOf } from "../raw-pdf.ts";
import { deflateSync } from "node:zlib";

const MEGABYTE = 1024 * 1024;
const zeros = (megabytes: number): Buffer => Buffer.alloc(megabytes * MEGABYTE, 0x30);

/** `&l9;` stands for 10⁹ times `lol`. */
const BILLION_LAUGHS = `<!DOCTYPE x [<!ENTITY l0 "lol">${Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join("")}]>`;
const QUADRATIC = `<!DOCTYPE x [<!ENTITY a "${"A".repeat(100_000)}">]>`;

/** Little bytes that grow large: archives whose sizes lie, entities, packed streams. */
export const bombs: readonly HostileFile[] = [
  hostileFile("declared-small.docx", "300 MB of zeros that declare 1,000 bytes", () => lyingDocx(300, 1000)),
  hostileFile("declared-small.doc", "the same under the name of another kind", () => lyingDocx(300, 1000)),
  hostileFile("declared-nothing.docx", "300 MB of zeros that declare none", () => lyingDocx(300, 0)),
  hostileFile("declared-true.docx", "300 MB of zeros that say so", () => lyingDocx(300)),
  hostileFile("declared-large.docx", "a few bytes that declare 4 GB", () =>
    docxWith(paragraph("small"), { extra: [{ name: "word/footnotes.xml", bytes: "<x/>", declaredSize: 0xffff_fff0 }] }),
  ),
  hostileFile("strings.xlsx", "250 MB of shared strings that say so", () =>
    xlsxWith({
      sheet: '<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row></sheetData>',
      strings: `<si><t>${zeros(250).toString("latin1")}</t></si>`,
    }),
  ),
  hostileFile("many-strings.xlsx", "four million shared strings", () =>
    xlsxWith({
      sheet: '<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row></sheetData>',
      strings: "<si><t>a</t></si>".repeat(4_000_000),
    }),
  ),
  hostileFile("members.zip", "60,000 members", () =>
    makeZip(Array.from({ length: 60_000 }, (_, n) => ({ name: `m${n}.txt`, bytes: "x" }))),
  ),
  hostileFile("large-members.zip", "twenty members of 31 MB each", () =>
    makeZip(Array.from({ length: 20 }, (_, n) => ({ name: `m${n}.txt`, bytes: zeros(31) }))),
  ),
  hostileFile("nested.zip", "archives in archives, forty deep", () => nestedZip(40)),
  hostileFile("fan.zip", "archives of ten archives each, five deep", () => fanZip(5)),
  hostileFile("overlapping.zip", "two thousand members over the same 30 MB", () => overlappingZip(2000)),
  hostileFile("laughs.xml", "a billion laughs", () => `<?xml version="1.0"?>${BILLION_LAUGHS}<x>&l9;</x>`),
  hostileFile("laughs.docx", "a billion laughs", () => docxWith(paragraph("&l9;"), { head: BILLION_LAUGHS })),
  hostileFile("laughs.xlsx", "a billion laughs", () =>
    xlsxWith({
      head: BILLION_LAUGHS,
      sheet: '<sheetData><row r="1"><c r="A1" t="str"><v>&l9;</v></c></row></sheetData>',
    }),
  ),
  hostileFile("laughs.html", "a billion laughs", () => `${BILLION_LAUGHS}<html><body>&l9;</body></html>`),
  hostileFile("laughs.ods", "a billion laughs", () => odsWith('<table:table table:name="&l9;"/>', BILLION_LAUGHS)),
  hostileFile("quadratic.docx", "one long entity, used ten thousand times", () =>
    docxWith(paragraph("&a;".repeat(10_000)), { head: QUADRATIC }),
  ),
  hostileFile("external.docx", "an entity that names a file", () =>
    docxWith(paragraph("&f;"), { head: '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>' }),
  ),
  hostileFile("content.pdf", "a page of 400 MB of blanks", () => packedPagePdf(Buffer.alloc(400 * MEGABYTE, 0x20))),
  hostileFile("operators.pdf", "a page of forty million operators", () =>
    packedPagePdf(Buffer.from("q Q ".repeat(20_000_000))),
  ),
  hostileFile("twice-packed.pdf", "a page packed twice, 1 GB in the end", () => {
    const once = deflateSync(deflateSync(zeros(250)));
    return pdfOf([...onePage, streamOf("/Filter [/FlateDecode /FlateDecode]", once)]);
  }),
];

const onePage = [
  "<< /Type /Catalog /Pages 2 0 R >>",
  "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
  "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R >>",
];

function packedPagePdf(content: Uint8Array): Uint8Array {
  return pdfOf([...onePage, streamOf("/Filter /FlateDecode", deflateSync(content))]);
}

function lyingDocx(megabytes: number, declaredSize?: number): Uint8Array {
  return docxWith(paragraph("bait"), {
    extra: [{ name: "word/footnotes.xml", bytes: zeros(megabytes), declaredSize }],
  });
}

function nestedZip(depth: number): Uint8Array {
  let inner: Uint8Array = makeZip([{ name: "bottom.txt", bytes: "bottom" }]);
  for (let level = 0; level < depth; level++) inner = makeZip([{ name: `level${level}.zip`, bytes: inner }]);
  return inner;
}

function fanZip(depth: number): Uint8Array {
  let inner: Uint8Array = makeZip([{ name: "leaf.txt", bytes: zeros(1) }]);
  for (let level = 0; level < depth; level++)
    inner = makeZip(Array.from({ length: 10 }, (_, n) => ({ name: `${n}.zip`, bytes: inner })));
  return inner;
}

/** Every entry of the directory names the one member that there is. */
function overlappingZip(count: number): Uint8Array {
  const single = Buffer.from(makeZip([{ name: "a.txt", bytes: zeros(30) }]));
  const end = single.length - 22;
  const start = single.readUInt32LE(end + 16);
  const entry = single.subarray(start, end);
  const tail = Buffer.from(single.subarray(end));
  tail.writeUInt16LE(count, 8);
  tail.writeUInt16LE(count, 10);
  tail.writeUInt32LE(entry.length * count, 12);
  return Buffer.concat([single.subarray(0, start), ...Array.from({ length: count }, () => entry), tail]);
}
