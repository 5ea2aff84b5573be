import { describe, expect, it } from "vitest";
import { call, newTab, observe, policy, policyText, read, travelTab } from "../../test/travel-tab.ts";

describe("tab_show", () => {
  it("gives an entry's text as the tool gave it", async () => {
    const tab = await travelTab();
    const reply = await tab.show({ id: "L2" }, call());
    expect(reply.text).toBe(
      `L2: ${policy} (turn 6, ${policyText.length} chars)\ncommand: read ${policy}\n---\n${policyText}`,
    );
    expect(reply.value).toMatchObject({ excerpt: policyText });
  });

  it("gives a range of lines", async () => {
    const tab = await travelTab();
    expect((await tab.show({ id: "L2", range: { start: 3, end: 3 } }, call())).text).toMatch(
      /\n--- lines 3-3 of 5\nArticle 7 Standards for Reimbursement of Business Travel Expenses$/,
    );
  });

  it("says where to go on in an entry that is too long for one reply", async () => {
    const tab = newTab();
    await observe(tab, 1, { reads: [read("big.csv", "0123456789,abcdefghi\n".repeat(5_000))] });
    const first = await tab.show({ id: "L1" }, call());
    expect(first.text.length).toBeLessThanOrEqual(50_200);
    expect(first.text).toMatch(/…2620 more lines: tab_show L1 range=2382-5001$/);
  });

  it("says how much of an overlong line it does not show", async () => {
    const tab = newTab();
    await observe(tab, 1, { reads: [read("one-line.json", "x".repeat(60_000))] });
    expect((await tab.show({ id: "L1" }, call())).text).toMatch(
      /x…\n…10000 more characters of line 1, which is too long to show whole$/,
    );
  });

  it("says that there is nothing after the last line", async () => {
    const tab = await travelTab();
    expect((await tab.show({ id: "L2", range: { start: 6, end: 9 } }, call())).text).toMatch(
      /\n--- nothing from line 6 on: there are 5$/,
    );
  });

  it("tells all about a requirement", async () => {
    const tab = await travelTab();
    const quote = "at most 350 yuan per night";
    await tab.resolve({ id: "r1", outcome: "done", evidence: ["L2"], quote, value: "350 yuan" }, call());
    expect((await tab.show({ id: "r1" }, call())).text).toBe(
      [
        "r1 [done, strong] reimbursement standards",
        `    evidence: L2: ${policy} (turn 6, ${policyText.length} chars)`,
        `    quote: "${quote}"`,
        "    value: 350 yuan",
      ].join("\n"),
    );
  });

  it("says which ids there are", async () => {
    const tab = await travelTab();
    expect((await tab.show({ id: "L9" }, call())).text).toBe(
      "tab_show: there is no L9; the log holds L1 to L2, requirements are r1 to r3.",
    );
  });
});
