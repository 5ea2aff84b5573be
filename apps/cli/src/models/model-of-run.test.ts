import { describe, expect, it } from "vitest";
import { createExtractiveModel } from "../extractive/model.ts";
import { modelOfRun } from "./model-of-run.ts";

const LOCAL = { model: "openai-compatible/qwen3", baseUrl: "http://127.0.0.1:8000/v1" };
const none = { model: undefined, baseUrl: undefined, variables: {} };

describe("modelOfRun", () => {
  it("is the extractive model where nobody names one", async () => {
    const { model, baseUrl } = await modelOfRun({ ...none, config: {} });
    expect([model.provider, baseUrl]).toEqual(["runningtab", undefined]);
  });

  it("is the config's model, at the config's address or the one of the command", async () => {
    const config = { model: LOCAL };
    const fromConfig = await modelOfRun({ ...none, config });
    expect([fromConfig.model.modelId, fromConfig.baseUrl]).toEqual(["qwen3", LOCAL.baseUrl]);
    expect((await modelOfRun({ ...none, baseUrl: "http://127.0.0.1:1/v1", config })).baseUrl).toBe(
      "http://127.0.0.1:1/v1",
    );
  });

  it("is the one of the command before the config's", async () => {
    const chosen = { ...none, model: "openai-compatible/other", baseUrl: LOCAL.baseUrl };
    expect((await modelOfRun({ ...chosen, config: { model: LOCAL } })).model.modelId).toBe("other");
  });

  it("is what the config's function makes", async () => {
    const made = createExtractiveModel();
    expect((await modelOfRun({ ...none, config: { model: () => made } })).model).toMatchObject({
      provider: made.provider,
      modelId: made.modelId,
    });
  });

  it.each([
    [() => ({ modelId: "x" }) as never, "The config's model is none"],
    [() => Promise.reject(new Error("no licence")), "could not be made: no licence"],
  ])("refuses %s", async (model, message) => {
    await expect(modelOfRun({ ...none, config: { model } })).rejects.toThrow(message);
  });

  it("refuses an address for a model that the config makes itself", async () => {
    const choice = { ...none, baseUrl: LOCAL.baseUrl, config: { model: createExtractiveModel } };
    await expect(modelOfRun(choice)).rejects.toThrow("--base-url needs a --model");
  });
});
