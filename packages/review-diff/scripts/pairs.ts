/** Prints of every pair of real versions what was expected, found and reported beside it: `pnpm run pairs`. */
import { join } from "node:path";
import { dataFolder } from "@runningtab/test-kit";
import { judgePairs, renderPairs } from "../test/pairs/judge-pairs.ts";

const folder = dataFolder();
if (folder === undefined) {
  console.error("The folder of real documents is not there; set RUNNINGTAB_DATA to it.");
  process.exitCode = 2;
} else {
  const pairs = await judgePairs(join(folder, "diff-pairs"));
  console.log(renderPairs(pairs));
  if (pairs.some(({ missed, extra }) => missed.length + extra.length > 0)) process.exitCode = 1;
}
