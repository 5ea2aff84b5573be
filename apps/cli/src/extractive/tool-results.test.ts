import { describe, expect, it } from "vitest";
import { readAddedIds, readListing, readLog, readResolution, readSearch, readShown, readView } from "./tool-results.ts";

const status =
  "\n\n[tab] requirements: 6 open | candidates: 94 unopened, 55 above threshold | read log: 4 entries | last tab use: 3 turns ago";

describe("what tools say is read back:", () => {
  it("hits with every kind of place, what was not searched, and what runs wrote", () => {
    const text = [
      "a/report 1.pdf#page=3: The rent: 400",
      "plan.xlsx#sheet=Q1%20plan&range=A5:C5 [stale]: | 5 | x |",
      "notes.md#L12: - Beds: 40",
      "lease.docx#paragraph=7: Rent",
      "facts.md#L3: - Rent: 400",
      "5 hits shown, there are more; 61 files searched.",
      "not searched: plans/a b.pptx (No parser yet.)",
      "written by a run, no source: facts.md",
    ].join("\n");
    expect(readSearch(text + status)).toEqual({
      addresses: [
        "a/report 1.pdf#page=3",
        "plan.xlsx#sheet=Q1%20plan&range=A5:C5",
        "notes.md#L12",
        "lease.docx#paragraph=7",
      ],
      notSearched: ["plans/a b.pptx (No parser yet.)"],
      ownWork: ["facts.md"],
    });
  });

  it("files of a search by name", () => {
    expect(readSearch("policies/travel rules.docx\n1 hit; 9 files searched.").addresses).toEqual([
      "policies/travel rules.docx",
    ]);
  });

  it("listings, without the folders that were left closed", () => {
    expect(readListing(`a/b c.pdf (1.2 kB)\nnotes.txt (80 B)\ndeep/ (12 files)${status}`)).toEqual([
      "a/b c.pdf",
      "notes.txt",
    ]);
  });

  it("listings without sizes", () => {
    const text = `a/b c.pdf\nnotes.txt\ndeep/ (12 files)\n[not read: link.txt (a symbolic link, not followed)]${status}`;
    expect(readListing(text)).toEqual(["a/b c.pdf", "notes.txt"]);
    expect(readListing("No files in the workspace.")).toEqual([]);
  });

  it("views, without their last line and the status", () => {
    expect(readView(`# Title\n\n[header] Internal\ntext\n\n[current | sha256:ab | page 1 of 1 shown]${status}`)).toBe(
      "# Title\n\n[header] Internal\ntext",
    );
  });

  it("why a view showed nothing, and which part it showed", () => {
    expect(readShown(`\n\n[source: fallback | current | nothing shown: Damaged [ZIP] archive]${status}`)).toEqual({
      reason: "Damaged [ZIP] archive",
    });
    expect(readShown("text\n\n[source: fallback | fallback text shown in part: characters 1–15000 of 48000]")).toEqual({
      part: "characters 1–15000 of 48000",
    });
    expect(readShown("text\n\n[current | sha256:ab | page 1 of 9 shown]")).toEqual({});
  });

  it("the log, page by page", () => {
    const text =
      "Read log: 9 entries\nL2: policies/travel.txt (turn 6, 2286 chars)\nL10: r.pdf (turn 3, 90 chars, page 3)\n…7 more: tab_list offset=2";
    expect(readLog(text)).toEqual({
      entries: [
        { id: "L2", path: "policies/travel.txt", facts: "turn 6, 2286 chars" },
        { id: "L10", path: "r.pdf", facts: "turn 3, 90 chars, page 3" },
      ],
      nextOffset: 2,
    });
    expect(readLog("Read log: 0 entries")).toEqual({ entries: [] });
    expect(
      readLog("L2: a (1).txt (turn 6, 80 chars, line 3, search) and L5 (turn 7, 9 chars, line 4)").entries,
    ).toEqual([
      { id: "L2", path: "a (1).txt", facts: "turn 6, 80 chars, line 3, search" },
      { id: "L5", path: "a (1).txt", facts: "turn 7, 9 chars, line 4" },
    ]);
  });

  it("resolutions, with the entry that a refusal names", () => {
    expect(readResolution("r3 done (L2). 5 open.")).toEqual({ isAccepted: true });
    expect(readResolution("r6 unavailable (authored). 0 open.")).toEqual({ isAccepted: true });
    expect(
      readResolution(
        'r3 not resolved: L7 (notes/menu.txt) shares no term with "standards"; L2 does. Cite an entry that holds it.',
      ),
    ).toEqual({ isAccepted: false, better: "L2" });
    expect(
      readResolution(
        "r1 done (L3). 2 open. The quote is not verbatim in L3 and was not kept. L2 and L9 hold it: cite that instead.",
      ),
    ).toEqual({ isAccepted: true, better: "L2" });
  });

  it("ids of requirements", () => {
    expect(readAddedIds("Added r1, r2, r3. 3 open.")).toEqual(["r1", "r2", "r3"]);
  });
});
