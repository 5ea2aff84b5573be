import type { LanguageModelV4 } from "@ai-sdk/provider";
import { messageOf, misuse } from "../cli-error.ts";
import type { Config } from "../config.ts";
import { createModel } from "./create-model.ts";
import { withImages } from "./with-images.ts";

export interface ModelOfRun {
  readonly model: LanguageModelV4;
  /** The address that was given for it, if one was. */
  readonly baseUrl?: string;
}

/** The model that `--model` names, else that of the config, else the extractive one. Throws as `createModel` does. */
export async function modelOfRun(choice: {
  readonly model: string | undefined;
  readonly baseUrl: string | undefined;
  readonly config: Pick<Config, "model">;
  readonly variables: Readonly<Record<string, string | undefined>>;
}): Promise<ModelOfRun> {
  const { config, variables } = choice;
  if (choice.model === undefined && typeof config.model === "function") {
    if (choice.baseUrl !== undefined) throw misuse("--base-url needs a --model: the config makes its model itself.");
    return { model: withImages(await madeByConfig(config.model)) };
  }
  const { model, baseUrl } = choice.model === undefined && typeof config.model === "object" ? config.model : choice;
  const address = choice.baseUrl ?? baseUrl;
  return {
    model: withImages(await createModel({ model, baseUrl: address, variables })),
    ...(address !== undefined && { baseUrl: address }),
  };
}

async function madeByConfig(make: () => unknown): Promise<LanguageModelV4> {
  let made: unknown;
  try {
    made = await make();
  } catch (cause) {
    throw misuse(`The config's model could not be made: ${messageOf(cause)}`);
  }
  if (isLanguageModel(made)) return made;
  throw misuse(
    'The config\'s model is none: it needs specificationVersion "v4", provider, modelId and doStream, as models of the AI SDK have.',
  );
}

function isLanguageModel(value: unknown): value is LanguageModelV4 {
  if (typeof value !== "object" || value === null) return false;
  const { specificationVersion, provider, modelId, doStream } = value as Record<string, unknown>;
  return (
    specificationVersion === "v4" &&
    typeof provider === "string" &&
    typeof modelId === "string" &&
    typeof doStream === "function"
  );
}
