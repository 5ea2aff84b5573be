import { describe, expect, it } from "vitest";
import { call, newTab } from "../../test/travel-tab.ts";

describe("tab_add", () => {
  it("numbers requirements densely and returns the id of a text that is there already", async () => {
    const tab = newTab();
    expect(await tab.add(["Headcount 2024", "Revenue"], call())).toEqual({
      ok: true,
      text: "Added r1, r2. 2 open.",
      value: { ids: ["r1", "r2"] },
    });
    expect(await tab.add(["  headcount　2024. ", "Margin", "margin"], call())).toEqual({
      ok: true,
      text: "Added r3. Already there: r1, r3. 3 open.",
      value: { ids: ["r1", "r3", "r3"] },
    });
  });

  it("rewords by id and keeps the aliases unless new ones are given", async () => {
    const tab = newTab();
    await tab.add([{ text: "headcount", aliases: ["员工数"] }], call());
    expect((await tab.add([{ id: "r1", text: "headcount at year end" }], call())).text).toBe("Reworded r1. 1 open.");
    expect((await tab.state()).requirements).toMatchObject([{ text: "headcount at year end", aliases: ["员工数"] }]);
    expect((await tab.add(["headcount at year end"], call())).value?.ids).toEqual(["r1"]);
  });

  it("goes on with a task that was closed, with its finish checks anew", async () => {
    const tab = newTab();
    await tab.open("Report headcount and revenue.");
    await tab.add(["headcount"], call());
    expect((await tab.finishCheck({ turn: 2 }))?.number).toBe(1);
    expect(await tab.finishCheck({ turn: 3 })).toBeUndefined();
    await tab.close();
    expect(await tab.finishCheck({ turn: 4 })).toBeUndefined();
    expect((await tab.add(["revenue"], call(5))).text).toBe("Added r2. 2 open.");
    expect(await tab.state()).toMatchObject({ closed: false, taskText: "Report headcount and revenue." });
    expect((await tab.finishCheck({ turn: 6 }))?.text).toMatch(/^\[tab\] Finish check 1 of at most 1/);
    expect(await tab.finishCheck({ turn: 7 })).toBeUndefined();
  });

  it.each([
    [[], "tab_add: give at least one requirement, one per fact the task names."],
    [["ok", "  "], 'tab_add: a requirement needs a text, such as "headcount at the end of 2024".'],
    [[{ id: "r9", text: "x" }], "tab_add: there is no r9 to reword; the only one is r1."],
    [["x".repeat(1_001)], "tab_add: a requirement has at most 1000 characters, not 1001; split it into one per fact."],
  ])("refuses %j in one line and changes nothing", async (requirements, text) => {
    const tab = newTab();
    await tab.add(["first"], call());
    const before = await tab.state();
    expect(await tab.add(requirements, call())).toEqual({ ok: false, text, value: undefined });
    expect(await tab.state()).toEqual(before);
  });
});
