import { join } from "node:path";
import { describeWithData } from "@runningtab/test-kit";
import { expect, it } from "vitest";
import { listedFiles } from "../../test/verified-facts/fact.ts";
import { renderFacts, scoreFacts } from "../../test/verified-facts/score.ts";

const FLOOR = 0.98;
/** With those misses where what we show is more than what the tool saw. */
const FLOOR_OF_EXPLAINED = 0.995;
const HOSTILE = /fuzzed|hostile|truncated|giant|cut off/i;

describeWithData("verified facts of real files", (folder) => {
  it("come out, each miss has its cause, and no file fails but what is broken", { timeout: 400_000 }, async () => {
    const facts = await scoreFacts(join(folder, "office-files"));
    console.log(renderFacts(facts));
    const { found, all } = facts.total;
    expect(all).toBeGreaterThan(450);
    expect(found / all).toBeGreaterThanOrEqual(FLOOR);
    const explained = facts.misses.filter(({ cause }) => cause !== undefined).length;
    expect((found + explained) / all).toBeGreaterThanOrEqual(FLOOR_OF_EXPLAINED);
    const broken = new Set(
      listedFiles(join(folder, "office-files"))
        .filter(({ feature }) => HOSTILE.test(feature))
        .map(({ file }) => file),
    );
    const refused = [...facts.failed].filter(([file, code]) => !broken.has(file) && code !== "password-needed");
    expect(refused).toEqual([]);
  });
});
