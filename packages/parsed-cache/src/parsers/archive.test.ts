import { zipSync } from "fflate";
import { writeXlsx } from "@runningtab/test-kit/office";
import { renderParts } from "@runningtab/parsed-cache";
import { parser } from "@runningtab/parsed-cache/parsers/archive";
import { describe, expect, it } from "vitest";
import { ofType, partsOf } from "../../test/parts-of.ts";
import { placeText } from "../documents/place-text.ts";
import type { ParsedPart } from "../parts.ts";

const text = (content: string): Uint8Array => new TextEncoder().encode(content);

function addresses(parts: readonly ParsedPart[]): readonly string[] {
  return renderParts(parts).map(({ address }) => address);
}

function losses(parts: readonly ParsedPart[]): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(ofType(parts, "loss").map(({ kind, detail }) => [kind, detail]));
}

describe("ZIP archives", () => {
  it("list their members and read the documents among them, each at an address", async () => {
    const workbook = writeXlsx({ sheets: [{ name: "Q1", rows: [["Item", 128]] }] });
    const inner = zipSync({ "deep & down.txt": text("deep") });
    const parts = await partsOf(
      parser,
      zipSync({
        "a b/plan.xlsx": workbook,
        "notes.md": text("# Notes"),
        "inner.zip": inner,
        "empty/": new Uint8Array(),
      }),
    );
    expect(renderParts(parts)[0]).toMatchObject({
      address: "listing",
      text: `# 3 members\n\n- a b/plan.xlsx (${workbook.byteLength} bytes)\n- notes.md (7 bytes)\n- inner.zip (${inner.byteLength} bytes)`,
    });
    expect(addresses(parts)).toEqual([
      "listing",
      "member=a%20b%2Fplan.xlsx&sheet=Q1",
      "member=notes.md&L1",
      "member=inner.zip&listing",
      "member=inner.zip&member=deep%20%26%20down.txt&L1",
    ]);
    expect(placeText("member=notes.md", parts)).toMatchObject({ text: "# Notes" });
    expect(placeText("member=inner.zip&member=deep%20%26%20down.txt&L1", parts)).toMatchObject({ text: "deep" });
    expect(losses(parts)).toEqual({});
  });

  it("say of each member that is not read why, and read the others", async () => {
    const archive = Buffer.from(
      zipSync({ "a.bin": Uint8Array.of(0, 1, 2, 3), "b.txt": text("read"), "c.txt": text("hurt") }, { level: 0 }),
    );
    archive.write("HURT", archive.indexOf("hurt"));
    const parts = await partsOf(parser, archive);
    expect(addresses(parts)).toEqual(["listing", "member=b.txt&L1"]);
    expect(losses(parts)["members-not-read"]).toMatch(
      /^a\.bin: no parser for application\/octet-stream yet; c\.txt: Damaged ZIP archive: .*checksum/,
    );
  });

  it("stop inflating at the limit, at archives in archives, and at numbers of members", async () => {
    const bomb = zipSync({ "zeros.txt": new Uint8Array(2_000_000).fill(48), "b.txt": text("read") });
    const bounded = await partsOf(parser, bomb, {}, { maxInflatedBytes: 1_000_000 });
    expect(losses(bounded)["members-not-read"]).toBe("zeros.txt: its 2000000 bytes are more than is opened");
    expect(addresses(bounded)).toEqual(["listing", "member=b.txt&L1"]);

    let nested = zipSync({ "a.txt": text("innermost") });
    for (let depth = 0; depth < 6; depth++) nested = zipSync({ "n.zip": nested });
    expect(losses(await partsOf(parser, nested))["members-not-read"]).toContain("more than 3 documents in one another");

    const many = zipSync(Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`${index}.txt`, text("x")])));
    const parts = await partsOf(parser, many);
    expect(addresses(parts).filter((address) => address.includes("&L1"))).toHaveLength(100);
    expect(losses(parts)["members-not-read"]).toContain("only the first 100 documents are read");
    await expect(partsOf(parser, many, {}, { maxEntries: 10 })).rejects.toMatchObject({ code: "limit-exceeded" });
  });

  it("refuse what is damaged, and list nothing of an empty archive", async () => {
    await expect(partsOf(parser, "PK\u0003\u0004 and no more")).rejects.toMatchObject({ code: "damaged" });
    expect(renderParts(await partsOf(parser, zipSync({})))[0]?.text).toBe("# 0 members");
  });
});
