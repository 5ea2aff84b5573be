/**
 * Parses the whole hostile set: what is written by hand, ten real files cut off at each per cent, and 2,000 copies of
 * them with bytes changed. Names what was written meanwhile, by whomever. Exits 1 when one was not held or a child
 * took more than 512 MB.
 *
 *     pnpm --filter @runningtab/parsed-cache hostile [--only TEXT] [--flips N] [--seed N]
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { DEFAULT_LIMITS } from "@runningtab/parsed-cache";
import { dataFolder } from "@runningtab/test-kit";
import { checkHostile } from "../test/hostile/check.ts";
import { byteFlips, truncations } from "../test/hostile/damage.ts";
import { REAL_FILES, writtenByHand } from "../test/hostile/hostile-set.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    flips: { type: "string", default: "2000" },
    seed: { type: "string", default: "1" },
  },
});
const data = dataFolder();
if (data === undefined) throw new Error("The full set needs the data folder: set RUNNINGTAB_DATA to it.");
const real = REAL_FILES.map((path) => ({ path, bytes: readFileSync(join(data, "office-files", "files", path)) }));
const percents = Array.from({ length: 99 }, (_, index) => index + 1);
const files = [
  ...writtenByHand,
  ...real.flatMap((file) => [...truncations(file, percents)]),
  ...byteFlips(real, Number(values.flips), Number(values.seed)),
].filter(({ name }) => name.includes(values.only));

/** Where something that escaped would write first. */
const watched = [tmpdir(), process.cwd(), join(data, "office-files", "files")];
const listing = (): string[] =>
  watched.flatMap((folder) =>
    readdirSync(folder).map((name) => `${join(folder, name)} ${stampOf(join(folder, name))}`),
  );
const stampOf = (path: string): string => {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat?.isFile() ? `${stat.size} ${stat.mtimeMs}` : "folder";
};

const before = new Set(listing());
let done = 0;
const { outcomes, peakChildBytes } = await checkHostile(files, {
  onOutcome: ({ name, outcome, milliseconds, faults }) => {
    done += 1;
    if (done % 100 === 0) console.error(`${done} of ${files.length}`);
    if (faults.length > 0) console.log(`NOT HELD  ${name}: ${faults.join("; ")}`);
    else if (done <= writtenByHand.length || milliseconds > 5000)
      console.log(`${Math.round(milliseconds)} ms  ${name} → ${outcome}`);
  },
});
const written = listing().filter((line) => !before.has(line));
const notHeld = outcomes.filter(({ faults }) => faults.length > 0);
const parsed = outcomes.filter(({ outcome }) => outcome === "ok").length;
const crashed = outcomes.filter(({ outcome }) => outcome.includes("process died"));
for (const { name, outcome } of crashed) console.log(`child died  ${name} → ${outcome}`);
for (const line of written) console.log(`written meanwhile: ${line}`);
console.log(
  `${outcomes.length} files: ${parsed} parsed, ${outcomes.length - parsed} failed with a reason, ${crashed.length} of these by the child's death; ${notHeld.length} not held`,
);
console.log(
  `slowest ${Math.round(Math.max(...outcomes.map(({ milliseconds }) => milliseconds)))} ms; most memory of a child ${Math.round(peakChildBytes / 2 ** 20)} MB of ${DEFAULT_LIMITS.maxMemoryBytes / 2 ** 20}`,
);
process.exitCode = notHeld.length > 0 || peakChildBytes > DEFAULT_LIMITS.maxMemoryBytes ? 1 : 0;
