import { describe, expect, it } from "vitest";
import { isOwnDeliverable } from "./own-deliverable.ts";
import { writeDeliverable } from "./write-deliverable.ts";

const input = {
  found: [
    {
      ask: "Toll",
      values: ["34 SEK"],
      sources: [{ role: "stated" as const, value: "34 SEK", quote: "The toll is 34 SEK.", address: "toll.md#L3" }],
    },
  ],
  notFound: [{ ask: "Name of the keeper", queries: ["keeper"], lookedInto: [] }],
  notSearched: [],
};

describe("an earlier deliverable", () => {
  it.each(["a.md", "a.txt", "a.xlsx", "a.csv"])("is known by its form as %s, in either language", (path) => {
    expect(isOwnDeliverable(writeDeliverable({ ...input, path, isChinese: false }))).toBe(true);
    expect(isOwnDeliverable(writeDeliverable({ ...input, path, isChinese: true }))).toBe(true);
  });

  it("is not what somebody else wrote with a source or two", () => {
    expect(isOwnDeliverable("# Tolls\n\nToll: 34 SEK [toll.md]\n\nIt is paid at the bridge.\nCars pay double.")).toBe(
      false,
    );
  });
});
