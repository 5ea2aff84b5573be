import { parseBytes, renderParts } from "@runningtab/parsed-cache";
import { parser } from "@runningtab/parsed-cache/parsers/outlook";
import { writeXlsx } from "@runningtab/test-kit/office";
import { describe, expect, it } from "vitest";
import { makeOutlook, type OutlookItem } from "../../test/make-outlook.ts";
import { ofType, partsOf } from "../../test/parts-of.ts";
import { placeText } from "../documents/place-text.ts";
import type { ParsedPart } from "../parts.ts";
import { unpackRtf } from "./mail/compressed-rtf.ts";
import { PROPERTY } from "./mail/outlook-properties.ts";

const HEAD: OutlookItem["properties"] = {
  [PROPERTY.messageClass]: "IPM.Note",
  [PROPERTY.subject]: "Größe der Kisten",
  [PROPERTY.senderName]: "Jörg Ålder",
  [PROPERTY.senderEmail]: "/o=example/cn=jo",
  [PROPERTY.senderSmtp]: "jo@example.com",
  [PROPERTY.submitTime]: new Date("2024-03-05T08:30:00Z"),
};
const RECIPIENTS: readonly OutlookItem["properties"][] = [
  { [PROPERTY.recipientType]: 1, [PROPERTY.displayName]: "Bo", [PROPERTY.smtpAddress]: "bo@example.com" },
  { [PROPERTY.recipientType]: 1, [PROPERTY.displayName]: "'di@example.com'", [PROPERTY.email]: "di@example.com" },
  { [PROPERTY.recipientType]: 2, [PROPERTY.displayName]: "Cy", [PROPERTY.email]: "/o=example/cn=cy" },
];

/** RTF as the stream of a message holds it, stored as it is. */
function storedRtf(rtf: string): Uint8Array {
  const head = Buffer.alloc(16);
  head.writeUInt32LE(rtf.length + 12, 0);
  head.writeUInt32LE(rtf.length, 4);
  head.writeUInt32LE(0x414c454d, 8);
  return Buffer.concat([head, Buffer.from(rtf, "latin1")]);
}

async function read(item: Partial<OutlookItem>): Promise<ParsedPart[]> {
  return partsOf(parser, makeOutlook({ properties: HEAD, recipients: RECIPIENTS, ...item }));
}

function text(parts: readonly ParsedPart[]): string {
  return renderParts(parts)
    .map((page) => page.text)
    .join("\n\n");
}

