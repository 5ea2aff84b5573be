import { parseBytes, renderParts } from "@runningtab/parsed-cache";
import { parser } from "@runningtab/parsed-cache/parsers/presentation-97";
import { describeWithData } from "@runningtab/test-kit";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeCompound } from "../../test/make-compound.ts";
import { makePpt } from "../../test/make-ppt.ts";
import { ofType, partsOf } from "../../test/parts-of.ts";
import type { ParsedPart } from "../parts.ts";

function blocks(parts: readonly ParsedPart[]): readonly (readonly [address: string, kind: string, text: string])[] {
  return ofType(parts, "block").map(({ address, kind, runs }) => [address, kind, runs.map((run) => run.text).join("")]);
}

describe("old presentation", () => {
  it("shows slides in the order of the presentation as last saved", async () => {
    const bytes = makePpt([{ title: "One – now" }, { title: "Two" }, { title: "Three" }], "One – then");
    const parts = await partsOf(parser, bytes);
    expect(blocks(parts)).toEqual([
      ["slide=1", "heading", "One – now"],
      ["slide=2", "heading", "Two"],
      ["slide=3", "heading", "Three"],
    ]);
    expect(ofType(parts, "metadata")[0]?.values).toMatchObject({ slides: 3 });
  });

  it("reads texts of shapes and of the outline, tables by place, footers, notes and comments", async () => {
    const parts = await partsOf(
      parser,
      makePpt([
        {
          title: "Costs",
          body: ["one", "two\vmore"],
          table: [
            ["Item", "Sum"],
            ["Travel", "128"],
          ],
          footer: "ACME",
          notes: "say hello",
          comment: { author: "Bo", text: "check" },
        },
        { title: "Größe", body: ["kept with the list"], inOutline: true, hidden: true },
        {},
      ]),
    );
    expect(blocks(parts)).toEqual([
      ["slide=1", "heading", "Costs"],
      ["slide=1&paragraph=1", "list", "one"],
      ["slide=1&paragraph=2", "list", "two\nmore"],
      ["slide=1&table=1&row=1", "row", "Item | Sum"],
      ["slide=1&table=1&row=2", "row", "Travel | 128"],
      ["slide=1&footer=1", "footer", "ACME"],
      ["slide=1&note=1", "note", "say hello"],
      ["slide=1&comment=1", "comment", "Bo: check"],
      ["slide=2", "heading", "Größe (hidden slide)"],
      ["slide=2&paragraph=1", "list", "kept with the list"],
      ["slide=3", "heading", "(slide without title)"],
    ]);
    expect(ofType(parts, "metadata")[0]?.values).toMatchObject({ hiddenSlides: [2], slidesWithNotes: 1 });
    expect(renderParts(parts).map(({ address }) => address)).toEqual(["slide=1", "slide=2", "slide=3"]);
  });

  it("reads notes that a program wrote as any other text, and leaves the margins of their page out", async () => {
    const parts = await partsOf(parser, makePpt([{ title: "One", notes: "ñote one\rmore", notesType: 4 }]));
    expect(blocks(parts).slice(1)).toEqual([
      ["slide=1&note=1", "note", "ñote one"],
      ["slide=1&note=2", "note", "more"],
    ]);
  });

  it("keeps values of tables below their heads where cells are merged", async () => {
    const table = [
      ["Place", undefined, "Sum"],
      ["Oslo", "north", "1"],
      [undefined, "south", "2"],
    ];
    const rows = blocks(await partsOf(parser, makePpt([{ table }]))).slice(1);
    expect(rows.map(([, , text]) => text)).toEqual(["Place |  | Sum", "Oslo | north | 1", " | south | 2"]);
  });

  it("is known by its bytes, and says when it is damaged", async () => {
    const parsed = await parseBytes(makePpt([{ title: "found" }]), { path: "deck.bin" });
    expect([parsed.parser.id, parsed.status]).toEqual(["presentation-97", "ok"]);
    const bare = makeCompound({ "PowerPoint Document": Buffer.alloc(100) });
    await expect(partsOf(parser, bare)).rejects.toMatchObject({ code: "damaged" });
    await expect(partsOf(parser, "attachment not found")).rejects.toMatchObject({ code: "damaged" });
  });
});

describeWithData("old presentations with a password", (folder) => {
  it("are opened by it, and tell a wrong one from a missing one", async () => {
    const bytes = readFileSync(join(folder, "office-files/files/Password_Protected-hello.ppt"));
    await expect(partsOf(parser, bytes)).rejects.toMatchObject({ code: "password-needed" });
    await expect(partsOf(parser, bytes, { password: "guess" })).rejects.toMatchObject({ code: "password-wrong" });
    expect(blocks(await partsOf(parser, bytes, { password: "hello" }))[0]).toEqual([
      "slide=1",
      "heading",
      "This is a protected document",
    ]);
  });
});
