import { join } from "node:path";
import type { VectorEngine } from "@runningtab/lexical-ranker";
import { type ModelChoice, resolveProvider } from "../models/create-model.ts";
import { createEmbeddingEngine } from "./embedding-engine.ts";
import { createVectorCache } from "./vector-cache.ts";

/** The engine that a choice of model asks for, with its vectors in the state folder; `close` releases them. */
export interface OpenVectors {
  readonly engine: VectorEngine;
  close(): void;
}

/** Opens nothing without a model. Throws a `CliError` that says what is missing of a model that was chosen. */
export function openVectors(choice: ModelChoice, stateFolder: string): Promise<OpenVectors> | undefined {
  return choice.model === undefined ? undefined : open(choice, stateFolder);
}

async function open(choice: ModelChoice, stateFolder: string): Promise<OpenVectors> {
  const { provider, id, key } = resolveProvider(choice, "--embedding-model");
  const model = await provider.embedding!({ id, key, baseUrl: choice.baseUrl });
  const cache = createVectorCache(join(stateFolder, "vectors.sqlite"));
  return { engine: createEmbeddingEngine({ model, cache }), close: cache.close };
}
