import { runConformance } from "@runningtab/conformance-kit";
import { rankEngineCases } from "../../src/conformance.ts";
import { createReferenceEngine, createWasmEngine, type Hit } from "../../src/index.ts";

/** What a host is asked to do, and must do as Node does. */
export interface HostReport {
  /** Ids of the cases that failed, by engine, and the number of those that passed. */
  readonly failed: readonly string[];
  readonly passed: number;
  /** A search whose scores depend on every step of the formula. */
  readonly hits: readonly Hit[];
}

export async function rankInThisHost(): Promise<HostReport> {
  const capabilities = new Set(["fields", "explain"]);
  const subjects = [
    { name: "wasm", create: () => createWasmEngine(), capabilities },
    { name: "reference", create: () => createReferenceEngine(), capabilities },
  ];
  const failed: string[] = [];
  let passed = 0;
  for (const subject of subjects) {
    const report = await runConformance(rankEngineCases, subject);
    passed += report.counts.passed;
    for (const result of report.results)
      if (result.status === "failed") failed.push(`${subject.name} ${result.id}: ${result.message}`);
  }
  const engine = createWasmEngine();
  await engine.add(
    Array.from({ length: 300 }, (_, number) => ({
      id: `d${number}`,
      text: `travel ${"policies ".repeat(number % 7)}认证系统 ${"Привет ".repeat(number % 5)}1,2${number % 10}0`,
    })),
  );
  return { failed, passed, hits: await engine.search("policy 认证 привет 1250", { limit: 50 }) };
}
