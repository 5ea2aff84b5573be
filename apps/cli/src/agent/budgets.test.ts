import { describe, expect, it } from "vitest";
import { DEFAULT_BUDGETS, parseDuration, spentBudget } from "./budgets.ts";

describe("spentBudget", () => {
  const little = { turns: 1, toolCalls: 1, elapsedMs: 1 };

  it("is nothing while there is some left", () => {
    expect(spentBudget(DEFAULT_BUDGETS, little)).toBeUndefined();
  });

  it("names the budget and its option", () => {
    expect(spentBudget({ ...DEFAULT_BUDGETS, maxTurns: 2 }, { ...little, turns: 2 })).toBe("2 turns (--max-turns)");
    expect(spentBudget({ ...DEFAULT_BUDGETS, maxToolCalls: 1 }, little)).toBe("1 tool calls (--max-tool-calls)");
    expect(spentBudget({ ...DEFAULT_BUDGETS, timeLimitMs: 1_500 }, { ...little, elapsedMs: 1_500 })).toBe(
      "1.5 seconds (--time-limit)",
    );
  });
});

describe("parseDuration", () => {
  it("reads seconds, minutes and hours", () => {
    expect(["90s", "15m", "1h", "1.5h"].map(parseDuration)).toEqual([90_000, 900_000, 3_600_000, 5_400_000]);
  });

  it("takes nothing else", () => {
    expect(["", "1", "h", "-1s", "0s", "1d", "1 h"].map(parseDuration)).toEqual(Array(7).fill(undefined));
  });
});
