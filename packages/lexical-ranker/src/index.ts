export type { Analyzer } from "@runningtab/terms";
export {
  defaultBm25,
  inverseDocumentFrequency,
  saturatedFrequency,
  scoreBm25,
  type Bm25Parameters,
  type TermStatistics,
} from "./bm25.ts";
export { createHybridEngine, type HybridEngineOptions } from "./engines/hybrid.ts";
export { createPhraseEngine, type PhraseEngine, type PhraseEngineOptions, type PhraseShare } from "./engines/phrase.ts";
export { createReferenceEngine, type ReferenceEngine, type ReferenceEngineOptions } from "./engines/reference.ts";
export { createWasmEngine, type WasmEngine, type WasmEngineOptions } from "./engines/wasm.ts";
export { defaultFields, type FieldParameters, type Fields } from "./fields.ts";
export { idFilter, type IdChoice } from "./id-filter.ts";
export type { Hit, RankedDocument, RankEngine, SearchOptions } from "./rank-engine.ts";
export { RankerError, type RankerErrorCode } from "./ranker-error.ts";
export {
  createSmallRanker,
  rankDocuments,
  type ScoredDocument,
  type SmallRanker,
  type SmallRankerOptions,
} from "./small-ranker.ts";
export type { FieldShare, TermShare } from "./term-share.ts";
export type { VectorEngine, VectorHit, VectorSearchOptions } from "./vector-engine.ts";