describe("Outlook message", () => {
  it("shows head and body as of any mail", async () => {
    const parts = await read({ properties: { ...HEAD, [PROPERTY.body]: "Dear Bo,\r\n\r\nagreed: 23\r\n\r\nJo\0" } });
    expect(text(parts)).toBe(
      "From: Jörg Ålder <jo@example.com>\nTo: Bo <bo@example.com>, di@example.com\nCc: Cy\nDate: 2024-03-05T08:30:00Z\nSubject: Größe der Kisten\n\nDear Bo,\n\nagreed: 23\n\nJo\0".replace(
        "\0",
        "",
      ),
    );
    expect(ofType(parts, "metadata")[0]?.values).toMatchObject({ subject: "Größe der Kisten", body: "text" });
    expect(ofType(parts, "loss")).toEqual([]);
  });

  it("reads an HTML body, and one wrapped in RTF", async () => {
    const html = await read({ properties: { ...HEAD, [PROPERTY.html]: Buffer.from("<p>Sum &lt; 5</p>") } });
    expect(text(html)).toContain("\n\nSum < 5");
    const rtf =
      "{\\rtf1\\ansi\\ansicpg1252\\fromhtml1{\\fonttbl{\\f0 Arial;}}{\\*\\htmltag64 <p>}\\htmlrtf {\\b\\htmlrtf0 caf\\'e9 & \\u8364?5{\\*\\htmltag72 </p>}\\htmlrtf }\\htmlrtf0}";
    const wrapped = await read({ properties: { ...HEAD, [PROPERTY.rtfBody]: storedRtf(rtf) } });
    expect(text(wrapped)).toMatch(/\n\ncafé & €5$/);
    expect(ofType(wrapped, "metadata")[0]?.values).toMatchObject({ body: "html" });
  });

  it("reads an RTF body that stands alone", async () => {
    const rtf = "{\\rtf1\\ansi\\pard Item\\cell Sum\\cell\\row\\pard done\\par}";
    const parts = await read({ properties: { ...HEAD, [PROPERTY.rtfBody]: storedRtf(rtf) } });
    expect(text(parts)).toMatch(/\| Item \| Sum \|/);
    expect(ofType(parts, "metadata")[0]?.values).toMatchObject({ body: "rtf" });
  });

  it("reads attachments in turn, and attached messages with theirs", async () => {
    const inner: OutlookItem = {
      properties: { [PROPERTY.subject]: "Earlier", [PROPERTY.body]: "as said\n\nAnn" },
      attachments: [
        {
          [PROPERTY.attachedLongName]: "notes.txt",
          [PROPERTY.attachedMethod]: 1,
          [PROPERTY.attachedData]: Buffer.from("one\ntwo"),
        },
      ],
    };
    const parts = await read({
      attachments: [
        {
          [PROPERTY.attachedLongName]: "plan.xlsx",
          [PROPERTY.attachedMethod]: 1,
          [PROPERTY.attachedData]: writeXlsx({ sheets: [{ name: "Q1", rows: [["Item", 128]] }] }),
        },
        { [PROPERTY.displayName]: "Earlier", [PROPERTY.attachedMethod]: 5, message: inner },
        { [PROPERTY.displayName]: "Picture", [PROPERTY.attachedMethod]: 6 },
      ],
    });
    expect(placeText("attachment=1&sheet=Q1", parts)).toMatchObject({
      text: expect.stringContaining("| Item | 128 |"),
    });
    expect(placeText("attachment=2&paragraph=1", parts)).toMatchObject({ text: "as said" });
    expect(placeText("attachment=2&attachment=1&L2", parts)).toMatchObject({ text: "two" });
    expect(ofType(parts, "loss")).toEqual([
      expect.objectContaining({ kind: "attachments-not-read", count: 1, detail: expect.stringContaining("Picture") }),
    ]);
  });

  it("says what an appointment is, of which it shows the text alone", async () => {
    const parts = await read({
      properties: {
        ...HEAD,
        [PROPERTY.messageClass]: "IPM.Appointment",
        [PROPERTY.startTime]: new Date("2024-03-06T09:00:00Z"),
      },
    });
    expect(ofType(parts, "loss")).toEqual([expect.objectContaining({ kind: "item-fields", count: 1 })]);
    expect(text(parts)).toContain("Start: 2024-03-06T09:00:00Z");
  });

  it("is known by its streams, also when what is attached is an old Word document", async () => {
    const inner = Buffer.concat([Buffer.from("WordDocument", "utf16le"), Buffer.alloc(5_000)]);
    const bytes = makeOutlook({ properties: HEAD, attachments: [{ [PROPERTY.attachedData]: inner }] });
    const parsed = await parseBytes(bytes, { path: "offer.msg" });
    expect([parsed.parser.id, parsed.status, parsed.metadata["subject"]]).toEqual([
      "outlook",
      "ok",
      "Größe der Kisten",
    ]);
  });
});

describe("packed RTF", () => {
  const packed = Buffer.from("1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0", "hex");

  it("unpacks the examples of the format", () => {
    const example =
      "2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0";
    const unpacked = (bytes: Uint8Array): string => Buffer.from(unpackRtf(bytes, 1_000)).toString("latin1");
    expect(unpacked(Buffer.from(example, "hex"))).toBe("{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n");
    expect(unpacked(packed)).toBe("{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}");
  });

  it("stops at its limit, and refuses what is no packed RTF", () => {
    expect(() => unpackRtf(packed, 3)).toThrow(expect.objectContaining({ code: "limit-exceeded" }));
    expect(() => unpackRtf(Buffer.alloc(40), 1_000)).toThrow(expect.objectContaining({ code: "damaged" }));
  });
});
