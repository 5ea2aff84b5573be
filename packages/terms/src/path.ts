/** The path analyzer alone, for processes that start for one call and compare nothing but paths. */
export type { Analyzer } from "./analyzer.ts";
export { pathAnalyzer } from "./analyzers/path.ts";
