import { createAtMostPolicy, type Requirement } from "@runningtab/tab-core";
import { describe, expect, it } from "vitest";
import { deliveredGenerated, missingGenerated } from "../../test/delivery/generated-cases.ts";
import { pairedCases } from "../../test/delivery/paired-cases.ts";
import { unseenCases } from "../../test/delivery/unseen-cases.ts";
import { deliveredByHand, missingByHand, type WrittenCase } from "../../test/delivery/written-cases.ts";
import { newTab, observe, call, read } from "../../test/travel-tab.ts";
import { createDeliveryCheck, type Delivered, type Delivery } from "./delivery-check.ts";

function check(requirement: string, value: string, delivered: Delivered): Delivery["status"] | "not looked for" {
  const done = { id: "r1", text: requirement, aliases: [], status: "done", evidence: ["L1"], value } as const;
  return createDeliveryCheck(delivered)([done])[0]?.status ?? "not looked for";
}

function inFile([requirement, value, text]: WrittenCase): string {
  return check(requirement, value, { deliverables: [{ path: "report.md", text }], finalMessage: "Done." });
}

const delivered = [...deliveredByHand, ...deliveredGenerated];
const missing = [...missingByHand, ...missingGenerated];

describe("looking for values in deliverables", () => {
  it("raises at most 2 false alarms in 100 over values delivered in other forms", () => {
    const alarms = delivered.filter((one) => inFile(one) !== "found");
    expect(delivered.length).toBeGreaterThanOrEqual(200);
    expect(alarms.length / delivered.length, JSON.stringify(alarms, undefined, 1)).toBeLessThanOrEqual(0.02);
  });

  it("reports at least 95 in 100 of values that are missing or altered", () => {
    const unseen = missing.filter((one) => inFile(one) !== "missing");
    expect(missing.length).toBeGreaterThanOrEqual(200);
    expect(unseen.length / missing.length, JSON.stringify(unseen, undefined, 1)).toBeLessThanOrEqual(0.05);
  });
});

describe("looking for values in texts of more kinds", () => {
  const pairs = [...pairedCases, ...unseenCases];
  const given = pairs.map(([requirement, value, text]): WrittenCase => [requirement, value, text]);
  const altered = pairs.map(([requirement, value, , text]): WrittenCase => [requirement, value, text]);

  it("raises at most 2 false alarms in 100", () => {
    const alarms = given.filter((one) => inFile(one) !== "found");
    expect(alarms.length / given.length, JSON.stringify(alarms, undefined, 1)).toBeLessThanOrEqual(0.02);
  });

  it("reports at least 95 in 100 of the altered values", () => {
    const unseen = altered.filter((one) => inFile(one) !== "missing");
    expect(unseen.length / altered.length, JSON.stringify(unseen, undefined, 1)).toBeLessThanOrEqual(0.05);
  });
});

