import { createMemoryStore } from "@runningtab/tab-core";
import { describe, expect, it } from "vitest";
import { call, newTab, observe, policy, read, rules, taskText, travelTab } from "../../test/travel-tab.ts";

describe("the finish check", () => {
  it("sends back once, with what is open and what was never opened", async () => {
    const tab = await travelTab();
    await tab.resolve({ id: "r3", outcome: "unavailable", reason: "authored" }, call());
    expect(await tab.finishCheck({ turn: 8 })).toEqual({
      number: 1,
      open: ["r1", "r2"],
      missing: [],
      text: [
        "[tab] Finish check 1 of at most 1: you stopped.",
        "2 requirements are still open:",
        "r1 [open] reimbursement standards",
        `    from your reads: L2 ${policy}: Article 7 Standards for Reimbursement of Business Travel Expenses`,
        `    never opened: ${rules} *`,
        "r2 [open] approval authority",
        "    from your reads: nothing shares a term",
        `    never opened: ${rules} *`,
        "Listed but never opened (* above threshold):",
        `1. ${rules} *`,
        "2. notes/parking.txt",
        "Resolve each against what you read, open what is missing, or set it aside with a reason; then finish.",
      ].join("\n"),
    });
    expect(await tab.finishCheck({ turn: 9 })).toBeUndefined();
  });

  it("asks for requirements when none was recorded although files were listed", async () => {
    const tab = newTab();
    await tab.open(taskText);
    await observe(tab, 1, { listed: [rules] });
    expect((await tab.finishCheck({ turn: 2 }))?.text).toBe(
      [
        "[tab] Finish check 1 of at most 1: you stopped.",
        "No requirement items were recorded. Add one per fact, figure, or deliverable element the task names",
        "Listed but never opened (* above threshold):",
        `1. ${rules} *`,
        "Resolve each against what you read, open what is missing, or set it aside with a reason; then finish.",
      ].join("\n"),
    );
  });

  it("does not come when nothing is owed", async () => {
    const chat = newTab();
    await chat.open("Say hello.");
    await observe(chat, 1, { reads: [read("", "hello\n", { paths: [], origin: "own" })] });
    expect(await chat.finishCheck({ turn: 1 })).toBeUndefined();

    const done = await travelTab();
    await done.resolve({ id: "r1", outcome: "done", evidence: ["L2"] }, call());
    await done.resolve({ id: "r2", outcome: "unavailable", reason: "not found after searching policies" }, call());
    await done.resolve({ id: "r3", outcome: "unavailable", reason: "authored" }, call());
    expect((await done.state()).candidates).not.toEqual([]);
    expect(await done.finishCheck({ turn: 9 })).toBeUndefined();

    const closed = await travelTab();
    await closed.close();
    expect(await closed.finishCheck({ turn: 9 })).toBeUndefined();
  });

  it("does not come when it is switched off", async () => {
    const tab = await travelTab({ switches: { finishCheck: false } });
    expect(await tab.finishCheck({ turn: 9 })).toBeUndefined();
    expect((await tab.state()).finishChecks).toBe(0);
  });

  it("comes once for several processes that see the same stop", async () => {
    const store = createMemoryStore();
    const tabs = [await travelTab({ store }), newTab({ store }), newTab({ store })];
    const checks = await Promise.all(tabs.map((tab) => tab.finishCheck({ turn: 9 })));
    expect(checks.filter((check) => check !== undefined)).toHaveLength(1);
    expect((await tabs[0]!.state()).finishChecks).toBe(1);
  });

  it("uses the singular for one", async () => {
    const tab = newTab();
    await tab.add(["headcount"], call());
    expect((await tab.finishCheck({ turn: 1 }))?.text).toContain("\n1 requirement is still open:\n");
  });
});
