export { evidencePolicyCases } from "./conformance/evidence-policy-cases.ts";
export { eventStoreCases } from "./conformance/event-store-cases.ts";
export type { PortCase } from "./conformance/port-case.ts";
