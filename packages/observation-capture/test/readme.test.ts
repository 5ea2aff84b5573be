import { readFileSync } from "node:fs";
import { runReadmeExample } from "@runningtab/test-kit";
import { expect, it } from "vitest";
import { captureStrategyCases } from "../src/conformance.ts";
import { createCapture, type CaptureStrategy } from "../src/index.ts";
import { claimedContext } from "./real-workspace.ts";

it("the README's first example runs and prints what it shows", async () => {
  expect(await runReadmeExample(import.meta.url)).toContain("budget 300");
}, 90_000);

it("the README's example strategy keeps the port's promises and finds its file", async () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const code = /## Ports[\s\S]*?```ts\n([\s\S]*?)```/.exec(readme)![1]!;
  const { stripTypeScriptTypes } = await import("node:module");
  const url = `data:text/javascript,${encodeURIComponent(stripTypeScriptTypes(code))}`;
  const { contractLookup } = (await import(/* @vite-ignore */ url)) as { contractLookup: CaptureStrategy };
  for (const one of captureStrategyCases.filter((each) => each.requires === undefined)) await one.run(contractLookup);
  const capture = createCapture({ strategies: [contractLookup] });
  const observation = {
    tool: "contract_lookup",
    args: { file: "lease.docx", clause: 7 },
    output: "7. Rent is due monthly.",
  };
  const result = await capture.capture(observation, claimedContext("/w", { "lease.docx": 9 }));
  expect(result).toMatchObject({ reads: [{ paths: ["lease.docx"], start: 0, end: 23 }], computed: [], notes: [] });
});
