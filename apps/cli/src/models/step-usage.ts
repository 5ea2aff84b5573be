import type { LanguageModelUsage } from "ai";

/** What one answer of the model cost, by the provider's own figures. Members that it did not report are absent. */
export interface StepUsage {
  /** All tokens of the prompt, those from a cache included; 0 where the provider said nothing. */
  readonly inputTokens: number;
  /** All tokens of the answer, reasoning included; 0 where the provider said nothing. */
  readonly outputTokens: number;
  /** Of the prompt: read from the provider's cache. */
  readonly cachedTokens?: number;
  /** Of the prompt: written into the provider's cache. */
  readonly cacheWriteTokens?: number;
  /** Of the answer: reasoning. */
  readonly reasoningTokens?: number;
  /** US dollars: as the provider told them, or by the prices of the config. */
  readonly cost?: number;
  /** The provider reported no figures for this answer. */
  readonly isUnreported?: true;
}

/** US dollars for a million tokens of a model, as its provider's price list has them. */
export interface TokenPrices {
  readonly input: number;
  readonly output: number;
  /** Default: as `input`. */
  readonly cachedInput?: number;
  /** Default: as `input`. */
  readonly cacheWrite?: number;
}

/** The figures of an answer. `cost` is the provider's own where it gives one (OpenRouter does), else by `prices`. */
export function stepUsage(reported: LanguageModelUsage, prices?: TokenPrices): StepUsage {
  const { cacheReadTokens, cacheWriteTokens } = reported.inputTokenDetails;
  const { reasoningTokens } = reported.outputTokenDetails;
  const isUnreported = reported.inputTokens === undefined && reported.outputTokens === undefined;
  const usage: StepUsage = {
    inputTokens: reported.inputTokens ?? 0,
    outputTokens: reported.outputTokens ?? 0,
    ...(cacheReadTokens !== undefined && { cachedTokens: cacheReadTokens }),
    ...(cacheWriteTokens !== undefined && { cacheWriteTokens }),
    ...(reasoningTokens !== undefined && { reasoningTokens }),
    ...(isUnreported && { isUnreported }),
  };
  const told = reported.raw?.["cost"];
  const cost = typeof told === "number" ? told : prices && !isUnreported ? costOf(usage, prices) : undefined;
  return cost === undefined ? usage : { ...usage, cost };
}

/** Two answers' figures together. */
export function addUsage(one: StepUsage, other: StepUsage): StepUsage {
  const sum = (member: "cachedTokens" | "cacheWriteTokens" | "reasoningTokens" | "cost") =>
    one[member] === undefined && other[member] === undefined
      ? {}
      : { [member]: (one[member] ?? 0) + (other[member] ?? 0) };
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    ...sum("cachedTokens"),
    ...sum("cacheWriteTokens"),
    ...sum("reasoningTokens"),
    ...sum("cost"),
    ...((one.isUnreported || other.isUnreported) && { isUnreported: true as const }),
  };
}

export const noUsage: StepUsage = { inputTokens: 0, outputTokens: 0 };

function costOf({ inputTokens, outputTokens, cachedTokens = 0, cacheWriteTokens = 0 }: StepUsage, prices: TokenPrices) {
  const { input, output, cachedInput = input, cacheWrite = input } = prices;
  const fresh = Math.max(0, inputTokens - cachedTokens - cacheWriteTokens);
  return (fresh * input + cachedTokens * cachedInput + cacheWriteTokens * cacheWrite + outputTokens * output) / 1e6;
}
