import { checkDocuments, checkEngine, checkIds, checkLimit, checkOptions, checkSearch } from "../arguments.ts";
import { compareHits } from "../canonical-order.ts";
import { idFilter } from "../id-filter.ts";
import { createQueue } from "../queue.ts";
import type { Hit, RankEngine } from "../rank-engine.ts";
import type { VectorEngine } from "../vector-engine.ts";

export interface HybridEngineOptions {
  /** Finds by words; both engines are filled through the hybrid engine. */
  readonly lexical: RankEngine;
  /** Finds by meaning. */
  readonly vector: VectorEngine;
  /** Hits that each engine is asked for, at least the search's limit; default 100. */
  readonly depth?: number;
}

/** Of the paper below: how little the first ranks stand out. It was found good there and hardly matters. */
const rankOffset = 60;
const defaultDepth = 100;

/**
 * Two engines as one, by reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009): a hit's score is the sum of
 * 1 / (60 + rank) over the engines that found it, rank from 1. Scores of the engines are never compared, so they may have
 * any scale. `terms` are those of the lexical engine; a hit by meaning alone has none. Documents may have the fields that the
 * lexical engine ranks.
 *
 * When one of the engines rejects an `add`, this rejects with the same error, and documents that were not there before are
 * in neither. Of documents that were there, the former words stay when the vector engine rejects, but when the lexical one
 * does, the meaning may be new already: neither engine tells what it held. A `remove` that the vector engine rejects leaves
 * the words as they were. Adding or removing the same again makes both halves whole. New documents are known when all in
 * the lexical engine came through this one; those that it was given otherwise (a loaded index) turn the undoing off, so
 * that nothing held before is removed. An undoing that fails is passed over in favour of the error before it.
 */
export function createHybridEngine(options: HybridEngineOptions): RankEngine {
  checkOptions(options);
  const lexical = checkEngine("lexical", options.lexical);
  const vector = checkEngine("vector", options.vector);
  const { depth = defaultDepth } = options;
  checkLimit(depth, 1);
  const inOrder = createQueue();
  const held = new Set<string>();
  return {
    specVersion: 1,
    name: `hybrid-${lexical.name}-${vector.name}`,
    get size() {
      return lexical.size;
    },
    async add(documents) {
      const batch = checkDocuments(documents, "another's");
      await inOrder(async () => {
        const ids = batch.map(({ id }) => id);
        const fresh = lexical.size === held.size ? ids.filter((id) => !held.has(id)) : [];
        try {
          // This one first: it is the one that fails, mostly at a model that is away, and words are not touched then.
          await vector.add(batch);
          await lexical.add(batch);
        } catch (error) {
          await Promise.allSettled([vector.remove(fresh), lexical.remove(fresh)]);
          throw error;
        }
        for (const id of ids) held.add(id);
      });
    },
    async remove(ids) {
      const batch = checkIds(ids);
      await inOrder(async () => {
        await vector.remove(batch);
        await lexical.remove(batch);
        for (const id of batch) held.delete(id);
      });
    },
    async search(text, searchOptions) {
      const { query, limit, signal, choice } = checkSearch(text, searchOptions);
      signal?.throwIfAborted();
      const deep = Math.max(limit, depth);
      const [byWords, byMeaning] = await Promise.all([
        lexical.search(query, { ...choice, limit: deep, signal }),
        vector.search(query, { limit: deep, filter: idFilter(choice), signal }),
      ]);
      return fuse(byWords, byMeaning).slice(0, limit);
    },
  };
}

function fuse(byWords: readonly Hit[], byMeaning: readonly { readonly id: string }[]): readonly Hit[] {
  const fused = new Map<string, Hit>();
  for (const [index, { id, terms }] of byWords.entries()) fused.set(id, { id, score: share(index), terms });
  for (const [index, { id }] of byMeaning.entries()) {
    const { score = 0, terms = [] } = fused.get(id) ?? {};
    fused.set(id, { id, score: score + share(index), terms });
  }
  return [...fused.values()].toSorted(compareHits);
}

function share(index: number): number {
  return 1 / (rankOffset + index + 1);
}
