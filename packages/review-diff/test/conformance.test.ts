import { registerConformance, runConformance } from "@runningtab/conformance-kit";
import type { DiffFormat, DiffInput } from "@runningtab/review-diff";
import { diffFormatCases, type FormatSample } from "@runningtab/review-diff/conformance";
import { createBinaryFormat } from "@runningtab/review-diff/formats/binary";
import { createArchiveFormat } from "@runningtab/review-diff/formats/archive";
import { createBlocksFormat } from "@runningtab/review-diff/formats/blocks";
import { createHtmlFormat } from "@runningtab/review-diff/formats/html";
import { createImageFormat } from "@runningtab/review-diff/formats/image";
import { createJsonFormat } from "@runningtab/review-diff/formats/json";
import { createMailFormat } from "@runningtab/review-diff/formats/mail";
import { createMarkdownFormat } from "@runningtab/review-diff/formats/markdown";
import { createNotebookFormat } from "@runningtab/review-diff/formats/notebook";
import { createSlidesFormat } from "@runningtab/review-diff/formats/slides";
import { createSpreadsheetFormat } from "@runningtab/review-diff/formats/spreadsheet";
import { createTextFormat } from "@runningtab/review-diff/formats/text";
import { createYamlFormat } from "@runningtab/review-diff/formats/yaml";
import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { documentSide, notebookSide, sheetPart, slidesSide, textSide, workbook } from "./sides.ts";

const textSamples: readonly FormatSample[] = [
  {
    before: textSide("one\ntwo\nthree words here\nfour\nfive\n"),
    after: textSide("zero\none\ntwo\nthree other words here\nfour\n"),
  },
  { before: textSide("a\r\nb\r\n"), after: textSide("a\nb\n") },
];
const workbookSamples: readonly FormatSample[] = [
  {
    before: workbook(
      sheetPart([
        ["Item", "Cost"],
        ["Paper", 5],
        ["Ink", 7],
        ["Total", "=SUM(B2:B3)"],
      ]),
      sheetPart([["x"]], "Old"),
    ),
    after: workbook(
      sheetPart([
        ["Item", "Cost"],
        ["Pens", 3],
        ["Paper", 6],
        ["Ink", 7],
        ["Total", "=SUM(B2:B4)*2"],
      ]),
      sheetPart([["y"]], "New"),
    ),
  },
];
const documentSamples: readonly FormatSample[] = [
  {
    before: documentSide(
      "Report of the year",
      "Sales rose by ten percent in spring.",
      "A paragraph to go.",
      "The end.",
    ),
    after: documentSide("Report of the year", "Something new.", "Sales rose by twelve percent in spring.", "The end."),
  },
];
const slidesSamples: readonly FormatSample[] = [
  {
    before: slidesSide(["Plan", "what we do"], ["Costs", "ten euros"], ["Thanks"]),
    after: slidesSide(
      ["The plan", "what we do now"],
      ["Thanks"],
      ["Risks", "rain"],
      ["Costs (hidden slide)", "ten euros"],
    ),
  },
];
const notebookSamples: readonly FormatSample[] = [
  {
    before: notebookSide({ id: "a", source: "x = 1" }, { source: "print(x)", outputs: ["1"] }, { source: "old one" }),
    after: notebookSide({ source: "print(x)", outputs: ["2"] }, { id: "a", source: "x = 2" }, { source: "all new" }),
  },
];
const jsonSamples: readonly FormatSample[] = [
  {
    before: textSide('{"a":1,"b":[1,2],"c":"x y"}', "a.json"),
    after: textSide('{"b":[2,3],"c":"x z","d":null}', "a.json"),
  },
];
const yamlSamples: readonly FormatSample[] = [
  {
    before: textSide("# one\na: 1\nb: [1, 2]\nc: x y\n", "a.yaml"),
    after: textSide("# two\nb: [2, 3]\nc: x z\nd: null\n", "a.yaml"),
  },
];
const markdownSamples: readonly FormatSample[] = [
  {
    before: textSide("# One\n\nWords of the first.\n\n| a | b |\n| - | - |\n| 1 | 2 |\n", "a.md"),
    after: textSide("## One\n\nWords of the second.\n\nMore of it.\n\n| a | b |\n| - | - |\n| 1 | 3 |\n", "a.md"),
  },
];
const htmlSamples: readonly FormatSample[] = [
  {
    before: textSide("<h1>One</h1><p>Words of the first.</p><ul><li>gone</ul>", "a.html"),
    after: textSide("<h2>One</h2><p>Words of the second.</p><script>x()</script>", "a.html"),
  },
];
const mailSamples: readonly FormatSample[] = [
  {
    before: textSide("From: a@b.c\nSubject: one\n\nWords of it.\n\nMore words.\n", "a.eml"),
    after: textSide("From: a@b.c\nSubject: two\nCc: d@e.f\n\nOther words of it.\n", "a.eml"),
  },
];
const archiveSamples: readonly FormatSample[] = [
  {
    before: { path: "a.zip", bytes: zipSync({ a: Buffer.from("1"), b: Buffer.from("2"), c: Buffer.from("3") }) },
    after: { path: "a.zip", bytes: zipSync({ a: Buffer.from("4"), d: Buffer.from("2"), e: Buffer.from("5") }) },
  },
];
const gif = (width: number): DiffInput => ({
  path: "a.gif",
  bytes: Buffer.concat([Buffer.from("GIF89a", "latin1"), Buffer.from([width, 0, 4, 0, 0, 0, 0])]),
});
const imageSamples: readonly FormatSample[] = [{ before: gif(3), after: gif(4) }];
const binarySamples: readonly FormatSample[] = [
  { before: textSide("a\0b", "a.bin"), after: textSide("a\0c", "a.bin") },
];

