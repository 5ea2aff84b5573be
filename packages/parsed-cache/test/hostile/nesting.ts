import { type HostileFile, hostileFile } from "./hostile-file.ts";
import { docxWith, odsWith, paragraph, xlsxWith } from "./office-shells.ts";
import { pdfOf, streamOf } from "../raw-pdf.ts";

const DEPTH = 100_000;
const around = (open: string, inner: string, close: string, depth = DEPTH): string =>
  open.repeat(depth) + inner + close.repeat(depth);

/** Structures nested deeper than any stack. */
export const nesting: readonly HostileFile[] = [
  hostileFile("arrays.json", "a million arrays in each other", () => around("[", "", "]", 1_000_000)),
  hostileFile("open.json", "a million objects that never end", () => '{"a":'.repeat(1_000_000)),
  hostileFile("elements.xml", "a hundred thousand elements in each other", () => around("<a>", "x", "</a>")),
  hostileFile("flow.yaml", "a hundred thousand sequences in each other", () => around("[", "x", "]")),
  hostileFile("aliases.yaml", "aliases of aliases", () =>
    [
      "a0: &a0 [x,x,x,x,x,x,x,x,x]",
      ...Array.from({ length: 20 }, (_, n) => `a${n + 1}: &a${n + 1} [${`*a${n},`.repeat(9)}]`),
    ].join("\n"),
  ),
  hostileFile("divs.html", "a hundred thousand divs in each other", () => around("<div>", "x", "</div>")),
  hostileFile("tables.html", "ten thousand tables in each other", () =>
    around("<table><tr><td>", "x", "</td></tr></table>", 10_000),
  ),
  hostileFile("formatting.html", "formats that are never closed, in many paragraphs", () =>
    "<p><b><i><u><font><a>".repeat(5000),
  ),
  hostileFile("lists.html", "fifty thousand lists in each other", () => around("<ul><li>", "x", "</li></ul>", 50_000)),
  hostileFile("quotes.md", "a hundred thousand quotes in each other", () => `${">".repeat(DEPTH)} x`),
  hostileFile("brackets.md", "links in links", () => around("[", "x", "](", 50_000)),
  hostileFile("emphasis.md", "emphasis that may end anywhere", () => "*a **a ".repeat(50_000)),
  hostileFile("controls.docx", "content controls in each other", () =>
    docxWith(around("<w:sdt><w:sdtContent>", paragraph("x"), "</w:sdtContent></w:sdt>")),
  ),
  hostileFile("tables.docx", "tables in each other", () =>
    docxWith(around("<w:tbl><w:tr><w:tc>", paragraph("x"), "</w:tc></w:tr></w:tbl>", 20_000)),
  ),
  hostileFile("elements.xlsx", "elements in each other", () => xlsxWith({ sheet: around("<x>", "", "</x>") })),
  hostileFile("elements.ods", "elements in each other", () => odsWith(around("<text:p>", "x", "</text:p>"))),
  hostileFile("messages.eml", "a thousand messages in each other", () =>
    Array.from({ length: 1000 }, (_, n) => `Subject: ${n}\nMIME-Version: 1.0\nContent-Type: message/rfc822\n\n`).join(
      "",
    ),
  ),
  hostileFile("parts.eml", "a thousand multiparts in each other", () =>
    Array.from(
      { length: 1000 },
      (_, n) => `${n === 0 ? "MIME-Version: 1.0\n" : ""}Content-Type: multipart/mixed; boundary="b${n}"\n\n--b${n}\n`,
    ).join(""),
  ),
  hostileFile(
    "many-parts.eml",
    "a hundred thousand parts",
    () =>
      `MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="b"\n\n${"--b\nContent-Type: text/plain\n\nx\n".repeat(100_000)}--b--\n`,
  ),
  hostileFile("headers.eml", "a header of ten megabytes of comments", () => `From: ${"(".repeat(10_000_000)}\n\nx`),
  hostileFile(
    "cells.ipynb",
    "outputs nested in metadata",
    () => `{"nbformat":4,"nbformat_minor":5,"metadata":${around('{"a":', "1", "}", 200_000)},"cells":[]}`,
  ),
  hostileFile("arrays.pdf", "arrays in each other where a page belongs", () =>
    pdfOf(["<< /Type /Catalog /Pages 2 0 R >>", `<< /Type /Pages /Count 1 /Kids ${around("[", "", "]")} >>`]),
  ),
  hostileFile("deep-pages.pdf", "a page tree fifty thousand levels deep", () =>
    pdfOf([
      "<< /Type /Catalog /Pages 2 0 R >>",
      ...Array.from({ length: 50_000 }, (_, n) => `<< /Type /Pages /Count 1 /Kids [${n + 3} 0 R] >>`),
    ]),
  ),
  hostileFile("states.pdf", "a page that only ever saves its state", () =>
    pdfOf([
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>",
      streamOf("", `${"q ".repeat(2_000_000)}BT ET`),
    ]),
  ),
  hostileFile("line.txt", "a line of fifty megabytes", () => "ab ".repeat(17_000_000)),
  hostileFile("quotes.csv", "quotes that never close", () => `a,b\n${'"x,"",\n'.repeat(300_000)}`),
  hostileFile("commas.csv", "a row of five million columns", () => ",".repeat(5_000_000)),
  hostileFile("rows.csv", "five million empty rows", () => "a,b\n".repeat(5_000_000)),
];
