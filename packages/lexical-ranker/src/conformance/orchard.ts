import type { ConformanceCase } from "@runningtab/conformance-kit";
import type { Hit, RankedDocument, RankEngine } from "../rank-engine.ts";
import * as assert from "./assert.ts";

export type EngineCase = ConformanceCase<RankEngine>;

/** Scores count as equal up to this relative difference. */
const scoreTolerance = 1e-9;

export function documents(texts: Readonly<Record<string, string>>): RankedDocument[] {
  return Object.entries(texts).map(([id, text]) => ({ id, text }));
}

export function ids(hits: readonly Hit[]): readonly string[] {
  return hits.map(({ id }) => id);
}

export async function found(engine: RankEngine, query: string): Promise<readonly string[]> {
  return ids(await engine.search(query)).toSorted();
}

export function assertScore(actual: number | undefined, expected: number): void {
  assert.ok(actual !== undefined, `expected a score of ${expected}, found no hit`);
  const isClose = Math.abs(actual - expected) <= scoreTolerance * Math.abs(expected);
  assert.ok(isClose, `expected a score of ${expected}, found ${actual}`);
}

/** Sixty documents `d0` … `d59` of different lengths, each time with other texts. */
export function changingDocuments(round: number): RankedDocument[] {
  return Array.from({ length: 60 }, (_, number) => ({
    id: `d${number}`,
    text: `apple ${"lemon ".repeat((number * 7 + round) % 5)} round${round}`,
  }));
}

export function isEven(id: string): boolean {
  return Number(id.slice(1)) % 2 === 0;
}

/** Three documents of 4, 2 and 6 terms; `apple` is in two of them, `cherry` in one. */
export const orchard = documents({
  a: "apple apple banana lemon",
  b: "apple grape",
  c: "cherry lemon grape banana melon melon",
});
export const orchardMean = { averageLength: 4, documentCount: 3 };
