export type * from "./parts.ts";
export type * from "./document-parser.ts";
export type * from "./answers.ts";
export {
  PAGE_RANKING,
  type IndexedPage,
  type PageField,
  type PageIndex,
  type PageQuery,
  type VectorIndex,
} from "./page-index.ts";
export { formatAddress, parseAddress, parsePlace, sheetPlace, type ParsedAddress, type Place } from "./address.ts";
export { builtInParsers, type BuiltInParserOptions } from "./built-in-parsers.ts";
export {
  createParserPool,
  type ParseDocument,
  type ParseOutcome,
  type ParserPool,
  type ParserPoolOptions,
  type ScheduleOptions,
} from "./jail/parser-pool.ts";
export { DEFAULT_LIMITS } from "./limits.ts";
export { ParsedCacheError, type ParsedCacheErrorCode, type ParsedCacheErrorOptions } from "./parsed-cache-error.ts";
export { keyText, type Loss, type ParsedRecord, type RecordKey } from "./parsed-record.ts";
export { parseBytes, parseFile, type ParsedFile, type ParseFileOptions } from "./parse-file.ts";
export { renderParts } from "./render-parts.ts";
export { earlierNotes, type EarlierLine, type RenderedLine, type RenderedPage } from "./rendered-page.ts";
export {
  createDocuments,
  type Documents,
  type DocumentsOptions,
  type DocumentText,
  type SyncOptions,
} from "./documents/documents.ts";
export type { FileSearchOptions } from "./documents/file-search.ts";
export type { SkippedSource, SourceFile } from "./documents/file-table.ts";
export type { GrepOptions } from "./documents/grep.ts";
export type { SearchMode, SearchOptions } from "./documents/page-search.ts";
export type { ScopeOptions } from "./documents/search-scope.ts";
export type { ParseProgress } from "./documents/parse-queue.ts";
export { renderAnswer, renderView } from "./documents/render-answer.ts";
export type { ReadSource, Source } from "./documents/source-reader.ts";
export type { FallbackText, ViewOptions } from "./documents/view.ts";
export { type PageIndexVerification, verifyPageIndex } from "./documents/saved-index.ts";
export type { RecordStore, RecordSummary, StoreVerification } from "./record-store.ts";
export { createRecordStore, type RecordStoreOptions } from "./create-record-store.ts";
