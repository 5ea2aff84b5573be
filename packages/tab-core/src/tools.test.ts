import { createMemoryStore, createTab, createTabTools, type TabTool } from "@runningtab/tab-core";
import { describe, expect, it } from "vitest";

function newTools(): Record<TabTool["name"], TabTool> {
  const tab = createTab({ store: createMemoryStore(), task: "t" });
  // One tool per name, which the first test holds.
  return Object.fromEntries(createTabTools(tab).map((tool) => [tool.name, tool])) as Record<TabTool["name"], TabTool>;
}

let calls = 0;
const call = () => ({ callId: `call ${++calls}`, turn: 1 });

describe("the tab as tools", () => {
  it("are the four operations", async () => {
    const tools = newTools();
    expect(Object.keys(tools)).toEqual(["tab_add", "tab_resolve", "tab_list", "tab_show"]);
    expect((await tools.tab_add.execute({ requirements: ["headcount", { text: "revenue" }] }, call())).text).toBe(
      "Added r1, r2. 2 open.",
    );
    expect(
      (await tools.tab_resolve.execute({ id: "r1", outcome: "unavailable", reason: "authored" }, call())).text,
    ).toBe("r1 unavailable (authored). 1 open.");
    expect((await tools.tab_list.execute({ kind: "requirements", limit: 1 }, call())).text).toContain(
      "r2 [open] revenue",
    );
    expect((await tools.tab_show.execute({ id: "r1" }, call())).text).toContain("reason: authored");
  });

  it("understand what a model means", async () => {
    const tools = newTools();
    expect((await tools.tab_add.execute({ requirements: "headcount" }, call())).ok).toBe(true);
    const reply = await tools.tab_resolve.execute(
      { id: "r1", outcome: "done", evidence: "L1", quote: null, value: 128 },
      call(),
    );
    expect(reply.text).toBe("r1 not resolved: there is no L1; the log is empty. Cite an entry that holds it.");
  });

  it.each([
    ["tab_add", undefined],
    ["tab_add", {}],
    ["tab_add", { requirements: [1] }],
    ["tab_add", { requirements: [{ text: "x", aliases: "y" }] }],
    ["tab_resolve", { id: "r1" }],
    ["tab_resolve", { id: "r1", outcome: "closed" }],
    ["tab_resolve", { id: 1, outcome: "done" }],
    ["tab_resolve", { id: "r1", outcome: "done", evidence: [1] }],
    ["tab_list", []],
    ["tab_list", { kind: "everything" }],
    ["tab_list", { kind: "log", limit: "3" }],
    ["tab_show", { id: "L1", range: "1-2" }],
    ["tab_show", { id: "L1", range: { start: 1 } }],
    ["tab_show", "L1"],
  ] as const)("%s says in one line what %j should have been", async (name, args) => {
    const reply = await newTools()[name].execute(args, call());
    expect(reply).toMatchObject({ ok: false, value: undefined });
    expect(reply.text).toMatch(new RegExp(`^${name}: [^\\n]+$`));
  });
});
