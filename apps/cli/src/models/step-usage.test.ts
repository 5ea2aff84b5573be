import type { LanguageModelUsage } from "ai";
import { describe, expect, it } from "vitest";
import { addUsage, noUsage, stepUsage } from "./step-usage.ts";

const reported = (input?: number, output?: number, cached?: number, raw?: LanguageModelUsage["raw"]) =>
  ({
    inputTokens: input,
    outputTokens: output,
    totalTokens: undefined,
    inputTokenDetails: { noCacheTokens: undefined, cacheReadTokens: cached, cacheWriteTokens: undefined },
    outputTokenDetails: { textTokens: undefined, reasoningTokens: undefined },
    ...(raw && { raw }),
  }) satisfies LanguageModelUsage;
const prices = { input: 10, output: 20, cachedInput: 1 };

describe("stepUsage", () => {
  it("prices what came from the cache at its own price", () => {
    expect(stepUsage(reported(1_000, 100, 600), prices).cost).toBeCloseTo((400 * 10 + 600 + 100 * 20) / 1e6, 12);
    expect(stepUsage(reported(1_000, 100, 600), { input: 10, output: 20 }).cost).toBeCloseTo(0.012, 12);
  });

  it("believes the provider's own dollars before any price", () => {
    expect(stepUsage(reported(1_000, 100, 0, { cost: 0.5 }), prices).cost).toBe(0.5);
  });

  it("says that figures are lacking instead of counting nothing", () => {
    expect(stepUsage(reported(), prices)).toEqual({ inputTokens: 0, outputTokens: 0, isUnreported: true });
    expect(addUsage(stepUsage(reported(5, 1)), stepUsage(reported())).isUnreported).toBe(true);
  });

  it("adds up what is known, and leaves out what nobody told", () => {
    expect(addUsage(noUsage, stepUsage(reported(5, 1)))).toEqual({ inputTokens: 5, outputTokens: 1 });
    const sum = addUsage(stepUsage(reported(5, 1, 2), prices), stepUsage(reported(5, 1)));
    expect(sum).toMatchObject({ inputTokens: 10, outputTokens: 2, cachedTokens: 2 });
  });
});
