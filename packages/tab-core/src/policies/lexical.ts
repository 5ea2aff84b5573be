import type { EvidencePolicy, EvidenceQuestion } from "../evidence-policy.ts";
import { requirementTerms, sharesTerm } from "../shared-terms.ts";
import { isOwnWords, isWeakOrigin, namesOf, quoted } from "./cited-entry.ts";

/** Accepts when a cited entry's path or excerpt shares a content term with the requirement; quotes say nothing to it. */
export function createLexicalPolicy(): EvidencePolicy {
  return {
    specVersion: 1,
    name: "lexical",
    async judge(question: EvidenceQuestion) {
      const wanted = requirementTerms(question.requirement);
      const sharing = question.cited.filter(
        (one) => !isOwnWords(one.entry) && sharesTerm([...one.entry.paths, one.excerpt].join("\n"), wanted),
      );
      if (sharing.length === 0) {
        return {
          accepted: false,
          missing: `${namesOf(question.cited)} ${question.cited.length === 1 ? "shares" : "share"} no term with ${quoted(question.requirement.text)}`,
        };
      }
      const weak = sharing.every((one) => isWeakOrigin(one.entry));
      return { accepted: true, verdict: weak ? "weak" : "plain" };
    },
  };
}