const capabilities = new Set(["cancellation"]);
for (const [format, samples, abilities] of [
  [createTextFormat, textSamples, capabilities],
  [createSpreadsheetFormat, workbookSamples, capabilities],
  [createBlocksFormat, documentSamples, capabilities],
  [createSlidesFormat, slidesSamples, capabilities],
  [createNotebookFormat, notebookSamples, capabilities],
  [createJsonFormat, jsonSamples, capabilities],
  [createYamlFormat, yamlSamples, capabilities],
  [createMarkdownFormat, markdownSamples, capabilities],
  [createHtmlFormat, htmlSamples, capabilities],
  [createMailFormat, mailSamples, capabilities],
  [createArchiveFormat, archiveSamples, capabilities],
  [createImageFormat, imageSamples, capabilities],
  // One comparison of bytes has no moment at which to stop.
  [createBinaryFormat, binarySamples, new Set<string>()],
] as const) {
  registerConformance({ describe, it }, diffFormatCases, {
    name: format().name,
    create: () => ({ format: format(), samples }),
    capabilities: abilities,
  });
}

function wrapped(inner: DiffFormat): DiffFormat {
  return { ...inner, accepts: (before, after) => inner.accepts(before, after), diff: (...all) => inner.diff(...all) };
}

registerConformance({ describe, it }, diffFormatCases, {
  name: "a wrapped text format",
  create: () => ({ format: wrapped(createTextFormat()), samples: textSamples }),
  capabilities,
});

describe("the cases", () => {
  it("catch a format that repeats ids, ignores the limit and invents changes", async () => {
    const inner = createTextFormat();
    const broken: DiffFormat = {
      ...inner,
      async diff(before, after) {
        const result = await inner.diff(before, after, { maxChanges: 10_000 });
        const invented = { id: "one", kind: "added", subject: "line", address: "L1", after: "x" } as const;
        return { ...result, equal: false, changes: [...result.changes, invented, invented] };
      },
    };
    const report = await runConformance(diffFormatCases, {
      name: "broken",
      create: () => ({ format: broken, samples: textSamples }),
      capabilities,
    });
    const failed = report.results.filter(({ status }) => status === "failed").map(({ id }) => id);
    expect(failed).toEqual(
      expect.arrayContaining(["diff/same-is-equal", "change/ids", "limit/max-changes", "signal/aborted"]),
    );
  });
});
