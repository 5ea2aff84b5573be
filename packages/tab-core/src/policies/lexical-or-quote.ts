import type { EvidencePolicy, EvidenceQuestion } from "../evidence-policy.ts";
import type { Verdict } from "../events.ts";
import { readClaim } from "../delivery/claim.ts";
import { holdsClaim } from "../delivery/holds-claim.ts";
import { readText } from "../delivery/written-text.ts";
import { foldForQuote, isLongEnough, standsIn } from "../quote.ts";
import { entryShares, requirementTerms } from "../shared-terms.ts";
import { disputeOf, quoteSaysOtherwise } from "./disputed.ts";
import { neighbourOf } from "./quoted-neighbour.ts";
import { isUsable, isWeakOrigin, listed, namesOf, nothingUsable, sharesNoTerm } from "./cited-entry.ts";

const order: readonly Verdict[] = ["strong", "plain", "weak"];

/**
 * The default. Accepts a shared content term or a verbatim quote, so that evidence in another language passes too.
 * `strong`: a quote together with a shared term, an alias or the claimed value, unless the quote shows another value than claimed; `plain`: shared terms; `weak`: a quote
 * alone, or evidence that is computed, unattributed or the agent's own; `disputed`: a value is claimed, and what was
 * cited says another, or says it of a neighbour.
 */
export function createLexicalOrQuotePolicy(): EvidencePolicy {
  return {
    specVersion: 1,
    name: "lexical-or-quote",
    async judge(question) {
      const wanted = requirementTerms(question.requirement);
      const quote = foldForQuote(question.quote ?? "");
      const usable = question.cited.filter(({ entry }) => isUsable(entry, question.requirement));
      if (usable.length === 0) return { accepted: false, missing: nothingUsable(question.cited) };
      const contradicts = quote !== "" && quoteSaysOtherwise(quote, question);
      const readings = usable.map((one) => {
        const found = isLongEnough(quote) && standsIn(quote, foldForQuote(one.excerpt));
        const shares = entryShares(one.entry, one.excerpt, wanted);
        const isStrong = found && !contradicts && (shares || holdsValue(quote, question));
        return { found, verdict: verdictOf(one, shares, found, isStrong) };
      });
      const verdicts = readings.flatMap((reading) => reading.verdict ?? []);
      const verdict = order.find((one) => verdicts.includes(one));
      if (verdict === undefined) return { accepted: false, missing: missing(question, quote, usable) };
      const dispute = disputeOf(question, usable) ?? neighbourOf(question, usable);
      const judged = { accepted: true, verdict: dispute === undefined ? verdict : "disputed" } as const;
      if (quote === "") return { ...judged, ...(dispute !== undefined && { note: dispute }) };
      const quoteFound = readings.some((reading) => reading.found);
      const notes = [quoteFound ? undefined : notKept(quote, usable), dispute].filter((one) => one !== undefined);
      return { ...judged, quoteFound, ...(notes.length > 0 && { note: notes.join(" ") }) };
    },
  };
}

function verdictOf(
  cited: EvidenceQuestion["cited"][number],
  shares: boolean,
  quoteFound: boolean,
  isStrong: boolean,
): Verdict | undefined {
  if (!shares && !quoteFound) return undefined;
  if (isWeakOrigin(cited.entry)) return "weak";
  if (isStrong) return "strong";
  return shares ? "plain" : "weak";
}

function holdsValue(quote: string, { value, requirement }: EvidenceQuestion): boolean {
  return value !== undefined && holdsClaim(readClaim(value, requirement), readText(quote));
}

function notKept(quote: string, usable: EvidenceQuestion["cited"]): string {
  return isLongEnough(quote)
    ? `The quote is not verbatim in ${listed(usable.map((one) => one.entry.id))} and was not kept.`
    : "The quote is too short to prove anything and was not kept.";
}

function missing({ requirement }: EvidenceQuestion, quote: string, usable: EvidenceQuestion["cited"]): string {
  const terms = sharesNoTerm(usable, requirement);
  if (quote === "") return `${namesOf(usable)} ${terms}`;
  if (!isLongEnough(quote)) return `the quote needs 12 characters or a number, and ${namesOf(usable)} ${terms}`;
  return `${namesOf(usable)} ${usable.length === 1 ? "does" : "do"} not hold the quote and ${terms}`;
}
