import fc from "fast-check";
import type { DocumentParser } from "@runningtab/parsed-cache";
import { parser as opendocument } from "@runningtab/parsed-cache/parsers/opendocument";
import { parser as outlook } from "@runningtab/parsed-cache/parsers/outlook";
import { parser as presentation97 } from "@runningtab/parsed-cache/parsers/presentation-97";
import { parser as rtf } from "@runningtab/parsed-cache/parsers/rtf";
import { parser as word97 } from "@runningtab/parsed-cache/parsers/word-97";
import { describe, expect, it } from "vitest";
import { makeDoc } from "../../test/make-doc.ts";
import { makeOutlook } from "../../test/make-outlook.ts";
import { makePpt } from "../../test/make-ppt.ts";
import { partsOf } from "../../test/parts-of.ts";
import { zipOf } from "../../test/make-zip.ts";

const content =
  "<a:document-content xmlns:a='a'><a:body><a:text><a:h>A</a:h><a:table><a:table-row><a:table-cell a:number-columns-repeated='3'><a:p>b</a:p></a:table-cell></a:table-row></a:table></a:text></a:body></a:document-content>";

const samples: readonly (readonly [name: string, parser: DocumentParser, sample: Uint8Array])[] = [
  [
    "an old Word document",
    word97,
    makeDoc({ body: [{ runs: ["Costs ", { text: "x", hidden: true }] }], header: "h", footnotes: ["n"] }),
  ],
  ["an old presentation", presentation97, makePpt([{ title: "Costs", body: ["a"], table: [["b"]], notes: "n" }])],
  [
    "an Outlook message",
    outlook,
    makeOutlook({ properties: { 0x0037: "Costs", 0x1000: "x" }, attachments: [{ 0x3701: Buffer.from("a,b") }] }),
  ],
  [
    "RTF",
    rtf,
    Buffer.from(
      "{\\rtf1\\ansi{\\fonttbl{\\f0 A;}}\\pard\\s1 a{\\footnote n}\\par\\intbl b\\cell\\row{\\v c}\\u233?\\bin2 xx}",
    ),
  ],
  ["an OpenDocument text", opendocument, zipOf({ "content.xml": content, "styles.xml": "<a/>", "meta.xml": "<b/>" })],
];

describe("damaged documents", () => {
  it.each(samples)("are read in part or refused, for every cut and change of %s", async (_name, parser, sample) => {
    const keysBefore = Reflect.ownKeys(Object.prototype).length;
    const change = fc.tuple(fc.nat(sample.length - 1), fc.nat(255));
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { maxLength: 8 }),
        fc.integer({ min: 1, max: sample.length }),
        async (changes, end) => {
          // Half of the runs keep the whole length: a cut alone mostly ends in the first check.
          const bytes = Buffer.from(end % 2 === 0 ? sample : sample.subarray(0, end));
          for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
          try {
            await partsOf(parser, bytes);
          } catch (error) {
            expect(error).toBeInstanceOf(Error);
          }
        },
      ),
      { numRuns: 150 },
    );
    expect(Reflect.ownKeys(Object.prototype)).toHaveLength(keysBefore);
  });
});
