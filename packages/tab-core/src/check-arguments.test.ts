import { createMemoryStore, createTab, TabError } from "@runningtab/tab-core";
import { describe, expect, it } from "vitest";
import { call, newTab, observe, read, travelTab } from "../test/travel-tab.ts";

/** As a caller without a type checker writes it. */
const wrong = (value: unknown): never => value as never;
const invalid = { code: "INVALID_ARGUMENT" };
const good = read("a.txt", "text");

describe("wrong arguments of the environment", () => {
  it.each<[string, (tab: ReturnType<typeof newTab>) => Promise<unknown>]>([
    ["a task text that is missing", (tab) => tab.open(wrong(undefined))],
    ["a task text that is a number", (tab) => tab.open(wrong(5))],
    ["no observation", (tab) => tab.record(wrong(undefined))],
    ["a listed path that is a number", (tab) => observe(tab, 1, { listed: wrong([5]) })],
    ["listed paths that are no list", (tab) => observe(tab, 1, { listed: wrong("a.txt") })],
    ["an absolute path", (tab) => observe(tab, 1, { listed: ["/etc/passwd"] })],
    ["a path that leaves the workspace", (tab) => observe(tab, 1, { listed: ["a/../../b"] })],
    ["an empty path", (tab) => observe(tab, 1, { listed: [""] })],
    ["a turn that is no number", (tab) => observe(tab, Number.NaN, {})],
    ["a negative turn", (tab) => observe(tab, -1, {})],
    ["a command that is missing", (tab) => observe(tab, 1, { command: wrong(undefined) })],
    ["a read that is null", (tab) => observe(tab, 1, { reads: wrong([null]) })],
    ["a read path that is a number", (tab) => observe(tab, 1, { reads: [{ ...good, paths: wrong([5]) }] })],
    ["an excerpt that is no text", (tab) => observe(tab, 1, { reads: [{ ...good, excerpt: wrong(5) }] })],
    ["an unknown origin", (tab) => observe(tab, 1, { reads: [{ ...good, origin: wrong("guessed") }] })],
    ["a confidence above 1", (tab) => observe(tab, 1, { reads: [{ ...good, confidence: 1.5 }] })],
    ["a confidence that is no number", (tab) => observe(tab, 1, { reads: [{ ...good, confidence: Number.NaN }] })],
    ["a range of an unknown unit", (tab) => observe(tab, 1, { reads: [{ ...good, range: wrong({ unit: "byte" }) }] })],
    ["a change without a path", (tab) => tab.sourceChanged(wrong({ byAgent: true }))],
    ["no change", (tab) => tab.sourceChanged(wrong(undefined))],
    ["a turn's end without a turn", (tab) => tab.endTurn(wrong(undefined))],
    ["a status line without a turn", (tab) => tab.statusLine(wrong("1"))],
    ["a stop without a turn", (tab) => tab.finishCheck(wrong({}))],
    ["no moment of a checkpoint", (tab) => tab.checkpoint(wrong(undefined))],
  ])("are refused before anything is appended: %s", async (_, act) => {
    const tab = newTab();
    await expect(act(tab)).rejects.toMatchObject(invalid);
    expect(await tab.events()).toEqual([]);
    await tab.open("Still usable.");
    expect((await tab.state()).taskText).toBe("Still usable.");
  });

  it.each<[string, object]>([
    ["no store", { store: undefined }],
    ["a store without its methods", { store: {} }],
    ["a task that is no text", { task: 5 }],
    ["a task that is a folder's own name", { task: "." }],
    ["a task that is the folder above", { task: ".." }],
    ["an unknown switch", { switches: { nagging: true } }],
    ["a switch that is no truth value", { switches: { review: "yes" } }],
    ["an unknown kind of status line", { switches: { statusLine: "sometimes" } }],
    ["an actor that is no text", { actor: 5 }],
  ])("are refused when a tab is made: %s", (_, options) => {
    expect(() => createTab(wrong({ store: createMemoryStore(), task: "a", ...options }))).toThrow(
      expect.objectContaining(invalid),
    );
  });
});

describe("wrong arguments of the agent's operations", () => {
  it.each<[string, (tab: ReturnType<typeof newTab>) => Promise<{ readonly ok: boolean; readonly text: string }>]>([
    ["a requirement that is null", (tab) => tab.add(wrong([null]), call())],
    ["requirements that are no list", (tab) => tab.add(wrong(undefined), call())],
    ["aliases that are no list", (tab) => tab.add([{ text: "a", aliases: wrong("b") }], call())],
    ["an alias that is a number", (tab) => tab.add([{ text: "a", aliases: wrong([5]) }], call())],
    ["a value that is a number", (tab) => tab.resolve(wrong({ id: "r1", outcome: "done", value: 5 }), call())],
    ["evidence that is a number", (tab) => tab.resolve(wrong({ id: "r1", outcome: "done", evidence: [5] }), call())],
    ["nothing to resolve", (tab) => tab.resolve(wrong(undefined), call())],
    ["nothing to list", (tab) => tab.list(wrong(undefined), call())],
    ["a requirement to list by that is a number", (tab) => tab.list(wrong({ kind: "log", requirement: 5 }), call())],
    ["nothing to show", (tab) => tab.show(wrong(undefined), call())],
    ["a range that is null", (tab) => tab.show(wrong({ id: "L1", range: null }), call())],
  ])("get one line that says what would have been right: %s", async (_, act) => {
    const tab = await travelTab();
    const before = await tab.events();
    const reply = await act(tab);
    expect(reply).toMatchObject({ ok: false, value: undefined });
    expect(reply.text).toMatch(/^tab_[a-z]+: [^\n]+$/);
    expect(await tab.events()).toEqual(before);
  });

  it.each([undefined, null, {}, { callId: "a" }, { callId: "a", turn: Number.NaN }, { callId: 5, turn: 1 }])(
    "throw for a call context such as %j",
    async (context) => {
      const failure = await newTab()
        .add(["a"], wrong(context))
        .catch((error: unknown) => error);
      expect(TabError.isInstance(failure) && failure.code).toBe("INVALID_ARGUMENT");
    },
  );
});
