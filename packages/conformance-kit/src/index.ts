export type { ConformanceCase, ConformanceSubject } from "./conformance-case.ts";
export { ConformanceError, type ConformanceErrorCode } from "./conformance-error.ts";
export { registerConformance, type TestRunner } from "./register-conformance.ts";
export {
  type ConformanceOptions,
  type ConformanceReport,
  type ConformanceResult,
  runConformance,
} from "./run-conformance.ts";
