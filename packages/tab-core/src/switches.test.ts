import { presets } from "@runningtab/tab-core";
import { describe, expect, it } from "vitest";
import { call, newTab, observe, read } from "../test/travel-tab.ts";

const published = ["capture", "review", "evidenceCheck", "finishCheck"];
const beyond = [
  "quote",
  "aliases",
  "verdicts",
  "computed",
  "contentRanking",
  "previews",
  "pointers",
  "merge",
  "searchEntries",
  "staleMarks",
  "deliveryCheck",
  "checkpoints",
  "reinjection",
];

describe("the presets", () => {
  it("set every switch: the published ones alone, or all but checkpoints", () => {
    const { statusLine: every, ...paper } = presets.paper;
    const { statusLine: changed, ...standard } = presets.default;
    expect([every, changed]).toEqual(["every", "changed"]);
    expect(Object.keys(paper).toSorted()).toEqual([...published, ...beyond].toSorted());
    for (const [name, isOn] of Object.entries(paper)) expect(isOn, name).toBe(published.includes(name));
    for (const [name, isOn] of Object.entries(standard)) expect(isOn, name).toBe(name !== "checkpoints");
  });
});

describe("a switch that is off", () => {
  async function resolved(switches: Parameters<typeof newTab>[0]) {
    const tab = newTab(switches);
    await tab.open("Report the headcount.");
    await observe(tab, 1, { reads: [read("a.txt", "Staff total: 130"), read("a.txt", "Staff total: 130")] });
    await tab.add([{ text: "headcount", aliases: ["staff"] }], call());
    const reply = await tab.resolve(
      { id: "r1", outcome: "done", evidence: ["L1"], quote: "Staff total: 130", value: "128" },
      call(),
    );
    return { tab, reply };
  }

  it("verdicts: nothing is disputed", async () => {
    expect((await resolved({})).reply.text).toBe(
      'r1 done (L1). 0 open. Disputed: you claim "128", L1 reads "Staff total: 130".',
    );
    expect((await resolved({ switches: { verdicts: false } })).reply.text).toBe("r1 done (L1). 0 open.");
  });

  it("aliases: only the requirement's own terms count", async () => {
    const { reply } = await resolved({ switches: { aliases: false, quote: false } });
    expect(reply.text).toMatch(/^r1 not resolved: L1 \(a\.txt\) shares no term with "headcount"/);
  });

  it("evidenceCheck: whatever is cited closes", async () => {
    const { reply } = await resolved({ switches: { aliases: false, quote: false, evidenceCheck: false } });
    expect(reply.text).toBe("r1 done (L1). 0 open.");
  });

  it("deliveryCheck: no value is looked for", async () => {
    const stop = { turn: 2, deliverables: [{ path: "report.md", text: "none" }], finalMessage: "Done." };
    expect((await (await resolved({})).tab.finishCheck(stop))?.missing).toEqual(["r1"]);
    expect(await (await resolved({ switches: { deliveryCheck: false } })).tab.finishCheck(stop)).toBeUndefined();
  });

  it("merge: every entry stands alone", async () => {
    const log = async (switches: Parameters<typeof newTab>[0]) =>
      (await (await resolved(switches)).tab.list({ kind: "log" }, call())).text.split("\n").slice(1);
    expect(await log({})).toEqual(["L1: a.txt (turn 1, 16 chars) and L2 (turn 1, 16 chars)"]);
    expect(await log({ switches: { merge: false } })).toHaveLength(2);
  });
});
