import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { HandMadeFolder } from "../workspaces/hand-made/hand-made-folder.ts";
import { judgeRun, type RunJudgement } from "./judge-run.ts";
import { runTask } from "./run-task.ts";

/** Runs the task of a hand-made folder through the command line and judges what it wrote. */
export async function runHandMade({ files, order, facts }: HandMadeFolder): Promise<RunJudgement> {
  const folder = mkdtempSync(join(tmpdir(), "runningtab-hand-made-"));
  try {
    const root = join(folder, "workspace");
    for (const [path, content] of Object.entries(files)) {
      const file = join(root, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    }
    const task = [order, "", ...facts.map(({ ask }) => `- ${ask}`)].join("\n");
    const status = await runTask({ task, root, stateFolder: join(folder, "state") });
    const judgement = await judgeRun({ root, deliverable: "answers.md", facts });
    if (status === "finished") return judgement;
    return { ...judgement, problems: [`the run ended with ${status}`, ...judgement.problems] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
