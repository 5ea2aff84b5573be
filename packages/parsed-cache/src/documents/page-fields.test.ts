import { expect, it } from "vitest";
import { headingsOf, pageFields } from "./page-fields.ts";

it("takes a page's opening lines, captions, Markdown headings and lines in capitals for what it is about", () => {
  const page = [
    "66 Foreign currency positions",
    "",
    "Euro positions",
    "first line of prose",
    "second line of prose",
    "prose that goes on and on",
    "TABLE FCP-VI-1—Weekly report",
    "Figure 3 shows nothing",
    "NET OPTIONS POSITIONS (1) (2)",
    "6,795,811 6,921,533 USD -278",
    "## Exchange rates",
    "tables are not captions",
  ].join("\n");
  expect(headingsOf(page)).toEqual([
    "66 Foreign currency positions",
    "Euro positions",
    "first line of prose",
    "second line of prose",
    "TABLE FCP-VI-1—Weekly report",
    "Figure 3 shows nothing",
    "NET OPTIONS POSITIONS (1) (2)",
    "## Exchange rates",
  ]);
});

it("gives every page the title of its document, and only the fields that are asked for", () => {
  const pages = [
    { address: "page=1", text: "\n" },
    { address: "page=2", text: "Annual report\nof the harbour" },
    { address: "page=3", text: "more" },
  ];
  expect(pageFields(pages, ["title"]).map(({ title }) => title)).toEqual(
    Array(3).fill("Annual report\nof the harbour"),
  );
  expect(pageFields(pages, ["heading"])[2]).toEqual({ heading: "more" });
  expect(pageFields([{ address: "page=1", text: "x".repeat(5000) }], ["title"])[0]!.title).toHaveLength(200);
});
