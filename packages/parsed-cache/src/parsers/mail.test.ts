import { writeEml, writePptx, writeXlsx } from "@runningtab/test-kit/office";
import { parseBytes, renderParts } from "@runningtab/parsed-cache";
import { parser } from "@runningtab/parsed-cache/parsers/mail";
import { describe, expect, it } from "vitest";
import { drawText, makePdf } from "../../test/make-pdf.ts";
import { ofType, partsOf } from "../../test/parts-of.ts";
import { placeText } from "../documents/place-text.ts";
import type { ParsedPart } from "../parts.ts";

const HEAD = {
  from: "Jörg Ålder <jo@example.com>",
  to: "Bo <bo@example.com>",
  subject: "Größe der Kisten",
  date: "Tue, 05 Mar 2024 09:30:00 +0100",
};

const text = (content: string): Uint8Array => new TextEncoder().encode(content);

function pages(parts: readonly ParsedPart[]): readonly (readonly [address: string, text: string])[] {
  return renderParts(parts).map((page) => [page.address, page.text]);
}

function losses(parts: readonly ParsedPart[]): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(ofType(parts, "loss").map(({ kind, detail }) => [kind, detail]));
}

function raw(...lines: readonly string[]): string {
  return lines.join("\r\n");
}

describe("mail", () => {
  it("shows the decoded head and the body by paragraphs, lines kept", async () => {
    const parts = await partsOf(
      parser,
      writeEml({ ...HEAD, cc: "Cy <cy@example.com>", body: "Dear Bo,\n\nagreed: 23\n> 26\n\nJo" }),
    );
    expect(pages(parts)).toEqual([
      [
        "paragraph=1-3",
        "From: Jörg Ålder <jo@example.com>\nTo: Bo <bo@example.com>\nCc: Cy <cy@example.com>\nDate: Tue, 05 Mar 2024 09:30:00 +0100\nSubject: Größe der Kisten\n\nDear Bo,\n\nagreed: 23\n> 26\n\nJo",
      ],
    ]);
    expect(placeText("header", parts)).toMatchObject({ text: expect.stringMatching(/^From: /) });
    expect(ofType(parts, "metadata")[0]?.values).toMatchObject({ subject: "Größe der Kisten", body: "text" });
  });

  it("reads attachments in turn, each part at an address that can be viewed", async () => {
    const attachments = [
      {
        name: "plan.xlsx",
        mediaType: "application/octet-stream",
        bytes: writeXlsx({ sheets: [{ name: "Q1 & more", rows: [["Item", 128]] }] }),
      },
      { name: "deck.pptx", mediaType: "application/octet-stream", bytes: writePptx({ slides: [{ title: "Costs" }] }) },
      { name: "notes.txt", mediaType: "text/plain", bytes: text("one\ntwo") },
      {
        name: "scan.pdf",
        mediaType: "application/pdf",
        bytes: makePdf([drawText("first", 50, 700), drawText("second", 50, 700)]),
      },
      {
        name: "inner.eml",
        mediaType: "message/rfc822",
        bytes: writeEml({
          ...HEAD,
          body: "inside",
          attachments: [{ name: "a.csv", mediaType: "text/csv", bytes: text("k,v\n1,2") }],
        }),
      },
    ];
    const parts = await partsOf(parser, writeEml({ ...HEAD, body: "see attached", attachments }));
    expect(pages(parts).map(([address]) => address)).toEqual([
      "paragraph=1",
      "attachment=1&sheet=Q1%20%26%20more",
      "attachment=2&slide=1",
      "attachment=3&L1-L2",
      "attachment=4&page=1",
      "attachment=4&page=2",
      "attachment=5&paragraph=1",
      "attachment=5&attachment=1&sheet=Sheet1",
    ]);
    expect(pages(parts)[0]?.[1]).toContain("[attachment: plan.xlsx, application/octet-stream, ");
    expect(placeText("attachment=3&L2", parts)).toMatchObject({ text: "two", addresses: ["attachment=3&L2"] });
    expect(placeText("attachment=4&page=2", parts)).toMatchObject({ text: "second" });
    expect(placeText("attachment=4", parts)).toMatchObject({ text: "first\n\nsecond" });
    expect(placeText("attachment=5&paragraph=1", parts)).toMatchObject({ text: expect.stringContaining("inside") });
    expect(placeText("attachment=9", parts)).toBe("there is no attachment=9");
    expect(losses(parts)).toEqual({});
  });

  it("lists what it cannot read, with the reason, and reads the rest", async () => {
    const attachments = [
      { name: "broken.xlsx", mediaType: "application/octet-stream", bytes: text("PK\u0003\u0004 broken") },
      { name: "key.bin", mediaType: "application/octet-stream", bytes: Uint8Array.of(0, 1, 2, 3) },
      { name: "notes.txt", mediaType: "text/plain", bytes: text("read") },
    ];
    const parts = await partsOf(parser, writeEml({ ...HEAD, body: "b", attachments }));
    expect(losses(parts)["attachments-not-read"]).toMatch(
      /^broken\.xlsx: Damaged ZIP.*; key\.bin: no parser for application\/octet-stream yet$/,
    );
    expect(pages(parts).at(-1)).toEqual(["attachment=3&L1", "read"]);
  });

  it("shows the HTML body where it is the only one or says much more, and says which one it left out", async () => {
    const alternative = (plain: string, html: string): string =>
      raw(
        "Subject: a",
        "MIME-Version: 1.0",
        'Content-Type: multipart/alternative; boundary="b"',
        "",
        ...(plain === "" ? [] : ["--b", "Content-Type: text/plain", "", plain]),
        "--b",
        "Content-Type: text/html; charset=utf-8",
        "",
        html,
        "--b--",
        "",
      );
    const only = await partsOf(
      parser,
      alternative("", "<h1>Prices</h1><script>1</script><table><tr><td>a<td>1</table>"),
    );
    expect(pages(only)[0]?.[1]).toContain("# Prices\n\n| a | 1 |");
    expect(losses(only)).toHaveProperty("scripts");
    const both = await partsOf(parser, alternative("Prices: a 1", "<p>Prices: a 1"));
    expect(pages(both)[0]?.[1]).toContain("Prices: a 1");
    expect(losses(both)).toEqual({ "other-body": "the HTML form of the body says the same, and is not shown" });
    const short = await partsOf(parser, alternative("See invoice.", "<p>See invoice. Total due: 4711 EUR"));
    expect(pages(short)[0]?.[1]).toContain("4711 EUR");
    expect(losses(short)).toEqual({ "other-body": "the plain form of the body says the same, and is not shown" });
    const stub = await partsOf(parser, alternative("Use an HTML reader.", `<p>${"word ".repeat(100)}`));
    expect(pages(stub)[0]?.[1]).toContain("word word");
    expect(losses(stub)).toEqual({
      "other-body-differs": "the plain form of the body, not shown, has 4 words more: use, an, html, reader",
    });
    const apart = await partsOf(parser, alternative("See invoice 12.", "<p>Total due: 4711 EUR"));
    expect(pages(apart)[0]?.[1]).toContain("See invoice 12.");
    expect(losses(apart)).toEqual({
      "other-body-differs": "the HTML form of the body, not shown, has 4 words more: total, due, 4711, eur",
    });
  });

  it("decodes old encodings, transfer encodings and file names in pieces (RFC 2231)", async () => {
    const mail = raw(
      "Subject: =?iso-2022-jp?B?GyRCJF4kXyRgGyhC?=",
      "MIME-Version: 1.0",
      'Content-Type: multipart/mixed; boundary="b"',
      "",
      "--b",
      "Content-Type: text/plain; charset=iso-8859-1",
      "Content-Transfer-Encoding: quoted-printable",
      "",
      "caf=E9 =A3 5",
      "--b",
      "Content-Type: text/plain",
      "Content-Disposition: attachment; filename*0*=utf-8''%E4%BA%A4; filename*1*=%E8%B4%A7.txt",
      "",
      "x",
      "--b--",
      "",
    );
    const parts = await partsOf(parser, mail);
    expect(pages(parts)[0]?.[1]).toBe("Subject: まみむ\n\ncafé £ 5\n\n[attachment: 交货.txt, text/plain, 2 bytes]");
  });

  it("ends where mails lie in one another without end, and where a head never ends", async () => {
    let mail = writeEml({ ...HEAD, body: "innermost" });
    for (let depth = 0; depth < 8; depth++) {
      mail = writeEml({
        ...HEAD,
        body: `at ${depth}`,
        attachments: [{ name: "m.eml", mediaType: "message/rfc822", bytes: mail }],
      });
    }
    const parts = await partsOf(parser, mail);
    expect(losses(parts)["attachments-not-read"]).toContain("more than 3 documents in one another");
    await expect(partsOf(parser, `Subject: ${"x".repeat(3_000_000)}\r\n\r\nbody`)).rejects.toMatchObject({
      code: "damaged",
    });
    expect(losses(await partsOf(parser, ""))).toHaveProperty("no-text");
  });

  it("is what a file of the jailed child is read with", { timeout: 60_000 }, async () => {
    const attachments = [{ name: "c.csv", mediaType: "text/csv", bytes: text("k,v\n1,2") }];
    const file = await parseBytes(writeEml({ ...HEAD, body: "b", attachments }), { path: "m.eml" });
    expect(file).toMatchObject({ status: "ok", parser: { id: "mail" } });
    expect(file.pages.map(({ address }) => address)).toEqual(["m.eml#paragraph=1", "m.eml#attachment=1&sheet=Sheet1"]);
  });

  it("reads files that the text of an old mail holds packed", async () => {
    const mail =
      'From: a@example.com\r\nSubject: s\r\n\r\nSee below.\r\n\r\nbegin 644 note.csv\r\n+:RQV"G)E9"PR-@H`\r\n`\r\nend\r\n\r\nBye.\r\n';
    const parts = await partsOf(parser, mail);
    expect(ofType(parts, "metadata")[0]?.values["attachments"]).toEqual([
      { name: "note.csv", mediaType: "text/csv", bytes: 11 },
    ]);
    const texts = ofType(parts, "block").map(({ runs }) => runs.map(({ text }) => text).join(""));
    expect(texts).toContain("See below.");
    expect(texts.join("")).not.toContain("begin 644");
    expect(placeText("attachment=1&sheet=Sheet1&cell=B2", parts)).toMatchObject({ text: "B2: 26" });
  });

  it("reads a head that is written in the encoding of the body, or in none that it says", async () => {
    const mail = (head: string): Buffer =>
      Buffer.from(`From: Jos\xe9 <j@example.com>\nSubject: A\xf1o\n${head}\nMa\xf1ana`, "latin1");
    for (const head of [
      "Content-Type: text/plain; charset=iso-8859-1\n",
      "Content-Type: text/plain; charset=utf-8\n",
      "",
    ]) {
      const values = ofType(await partsOf(parser, mail(head)), "metadata")[0]?.values;
      expect(values).toMatchObject({ from: "José <j@example.com>", subject: "Año" });
    }
    const cyrillic = Buffer.concat([
      Buffer.from("Content-Type: text/plain; charset=koi8-r\nSubject: "),
      Buffer.from([0xf4, 0xc5, 0xd3, 0xd4]),
      Buffer.from("\n\nx"),
    ]);
    expect(ofType(await partsOf(parser, cyrillic), "metadata")[0]?.values).toMatchObject({ subject: "Тест" });
  });
});
