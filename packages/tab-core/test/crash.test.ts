import { join } from "node:path";
import { temporaryFolder } from "@runningtab/test-kit";
import { expect, it } from "vitest";
import { runCrashTrial } from "./crash-trial.ts";

// The long form: `pnpm --filter @runningtab/tab-core crash`.
it(
  "loses, doubles and reorders nothing while eight writers are killed again and again",
  { timeout: 240_000 },
  async () => {
    const report = await runCrashTrial({
      file: join(temporaryFolder("crash"), "tab.db"),
      writers: 8,
      acknowledged: 300,
      everyAcknowledgements: 25,
      seed: 1,
    });
    expect(report.broken).toEqual([]);
    expect(report.acknowledged).toBeGreaterThanOrEqual(300);
    expect(report.events).toBeGreaterThanOrEqual(3 * 300);
    expect(report.kills).toBeGreaterThan(8);
  },
);
