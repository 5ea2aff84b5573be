import type { RankEngine } from "@runningtab/lexical-ranker";

/** Whether something that a person's module made has the members of a rank engine. */
export function isRankEngine(value: unknown): value is RankEngine {
  if (typeof value !== "object" || value === null) return false;
  const { add, remove, search, specVersion } = value as Record<string, unknown>;
  return [add, remove, search].every((member) => typeof member === "function") && specVersion === 1;
}
