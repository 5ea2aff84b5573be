/**
 * Kills promotion and rollback at every system call that writes, and recovery again, over trees of several sizes:
 * `pnpm --filter @runningtab/staged-workspace crash [EVERY] [SIZES] [kills|errors]`, by default each third point of trees of
 * 1, 5, 20 and 50 files. Then, or instead, lets the same calls, and those that open a file to read it, fail instead, with each error of `ERRORS`. Ends
 * with 1 when a tree was neither the old nor the new one, the state was damaged, or an error came to nobody's notice.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Act, type Point, prepareTrial } from "../test/crash/trial.ts";

const ERRORS = ["EIO", "ENOSPC", "EROFS", "EMFILE"] as const;

const every = Number(process.argv[2] ?? 3);
const sizes = (process.argv[3] ?? "1,5,20,50").split(",").map(Number);
const [doesKill, doesFail] = ["kills", "errors"].map((what) => (process.argv[4] ?? what) === what);
const folder = mkdtempSync(join(tmpdir(), "runningtab-crash-"));
const broken: string[] = [];
const totals = { kills: 0, killed: 0, killedInRecovery: 0, old: 0, new: 0, errors: 0, errorsOld: 0, errorsNew: 0 };
for (const act of ["promote", "rollback"] as const satisfies readonly Act[]) {
  for (const files of sizes) {
    const trial = await prepareTrial(join(folder, `${act}-${files}`), act, files);
    const taken = trial.points.filter((_, index) => index % every === 0);
    const writing = trial.points.filter(({ isReading }) => !isReading);
    const report = (point: Point, what: string): void => {
      broken.push(`${act} of ${files} files, ${point.call} ${point.when}, ${what}`);
    };
    for (const [index, point] of taken.entries()) {
      if (doesKill === true && !point.isReading) {
        const tree = await trial.run(point, writing[(index * every * 7 + 3) % writing.length]);
        totals.kills++;
        if (tree === "old" || tree === "new") totals[tree]++;
        else report(point, `killed: ${tree}`);
      }
      if (doesFail !== true) continue;
      for (const error of point.isReading ? [ERRORS[index % ERRORS.length]!] : ERRORS) {
        const { exit, stderr, tree } = await trial.fail(point, error);
        totals.errors++;
        if (tree === "old") totals.errorsOld++;
        else if (tree === "new") totals.errorsNew++;
        else report(point, `${error}: ${tree}`);
        // The call that failed may be the one that was to print the message.
        const isSilenced = point.call === "write" && stderr === "";
        const isClear = /WorkspaceError|ERR_|E[A-Z]+:/.test(stderr);
        if (exit !== 0 && !isSilenced && !isClear) report(point, `${error}: no clear error: ${stderr.slice(0, 300)}`);
        if (exit === 0 && tree === "old") report(point, `${error}: success was told of what was not done`);
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
