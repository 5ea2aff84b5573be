import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createMemoryStore, createTab, type Candidate } from "@runningtab/tab-core";
import { describeWithData } from "@runningtab/test-kit";
import { describe, expect, it } from "vitest";
import { pathWords, rankCandidates } from "./candidates.ts";
import { createThreshold } from "./threshold.ts";
import { createSmallRanker } from "./small-ranker.ts";

describe("the threshold", () => {
  const task = "Write a guide to business travel reimbursement for 2024 from the company's policies. 差旅费报销标准";

  it.each([
    ["policies/business_travel_management.txt", true, "several terms"],
    ["TravelReimbursement.docx", true, "terms split at case changes"],
    ["travel2024.pdf", true, "a term and a year split from it"],
    ["travel/travel.txt", false, "one term twice"],
    ["notes/menu.txt", false, "nothing"],
    ["the/for/a.txt", false, "stop-words"],
    ["travel/1.txt", false, "a single digit does not count"],
    ["差旅费.pdf", false, "three characters are two bigrams that overlap: one"],
    ["差旅与标准.pdf", true, "two bigrams apart"],
    ["差旅费报销.pdf", true, "a run that holds two bigrams apart"],
    ["travel/差旅费.pdf", true, "a word and a bigram"],
  ])("%s: %s (%s)", (path, above) => {
    expect(createThreshold(task)(path)).toBe(above);
  });

  it("counts no extension, though the task names it", () => {
    expect(createThreshold("Make a guide as docx")("guide.docx")).toBe(false);
  });

  it("is set again when the task is opened after files were listed", async () => {
    const tab = createTab({ store: createMemoryStore(), task: "t" });
    await tab.record({ callId: "a", turn: 1, command: "ls", reads: [], listed: ["travel/reimbursement.txt", "b.txt"] });
    expect((await tab.state()).candidates.map((one) => one.aboveThreshold)).toEqual([false, false]);
    await tab.open(task);
    expect((await tab.state()).candidates.map((one) => one.aboveThreshold)).toEqual([true, false]);
    expect(await tab.statusLine(1)).toContain("2 unopened, 1 above threshold");
  });
});

function candidate(path: string, aboveThreshold = false): Candidate {
  return { path, firstListedTurn: 1, aboveThreshold };
}

describe("ranking candidates", () => {
  it("puts matches first, then those above the threshold, then the order listed", () => {
    const files = [candidate("z.txt"), candidate("y.txt", true), candidate("x.txt"), candidate("travel_rules.txt")];
    const ranked = rankCandidates(files, "travel", createSmallRanker(), { topK: 4, all: true });
    expect(ranked.map(({ path }) => path)).toEqual(["travel_rules.txt", "y.txt", "z.txt", "x.txt"]);
    expect(rankCandidates(files, "travel", createSmallRanker(), { topK: 4, all: false })).toHaveLength(1);
  });

  it("shows rankers words instead of a path", () => {
    expect(pathWords("hr/newHire_guide-2024v2.docx")).toBe("hr new Hire guide 2024 v 2");
  });
});

interface RankingTask {
  readonly task: string;
  readonly gold_files: readonly string[];
  readonly pool: readonly string[];
}

describeWithData("candidates of real tasks", (folder) => {
  it("come in an order that has four fifths of the wanted files on top, by their names alone", async () => {
    const lines = readFileSync(join(folder, "workspace-bench", "candidates-dev.jsonl"), "utf8")
      .trim()
      .split("\n");
    const recalls: number[] = [];
    for (const [index, line] of lines.entries()) {
      // The file's README fixes this shape.
      const { task, gold_files: gold, pool } = JSON.parse(line) as RankingTask;
      const tab = createTab({ store: createMemoryStore(), task: `task-${index}` });
      await tab.open(task);
      await tab.record({ callId: "ls", turn: 1, command: "ls", reads: [], listed: pool });
      const limit = Math.min(200, Math.max(10, gold.length));
      const reply = await tab.list({ kind: "candidates", limit }, { callId: "list", turn: 1 });
      // The file names of some pools are too long for one page of 200; the ranking is judged, not the page.
      const ranked = rankCandidates((await tab.state()).candidates, task, createSmallRanker(), {
        topK: limit,
        all: true,
      });
      expect(reply.text).toContain(`Unopened candidates: ${new Set(pool).size} (`);
      const found = new Set(ranked.map(({ path }) => path));
      recalls.push(gold.filter((path) => found.has(path)).length / gold.length);
    }
    const mean = recalls.reduce((sum, recall) => sum + recall, 0) / recalls.length;
    // Recall at max(10, number of wanted files), of the 32 tasks of the development half. The data's README gives 0.783
    // for a baseline over all 63 tasks, which is another set: near it, and no proof of being better.
    console.info(`recall at max(10, wanted) over ${recalls.length} tasks: ${mean.toFixed(3)}`);
    expect(recalls).toHaveLength(32);
    expect(mean).toBeGreaterThan(0.8);
  });
});
