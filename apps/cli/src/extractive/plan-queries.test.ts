import { describe, expect, it } from "vitest";
import { versionWish } from "./document-version.ts";
import { countingVersion, queriesFor, widerQuery } from "./plan-queries.ts";
import { understandAsk } from "./understand-ask.ts";
import { joinAddress, splitAddress, viewTargets } from "./view-targets.ts";

describe("queries", () => {
  it("hold the words of an ask and each wording of its own", () => {
    expect(queriesFor(understandAsk("What is the rent of Kiln Yard?"))).toEqual(["rent Kiln Yard"]);
    expect(queriesFor(understandAsk("Delivery date (交货日期)"))).toEqual(["Delivery date", "交货日期"]);
  });

  it("are widened to the names", () => {
    expect(widerQuery(understandAsk("Rent of Kiln Yard"))).toBe("kiln yard");
    expect(widerQuery(understandAsk("Paid leave"))).toBeUndefined();
    expect(widerQuery(understandAsk("Approved budget"))).toBe("预算");
  });
});

describe("the version to open", () => {
  const paths = ["a/plan-v1.xlsx", "a/plan-v2.docx", "a/plan-final.xlsx", "a/other.xlsx", "b/plan-final.xlsx"];

  it("is the final one beside a hit, in any format, in the same folder", () => {
    expect(countingVersion("a/plan-v1.xlsx", paths, versionWish(""))).toBe("a/plan-final.xlsx");
  });

  it("is the hit itself where it has none beside it", () => {
    expect(countingVersion("a/other.xlsx", paths, versionWish("The final one counts."))).toBe("a/other.xlsx");
  });
});

describe("what is viewed for a hit", () => {
  it.each([
    ["r.pdf#page=3", ["r.pdf#page=3"]],
    ["lease.docx#paragraph=7", ["lease.docx"]],
    ["n.md#L12", ["n.md#L1-L80"]],
    ["n.md#L130", ["n.md#L81-L200"]],
    ["b.xlsx#sheet=Q1%20plan&range=A5:C5", ["b.xlsx#sheet=Q1%20plan"]],
    ["b.xlsx#sheet=S&cell=C777", ["b.xlsx#sheet=S&range=A1:XFD5", "b.xlsx#sheet=S&range=A740:XFD810"]],
    ["odd#name.txt", ["odd"]],
  ])("%s is %j", (hit, targets) => {
    expect(viewTargets(hit).map(joinAddress)).toEqual(targets);
  });

  it("is the same for neighbours", () => {
    expect(viewTargets("n.md#L61")).toEqual(viewTargets("n.md#L119"));
  });
});

it("takes addresses apart and puts them together again", () => {
  for (const address of ["a/b c.pdf#page=3", "100%25.txt#L4", "x%23y.md"])
    expect(joinAddress(splitAddress(address))).toBe(address);
  expect(splitAddress("100%25.txt#L4")).toEqual({ path: "100%.txt", place: "L4" });
});
