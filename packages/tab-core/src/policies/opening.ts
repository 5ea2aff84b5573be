import type { OpeningPolicy } from "../opening-policy.ts";

export interface OpeningOptions {
  /** Default 3. */
  readonly reads?: number;
  /** Default 1. */
  readonly writes?: number;
}

/** A task opens once that many workspace reads and writes were seen: by then something is made from files. */
export function createOpeningPolicy({ reads = 3, writes = 1 }: OpeningOptions = {}): OpeningPolicy {
  return {
    specVersion: 1,
    name: `after ${reads} reads and ${writes} writes`,
    opens: (soFar) => soFar.reads >= reads && soFar.writes >= writes,
  };
}
