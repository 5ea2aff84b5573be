import type { CheckResult } from "../journal/check.ts";
import type { AcceptancePolicy, Candidate } from "../staging/staged-workspace.ts";

/** `true` accepts; a text, in one line, says why not. May reject: that refuses. */
export type AcceptanceRule = (
  candidate: Candidate,
  results: readonly CheckResult[],
) => true | string | Promise<true | string>;

/** A rule decides, without anybody being asked. */
export function createRuleAcceptance(rule: AcceptanceRule): AcceptancePolicy {
  return {
    specVersion: 1,
    name: "rule",
    async decide(candidate, results) {
      candidate.signal?.throwIfAborted();
      const verdict = await rule(candidate, results);
      return verdict === true ? { accepted: true } : { accepted: false, reason: verdict };
    },
  };
}
