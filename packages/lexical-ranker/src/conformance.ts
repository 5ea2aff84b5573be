import { explainCases } from "./conformance/explain-cases.ts";
import { fieldCases } from "./conformance/field-cases.ts";
import { indexCases } from "./conformance/index-cases.ts";
import type { EngineCase } from "./conformance/orchard.ts";
import { queryCases } from "./conformance/query-cases.ts";
import { scoreCases } from "./conformance/score-cases.ts";
import { searchCases } from "./conformance/search-cases.ts";
import { tokenizeCases } from "./conformance/tokenize-cases.ts";

/**
 * What every engine with the standard analyzer, k1 = 1.2, b = 0.75 and the default fields promises, as cases for any test
 * runner (`registerConformance` and `runConformance` of @runningtab/conformance-kit). Each case wants a new, empty engine.
 *
 * Capabilities: `fields` (documents with fields are ranked), `explain` (the method is there). Nothing in here needs Node.
 */
export const rankEngineCases: readonly EngineCase[] = [
  ...indexCases,
  ...searchCases,
  ...scoreCases,
  ...tokenizeCases,
  ...queryCases,
  ...fieldCases,
  ...explainCases,
];
