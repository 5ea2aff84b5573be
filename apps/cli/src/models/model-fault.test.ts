import { APICallError } from "ai";
import { describe, expect, it } from "vitest";
import { faultOf, StepError, stepFailure } from "./model-fault.ts";

function answered(statusCode: number, message: string, code?: string): APICallError {
  const responseBody = JSON.stringify({ error: { message, ...(code !== undefined && { code }) } });
  return new APICallError({ message, url: "http://x/v1", requestBodyValues: {}, statusCode, responseBody });
}

describe("faultOf", () => {
  // As these servers word it, or its fixed part.
  it.each([
    ["OpenAI", 400, "Your input exceeds the context window of this model.", "context_length_exceeded"],
    ["vLLM", 400, "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens.", undefined],
    ["Anthropic", 400, "prompt is too long: 209061 tokens > 200000 maximum", undefined],
    ["Anthropic", 400, "input length and `max_tokens` exceed context limit: 198000 + 8192 > 200000", undefined],
    ["Anthropic", 413, "Request exceeds the maximum size", "request_too_large"],
    [
      "Google",
      400,
      "The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
      undefined,
    ],
    ["llama.cpp", 400, "the request exceeds the available context size, try increasing it", undefined],
    ["llama.cpp", 500, "context shift is disabled", "exceed_context_size_error"],
    [
      "LM Studio",
      400,
      "The number of tokens to keep from the initial prompt is greater than the context length.",
      undefined,
    ],
    ["Mistral", 400, "Prompt contains 40000 tokens, too large for model with 32768 maximum context length", undefined],
    ["Groq", 413, "Please reduce the length of the messages or completion.", undefined],
    ["OpenAI", 429, "Request too large for gpt-x on tokens per min (TPM): Limit 30000, Requested 50000.", undefined],
  ])("knows %s's words (%i) for a prompt that is too long: %s", (_server, status, message, code) => {
    expect(faultOf(answered(status, message, code))).toBe("overflow");
  });

  it.each([
    ["Ollama", 400, "registry.ollama.ai/library/gemma:latest does not support tools"],
    ["OpenRouter", 404, "No endpoints found that support tool use."],
    ["vLLM", 400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'],
    ["llama.cpp", 500, "tools param requires --jinja flag"],
    ["OpenAI", 400, "Unsupported parameter: 'tools' is not supported with this model."],
  ])("knows %s's words (%i) for a model without tools: %s", (_server, status, message) => {
    expect(faultOf(answered(status, message))).toBe("no-tools");
    expect(stepFailure(answered(status, message))).toContain(message);
  });

  it.each([
    [answered(429, "slow down"), "passing"],
    [answered(529, "overloaded"), "passing"],
    [answered(429, "You exceeded your current quota", "insufficient_quota"), "final"],
    [answered(401, "bad key"), "final"],
    [answered(400, "messages: at least one message is required"), "final"],
    [new TypeError("terminated"), "passing"],
    [Object.assign(new Error("read"), { code: "ECONNRESET" }), "passing"],
    [Object.assign(new Error("late"), { code: "UND_ERR_BODY_TIMEOUT" }), "passing"],
    [new StepError("refused", "no"), "refused"],
    [new Error("a fault of ours"), "final"],
  ])("takes %s for %s", (cause, kind) => {
    expect(faultOf(cause)).toBe(kind);
  });

  it("does not take an error of ours for a server's words", () => {
    expect(faultOf(new Error("prompt is too long"))).toBe("final");
  });
});
