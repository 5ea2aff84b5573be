export { type AcceptanceSubject, acceptanceCases } from "./conformance/acceptance-cases.ts";
export { blobStoreCases } from "./conformance/blob-store-cases.ts";
export { candidateBetween, type Contents } from "./conformance/candidate-between.ts";
export { checkCases, type CheckSubject } from "./conformance/check-cases.ts";
export { journalCases } from "./conformance/journal-cases.ts";
export type { PortCase } from "./conformance/port-case.ts";
