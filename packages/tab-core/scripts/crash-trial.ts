/**
 * The long form of test/crash.test.ts: `pnpm --filter @runningtab/tab-core crash [ACKNOWLEDGED] [WRITERS] [SEED]`, by
 * default 10,000 acknowledged observations of 8 writers. Ends with 1 when anything was lost, doubled, reordered or
 * damaged.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCrashTrial } from "../test/crash-trial.ts";

const [acknowledged = 10_000, writers = 8, seed = 1] = process.argv.slice(2).map(Number);
const folder = mkdtempSync(join(tmpdir(), "runningtab-crash-"));
const startedAt = performance.now();
const { broken, ...counts } = await runCrashTrial({
  file: join(folder, "tab.db"),
  writers,
  acknowledged,
  everyAcknowledgements: 100,
  seed,
  onProgress: (count, kills) => process.stderr.write(`${count} acknowledged, ${kills} kills\n`),
});
console.log(
  JSON.stringify({ ...counts, seconds: Math.round((performance.now() - startedAt) / 1_000), broken: broken.length }),
);
for (const line of broken.slice(0, 50)) console.log(line);
if (broken.length === 0) rmSync(folder, { recursive: true });
else console.log(`The store is kept: ${folder}`);
process.exitCode = broken.length === 0 ? 0 : 1;
