import type { LanguageModelV4 } from "@ai-sdk/provider";
import { misuse } from "../cli-error.ts";
import { type ModelProvider, providers } from "./providers.ts";

export interface ModelChoice {
  /** `provider/id`; absent: the extractive model, which needs no key and no network. */
  readonly model: string | undefined;
  /** Replaces the provider's own address; needed for `openai-compatible`. */
  readonly baseUrl: string | undefined;
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/**
 * The language model for a run. Only the chosen provider's library is loaded. Throws a `CliError` that names what is
 * missing: an unknown provider, a model without an id, an absent key (with the variable that should hold it).
 */
export async function createModel(choice: ModelChoice): Promise<LanguageModelV4> {
  const { model = "extractive", baseUrl } = choice;
  if (model === "extractive" || model.startsWith("extractive/")) {
    if (baseUrl !== undefined)
      throw misuse("--base-url needs a --model of a provider; the extractive model asks nobody.");
    const { createExtractiveModel } = await import("../extractive/model.ts");
    return createExtractiveModel();
  }
  const { provider, id, key } = resolveProvider(choice, "--model");
  return provider.create({ id, key, baseUrl });
}

/** The provider of a chosen model, with the model's id and the key for it. Throws as `createModel`; `option` is what the user wrote. */
export function resolveProvider(
  { model = "", baseUrl, variables }: ModelChoice,
  option: "--model" | "--embedding-model",
): { readonly provider: ModelProvider; readonly id: string; readonly key: string | undefined } {
  const slash = model.indexOf("/");
  const name = slash < 0 ? model : model.slice(0, slash);
  const id = slash < 0 ? "" : model.slice(slash + 1);
  const provider = providers.find((one) => one.name === name);
  if (provider === undefined) {
    const own = option === "--model" ? ["extractive"] : [];
    const known = [...own, ...providers.map((one) => `${one.name}/ID`)].join(", ");
    throw misuse(`${option} ${model}: no provider is called "${name}". Known: ${known}.`);
  }
  if (option === "--embedding-model" && provider.embedding === undefined)
    throw misuse(`${option} ${model}: ${name} has no embedding models.`);
  if (id === "") throw misuse(`${option} ${model} names no model: write ${name}/ID.`);
  if (provider.needsBaseUrl && baseUrl === undefined) throw misuse(`${option} ${model} needs --base-url URL.`);
  if (baseUrl !== undefined) requireHttpUrl(baseUrl);
  const key = provider.keyVariables.map((variable) => variables[variable]).find(Boolean);
  if (key === undefined && !provider.isKeyOptional) {
    const without = option === "--model" ? " Without a key, leave --model out to use the extractive model." : "";
    throw misuse(
      `${option} ${model} needs a key: set ${provider.keyVariables.join(" or ")} in the environment.${without}`,
    );
  }
  return { provider, id, key };
}

function requireHttpUrl(baseUrl: string): void {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol)) return;
  throw misuse(`--base-url ${baseUrl} is no web address. Give one such as http://127.0.0.1:8000/v1.`);
}
