import { registerConformance, runConformance } from "@runningtab/conformance-kit";
import type { DocumentParser } from "@runningtab/parsed-cache";
import { documentParserCases } from "@runningtab/parsed-cache/conformance";
import { parser as archive } from "@runningtab/parsed-cache/parsers/archive";
import { parser as csv } from "@runningtab/parsed-cache/parsers/csv";
import { parser as epub } from "@runningtab/parsed-cache/parsers/epub";
import { parser as html } from "@runningtab/parsed-cache/parsers/html";
import { parser as image } from "@runningtab/parsed-cache/parsers/image";
import { parser as mail } from "@runningtab/parsed-cache/parsers/mail";
import { parser as mailbox } from "@runningtab/parsed-cache/parsers/mailbox";
import { parser as markdown } from "@runningtab/parsed-cache/parsers/markdown";
import { parser as notebook } from "@runningtab/parsed-cache/parsers/notebook";
import { parser as opendocument } from "@runningtab/parsed-cache/parsers/opendocument";
import { parser as outlook } from "@runningtab/parsed-cache/parsers/outlook";
import { parser as pdf } from "@runningtab/parsed-cache/parsers/pdf";
import { parser as presentation } from "@runningtab/parsed-cache/parsers/presentation";
import { parser as presentation97 } from "@runningtab/parsed-cache/parsers/presentation-97";
import { parser as rtf } from "@runningtab/parsed-cache/parsers/rtf";
import { parser as spreadsheet } from "@runningtab/parsed-cache/parsers/spreadsheet";
import { parser as text } from "@runningtab/parsed-cache/parsers/text";
import { parser as word } from "@runningtab/parsed-cache/parsers/word";
import { parser as word97 } from "@runningtab/parsed-cache/parsers/word-97";
import { writeDocx, writeEml, writePptx, writeXlsx } from "@runningtab/test-kit/office";
import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { makeDoc } from "../../test/make-doc.ts";
import { makeOutlook } from "../../test/make-outlook.ts";
import { drawText, makePdf } from "../../test/make-pdf.ts";
import { makePpt } from "../../test/make-ppt.ts";
import { zipOf } from "../../test/make-zip.ts";

const words = new TextEncoder().encode("Item,Sum\nTravel,128\n\nMeals,42\n");

const mailHead = {
  from: "Ann <ann@example.com>",
  to: "Bo <bo@example.com>",
  subject: "Costs",
  date: "Tue, 05 Mar 2024 09:30:00 +0100",
};
const costs = { name: "costs.csv", mediaType: "text/csv", bytes: words };

const samples: readonly (readonly [name: string, parser: DocumentParser, sample: Uint8Array])[] = [
  ["text", text, words],
  ["csv", csv, words],
  ["markdown", markdown, new TextEncoder().encode("# Costs\n\nAs agreed.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n")],
  ["pdf", pdf, makePdf([drawText("one", 50, 700), drawText("two", 50, 700)])],
  [
    "spreadsheet",
    spreadsheet,
    writeXlsx({
      sheets: [
        {
          name: "Q1 & more",
          rows: [
            ["Item", "Sum"],
            ["Travel", 128],
          ],
        },
      ],
    }),
  ],
  [
    "word",
    word,
    writeDocx({
      blocks: [
        { type: "heading", text: "Costs" },
        { type: "table", rows: [["a", "b"]] },
      ],
    }),
  ],
  [
    "presentation",
    presentation,
    writePptx({ slides: [{ title: "Costs", bullets: ["one", "two"] }, { title: "End" }] }),
  ],
  ["html", html, new TextEncoder().encode("<h1>Costs</h1><p>As agreed.<table><tr><td>a<td>b</table>")],
  ["mail", mail, writeEml({ ...mailHead, body: "As agreed.", attachments: [costs] })],
  ["archive", archive, zipSync({ "costs.csv": words, "deck.pptx": writePptx({ slides: [{ title: "Costs" }] }) })],
  [
    "notebook",
    notebook,
    new TextEncoder().encode(JSON.stringify({ cells: [{ cell_type: "markdown", source: "# A" }] })),
  ],
  ["rtf", rtf, new TextEncoder().encode("{\\rtf1\\ansi\\pard Costs\\par\\pard a\\cell b\\cell\\row}")],
  [
    "opendocument",
    opendocument,
    zipOf({
      "content.xml":
        "<a:document-content xmlns:a='a'><a:body><a:text><a:p>Costs</a:p></a:text></a:body></a:document-content>",
    }),
  ],
  [
    "epub",
    epub,
    zipOf({
      "META-INF/container.xml": '<container><rootfile full-path="a.opf"/></container>',
      "a.opf":
        '<package><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>',
      "a.xhtml": "<html><body><h1>Costs</h1></body></html>",
    }),
  ],
  ["mailbox", mailbox, Buffer.concat([Buffer.from("From ann 2024\n"), writeEml({ ...mailHead, body: "As agreed." })])],
  ["outlook", outlook, makeOutlook({ properties: { 0x0037: "Costs", 0x1000: "As agreed." } })],
  ["old word", word97, makeDoc({ body: [{ runs: ["Costs"] }] })],
  ["old presentation", presentation97, makePpt([{ title: "Costs" }])],
  ["image", image, Buffer.concat([Buffer.from("GIF89a"), Buffer.of(4, 0, 3, 0), Buffer.alloc(30)])],
];

for (const [name, parser, sample] of samples) {
  registerConformance({ describe, it }, documentParserCases, {
    name: `${name} parser`,
    create: () => ({ parser, sample }),
  });
}

it("the parser cases find out a parser that swallows what it cannot read", async () => {
  const broken: DocumentParser = {
    parse: (bytes, options, emit, limits) => pdf.parse(bytes, options, emit, limits).catch(() => undefined),
  };
  const sample = samples[3]![2];
  const report = await runConformance(documentParserCases, {
    name: "broken",
    create: () => ({ parser: broken, sample }),
  });
  const failed = report.results.filter(({ status }) => status === "failed").map(({ id }) => id);
  expect(failed).toEqual(["parse/never-silently-empty"]);
});
