import { writeEml } from "@runningtab/test-kit/office";
import { parseBytes, renderParts } from "@runningtab/parsed-cache";
import { parser } from "@runningtab/parsed-cache/parsers/mailbox";
import { describe, expect, it } from "vitest";
import { ofType, partsOf } from "../../test/parts-of.ts";
import { placeText } from "../documents/place-text.ts";

function messageOf(subject: string, body: string, attachment?: string): string {
  const bytes = writeEml({
    from: "Ann <ann@example.com>",
    to: "Bo <bo@example.com>",
    subject,
    date: "Tue, 05 Mar 2024 09:30:00 +0100",
    body,
    ...(attachment !== undefined && {
      attachments: [{ name: "costs.csv", mediaType: "text/csv", bytes: new TextEncoder().encode(attachment) }],
    }),
  });
  return `From ann@example.com Tue Mar  5 09:30:00 2024\n${Buffer.from(bytes).toString("latin1").replaceAll("\r\n", "\n")}\n`;
}

describe("mailbox", () => {
  it("reads every message, and attachments in turn, at addresses that can be viewed", async () => {
    const box = messageOf("One", "first") + messageOf("Two", "second\n\nthird", "Travel,128\n");
    const parts = await partsOf(parser, box);
    expect(renderParts(parts).map(({ address }) => address)).toEqual([
      "message=1&paragraph=1",
      "message=2&paragraph=1-2",
      "message=2&attachment=1&sheet=Sheet1",
    ]);
    expect(placeText("message=2&paragraph=2", parts)).toMatchObject({ text: "third" });
    expect(placeText("message=2&attachment=1", parts)).toMatchObject({
      text: expect.stringContaining("| Travel | 128 |"),
    });
    expect(ofType(parts, "metadata")[0]?.values).toMatchObject({
      messageCount: 2,
      messages: [{ subject: "One" }, { subject: "Two", from: "Ann <ann@example.com>" }],
    });
  });

  it("tells a sentence that begins with From from the next message, and takes quoting off again", async () => {
    const box = messageOf("One", "We left.\n\nFrom there we went on.\n>From Bo, 2024");
    const parts = await partsOf(parser, box);
    expect(ofType(parts, "metadata")[0]?.values["messageCount"]).toBe(1);
    const text = renderParts(parts)[0]?.text;
    expect(text).toContain("From there we went on.");
    expect(text).toMatch(/^From Bo, 2024/m);
  });

  it("sums losses over the messages, and says how many are left out", async () => {
    const box = [1, 2, 3].map((number) => messageOf(`Number ${number}`, "x", "\0\0\x01binary")).join("");
    const parts = await partsOf(parser, box, {}, { maxEntries: 2 });
    expect(ofType(parts, "loss").filter(({ kind }) => kind === "truncated")).toMatchObject([{ count: 1 }]);
    expect(new Set(ofType(parts, "loss").map(({ kind }) => kind)).size).toBe(ofType(parts, "loss").length);
    expect(ofType(await partsOf(parser, "no mails here"), "loss")).toMatchObject([{ kind: "no-text" }]);
  });

  it("is known by its bytes, whatever the file is called", async () => {
    const parsed = await parseBytes(new TextEncoder().encode(messageOf("One", "first")), { path: "Inbox" });
    expect([parsed.parser.id, parsed.status]).toEqual(["mailbox", "ok"]);
  });
});
