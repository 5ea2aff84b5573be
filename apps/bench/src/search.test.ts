import { expect, it } from "vitest";
import { measureSearch } from "./search.ts";

it("measures the same corpus again for the same seed", async () => {
  const [one, again, other] = [await measureSearch(20, 7), await measureSearch(20, 7), await measureSearch(20, 8)];
  expect([one.pages, one.engine]).toEqual([20, "reference"]);
  expect(again.megabytes).toBe(one.megabytes);
  expect(other.megabytes).not.toBe(one.megabytes);
  expect(one.addMegabytesPerSecond).toBeGreaterThan(0);
  expect(one.queryMs.p95).toBeGreaterThanOrEqual(one.queryMs.p50);
});
