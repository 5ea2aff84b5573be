import { temporaryFolder } from "@runningtab/test-kit";
import * as fc from "fast-check";
import { it } from "vitest";
import { playTrace, steps } from "./model.ts";

// The long form, 5,000 traces: RUNNINGTAB_TRACES=5000.
const numRuns = Number(process.env["RUNNINGTAB_TRACES"] ?? 25);

it(
  "overwrites nothing unseen, loses no version, and promotes all or keeps back, whatever happens in whichever order",
  { timeout: 60_000 + numRuns * 3_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, (trace) => playTrace(temporaryFolder("trace"), trace)),
      { numRuns, ...(process.env["RUNNINGTAB_TRACES"] === undefined && { seed: 20_261_130 }) },
    );
  },
);
