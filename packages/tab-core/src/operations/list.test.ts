import { type Tab } from "@runningtab/tab-core";
import { describe, expect, it } from "vitest";
import { call, newTab, observe, policy, read, rules, travelTab } from "../../test/travel-tab.ts";

function lines(start: number, end: number) {
  return { partial: true, range: { unit: "line", start, end } } as const;
}

describe("the review", () => {
  it("sets matching reads and unopened files beside each open requirement", async () => {
    const tab = await travelTab();
    await tab.resolve({ id: "r3", outcome: "unavailable", reason: "authored" }, call());
    expect((await tab.list({ kind: "requirements" }, call())).text).toBe(
      [
        "Requirements: 2 open, 1 resolved",
        "r1 [open] reimbursement standards",
        `    from your reads: L2 ${policy}: Article 7 Standards for Reimbursement of Business Travel Expenses`,
        `    never opened: ${rules} *`,
        "r2 [open] approval authority",
        "    from your reads: nothing shares a term",
        `    never opened: ${rules} *`,
        "r3 [unavailable] guide document (authored)",
      ].join("\n"),
    );
  });

  it("shows how well a resolved requirement is held", async () => {
    const tab = await travelTab();
    const quote = "at most 350 yuan per night";
    await tab.resolve({ id: "r1", outcome: "done", evidence: ["L2"], quote, value: "350 yuan" }, call());
    expect((await tab.list({ kind: "requirements" }, call())).text).toContain(
      "\nr1 [done, strong] reimbursement standards: 350 yuan (L2)",
    );
  });

  it("lists the requirements alone when it is switched off", async () => {
    const tab = await travelTab({ switches: { review: false } });
    expect((await tab.list({ kind: "requirements", limit: 2 }, call())).text).toBe(
      "Requirements: 3 open, 0 resolved\nr1 [open] reimbursement standards\nr2 [open] approval authority\n…1 more: tab_list offset=2",
    );
  });

  it("goes on where a page ended", async () => {
    const tab = newTab();
    await tab.add(
      Array.from({ length: 90 }, (_, index) => `requirement ${index} ${"long ".repeat(40)}`),
      call(),
    );
    const seen: string[] = [];
    for (let offset: number | undefined = 0; offset !== undefined;) {
      const { text, value } = await tab.list({ kind: "requirements", offset }, call());
      expect(text.length).toBeLessThanOrEqual(4_000);
      seen.push(...(value as { items: readonly { id: string }[] }).items.map(({ id }) => id));
      const more = /^…(\d+) more: tab_list offset=(\d+)$/m.exec(text);
      if (more) expect(Number(more[1]) + Number(more[2])).toBe(90);
      offset = more ? Number(more[2]) : undefined;
    }
    expect(seen).toEqual(Array.from({ length: 90 }, (_, index) => `r${index + 1}`));
  });
});

describe("the other listings", () => {
  it("rank candidates by the task, above the threshold marked, opened ones gone", async () => {
    const tab = await travelTab();
    expect((await tab.list({ kind: "candidates" }, call())).text).toBe(
      [
        "Unopened candidates: 2 (1 above threshold, marked *), ranked by relevance to the task; opening a file removes it",
        `1. ${rules} *`,
        "1 file shares nothing with any open requirement: tab_list offset=1",
      ].join("\n"),
    );
  });

  it("rank candidates by one requirement", async () => {
    const tab = await travelTab();
    await tab.add(["parking rules"], call());
    const { text } = await tab.list({ kind: "candidates", requirement: "r4", limit: 1 }, call());
    expect(text).toMatch(/ranked by relevance to r4; .*\n1\. notes\/parking\.txt\n…1 more: tab_list offset=1$/);
  });

  it("give the log by file, then range", async () => {
    const tab = newTab();
    await observe(tab, 1, {
      reads: [read("b.txt", "x"), read("a.txt", "late", lines(40, 60)), read("a.txt", "early", lines(1, 9))],
    });
    await observe(tab, 2, { reads: [read("", "42\n", { paths: [], origin: "computed" })] });
    expect((await tab.list({ kind: "log" }, call())).text).toBe(
      [
        "Read log: 4 entries",
        "L3: a.txt (turn 1, 5 chars, lines 1-9) and L2 (turn 1, 4 chars, lines 40-60)",
        "L1: b.txt (turn 1, 1 chars)",
        "L4: (no file) (turn 2, 3 chars, computed)",
      ].join("\n"),
    );
  });

  it.each([
    [{ kind: "files" }, 'tab_list: kind is "requirements", "candidates" or "log".'],
    [{ kind: "log", limit: 0 }, "tab_list: limit is a whole number from 1 to 200."],
    [{ kind: "log", offset: -1 }, "tab_list: offset is a whole number, 0 or more."],
    [{ kind: "candidates", requirement: "r9" }, "tab_list: there is no r9; requirements are r1 to r3."],
  ])("refuse %j in one line and change nothing", async (input, text) => {
    const tab = await travelTab();
    const before = await tab.state();
    // As a model may write it.
    expect(await tab.list(input as Parameters<Tab["list"]>[0], call())).toEqual({ ok: false, text, value: undefined });
    expect(await tab.state()).toEqual(before);
  });
});
