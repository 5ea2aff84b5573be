import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describeWithData } from "@runningtab/test-kit";
import { pathAnalyzer } from "@runningtab/terms";
import { expect, it } from "vitest";
import { createSmallRanker } from "./index.ts";

interface Task {
  readonly task: string;
  readonly gold_files: readonly string[];
  readonly pool: readonly string[];
}

describeWithData("ranking the file names of real folders by the text of real tasks", (folder) => {
  it("finds at least 65 % of each task's files among the first as many", () => {
    const lines = readFileSync(join(folder, "workspace-bench/candidates-dev.jsonl"), "utf8").trim().split("\n");
    const tasks = lines.map((line) => JSON.parse(line) as Task);
    const ranker = createSmallRanker({ analyzer: pathAnalyzer });
    const precisions = tasks.map(({ task, gold_files: gold, pool }) => {
      const documents = pool.map((name) => ({ id: name, text: name }));
      const first = ranker.rank(task, documents, gold.length);
      return first.filter(({ id }) => gold.includes(id)).length / gold.length;
    });
    const mean = precisions.reduce((sum, precision) => sum + precision, 0) / precisions.length;
    console.log(`R-precision over ${tasks.length} tasks: ${mean.toFixed(3)}`);
    expect(tasks).toHaveLength(32);
    expect(mean).toBeGreaterThanOrEqual(0.65);
  });
});
