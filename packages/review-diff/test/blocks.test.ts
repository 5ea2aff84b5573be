import { describe, expect, it } from "vitest";
import { diff, type FileDiff, renderDiff } from "@runningtab/review-diff";
import { blockPart, documentSide, partsSide } from "./sides.ts";

function shape({ changes }: FileDiff): readonly string[] {
  return changes.map(({ kind, subject, address, before, after }) =>
    [`${kind} ${subject} ${address}`, before, after].filter((text) => text !== undefined).join(" | "),
  );
}

describe("blocks format", () => {
  it("pairs an edited paragraph with itself, between one that went and one that came", async () => {
    const result = await diff(
      documentSide("Title", "The supplier delivers within twelve months.", "This clause is deleted.", "End"),
      documentSide("Title", "A clause on penalties is new here.", "The supplier delivers within nine months.", "End"),
    );
    expect(shape(result)).toEqual([
      "added paragraph paragraph=2 | A clause on penalties is new here.",
      "changed paragraph paragraph=3 | The supplier delivers within twelve months. | The supplier delivers within nine months.",
      "removed paragraph paragraph=3 | This clause is deleted.",
    ]);
    expect(result.summary).toBe("1 paragraph added, 1 paragraph changed, 1 paragraph removed");
  });

  it("takes one short text in the place of another for an edited one, and no long one", async () => {
    const short = await diff(documentSide("Title", "Risks", "The end."), documentSide("Title", "Dangers", "The end."));
    expect(shape(short)).toEqual(["changed paragraph paragraph=2 | Risks | Dangers"]);
    const [one, other] = ["The supplier delivers within twelve months.", "Disputes go to a court in Vienna alone."];
    const long = await diff(documentSide("Title", one, "The end."), documentSide("Title", other, "The end."));
    expect(long.changes.map(({ kind }) => kind)).toEqual(["added", "removed"]);
  });

  it("does not report list items that were only renumbered", async () => {
    const items = (...texts: string[]) =>
      partsSide(
        "a.docx",
        texts.map((text, index) =>
          blockPart(`paragraph=${index + 1}`, [{ text: `${index + 1}.\t` }, { text }], "list"),
        ),
      );
    const result = await diff(items("first", "second"), items("new", "first", "second"));
    expect(shape(result)).toEqual(["added list paragraph=1 | 1.\tnew"]);
  });

  it("tells a paragraph that moved from one that went and one that came", async () => {
    const [one, two, three, four] = [
      "The supplier delivers within twelve months.",
      "Payment is due after thirty days.",
      "Disputes go to the court of Vienna.",
      "Either side may end the contract.",
    ];
    const result = await diff(documentSide(one, two, four, three), documentSide(three, one, `${two} At once.`, four));
    expect(shape(result)).toEqual([
      `moved paragraph paragraph=1 | ${three}`,
      `changed paragraph paragraph=3 | ${two} | ${two} At once.`,
    ]);
    expect(result.changes[0]?.from).toBe("paragraph=4");
    expect(renderDiff(result, "terminal")).toContain("> paragraph=1 paragraph moved from paragraph=4");
    expect(renderDiff(result, "markdown")).toContain("**paragraph moved** from paragraph=4");
  });

  it("tells a page that moved, and compares the others", async () => {
    const texts = [
      "first page: prices of rice and tea in spring",
      "second page: prices of salt and oil in autumn",
      "third page: wages of smiths and weavers in winter",
      "fourth page: rents of shops and farms in summer",
    ];
    const pages = (...all: string[]) =>
      partsSide("a.pdf", all.map((text, index) => ({ type: "page", address: `page=${index + 1}`, text }))); // prettier-ignore
    const [first = "", second = "", third = "", fourth = ""] = texts;
    const result = await diff(pages(first, second, fourth, third), pages(third, first, `${second} now`, fourth));
    expect(shape(result)).toEqual([
      "moved page page=1 | position 4 | position 1",
      `changed line page=3 | ${second} | ${second} now`,
    ]);
  });

  it("does not report lines of a page that are only wrapped differently", async () => {
    const pages = (...texts: string[]) =>
      partsSide(
        "a.pdf",
        texts.map((text, index) => ({ type: "page", address: `page=${index + 1}`, text })),
      );
    const same = await diff(pages("one two\nthree", "four"), pages("one\ntwo three", "four"));
    expect(same.equal).toBe(true);
    const changed = await diff(pages("one two\nthree", "four"), pages("one two\nthree", "five"));
    expect(shape(changed)).toEqual(["changed line page=2 | four | five"]);
  });

  it("says what only counts could tell, and that a cut view was compared", async () => {
    const side = (images: number) =>
      partsSide("a.docx", [
        blockPart("paragraph=1", "same"),
        { type: "loss", kind: "images", count: images },
        { type: "loss", kind: "truncated", count: 1 },
      ]);
    const result = await diff(side(1), side(2));
    expect(result.equal).toBe(true);
    expect(result.notes).toEqual([
      "Seen only as a count: images, 1 before, 2 after.",
      "The parsed view is cut off at a limit: what lies beyond is not compared.",
    ]);
  });
});
