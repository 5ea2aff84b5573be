import type { EvidencePolicy } from "../evidence-policy.ts";
import { entryShares, requirementTerms } from "../shared-terms.ts";
import { isUsable, isWeakOrigin, namesOf, nothingUsable, sharesNoTerm } from "./cited-entry.ts";

/** Accepts when a cited entry's path or excerpt shares a content term with the requirement; quotes say nothing to it. */
export function createLexicalPolicy(): EvidencePolicy {
  return {
    specVersion: 1,
    name: "lexical",
    async judge({ requirement, cited }) {
      const wanted = requirementTerms(requirement);
      const usable = cited.filter(({ entry }) => isUsable(entry, requirement));
      if (usable.length === 0) return { accepted: false, missing: nothingUsable(cited) };
      const sharing = usable.filter(({ entry, excerpt }) => entryShares(entry, excerpt, wanted));
      if (sharing.length === 0) {
        return { accepted: false, missing: `${namesOf(usable)} ${sharesNoTerm(usable, requirement)}` };
      }
      return { accepted: true, verdict: sharing.every(({ entry }) => isWeakOrigin(entry)) ? "weak" : "plain" };
    },
  };
}
