import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { runConformance } from "@runningtab/conformance-kit";
import { runReadmeExample } from "@runningtab/test-kit";
import { expect, it, onTestFinished } from "vitest";
import { rankEngineCases } from "../src/conformance.ts";
import type { RankEngine } from "../src/index.ts";

it("prints what the README says", async () => {
  expect(await runReadmeExample(import.meta.url)).toContain("policy.md");
});

it("runs the README's own engine, and the cases find what the README says it lacks", async () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const code = /^## Ports\n[\s\S]*?^```ts\n([\s\S]*?)^```/m.exec(readme)![1]!;
  const file = fileURLToPath(new URL("./.readme-engine.ts", import.meta.url));
  onTestFinished(() => rmSync(file, { force: true }));
  writeFileSync(file, code);
  const { createSubstringEngine } = (await import(pathToFileURL(file).href)) as {
    createSubstringEngine: () => RankEngine;
  };
  const report = await runConformance(rankEngineCases, { name: "substring", create: createSubstringEngine });
  const failed = report.results.filter(({ status }) => status === "failed").map(({ id }) => id);
  expect(report.counts.passed).toBeGreaterThan(10);
  expect(failed).toEqual(
    expect.arrayContaining(["search/order", "search/filter", "search/abort", "scores/hand-computed"]),
  );
});
