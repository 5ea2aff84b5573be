import { join } from "node:path";
import { diff } from "@runningtab/review-diff";
import { describeWithData } from "@runningtab/test-kit";
import { expect, it } from "vitest";
import { judgePairs, readSide, renderPairs } from "./pairs/judge-pairs.ts";

describeWithData("real pairs of versions", (folder) => {
  const pairs = join(folder, "diff-pairs");

  it("reports every expected change and nothing else", { timeout: 60_000 }, async () => {
    const judged = await judgePairs(pairs);
    console.log(renderPairs(judged));
    expect(judged).toHaveLength(17);
    expect(judged.flatMap(({ missed }) => missed)).toEqual([]);
    expect(judged.flatMap(({ extra }) => extra)).toEqual([]);
    for (const { expected, result } of judged) if (expected === 0) expect(result.equal).toBe(true);
  });

  it("finds no change between any version and itself", { timeout: 60_000 }, async () => {
    for (const { name } of await judgePairs(pairs)) {
      const side = await readSide(join(pairs, name), `after.${name.slice(name.lastIndexOf("-") + 1)}`);
      expect((await diff(side, side)).changes, name).toEqual([]);
    }
  });
});
