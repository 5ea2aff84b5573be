import { describe, expect, it } from "vitest";
import { call, newTab, observe, read } from "../test/travel-tab.ts";

const excerpt = "Rules\nHotel: at most 350 yuan per night.\nMeals: 100 yuan a day.\n";

/** A requirement closed with a quote or a value from a file, which then changes. */
async function changed(
  after: string | undefined,
  more: {
    readonly quote?: string;
    readonly value?: string;
    readonly byAgent?: boolean;
    readonly excerpt?: string;
  } = {},
): Promise<string> {
  const { quote, value, byAgent = false } = more;
  const tab = newTab({ contents: { currentText: async () => after } });
  await tab.open("State the hotel limit.");
  await observe(tab, 1, { reads: [read("rules.txt", more.excerpt ?? excerpt, { hash: "sha256:1" })] });
  await tab.add(["hotel limit"], call());
  const claim = { ...(quote && { quote }), ...(value && { value }) };
  await tab.resolve({ id: "r1", outcome: "done", evidence: ["L1"], ...claim }, call());
  await tab.sourceChanged({ path: "rules.txt", before: "sha256:1", after: "sha256:2", byAgent });
  return (await tab.list({ kind: "requirements" }, call())).text.split("\n")[1] ?? "";
}

const quote = "at most 350 yuan per night";
const value = "350 yuan";

describe("stale evidence", () => {
  it.each([
    ["the line with the quote", { quote }],
    ["the line with the value", { value }],
  ])("is marked when %s is gone", async (_, claim) => {
    expect(await changed("Rules\nHotel: at most 400 yuan per night.\n", claim)).toContain("; stale: rules.txt changed");
  });

  it("says when the change was the agent's own", async () => {
    expect(await changed("Rules\n", { quote, byAgent: true })).toContain("; stale: rules.txt, you changed it since");
  });

  it.each([
    ["the file changed elsewhere", "New rules\nHotel: at most 350 yuan per night.\n", { quote }, undefined],
    ["the text is laid out in another way", "| Hotel: at most  350 yuan | per night. |", { quote }, undefined],
    [
      "a search numbered the line",
      "x\nHotel: at most 350 yuan per night.",
      { quote },
      "rules.txt:2:Hotel: at most 350 yuan per night.",
    ],
    [
      "a view numbered the line",
      "x\nHotel: at most 350 yuan per night.",
      { value },
      "     2\tHotel: at most 350 yuan per night.",
    ],
    ["nothing was quoted or claimed", "Rules\n", {}, undefined],
    ["the new version cannot be read yet", undefined, { quote }, undefined],
  ] as const)("is not marked when %s", async (_, after, claim, seen) => {
    expect(await changed(after, { ...claim, ...(seen !== undefined && { excerpt: seen }) })).not.toContain("stale");
  });

  it("is gone with a read of the new version, and back with the next change", async () => {
    let text = "Hotel: at most 350 yuan per night.";
    const tab = newTab();
    tab.contentsFrom({ currentText: async () => text });
    await tab.open("State the hotel limit.");
    await observe(tab, 1, { reads: [read("rules.txt", text, { hash: "sha256:1" })] });
    await tab.add(["hotel limit"], call());
    const review = async () => (await tab.list({ kind: "requirements" }, call())).text;
    const close = (evidence: string, claimed: string) =>
      tab.resolve({ id: "r1", outcome: "done", evidence: [evidence], value: claimed }, call());
    await close("L1", "350 yuan");
    text = "Hotel: at most 400 yuan per night.";
    await tab.sourceChanged({ path: "rules.txt", before: "sha256:1", after: "sha256:2", byAgent: false });
    expect(await review()).toContain("stale");
    await observe(tab, 2, { reads: [read("rules.txt", text, { hash: "sha256:2" })] });
    await close("L2", "400 yuan");
    expect(await review()).not.toContain("stale");
    await tab.sourceChanged({ path: "rules.txt", before: "sha256:2", byAgent: false });
    expect(await review()).toContain("; stale: rules.txt changed");
  });

  it("owes nothing, and is listed when the finish check goes anyway", async () => {
    const tab = newTab({ contents: { currentText: async () => "" } });
    await tab.open("State the hotel limit and the owner.");
    await observe(tab, 1, { reads: [read("rules.txt", excerpt, { hash: "sha256:1" })] });
    await tab.add(["hotel limit"], call());
    await tab.resolve({ id: "r1", outcome: "done", evidence: ["L1"], quote }, call());
    await tab.sourceChanged({ path: "rules.txt", before: "sha256:1", after: "sha256:2", byAgent: false });
    expect(await tab.finishCheck({ turn: 2 })).toBeUndefined();
    await tab.add(["owner"], call());
    expect((await tab.finishCheck({ turn: 3 }))?.text).toContain(
      "Closed on doubtful evidence:\nr1 [done, strong] hotel limit (L1); stale: rules.txt changed\n",
    );
  });
});
