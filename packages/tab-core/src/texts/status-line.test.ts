import { createMemoryStore, presets } from "@runningtab/tab-core";
import { describe, expect, it } from "vitest";
import { call, newTab, observe, policy, read, rules, taskText, travelTab } from "../../test/travel-tab.ts";

describe("the status line", () => {
  it("asks for requirements before there is one", async () => {
    const tab = newTab();
    await tab.open(taskText);
    await observe(tab, 1, { listed: [policy, rules, "notes/menu.txt"] });
    expect(await tab.statusLine(1)).toBe(
      "[tab] no requirements yet: tab_add one per fact the task names | candidates: 3 unopened, 2 above threshold | read log: 0 entries",
    );
  });

  it("counts what is open, unopened and read, and how long the tab was left alone", async () => {
    const tab = await travelTab();
    await tab.resolve({ id: "r1", outcome: "done", evidence: ["L2"] }, call(6));
    await observe(tab, 9, { reads: [read("a.txt", "x")] });
    expect(await tab.statusLine(9)).toBe(
      "[tab] requirements: 2 open, 1 done | candidates: 2 unopened, 1 above threshold | read log: 3 entries | last tab use: 3 turns ago",
    );
  });

  it("says one entry and one turn", async () => {
    const tab = newTab();
    await tab.add(["x"], call(1));
    await observe(tab, 2, { reads: [read("a.txt", "x")] });
    expect(await tab.statusLine(2)).toMatch(/\| read log: 1 entry \| last tab use: 1 turn ago$/);
  });

  it("comes when a count changed, and on the tenth quiet observation", async () => {
    const tab = await travelTab();
    const due: number[] = [];
    for (let turn = 7; turn <= 27; turn++) {
      await observe(tab, turn, {});
      if ((await tab.statusLine(turn)) !== undefined) due.push(turn);
    }
    expect(due).toEqual([16, 26]);
  });

  it("is due in another process on the same observation", async () => {
    const store = createMemoryStore();
    const [one, two] = [newTab({ store }), newTab({ store })];
    await observe(one, 1, { reads: [read("a.txt", "x")] });
    expect(await two.statusLine(1)).toBe(await one.statusLine(1));
    expect(await one.statusLine(1)).toBeDefined();
    await observe(one, 2, {});
    expect(await two.statusLine(2)).toBeUndefined();
  });

  it("stays due for the last result of a parallel batch whose first result changed a count", async () => {
    const tab = await travelTab();
    await observe(tab, 7, { reads: [read("a.txt", "x")] });
    await observe(tab, 7, {});
    expect(await tab.statusLine(7)).toBeDefined();
  });

  it("comes on every observation under the paper preset, and never when switched off", async () => {
    const [paper, off] = [newTab({ switches: presets.paper }), newTab({ switches: { statusLine: "off" } })];
    for (let turn = 1; turn <= 3; turn++) {
      await observe(paper, turn, {});
      await observe(off, turn, {});
      expect(await paper.statusLine(turn)).toMatch(/^\[tab\] no requirements yet/);
      expect(await off.statusLine(turn)).toBeUndefined();
    }
  });
});
