import type { LanguageModelV4 } from "@ai-sdk/provider";

/** Used when nothing is known about a model's window, in tokens. */
export const DEFAULT_CONTEXT_WINDOW = 128_000;

/**
 * Windows of families of models, in tokens, by the ids that their providers give them; the first that fits holds. What
 * runs on a server of one's own has the window that it was started with, which no id tells.
 */
const KNOWN: readonly { readonly provider: RegExp; readonly id: RegExp; readonly tokens: number }[] = [
  { provider: /^anthropic\b/, id: /^claude-/, tokens: 200_000 },
  { provider: /^google\b/, id: /^gemini-(?:1\.5-flash|2|3)/, tokens: 1_048_576 },
  { provider: /^openai\b(?!-compatible)/, id: /^gpt-4\.1/, tokens: 1_047_576 },
  { provider: /^openai\b(?!-compatible)/, id: /^gpt-5/, tokens: 272_000 },
  { provider: /^openai\b(?!-compatible)/, id: /^o[134]/, tokens: 200_000 },
];

/** Tokens that a model's prompt and answer share: what the config says, else what is known of the model, else 128,000. */
export function contextWindowOf(
  { provider, modelId }: Pick<LanguageModelV4, "provider" | "modelId">,
  ofConfig: number | undefined,
): number {
  if (ofConfig !== undefined) return ofConfig;
  const known = KNOWN.find((one) => one.provider.test(provider) && one.id.test(modelId));
  return known?.tokens ?? DEFAULT_CONTEXT_WINDOW;
}