describe("the delivery check", () => {
  const text = "Nothing about it.";

  it("takes the final message for a deliverable too, and for the only one where no file was made", () => {
    const finalMessage = "The budget is 5.5万元.";
    expect(check("budget", "¥55000", { deliverables: [{ path: "a.md", text }], finalMessage })).toBe("found");
    expect(check("budget", "¥55000", { deliverables: [], finalMessage })).toBe("found");
    expect(check("budget", "¥56000", { deliverables: [], finalMessage })).toBe("missing");
  });

  it("misses nothing where nobody knows the deliverables, or nothing was said", () => {
    expect(check("budget", "¥56000", { finalMessage: "Done." })).toBe("not looked for");
    expect(check("budget", "¥56000", { deliverables: [], finalMessage: " " })).toBe("not looked for");
  });

  it.each([
    ["a picture", { path: "plan.png", text: undefined, reason: "image" }],
    ["a chart beside text", { path: "deck.pptx", text, unread: ["chart on slide 3"] }],
    ["a formula without a value", { path: "sum.xlsx", text: "| 1 | total | {=SUM(B2:B9)} (not computed) |" }],
  ])("could not check a value that may stand in %s", (_, deliverable) => {
    const deliverables = [{ path: "a.md", text }, deliverable];
    expect(check("budget", "¥55000", { deliverables, finalMessage: "Done." })).toBe("could not check");
  });

  it.each([
    ["4.6 million EUR", "4.6 million EUR"],
    ["4.6 million EUR", "**4.6 million EUR** in 2024"],
    ["4.6 million EUR", "## 4.6 million EUR"],
    ["EUR 4.6m", "- 4.6 Mio. EUR"],
    ["12.5 %", "- 12.5 % of staff"],
    ["12.5 %", "12.5 % | staff"],
    ["2.4 kg", "* 2.4 kg"],
    ["2.4 kg", "(2.4 kg without the box)"],
    ["4.6", "Staff per site:\n\n- 4.6"],
    ["4.6", "Staff per site:\n4.6 (4.1 before)"],
    ["4.6", "4.6 Staff per site"],
    ["4.6", "4.6 Staff"],
    ["4.6 employees", "4.6 employees per site"],
  ])("finds %s at the start of a line: %j", (value, line) => {
    const deliverables = [{ path: "a.md", text: `# Figures\n\n${line}\n` }];
    expect(check("staff", value, { deliverables })).toBe("found");
  });

  it.each([
    ["4.6", "4.5 Sites\n\nTwo.\n\n4.6 Staff\n"],
    ["4.6", "4 Company\n\n4.6 Staff\n"],
    ["4.6", "# 4.6 Staff\n"],
    ["4.6 million EUR", "## 4.6 Staff\n"],
    ["12.5", "12.5. Staff of the sites\n"],
    ["4", "# 4 Staff\n"],
  ])("takes no heading's number for %s: %j", (value, line) => {
    expect(check("staff", value, { deliverables: [{ path: "a.md", text: line }] })).toBe("missing");
  });

  it.each([
    ["EUR k", "4500 EUR"],
    ["k EUR", "4500 EUR"],
    ["in k€", "4500 EUR"],
    ["EUR 000", "4500 EUR"],
    ["EUR m", "4.5 million EUR"],
    ["EURm", "4.5 million EUR"],
    ["m€", "4.5 million EUR"],
    ["EUR bn", "4.5 billion EUR"],
    ["Mds €", "4.5 billion EUR"],
  ])("reads the scale of a column under %j", (head, value) => {
    const deliverables = [{ path: "a.md", text: `| item | ${head} |\n| --- | --- |\n| rent | 4.5 |\n` }];
    expect(check("rent", value, { deliverables })).toBe("found");
    expect(check("rent", "45 EUR", { deliverables })).toBe("missing");
  });

  it.each(["EUR/m²", "EUR m²", "EUR per m", "EUR 2024", "EUR (3 k EUR before)"])("reads no scale in %j", (head) => {
    const deliverables = [{ path: "a.md", text: `| item | ${head} |\n| --- | --- |\n| rent | 4.5 |\n` }];
    expect(check("rent", "4500 EUR", { deliverables })).toBe("missing");
    expect(check("rent", "4500000 EUR", { deliverables })).toBe("missing");
  });

  it.each(["none", "None", "yes", "N/A", "是"])("does not look for %s", (value) => {
    expect(check("budget", value, { deliverables: [{ path: "a.md", text }] })).toBe("not looked for");
  });

  it("sends back for a missing value, says how to silence it, and is silenced", async () => {
    const tab = newTab({ finish: createAtMostPolicy(3) });
    await tab.open("State the budget.");
    await observe(tab, 1, { reads: [read("budget.txt", "Budget: ¥55000\n")] });
    await tab.add(["budget"], call());
    const close = (value: string) => tab.resolve({ id: "r1", outcome: "done", evidence: ["L1"], value }, call());
    await close("¥55000");
    const stop = { turn: 3, deliverables: [{ path: "report.md", text }], finalMessage: "Done." };
    expect(await tab.finishCheck(stop)).toEqual({
      number: 1,
      open: [],
      missing: ["r1"],
      text: [
        "[tab] Finish check 1 of at most 3: you stopped.",
        "1 value is missing from the deliverables:",
        'r1 done (L1) but "¥55000" is in no deliverable',
        'State each missing value in the deliverable, or resolve it anew with what you deliver (value "none" for an input); then finish.',
      ].join("\n"),
    });
    const delivered = { path: "report.md", text: "Budget: RMB 55,000" };
    expect(await tab.finishCheck({ ...stop, deliverables: [delivered] })).toBeUndefined();
    await close("none");
    expect(await tab.finishCheck(stop)).toBeUndefined();
  });

  it("owes nothing for what could not be checked, and lists it when something else is owed", async () => {
    const tab = newTab();
    await tab.open("State the budget.");
    await observe(tab, 1, { reads: [read("budget.txt", "Budget: ¥55000\n")] });
    await tab.add(["budget", "owner"], call());
    await tab.resolve({ id: "r1", outcome: "done", evidence: ["L1"], value: "¥55000" }, call());
    const stop = { turn: 3, deliverables: [{ path: "plan.png", text: undefined, reason: "image" }] };
    const check = await tab.finishCheck({ ...stop, finalMessage: "Done." });
    expect(check).toMatchObject({ open: ["r2"], missing: [] });
    expect(check?.text).toContain(
      'Values that could not be looked for:\nr1 could not be checked: "¥55000" is in nothing that could be read (plan.png (image))\n',
    );
  });

  it("finds none of many values in one long deliverable", () => {
    const line = "On 3 March 2024 the site in Bern used 1,250 kWh of 4,000 kWh, at a price of 0.24 EUR each.\n";
    const values = Array.from({ length: 50 }, (_, index) => `${index + 40_000} EUR`);
    const done = values.map((value, index): Requirement => ({
      id: `r${index + 1}`,
      text: "energy",
      aliases: [],
      status: "done",
      evidence: ["L1"],
      value,
    }));
    const answers = createDeliveryCheck({ deliverables: [{ path: "a.md", text: line.repeat(500) }] })(done);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(["missing"]));
  });
});
