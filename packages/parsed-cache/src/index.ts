export type * from "./parts.ts";
export type * from "./document-parser.ts";
export type * from "./answers.ts";
export type * from "./page-index.ts";
export { formatAddress, parseAddress, parsePlace, sheetPlace, type ParsedAddress, type Place } from "./address.ts";
export { builtInParsers } from "./built-in-parsers.ts";
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
export { renderParts, type RenderedLine, type RenderedPage } from "./render-parts.ts";
