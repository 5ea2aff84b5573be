/**
 * Kills promotion and rollback at every system call that writes, and recovery again, over trees of several sizes:
 * `pnpm --filter @runningtab/staged-workspace crash [EVERY] [SIZES]`, by default each third point of trees of 1, 5, 20 and
 * 50 files. Then lets calls fail (EIO, ENOSPC, EROFS, EMFILE) instead. Ends with 1 when a tree was neither the old nor the
 * new one, or the state was damaged.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Act, prepareTrial } from "../test/crash/trial.ts";

const every = Number(process.argv[2] ?? 3);
const sizes = (process.argv[3] ?? "1,5,20,50").split(",").map(Number);
const folder = mkdtempSync(join(tmpdir(), "runningtab-crash-"));
const broken: string[] = [];
const totals = { points: 0, killed: 0, killedInRecovery: 0, old: 0, new: 0, errors: 0, errorsOld: 0, errorsNew: 0 };
for (const act of ["promote", "rollback"] as const satisfies readonly Act[]) {
  for (const files of sizes) {
    const trial = await prepareTrial(join(folder, `${act}-${files}`), act, files);
    for (const [index, point] of trial.points.entries()) {
      if (index % every !== 0) continue;
      const again = trial.points[(index * 7 + 3) % trial.points.length];
      const tree = await trial.run(point, again);
      totals.points++;
      if (tree === "old" || tree === "new") totals[tree]++;
      else broken.push(`${act} of ${files} files, killed at ${point.call} ${point.when}: ${tree}`);
      const error = ["EIO", "ENOSPC", "EROFS", "EMFILE"][index % 4]!;
      const failed = await trial.fail(point, error);
      totals.errors++;
      if (failed.tree === "old") totals.errorsOld++;
      else if (failed.tree === "new") totals.errorsNew++;
      else broken.push(`${act} of ${files} files, ${error} at ${point.call} ${point.when}: ${failed.tree}`);
      // The call that failed may be the one that was to print the message.
      const isSilenced = point.call === "write" && failed.stderr === "";
      if (failed.exit !== 0 && !isSilenced && !/WorkspaceError|ERR_|E[A-Z]+:/.test(failed.stderr)) {
        broken.push(`${act}, ${error} at ${point.call} ${point.when}: no clear error: ${failed.stderr.slice(0, 300)}`);
      }
    }
    totals.killed += trial.killed().first;
    totals.killedInRecovery += trial.killed().recovery;
    process.stderr.write(`${act} of ${files} files: ${trial.points.length} points; ${JSON.stringify(totals)}\n`);
  }
}
console.log(JSON.stringify({ ...totals, broken: broken.length }));
for (const line of broken.slice(0, 20)) console.log(line);
if (broken.length === 0) rmSync(folder, { recursive: true });
process.exitCode = broken.length === 0 ? 0 : 1;
