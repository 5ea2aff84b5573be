import { createOpeningPolicy } from "@runningtab/tab-core";
import { describe, expect, it } from "vitest";
import { newTab, observe, read } from "../../test/travel-tab.ts";

describe("work in a harness without tasks", () => {
  it("becomes a task after three workspace reads and a write, with what the user asked as its text", async () => {
    const tab = newTab();
    const asked = "Compare the hotel fees.";
    for (const [index, path] of ["a.txt", "b.txt", "c.txt"].entries()) {
      await observe(tab, index, { reads: [read(path, "fee 5")], listed: ["hotel_fees.txt"], asked });
    }
    expect((await tab.state()).taskText).toBeUndefined();
    await observe(tab, 4, { writes: ["report.md"], asked });
    expect(await tab.state()).toMatchObject({ taskText: asked, candidates: [{ aboveThreshold: true }] });
    expect((await tab.finishCheck({ turn: 5 }))?.text).toContain("No requirement items were recorded.");
  });

  it("owes nothing before, for what no file's text came out of, and anew after a task was closed", async () => {
    const tab = newTab();
    const computed = read("a.txt", "5", { origin: "computed" });
    for (let turn = 0; turn < 4; turn++) await observe(tab, turn, { reads: [computed], writes: ["x.md"] });
    expect(await tab.finishCheck({ turn: 4 })).toBeUndefined();
    for (let turn = 5; turn < 8; turn++) await observe(tab, turn, { reads: [read("a.txt", "fee 5")] });
    expect((await tab.state()).taskText).toBe("");
    await tab.close();
    await observe(tab, 9, { reads: [read("a.txt", "fee 5")], writes: ["x.md"] });
    expect((await tab.state()).closed).toBe(true);
  });

  it("becomes one by another policy, and with the first tab_add", async () => {
    const eager = newTab({ opening: createOpeningPolicy({ reads: 1, writes: 0 }) });
    await observe(eager, 1, { reads: [read("a.txt", "fee 5")], asked: "What is the fee?" });
    expect((await eager.state()).taskText).toBe("What is the fee?");
    const tab = newTab();
    await tab.add(["hotel fee", { text: "term" }], { callId: "add", turn: 1 });
    expect((await tab.state()).taskText).toBe("hotel fee\nterm");
  });
});
