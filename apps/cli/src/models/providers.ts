import type { EmbeddingModelV4, LanguageModelV4 } from "@ai-sdk/provider";

export interface ProviderOptions {
  readonly id: string;
  readonly key: string | undefined;
  readonly baseUrl: string | undefined;
}

export interface ModelProvider {
  /** The part of `--model` before the slash. */
  readonly name: string;
  /** Environment variables that may hold its key, first come first. */
  readonly keyVariables: readonly string[];
  readonly isKeyOptional?: true;
  readonly needsBaseUrl?: true;
  create(options: ProviderOptions): Promise<LanguageModelV4>;
  /** Absent where the provider has no embedding models. */
  embedding?(options: ProviderOptions): Promise<EmbeddingModelV4>;
}

/** Providers whose libraries are loaded when they are chosen: each costs about a tenth of a second. */
export const providers: readonly ModelProvider[] = [
  {
    name: "openai",
    keyVariables: ["OPENAI_API_KEY"],
    async create({ id, key, baseUrl }) {
      const { createOpenAI } = await import("@ai-sdk/openai");
      return createOpenAI(present({ apiKey: key, baseURL: baseUrl })).languageModel(id);
    },
    async embedding({ id, key, baseUrl }) {
      const { createOpenAI } = await import("@ai-sdk/openai");
      return createOpenAI(present({ apiKey: key, baseURL: baseUrl })).embeddingModel(id);
    },
  },
  {
    name: "anthropic",
    keyVariables: ["ANTHROPIC_API_KEY"],
    async create({ id, key, baseUrl }) {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      return createAnthropic(present({ apiKey: key, baseURL: baseUrl })).languageModel(id);
    },
  },
  {
    name: "google",
    keyVariables: ["GOOGLE_GENERATIVE_AI_API_KEY", "GEMINI_API_KEY"],
    async create({ id, key, baseUrl }) {
      const { createGoogleGenerativeAI } = await import("@ai-sdk/google");
      return createGoogleGenerativeAI(present({ apiKey: key, baseURL: baseUrl })).languageModel(id);
    },
    async embedding({ id, key, baseUrl }) {
      const { createGoogleGenerativeAI } = await import("@ai-sdk/google");
      return createGoogleGenerativeAI(present({ apiKey: key, baseURL: baseUrl })).embeddingModel(id);
    },
  },
  {
    name: "openai-compatible",
    keyVariables: ["OPENAI_COMPATIBLE_API_KEY", "OPENAI_API_KEY"],
    // Local servers want none.
    isKeyOptional: true,
    needsBaseUrl: true,
    async create({ id, key, baseUrl }) {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      return createOpenAICompatible({
        name: "openai-compatible",
        baseURL: baseUrl ?? "",
        includeUsage: true,
        ...present({ apiKey: key }),
      }).languageModel(id);
    },
    async embedding({ id, key, baseUrl }) {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      const options = { name: "openai-compatible", baseURL: baseUrl ?? "", ...present({ apiKey: key }) };
      return createOpenAICompatible(options).embeddingModel(id);
    },
  },
];

/** Without members that are `undefined`, which libraries take for given. */
function present(options: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(options).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
