import { createMemoryStore, type EventStore, presets } from "@runningtab/tab-core";
import { describe, expect, it } from "vitest";
import { call, newTab, observe, read, rules, travelTab } from "../test/travel-tab.ts";

describe("a retried call", () => {
  it("gets the same reply and has no second effect", async () => {
    const tab = await travelTab();
    const later = async (again: () => Promise<unknown>): Promise<void> => {
      const first = await again();
      await observe(tab, 20, { reads: [read(rules, "approval authority and reimbursement standards")] });
      await tab.add([`something new ${crypto.randomUUID()}`], call(21));
      const before = await tab.state();
      expect(await again()).toEqual(first);
      expect(await tab.state()).toEqual(before);
    };
    const [add, resolve, list, show] = [call(7), call(7), call(7), call(7)];
    await later(() => tab.add(["approval authority", "mileage"], add));
    await later(() => tab.resolve({ id: "r1", outcome: "done", evidence: ["L2"], quote: "not there at all" }, resolve));
    await later(() => tab.list({ kind: "requirements" }, list));
    await later(() => tab.show({ id: "r2" }, show));
    const reopen = call(22);
    await later(() => tab.resolve({ id: "r1", outcome: "open" }, reopen));
  });

  it("gets the reply of then, whatever other processes did meanwhile", async () => {
    const store = createMemoryStore();
    const tab = await travelTab({ store });
    const other = newTab({ store });
    const interfering: EventStore = {
      ...store,
      async append(task, batch) {
        const result = await store.append(task, batch);
        const isItsOwn = batch.key === once.callId && batch.events.length > 0;
        if (isItsOwn && result.status === "appended") await other.add(["something else"], call(7));
        return result;
      },
    };
    const once = call(7);
    const first = await newTab({ store: interfering }).add(["mileage"], once);
    expect(first.text).toBe("Added r4. 4 open.");
    expect(await tab.add(["mileage"], once)).toEqual(first);
    expect((await tab.state()).requirements).toHaveLength(5);
  });

  it("is not judged a second time", async () => {
    let asked = 0;
    const tab = await travelTab({
      evidence: {
        specVersion: 1,
        name: "moody",
        judge: async () =>
          ++asked === 1 ? { accepted: true, verdict: "weak", note: "Just so." } : { accepted: false, missing: "no" },
      },
    });
    const once = call(7);
    const input = { id: "r1", outcome: "done", evidence: ["L1"] } as const;
    const first = await tab.resolve(input, once);
    expect(first.text).toMatch(/^r1 done \(L1\)\. 2 open\. Weak evidence: .* Just so\.$/);
    await tab.resolve({ id: "r1", outcome: "open" }, call(8));
    expect(await tab.resolve(input, once)).toEqual(first);
    expect((await tab.state()).requirements[0]?.status).toBe("open");
  });

  it("is told apart from another call that came with the same id", async () => {
    const tab = await travelTab();
    const once = call(7);
    await tab.add(["one thing"], once);
    await expect(tab.add(["another thing"], once)).rejects.toMatchObject({ code: "CALL_ID_REUSED" });
    await expect(observe(tab, 7, { callId: once.callId })).rejects.toMatchObject({ code: "CALL_ID_REUSED" });
  });
});

