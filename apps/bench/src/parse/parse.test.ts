import { join } from "node:path";
import { describeWithData } from "@runningtab/test-kit";
import { expect, it } from "vitest";
import { measureParsing } from "./parse.ts";

describeWithData("parsing a real PDF", (data) => {
  it("is measured with all its pages by ours and by the bare engines, and parses one file after an edit", async () => {
    const file = join(data, "office-files", "files", "nested_outline.pdf");
    const { engines, wholeRuns } = await measureParsing([file], 1, { note: () => undefined });
    expect(wholeRuns.map(({ processes, parsedAfterEdit }) => [processes, parsedAfterEdit])).toEqual([
      [1, 1],
      [2, 1],
    ]);
    const [{ pages }] = wholeRuns as [(typeof wholeRuns)[0]];
    expect(pages).toBeGreaterThan(0);
    for (const engine of engines) expect([engine.engine, engine.pages]).toEqual([engine.engine, pages]);
    expect(engines.map(({ engine }) => engine).slice(0, 2)).toEqual(["ours", "pdf-parse"]);
    expect(engines[0]!.loadSeconds).toBeGreaterThan(0);
  }, 240_000);
});
