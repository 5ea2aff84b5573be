import { createCheckpointPolicy } from "@runningtab/tab-core";
import { describe, expect, it } from "vitest";
import { call, newTab, observe, travelTab } from "../../test/travel-tab.ts";

const switches = { checkpoints: true } as const;

describe("the review after a compaction", () => {
  it("is the review, under a head of its own, and counts as no use of the tab", async () => {
    const tab = await travelTab();
    const events = await tab.events();
    const text = await tab.reinjection();
    expect(text?.split("\n").slice(0, 3)).toEqual([
      "[tab] Review after a compaction:",
      "Requirements: 3 open, 0 resolved",
      "r1 [open] reimbursement standards",
    ]);
    expect(await tab.events()).toEqual(events);
  });

  it("does not come when it is switched off", async () => {
    expect(await (await travelTab({ switches: { reinjection: false } })).reinjection()).toBeUndefined();
  });
});

describe("checkpoints", () => {
  it("are off unless they are asked for", async () => {
    const tab = await travelTab();
    expect(await tab.checkpoint({ turn: 7, budgetUsed: 0.9, writesDeliverable: true })).toBeUndefined();
  });

  it("come at the first write, at parts of the budget and after idle turns, each once", async () => {
    const tab = await travelTab({ switches });
    const head = async (moment: Parameters<typeof tab.checkpoint>[0]) => (await tab.checkpoint(moment))?.split("\n")[0];
    expect(await head({ turn: 6 })).toBeUndefined();
    expect(await head({ turn: 6, writesDeliverable: true })).toBe("[tab] Review at the first write of a deliverable:");
    expect(await head({ turn: 7, writesDeliverable: true })).toBeUndefined();
    expect(await head({ turn: 8, budgetUsed: 0.5 })).toBe("[tab] Review at 50 % of the budget:");
    expect(await head({ turn: 9, budgetUsed: 0.6 })).toBeUndefined();
    expect(await head({ turn: 10, budgetUsed: 0.85 })).toBe("[tab] Review at 80 % of the budget:");
    expect(await head({ turn: 17 })).toBe("[tab] Review after 15 turns without tab use since turn 2:");
    expect(await head({ turn: 18 })).toBeUndefined();
    await tab.list({ kind: "log" }, call(18));
    expect(await head({ turn: 33 })).toBe("[tab] Review after 15 turns without tab use since turn 18:");
  });

  it("owe nothing to a task without requirements, and follow a policy of one's own", async () => {
    const checkpoints = { ...createCheckpointPolicy(), due: () => "whenever\n[tab] requirements: 0 open, 9 done" };
    const tab = newTab({ switches, checkpoints });
    await observe(tab, 1, { listed: ["a.txt"] });
    expect(await tab.checkpoint({ turn: 1 })).toBeUndefined();
    await tab.add(["headcount"], call());
    expect((await tab.checkpoint({ turn: 1 }))?.split("\n")[0]).toBe(
      "[tab] Review whenever \\[tab] requirements: 0 open, 9 done:",
    );
    expect(await tab.checkpoint({ turn: 2 })).toBeUndefined();
  });
});
