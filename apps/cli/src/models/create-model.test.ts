import { describe, expect, it } from "vitest";
import { CliError } from "../cli-error.ts";
import { createModel } from "./create-model.ts";

const key = { OPENAI_API_KEY: "k", ANTHROPIC_API_KEY: "k", GOOGLE_GENERATIVE_AI_API_KEY: "k" };

describe("createModel", () => {
  it("makes the extractive model by default, and refuses an address for it", async () => {
    expect((await createModel({ model: undefined, baseUrl: undefined, variables: {} })).specificationVersion).toBe(
      "v4",
    );
    await expect(createModel({ model: undefined, baseUrl: "http://127.0.0.1:1", variables: {} })).rejects.toThrow(
      "--base-url",
    );
  });

  it.each(["openai/gpt-5.4-mini", "anthropic/claude-sonnet", "google/gemini-pro"])(
    "makes %s of its provider's library",
    async (model) => {
      const made = await createModel({ model, baseUrl: undefined, variables: key });
      expect(made.specificationVersion).toBe("v4");
      expect(made.modelId).toBe(model.split("/")[1]);
    },
  );

  it("keeps slashes in a model's own name", async () => {
    const made = await createModel({
      model: "openai-compatible/org/model-7b",
      baseUrl: "http://127.0.0.1:1/v1",
      variables: {},
    });
    expect(made.modelId).toBe("org/model-7b");
  });

  it.each([
    ["openai/x", {}, "OPENAI_API_KEY"],
    ["google/x", {}, "GOOGLE_GENERATIVE_AI_API_KEY or GEMINI_API_KEY"],
    ["openai", key, "write openai/ID"],
    ["openai-compatible/x", key, "--base-url"],
    ["acme/x", key, "Known: extractive, openai/ID"],
  ])("refuses %s with what is missing", async (model, variables, message) => {
    const made = createModel({ model, baseUrl: undefined, variables });
    await expect(made).rejects.toThrow(message);
    await expect(made).rejects.toBeInstanceOf(CliError);
  });
});
