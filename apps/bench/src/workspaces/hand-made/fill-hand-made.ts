import type { FilledFolder } from "../../extractive/run-and-judge.ts";
import { writeFiles } from "../write-files.ts";
import type { HandMadeFolder } from "./hand-made-folder.ts";

/** Writes the files of a hand-made folder into `root`, and words its task. */
export function fillHandMade({ files, order, facts }: HandMadeFolder, root: string): FilledFolder {
  writeFiles(root, Object.entries(files));
  const task = [order, "", ...facts.map(({ ask }) => `- ${ask}`)].join("\n");
  return { task, deliverable: "answers.md", facts };
}
