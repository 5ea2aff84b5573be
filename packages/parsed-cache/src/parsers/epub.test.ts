import { parseBytes, renderParts } from "@runningtab/parsed-cache";
import { parser } from "@runningtab/parsed-cache/parsers/epub";
import { describe, expect, it } from "vitest";
import { ofType, partsOf } from "../../test/parts-of.ts";
import { placeText } from "../documents/place-text.ts";
import { zipOf } from "../../test/make-zip.ts";

const CONTAINER = `<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>`;
const chapter = (body: string): string =>
  `<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body>${body}</body></html>`;

function bookOf(more: Readonly<Record<string, string>> = {}): Uint8Array {
  return zipOf({
    mimetype: "application/epub+zip",
    "META-INF/container.xml": CONTAINER,
    "OEBPS/book.opf": `<package xmlns:dc="urn:dc"><metadata><dc:title>Travels</dc:title><dc:creator>Ann</dc:creator><dc:creator>Bo</dc:creator></metadata>
      <manifest><item id="b" href="two.xhtml" media-type="application/xhtml+xml"/><item id="a" href="text/one%20a.xhtml" media-type="application/xhtml+xml"/>
      <item id="c" href="gone.xhtml" media-type="application/xhtml+xml"/><item id="d" href="map.png" media-type="image/png"/></manifest>
      <spine><itemref idref="a"/><itemref idref="b"/><itemref idref="c"/><itemref idref="d"/></spine></package>`,
    "OEBPS/text/one a.xhtml": chapter(`<h1><a id="x"/>First</h1><p>By train &amp; by boat.</p>`),
    "OEBPS/two.xhtml": chapter("<h1>Second</h1><table><tr><td>a</td><td>b</td></tr></table><img src='x' alt='a map'/>"),
    ...more,
  });
}

describe("EPUB", () => {
  it("shows the chapters in reading order, each at an address that can be viewed", async () => {
    const parts = await partsOf(parser, bookOf());
    expect(renderParts(parts).map(({ address, text }) => [address, text])).toEqual([
      ["chapter=1&paragraph=1-2", "# First\n\nBy train & by boat."],
      ["chapter=2&paragraph=1-2", "# Second\n\n| a | b |\n| --- | --- |\n\n[image: a map]"],
    ]);
    expect(placeText("chapter=1&paragraph=2", parts)).toMatchObject({ text: "By train & by boat." });
    expect(placeText("chapter=2", parts)).toMatchObject({ text: expect.stringMatching(/^# Second/) });
    expect(ofType(parts, "metadata")[0]?.values).toEqual({ title: "Travels", author: "Ann, Bo", chapters: 4 });
  });

  it("says what it does not show", async () => {
    const losses = ofType(await partsOf(parser, bookOf()), "loss").map(({ kind, count }) => [kind, count]);
    expect(losses).toEqual([
      ["images", 1],
      ["chapters-missing", 1],
      ["chapters-not-read", 1],
    ]);
  });

  it("refuses a book locked by copy protection, and reads one whose fonts alone are garbled", async () => {
    const locked = (uri: string): Record<string, string> => ({
      "META-INF/encryption.xml": `<encryption><EncryptedData><CipherData><CipherReference URI="${uri}"/></CipherData></EncryptedData></encryption>`,
    });
    await expect(partsOf(parser, bookOf(locked("OEBPS/two.xhtml")))).rejects.toMatchObject({ code: "password-needed" });
    expect(ofType(await partsOf(parser, bookOf(locked("OEBPS/font.otf"))), "block")).not.toHaveLength(0);
    await expect(partsOf(parser, zipOf({ "META-INF/container.xml": CONTAINER }))).rejects.toMatchObject({
      code: "damaged",
    });
  });

  it("is what a file of the jailed child is read with", async () => {
    const parsed = await parseBytes(bookOf(), { path: "book.epub" });
    expect([parsed.parser.id, parsed.pages.length, parsed.status]).toEqual(["epub", 2, "ok"]);
  });
});
