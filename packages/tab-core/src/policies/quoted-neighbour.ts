import { standardAnalyzer } from "@runningtab/terms";
import { type Claim, readClaim } from "../delivery/claim.ts";
import type { EvidenceQuestion } from "../evidence-policy.ts";
import { foldForQuote } from "../quote.ts";
import { requirementTerms } from "../shared-terms.ts";
import { bothReadings, saysOtherwise } from "./disputed.ts";

/**
 * Both readings, where a quote is about a neighbour of what was asked: in `Employees: Berlin 120, Munich 85` the quote
 * `Berlin 120` is no evidence for Munich. Another part of the quote's line names more of the requirement than the quoted
 * part does, and holds another value.
 */
export function neighbourOf(question: EvidenceQuestion, cited: EvidenceQuestion["cited"]): string | undefined {
  const { requirement, value } = question;
  const quote = foldForQuote(question.quote ?? "");
  if (quote === "" || value === undefined) return undefined;
  const claim = readClaim(value, requirement);
  if (claim.amounts.length + claim.dates.length + claim.times.length === 0) return undefined;
  const wanted = requirementTerms(requirement);
  for (const { entry, excerpt } of cited) {
    for (const line of excerpt
      .split("\n")
      .map(foldForQuote)
      .filter((one) => one.includes(quote))) {
      const better = betterPart(line, quote, wanted, claim, requirement.text);
      if (better !== undefined) return bothReadings(value, entry.id, better);
    }
  }
  return undefined;
}

/** A total is about all that the line names. */
const ofAll =
  /\b(?:total|sum|overall|altogether|gesamt|insgesamt|zusammen|summe|au total|en tout|en total)\b|合计|总计|共计|一共/iu;
/** Not the dots of `4,2 Mio. EUR`, nor the commas inside numbers. */
const partEnd = /[,;]\s+|[、。]\s*|[,;](?=\p{sc=Han})|(?<!\b(?:Mio|Mrd|Tsd|Nr|Art|Abs|approx|ca))\.\s+/u;

function betterPart(
  line: string,
  quote: string,
  wanted: ReadonlySet<string>,
  claim: Claim,
  requirement: string,
): string | undefined {
  // What stands before a colon holds for all parts.
  const parts = line
    .replace(/^[^:：,;，；]{1,60}[:：]\s*/u, "")
    .split(partEnd)
    .filter((part) => part !== "");
  const isQuoted = (part: string): boolean => quote.includes(part) || part.includes(quote);
  const share = (part: string): number => new Set(standardAnalyzer.terms(part).filter((term) => wanted.has(term))).size;
  const quoted = parts.filter(isQuoted);
  if (quoted.length === 0 || quoted.some((part) => ofAll.test(part))) return undefined;
  const best = Math.max(...quoted.map(share));
  return parts.find((part) => !isQuoted(part) && share(part) > best && saysOtherwise(claim, requirement, part));
}
