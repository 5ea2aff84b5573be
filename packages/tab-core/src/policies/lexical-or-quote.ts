import type { EvidencePolicy, EvidenceQuestion } from "../evidence-policy.ts";
import type { Verdict } from "../events.ts";
import { foldForQuote, isLongEnough, standsIn } from "../quote.ts";
import { entryShares, requirementTerms } from "../shared-terms.ts";
import { isOwnWords, isWeakOrigin, listed, namesOf, nothingUsable, sharesNoTerm } from "./cited-entry.ts";

const order: readonly Verdict[] = ["strong", "plain", "weak"];

/**
 * The default. Accepts a shared content term or a verbatim quote, so that evidence in another language passes too.
 * `strong`: a quote together with a shared term or the claimed value; `plain`: shared terms; `weak`: a quote alone, or
 * evidence that is computed, unattributed or the agent's own.
 */
export function createLexicalOrQuotePolicy(): EvidencePolicy {
  return {
    specVersion: 1,
    name: "lexical-or-quote",
    async judge(question) {
      const wanted = requirementTerms(question.requirement);
      const quote = foldForQuote(question.quote ?? "");
      const usable = question.cited.filter((one) => !isOwnWords(one.entry));
      if (usable.length === 0) return { accepted: false, missing: nothingUsable(question.cited) };
      const readings = usable.map((one) => {
        const found = isLongEnough(quote) && standsIn(quote, foldForQuote(one.excerpt));
        const shares = entryShares(one.entry, one.excerpt, wanted);
        return { found, verdict: verdictOf(one, shares, found, holdsValue(quote, question.value)) };
      });
      const verdicts = readings.flatMap((reading) => reading.verdict ?? []);
      const verdict = order.find((one) => verdicts.includes(one));
      if (verdict === undefined) return { accepted: false, missing: missing(question, quote, usable) };
      if (quote === "") return { accepted: true, verdict };
      const quoteFound = readings.some((reading) => reading.found);
      if (quoteFound) return { accepted: true, verdict, quoteFound };
      const note = isLongEnough(quote)
        ? `The quote is not verbatim in ${listed(usable.map((one) => one.entry.id))} and was not kept.`
        : "The quote is too short to prove anything and was not kept.";
      return { accepted: true, verdict, quoteFound, note };
    },
  };
}

function verdictOf(
  cited: EvidenceQuestion["cited"][number],
  shares: boolean,
  quoteFound: boolean,
  quoteHoldsValue: boolean,
): Verdict | undefined {
  if (!shares && !quoteFound) return undefined;
  if (isWeakOrigin(cited.entry)) return "weak";
  if (quoteFound && (shares || quoteHoldsValue)) return "strong";
  return shares ? "plain" : "weak";
}

function holdsValue(quote: string, value: string | undefined): boolean {
  return value !== undefined && standsIn(foldForQuote(value), quote);
}

function missing({ requirement }: EvidenceQuestion, quote: string, usable: EvidenceQuestion["cited"]): string {
  const terms = sharesNoTerm(usable, requirement);
  if (quote === "") return `${namesOf(usable)} ${terms}`;
  if (!isLongEnough(quote)) return `the quote needs 12 characters or a number, and ${namesOf(usable)} ${terms}`;
  return `${namesOf(usable)} ${usable.length === 1 ? "does" : "do"} not hold the quote and ${terms}`;
}
