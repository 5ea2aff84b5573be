import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { dataFolder } from "@runningtab/test-kit";
import { BenchMisuse } from "./bench.ts";

/**
 * The folder of the `officeqa` sample: the one that was given with `--data`, or the one in the data folder. Throws
 * `BenchMisuse` when it lacks what the bench reads.
 */
export function officeqaFolder(given: string | undefined, needed: "pdfs" | "questions.jsonl"): string {
  const folder = resolve(given ?? join(dataFolder() ?? "", "officeqa"));
  if (existsSync(join(folder, needed))) return folder;
  throw new BenchMisuse(`${folder} holds no ${needed}. Name the folder with --data or RUNNINGTAB_DATA.`);
}
