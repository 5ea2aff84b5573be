import { createMemoryStore, parseStatusLine } from "@runningtab/tab-core";
import { describe, expect, it } from "vitest";
import { call, newTab, observe, read, travelTab } from "../test/travel-tab.ts";

const next = (line: string | undefined): string | undefined => parseStatusLine(line ?? "")?.next;

describe("the pointer of a status line", () => {
  it("comes after five turns without tab use, and names no entry before the first review", async () => {
    const tab = newTab();
    await tab.open("State the fee.");
    await tab.add(["fee"], call(2));
    await observe(tab, 2, { reads: [read("a.txt", "fee 5")], listed: ["fees.txt"] });
    expect(next(await tab.statusLine(6))).toBeUndefined();
    expect(await tab.statusLine(7)).toBe(
      "[tab] requirements: 1 open, 0 done | candidates: 1 unopened, 0 above threshold | read log: 1 entry | last tab use: 5 turns ago | next: r1 ← open fees.txt",
    );
  });

  it("points to the entry that matches once a review was seen, twice, and then to the next", async () => {
    const tab = newTab();
    await tab.open("State the fee and the term.");
    await tab.add(["fee", "term"], call(1));
    await observe(tab, 1, {
      reads: [read("a.txt", "fee 5")],
      listed: ["term.txt"],
    });
    await tab.list({ kind: "requirements" }, call(1));
    expect(next(await tab.statusLine(6))).toBe("r1 ← L1");
    expect(next(await tab.statusLine(6))).toBe("r1 ← L1");
    expect(next(await tab.statusLine(7))).toBeUndefined();
    expect(next(await tab.statusLine(11))).toBe("r1 ← L1");
    expect(next(await tab.statusLine(16))).toBe("r2 ← open term.txt");
    expect(next(await tab.statusLine(21))).toBe("r2 ← open term.txt");
    expect(next(await tab.statusLine(26))).toBeUndefined();
  });

  it("is the same for another process, and gone with the switch", async () => {
    const store = createMemoryStore();
    const open = () => newTab({ store });
    const tab = open();
    await tab.open("State the term.");
    await tab.add(["term"], call(1));
    await observe(tab, 1, { listed: ["term.txt"] });
    expect(next(await tab.statusLine(6))).toBe("r1 ← open term.txt");
    expect(next(await open().statusLine(6))).toBe("r1 ← open term.txt");
    expect((await tab.events()).filter(({ event }) => event.type === "pointer.shown")).toHaveLength(1);
    expect(next(await newTab({ store, switches: { pointers: false } }).statusLine(11))).toBeUndefined();
  });

  it("is passed over when it does not fit", async () => {
    const tab = await travelTab();
    expect(await tab.statusLine(7)).toBeUndefined();
    expect((await tab.events()).filter(({ event }) => event.type === "pointer.shown")).toEqual([]);
    await tab.list({ kind: "requirements" }, call(7));
    const line = await tab.statusLine(12);
    expect(next(line)).toBe("r1 ← L2");
    expect(line!.length).toBeLessThanOrEqual(160);
  });
});
