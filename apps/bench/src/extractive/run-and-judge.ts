import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AskedFact } from "../workspaces/asked-fact.ts";
import { judgeRun, type RunJudgement } from "./judge-run.ts";
import { runTask, type TaskRun } from "./run-task.ts";

/** What is asked of a folder that was filled. */
export interface FilledFolder {
  readonly task: string;
  /** The path of what the task is to write. */
  readonly deliverable: string;
  readonly facts: readonly AskedFact[];
}

/** Runs the task of a folder that `fill` makes, through the command line, and judges what it wrote. */
export async function runAndJudge<Filled extends FilledFolder>(
  fill: (root: string) => Filled,
): Promise<{ readonly filled: Filled; readonly judgement: RunJudgement; readonly run: TaskRun }> {
  const folder = mkdtempSync(join(tmpdir(), "runningtab-extractive-"));
  try {
    const root = join(folder, "workspace");
    const filled = fill(root);
    const { task, deliverable, facts } = filled;
    const run = await runTask({ task, root, stateFolder: join(folder, "state") });
    const judgement = await judgeRun({ root, deliverable, facts });
    if (run.status === "finished") return { filled, judgement, run };
    const problems = [`the run ended with ${run.status}`, ...judgement.problems];
    return { filled, judgement: { ...judgement, problems }, run };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
