import { describe, expect, it } from "vitest";
import { diff, type FileDiff } from "@runningtab/review-diff";
import { blockPart, notebookSide, partsSide, slidesSide, textSide } from "./sides.ts";

function shape({ changes }: FileDiff): readonly string[] {
  return changes.map(({ kind, subject, address, before, after }) =>
    [`${kind} ${subject} ${address}`, before, after].filter((text) => text !== undefined).join(" | "),
  );
}

describe("slides format", () => {
  it("tells slides that moved, were hidden, got another title, came and went", async () => {
    const result = await diff(
      slidesSide(["Plan", "what we do this year"], ["Costs", "ten euros"], ["Team", "Ann and Bo"], ["Thanks", "bye"]),
      slidesSide(
        ["The plan", "what we do this year"],
        ["Team (hidden slide)", "Ann and Bo"],
        ["Thanks", "bye"],
        ["Costs", "ten euros"],
        ["Risks", "rain or snow"],
      ),
    );
    expect(shape(result)).toEqual([
      "changed title slide=1 | Plan | The plan",
      "changed slide slide=2 | visible | hidden",
      "moved slide slide=4 | position 2 | position 4",
      "added slide slide=5 | Risks\nrain or snow",
    ]);
    expect(result.changes.find(({ kind }) => kind === "moved")?.from).toBe("slide=2");
  });

  it("compares the texts of a slide that also moved", async () => {
    const long = "the quick brown fox jumps over the lazy dog";
    const result = await diff(
      slidesSide(["A", "alpha text"], ["B", long], ["C", "gamma words"]),
      slidesSide(["B", `${long} again`], ["A", "alpha text"], ["C", "gamma words"]),
    );
    expect(shape(result)).toContain(`changed paragraph slide=1&paragraph=1 | ${long} | ${long} again`);
    expect(result.changes.filter(({ kind }) => kind === "moved")).toHaveLength(1);
    expect(result.changes).toHaveLength(2);
  });

  it("takes a table row filled in place for an edited row", async () => {
    const deck = (text: string) =>
      partsSide("deck.pptx", [
        blockPart("slide=1", "Table", "heading"),
        blockPart("slide=1&table=1&row=1", "a | b", "row"),
        blockPart("slide=1&table=1&row=2", text, "row"),
        blockPart("slide=1&table=1&row=3", "c | d", "row"),
      ]);
    expect(shape(await diff(deck(" | "), deck("new | ")))).toEqual([
      "changed cell slide=1&table=1&row=2&cell=1 |  | new",
    ]);
  });
});

describe("notebook format", () => {
  it("matches cells by id when nothing of their source is left", async () => {
    const result = await diff(
      notebookSide({ id: "a", source: "import os" }, { id: "b", source: "x = 1" }),
      notebookSide({ id: "a", source: "plot(everything)" }, { id: "b", source: "x = 1" }),
    );
    expect(shape(result)).toEqual(["changed cell cell=1 | import os | plot(everything)"]);
  });

  it("keeps outputs apart from sources, and runs in the notes", async () => {
    const result = await diff(
      notebookSide({ source: "print(x)", outputs: ["1"], count: 1 }, { source: "y = 2", count: 2 }),
      notebookSide({ source: "print(x)", outputs: ["5"], count: 7 }, { source: "y = 2", count: 8 }),
    );
    expect(shape(result)).toEqual(["changed output cell=1&output=1 | 1 | 5"]);
    expect(result.notes).toEqual(["2 cells have another execution count; they are not listed one by one."]);
  });

  it("tells a moved cell from one that went and one that came", async () => {
    const [one, two, three] = [{ source: "load()" }, { source: "clean()" }, { source: "plot()" }];
    const result = await diff(notebookSide(one, two, three), notebookSide(two, three, one));
    expect(shape(result)).toEqual(["moved cell cell=3 | position 1 | position 3"]);
  });

  it("does not see how the JSON is set, and leaves a damaged notebook to the text format", async () => {
    const side = notebookSide({ source: "x = 1" });
    const set = JSON.stringify(JSON.parse(new TextDecoder().decode(side.bytes)), undefined, 4);
    const same = await diff(side, textSide(set, "work.ipynb"));
    expect([same.format, same.equal]).toEqual(["notebook", true]);
    const damaged = await diff(side, textSide(set.slice(0, 40), "work.ipynb"));
    expect(damaged.format).toBe("text");
  });
});
