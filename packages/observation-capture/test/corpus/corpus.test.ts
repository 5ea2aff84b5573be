import { spawnSync } from "node:child_process";
import { temporaryFolder } from "@runningtab/test-kit";
import { describe, expect, it } from "vitest";
import { createCapture } from "../../src/index.ts";
import { buildCorpus } from "./build-corpus.ts";
import { precisionAndRecall, scoreCorpus } from "./score.ts";

const isTraced = spawnSync("strace", ["-f", "-qq", "-o", "/dev/null", "true"]).status === 0;
// Where tests decide about a change, a missing tracer must not look like a pass.
const isSkipped = !isTraced && process.env["CI"] === undefined;

describe.skipIf(isSkipped)(
  `the labelled corpus${isSkipped ? " (skipped: strace is missing or may not trace)" : ""}`,
  () => {
    it("is read and listed right, short form: one command of each family", { timeout: 300_000 }, async () => {
      expect(isTraced).toBe(true);
      const corpus = await buildCorpus({ seed: 20241130, folder: temporaryFolder("corpus"), perFamily: 1 });
      const families = new Set(corpus.observations.map((each) => each.family));
      if (corpus.skipped.length > 0)
        console.log(`families skipped, programs missing: ${corpus.skipped.map((each) => each.family).join(", ")}`);
      expect(families.size).toBeGreaterThanOrEqual(80);
      const score = await scoreCorpus(corpus, createCapture);
      const mistakes = score.mistakes.map(({ kind, path, labelled }) => `${kind}: ${path} in ${labelled.command}`);
      const figures = { reads: precisionAndRecall(score.reads), listings: precisionAndRecall(score.listings) };
      expect(score.reads.right).toBeGreaterThan(90);
      expect(score.listings.right).toBeGreaterThan(200);
      for (const { precision, recall } of Object.values(figures)) {
        expect(precision, mistakes.join("\n")).toBeGreaterThanOrEqual(0.99);
        expect(recall, mistakes.join("\n")).toBeGreaterThanOrEqual(0.98);
      }
    });
  },
);
