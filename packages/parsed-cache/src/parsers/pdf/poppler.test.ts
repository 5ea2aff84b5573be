import { existsSync } from "node:fs";
import { builtInParsers, parseBytes } from "@runningtab/parsed-cache";
import { parser } from "@runningtab/parsed-cache/parsers/pdf";
import { describe, expect, it } from "vitest";
import { drawText, makePdf } from "../../../test/make-pdf.ts";
import { ofType, partsOf } from "../../../test/parts-of.ts";
import { findBubblewrap } from "../../jail/bubblewrap.ts";

const isInstalled = existsSync("/usr/bin/pdftotext") && findBubblewrap() !== undefined;
const ENGINE = { engine: "pdftotext" };

/** These want poppler and bubblewrap, which not every system has. */
describe.skipIf(!isInstalled)("PDF text by pdftotext", () => {
  const plan = makePdf([drawText("Travel", 50, 700) + drawText("128", 300, 700) + drawText("End", 50, 640), ""]);

  it("gives pages with rows on one line, and says what it does not tell", async () => {
    const parts = await partsOf(parser, plan, ENGINE);
    const pages = ofType(parts, "page");
    expect(pages.map(({ address, coverage }) => [address, coverage])).toEqual([
      ["page=1", "text"],
      ["page=2", "image"],
    ]);
    expect(pages[0]?.text).toMatch(/^Travel {2}128\n+End$/);
    expect(ofType(parts, "loss").map(({ kind }) => kind)).toEqual(["page-without-text", "beside-text-not-read"]);
    expect(ofType(parts, "metadata")[0]?.values).toEqual({ pages: 2 });
  });

  it("gives what the document says of itself, with signs that HTML escapes", async () => {
    const trailer = '/Info << /Title (A < B & "C") /Author (Ann) /ModDate (D:20240105102030Z) >>';
    const titled = makePdf([drawText("</pre>", 50, 700)], { trailer });
    const parts = await partsOf(parser, titled, ENGINE);
    expect(ofType(parts, "page").map(({ text }) => text)).toEqual(["</pre>"]);
    expect(ofType(parts, "metadata")[0]?.values).toEqual({
      pages: 1,
      title: 'A < B & "C"',
      author: "Ann",
      modified: "2024-01-05T10:20:30Z",
    });
  });

  it("does not tell invisible text apart, and says so", async () => {
    const hidden = makePdf(["BT /F1 10 Tf 50 700 Td (seen) Tj 3 Tr 0 -20 Td (not seen) Tj ET"]);
    const kinds = ofType(await partsOf(parser, hidden, ENGINE), "loss").map(({ kind }) => kind);
    expect(kinds).toContain("hidden-text-unchecked");
  });

  it("stops at the limit of pages, and refuses what is damaged", async () => {
    const parts = await partsOf(parser, plan, ENGINE, { maxPages: 1 });
    expect(ofType(parts, "page")).toHaveLength(1);
    expect(ofType(parts, "loss")).toContainEqual(expect.objectContaining({ kind: "truncated", count: 1 }));
    await expect(partsOf(parser, "%PDF-1.4 nothing", ENGINE)).rejects.toMatchObject({ code: "damaged" });
  });

  it("runs in the jail, whose name then says that programs may start", async () => {
    const parsed = await parseBytes(plan, { path: "plan.pdf", parsers: builtInParsers({ pdfEngine: "pdftotext" }) });
    expect([parsed.status, parsed.reason, parsed.jail]).toEqual(["ok", undefined, "bubblewrap"]);
    expect(parsed.pages[0]?.text).toMatch(/^Travel/);
  });
});

describe("the pdftotext engine", () => {
  it("is asked for by an option that is part of the record's key, for PDF alone", () => {
    const asked = builtInParsers({ pdfEngine: "pdftotext" });
    expect(asked.filter(({ needs }) => needs?.programs === true).map(({ id, options }) => [id, options])).toEqual([
      ["pdf", { engine: "pdftotext" }],
    ]);
    expect(builtInParsers().every(({ needs }) => needs === undefined)).toBe(true);
  });
});
