import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT_LIMITS } from "@runningtab/parsed-cache";
import { describeWithData } from "@runningtab/test-kit";
import { writeDocx, writeXlsx } from "@runningtab/test-kit/office";
import { describe, expect, it } from "vitest";
import { drawText, makePdf } from "../make-pdf.ts";
import { checkHostile } from "./check.ts";
import { byteFlips, truncations } from "./damage.ts";
import type { HostileFile } from "./hostile-file.ts";
import { REAL_FILES, writtenByHandAndQuick } from "./hostile-set.ts";

/** Each failure costs a new process. The full set, `pnpm --filter @runningtab/parsed-cache hostile`, takes far longer. */
const PATIENCE = { timeout: 600_000 };

async function expectHeld(files: Iterable<HostileFile>): Promise<ReadonlyMap<string, string>> {
  const { outcomes, peakChildBytes } = await checkHostile(files);
  expect(outcomes.flatMap(({ name, faults }) => faults.map((fault) => `${name}: ${fault}`))).toEqual([]);
  expect(peakChildBytes).toBeLessThanOrEqual(DEFAULT_LIMITS.maxMemoryBytes);
  return new Map(outcomes.map(({ name, outcome }) => [name.split(":")[0]!, outcome]));
}

describe("a hostile file", PATIENCE, () => {
  it("gives a record and harms nobody, however it is made", async () => {
    const outcomes = await expectHeld(writtenByHandAndQuick);
    expect(outcomes.size).toBe(writtenByHandAndQuick.length);
    expect(outcomes.get("declared-small.docx")).toMatch(/^Limit declaredSize \(1000\) exceeded/);
    expect(outcomes.get("declared-nothing.docx")).toMatch(/^Limit declaredSize \(0\) exceeded/);
    expect(outcomes.get("laughs.docx")).toMatch(/DOCTYPE/i);
    expect(outcomes.get("far.xlsx")).toBe("ok");
  });

  it("gives a record wherever a sound one is cut off or changed", async () => {
    const sound = [
      { path: "a.docx", bytes: writeDocx({ blocks: [{ type: "paragraph", text: "Term is twelve months" }] }) },
      { path: "a.xlsx", bytes: writeXlsx({ sheets: [{ name: "Plan", rows: [["Item", 1]] }] }) },
      { path: "a.pdf", bytes: makePdf([drawText("Term is twelve months", 50, 700)], { imageSide: 8 }) },
    ];
    await expectHeld([...sound.flatMap((file) => [...truncations(file, [10, 50, 99])]), ...byteFlips(sound, 18, 7)]);
  });
});

describeWithData("real files", (data) => {
  it("give a record when they are cut off or changed", PATIENCE, async () => {
    const real = REAL_FILES.map((path) => ({ path, bytes: readFileSync(join(data, "office-files", "files", path)) }));
    await expectHeld([...real.flatMap((file) => [...truncations(file, [60])]), ...byteFlips(real, 10, 3)]);
  });
});
