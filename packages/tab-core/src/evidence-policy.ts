import type { LogEntry, Verdict } from "./events.ts";

export interface EvidenceQuestion {
  readonly requirement: { readonly text: string; readonly aliases: readonly string[] };
  /** The cited entries with their verbatim text. */
  readonly cited: readonly { readonly entry: LogEntry; readonly excerpt: string }[];
  readonly quote?: string;
  readonly value?: string;
}

export type EvidenceAnswer =
  | {
      readonly accepted: true;
      readonly verdict: Verdict;
      /** A sentence that is added to the reply. */
      readonly note?: string;
      /** `false`: the quote stands in no cited entry, and is not kept with the requirement. */
      readonly quoteFound?: boolean;
    }
  /** `missing` finishes the sentence `r3 not resolved: …`. */
  | { readonly accepted: false; readonly missing: string };

/** Decides whether cited entries are evidence for a requirement. Its verdict is stored, so replay never asks again. */
export interface EvidencePolicy {
  readonly specVersion: 1;
  readonly name: string;
  judge(question: EvidenceQuestion): Promise<EvidenceAnswer>;
}