describe("capture", () => {
  it("keeps excerpts to the last character and candidates without the opened", async () => {
    const tab = newTab();
    const excerpt = "a\r\n\u0000b\ud800 ";
    const { entries } = await observe(tab, 1, { reads: [read("a.txt", excerpt)], listed: ["a.txt", "b.txt", "b.txt"] });
    expect(entries).toEqual(["L1"]);
    expect(await tab.excerpt("L1")).toBe(excerpt);
    await observe(tab, 2, { listed: ["a.txt", "b.txt"] });
    expect((await tab.state()).candidates.map(({ path, firstListedTurn }) => [path, firstListedTurn])).toEqual([
      ["b.txt", 1],
    ]);
  });

  it("leaves a file among the candidates, and makes it one, of which searches showed fewer than 40 lines", async () => {
    const tab = newTab();
    await observe(tab, 1, { listed: ["a.txt", "b.txt"] });
    const hits = (path: string, lines: number) =>
      read(path, "12: a match\n--\n".repeat(lines), { origin: "search", partial: true });
    await observe(tab, 2, { reads: [hits("a.txt", 3), hits("b.txt", 40), hits("c.txt", 39)] });
    expect((await tab.state()).candidates).toMatchObject([
      { path: "a.txt", seen: 3 },
      { path: "c.txt", seen: 39 },
    ]);
    expect((await tab.list({ kind: "candidates" }, call())).text).toContain("1. a.txt (seen: 3 lines)");
    await observe(tab, 3, { reads: [hits("c.txt", 1)] });
    expect((await tab.state()).candidates.map(({ path }) => path)).toEqual(["a.txt"]);
    await observe(tab, 4, { reads: [read("a.txt", "all of it")] });
    expect((await tab.state()).candidates).toEqual([]);
  });

  it("takes a search for a read under the paper preset", async () => {
    const tab = newTab({ switches: presets.paper });
    await observe(tab, 1, {
      reads: [read("a.txt", "12: a match", { origin: "search", partial: true })],
      listed: ["a.txt"],
    });
    expect(await tab.state()).toMatchObject({ candidates: [], log: [{ origin: "read" }] });
  });

  it("drops a candidate that was deleted", async () => {
    const tab = newTab();
    await observe(tab, 1, { listed: ["a.txt"] });
    await tab.sourceChanged({ path: "a.txt", before: "sha256:1", byAgent: true });
    await tab.sourceChanged({ path: "a.txt", before: "sha256:1", byAgent: true });
    expect((await tab.state()).candidates).toEqual([]);
    expect((await tab.events()).filter(({ event }) => event.type === "source.changed")).toHaveLength(1);
  });

  it("keeps no computed output under the paper preset, and nothing when it is switched off", async () => {
    const [paper, off] = [newTab({ switches: presets.paper }), newTab({ switches: { capture: false } })];
    for (const tab of [paper, off]) {
      await observe(tab, 1, {
        reads: [read("", "42", { paths: [], origin: "computed" }), read("a.txt", "x")],
        listed: ["b.txt"],
      });
    }
    expect((await paper.state()).log.map(({ paths }) => paths)).toEqual([["a.txt"]]);
    expect(await off.state()).toMatchObject({ log: [], candidates: [] });
  });
});

describe("a task", () => {
  it("stays as it was opened, and can be opened again after it was closed", async () => {
    const store = createMemoryStore();
    const tab = newTab({ store });
    await tab.open("first");
    await tab.open("second");
    expect((await tab.state()).taskText).toBe("first");
    await tab.close();
    await tab.close();
    expect((await tab.state()).closed).toBe(true);
    await tab.open("third");
    expect(await tab.state()).toMatchObject({ taskText: "third", closed: false });
    expect(await store.tasks()).toMatchObject([{ task: "travel", text: "third" }]);
  });

  it("has a name that is safe anywhere", () => {
    for (const task of ["", "a/b", "ä", "x".repeat(129)]) {
      expect(() => newTab({ task })).toThrow(expect.objectContaining({ code: "INVALID_ARGUMENT" }));
    }
  });
});

describe("subagents", () => {
  it("write to their parent's tab under their own name, whatever their call ids are", async () => {
    const store = createMemoryStore();
    const [parent, child] = [newTab({ store }), newTab({ store, actor: "researcher" })];
    await parent.open("Report the headcount and the revenue.");
    await parent.add(["headcount"], { callId: "1", turn: 1 });
    expect((await child.add(["revenue"], { callId: "1", turn: 1 })).text).toBe("Added r2. 2 open.");
    expect((await child.add(["revenue"], { callId: "1", turn: 1 })).text).toBe("Added r2. 2 open.");
    const added = (await parent.events()).filter(({ event }) => event.type === "requirement.added");
    expect(added.map(({ event }) => event.actor)).toEqual(["agent", "researcher"]);
  });
});
