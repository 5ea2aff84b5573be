import { expect, it } from "vitest";
import { countRequirements, countsLine, statusWord } from "./requirement-counts.ts";

it("tells results that were worked out from what was not found", () => {
  const requirements = [
    { status: "open" },
    { status: "done" },
    { status: "unavailable", reason: "computed from L2 and L3: 6 = 4 + 2" },
    { status: "unavailable", reason: "authored" },
    { status: "unavailable", reason: "not found after searching for what was computed" },
  ] as const;
  expect(requirements.map(statusWord)).toEqual(["open", "done", "computed", "unavailable", "unavailable"]);
  const counts = countRequirements(requirements);
  expect(counts).toEqual({ open: 1, done: 1, unavailable: 3, computed: 1 });
  expect(countsLine(counts)).toBe("1 open, 1 done, 1 computed, 2 unavailable");
  expect(countsLine({ ...counts, computed: 0 })).toBe("1 open, 1 done, 3 unavailable");
});
