import { expect, it } from "vitest";
import { contextWindowOf } from "./context-window.ts";

it.each([
  ["anthropic.messages", "claude-sonnet-4-5", 200_000],
  ["google.generative-ai", "gemini-2.5-flash", 1_048_576],
  ["openai.responses", "gpt-4.1-mini", 1_047_576],
  ["openai.responses", "gpt-5.4", 272_000],
  ["openai.responses", "gpt-4o", 128_000],
  // A server of one's own may call its model what it likes.
  ["openai-compatible.chat", "gpt-5", 128_000],
])("takes the window of %s %s from what is known", (provider, modelId, tokens) => {
  expect(contextWindowOf({ provider, modelId }, undefined)).toBe(tokens);
});

it("believes the config before all", () => {
  expect(contextWindowOf({ provider: "anthropic.messages", modelId: "claude-x" }, 32_768)).toBe(32_768);
});
