import { describe, expect, it } from "vitest";
import { call, observe, policy, read, travelTab } from "../../test/travel-tab.ts";

describe("tab_resolve", () => {
  it("closes against evidence and counts what is left", async () => {
    const tab = await travelTab();
    expect(await tab.resolve({ id: "r1", outcome: "done", evidence: ["L2"] }, call())).toEqual({
      ok: true,
      text: "r1 done (L2). 2 open.",
      value: { id: "r1", outcome: "done", verdict: "plain", open: 2 },
    });
    expect((await tab.resolve({ id: "r3", outcome: "unavailable", reason: "authored" }, call())).text).toBe(
      "r3 unavailable (authored). 1 open.",
    );
  });

  it("keeps a verified quote and the value", async () => {
    const tab = await travelTab();
    const quote = "Hotel: at most 350 yuan  per night.";
    await tab.resolve({ id: "r1", outcome: "done", evidence: ["L2"], quote, value: "350" }, call());
    expect((await tab.state()).requirements[0]).toEqual({
      id: "r1",
      text: "reimbursement standards",
      aliases: [],
      status: "done",
      evidence: ["L2"],
      quote,
      value: "350",
      verdict: "strong",
    });
  });

  it("drops a quote that is not in the cited entries, and says so", async () => {
    const tab = await travelTab();
    const reply = await tab.resolve({ id: "r1", outcome: "done", evidence: ["L2"], quote: "Hotel: 900 yuan" }, call());
    expect(reply.text).toBe("r1 done (L2). 2 open. The quote is not verbatim in L2 and was not kept.");
    expect((await tab.state()).requirements[0]?.quote).toBeUndefined();
  });

  it("names the entry that holds a quote which the cited one lacks, and keeps it when that one is cited", async () => {
    const tab = await travelTab();
    const claim = { id: "r1", outcome: "done", quote: "Hotel: at most 350 yuan  per night." } as const;
    await observe(tab, 7, { reads: [read("notes/rules.txt", "The reimbursement standards apply.\n")] });
    const reply = await tab.resolve({ ...claim, evidence: ["L3"] }, call());
    expect(reply.text).toBe(
      "r1 done (L3). 2 open. The quote is not verbatim in L3 and was not kept. L2 holds it: cite that instead.",
    );
    await tab.resolve({ ...claim, evidence: ["L2"] }, call());
    expect((await tab.state()).requirements[0]).toMatchObject({ evidence: ["L2"], quote: claim.quote });
  });

  it("refuses unrelated evidence and names the entries that would pass", async () => {
    const tab = await travelTab();
    expect((await tab.resolve({ id: "r1", outcome: "done", evidence: ["L1"] }, call())).text).toBe(
      'r1 not resolved: L1 (notes/menu.txt) shares no term with "reimbursement standards"; L2 does. Cite an entry that holds it.',
    );
    expect((await tab.resolve({ id: "r2", outcome: "done", evidence: ["L1", "L2"] }, call())).text).toBe(
      `r2 not resolved: L1 (notes/menu.txt) and L2 (${policy}) share no term with "approval authority"; no other entry does. Open a file that holds it, or cite with a quote.`,
    );
  });

  it("takes any entry when the check is switched off, and claims no verdict", async () => {
    const tab = await travelTab({ switches: { evidenceCheck: false } });
    expect((await tab.resolve({ id: "r1", outcome: "done", evidence: ["L1"] }, call())).value).toEqual({
      id: "r1",
      outcome: "done",
      open: 2,
    });
  });

  it("reopens, and forgets what it was closed with", async () => {
    const tab = await travelTab();
    await tab.resolve({ id: "r1", outcome: "done", evidence: ["L2"], value: "350" }, call());
    expect((await tab.resolve({ id: "r1", outcome: "open" }, call())).text).toBe("r1 open. 3 open.");
    expect((await tab.state()).requirements[0]).toEqual({
      id: "r1",
      text: "reimbursement standards",
      aliases: [],
      status: "open",
      evidence: [],
    });
  });

  it.each([
    [{ id: "r9", outcome: "done" }, "tab_resolve: there is no r9; requirements are r1 to r3."],
    [
      { id: "r1", outcome: "done" },
      'r1 not resolved: done needs evidence. Cite the entries that hold it, such as evidence: ["L1"]; the log holds L1 to L2.',
    ],
    [
      { id: "r1", outcome: "done", evidence: ["L7"] },
      "r1 not resolved: there is no L7; the log holds L1 to L2. Cite an entry that holds it.",
    ],
    [
      { id: "r1", outcome: "done", evidence: ["policies"] },
      "r1 not resolved: there is no policies; the log holds L1 to L2. Cite an entry that holds it.",
    ],
    [
      { id: "r1", outcome: "unavailable", reason: " " },
      "r1 not resolved: unavailable needs a reason: authored, computed, or not found after searching (say where).",
    ],
    [{ id: "r1", outcome: "open" }, "r1 is open already; resolve it as done or unavailable."],
  ] as const)("refuses %j in one line and changes nothing", async (input, text) => {
    const tab = await travelTab();
    const before = await tab.state();
    expect(await tab.resolve(input, call())).toEqual({ ok: false, text, value: undefined });
    expect(await tab.state()).toEqual(before);
  });
});
