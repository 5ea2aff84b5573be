import type { EmbeddingModelV4 } from "@ai-sdk/provider";
import type { VectorEngine, VectorHit } from "@runningtab/lexical-ranker";
import type { VectorCache } from "./vector-cache.ts";

export interface EmbeddingEngineOptions {
  /** Any embedding model of the AI SDK. */
  readonly model: EmbeddingModelV4;
  /** Default: vectors live as long as the engine. */
  readonly cache?: VectorCache;
  /** Characters of a text that are embedded, at least 1; the rest is left out, because models take only so much. Default 8,000. */
  readonly maxCharacters?: number;
}

const DEFAULT_MAX_CHARACTERS = 8000;
const DEFAULT_LIMIT = 10;
/** Texts embedded between two writes to the cache: what was paid for is kept when the next call fails. */
const BATCH = 64;

/**
 * Finds documents by the angle between vectors that a model makes of texts. All vectors are compared, which costs about a
 * millisecond for a thousand of them. Rejects when the model cannot be reached, after the retries of the AI SDK.
 */
export function createEmbeddingEngine(options: EmbeddingEngineOptions): VectorEngine {
  const { model, cache, maxCharacters = DEFAULT_MAX_CHARACTERS } = options;
  const vectors = new Map<string, Float32Array>();
  const name = `${model.provider}/${model.modelId}`;

  const embed = async (texts: readonly string[], signal?: AbortSignal): Promise<ReadonlyMap<string, Float32Array>> => {
    const { embedMany } = await import("ai");
    const known = new Map(cache?.get(name, texts));
    const missing = texts.filter((text) => !known.has(text));
    for (let from = 0; from < missing.length; from += BATCH) {
      const values = missing.slice(from, from + BATCH);
      const { embeddings } = await embedMany({ model, values, ...(signal && { abortSignal: signal }) });
      const made = new Map(values.map((text, index) => [text, unit(embeddings[index] ?? [], name)]));
      cache?.put(name, made);
      for (const [text, vector] of made) known.set(text, vector);
    }
    return known;
  };

  return {
    specVersion: 1,
    name: `embedding-${name}`.toLowerCase(),
    async add(documents) {
      const texts = documents.map(({ text }) => text.slice(0, maxCharacters));
      const embedded = await embed([...new Set(texts.filter((text) => text.trim() !== ""))]);
      for (const [index, { id }] of documents.entries()) {
        const vector = embedded.get(texts[index]!);
        if (vector === undefined) vectors.delete(id);
        else vectors.set(id, vector);
      }
    },
    async remove(ids) {
      for (const id of ids) vectors.delete(id);
    },
    async search(query, { limit = DEFAULT_LIMIT, filter = () => true, signal } = {}) {
      signal?.throwIfAborted();
      const text = query.slice(0, maxCharacters);
      if (text.trim() === "" || vectors.size === 0) return [];
      const asked = (await embed([text], signal)).get(text)!;
      const hits: VectorHit[] = [];
      for (const [id, vector] of vectors) if (filter(id)) hits.push({ id, score: cosine(asked, vector, name) });
      return hits.toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)).slice(0, limit);
    },
  };
}

/** The vector with length 1, so that the angle between two is their product. */
function unit(embedding: readonly number[], model: string): Float32Array {
  const length = Math.hypot(...embedding);
  if (!(length > 0) || !Number.isFinite(length))
    throw new Error(`The model ${model} answered with no vector for a text.`);
  return Float32Array.from(embedding, (value) => value / length);
}

function cosine(a: Float32Array, b: Float32Array, model: string): number {
  if (a.length !== b.length) {
    throw new Error(
      `The model ${model} makes vectors of ${a.length} numbers, and made ones of ${b.length} before. Purge the state, so that all are made anew.`,
    );
  }
  let product = 0;
  for (let at = 0; at < a.length; at++) product += a[at]! * b[at]!;
  return product;
}
