export { blobStoreCases } from "./conformance/blob-store-cases.ts";
export { journalCases } from "./conformance/journal-cases.ts";
export type { PortCase } from "./conformance/port-case.ts";
