import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { temporaryFolder } from "@runningtab/test-kit";
import { describe, expect, it } from "vitest";
import { prepareTrial } from "./crash/trial.ts";

const hasStrace = spawnSync("strace", ["-V"]).status === 0;
if (!hasStrace && process.env["CI"] === "true") throw new Error("CI must have strace.");

// The long form: `pnpm --filter @runningtab/staged-workspace crash`.
describe.skipIf(!hasStrace).each(["promote", "rollback"] as const)("%s, killed (needs strace)", (act) => {
  it(
    "leaves the old tree or the new one, also when its recovery is killed, and also when the disk fails",
    { timeout: 300_000 },
    async () => {
      const trial = await prepareTrial(join(temporaryFolder("crash"), "trial"), act, 4);
      const points = trial.points.filter(({ isReading }) => !isReading);
      expect(points.length).toBeGreaterThan(50);
      const seen = new Set<string>();
      for (let index = 3; index < points.length; index += Math.ceil(points.length / 8)) {
        const point = points[index]!;
        const tree = await trial.run(point, points[(index * 7) % points.length]);
        expect(["old", "new"], `killed at ${point.call} ${point.when}`).toContain(tree);
        seen.add(tree);
        const failed = await trial.fail(point, index % 2 === 0 ? "ENOSPC" : "EIO");
        expect(["old", "new"], `failed at ${point.call} ${point.when}`).toContain(failed.tree);
      }
      expect(trial.killed().first).toBeGreaterThan(4);
      expect([...seen].toSorted()).toEqual(["new", "old"]);
    },
  );
});
