import { foldText, inUnit, quantities, type Quantity, sameQuantity, standardAnalyzer } from "@runningtab/terms";
import { type Claim, isLookedFor, readClaim } from "../delivery/claim.ts";
import { holdsAmount, holdsClaim } from "../delivery/holds-claim.ts";
import { meetsDate } from "../delivery/dates.ts";
import { holdsAnyOrdinal, holdsOrdinal } from "../delivery/name-writings.ts";
import { isMeasured } from "../delivery/measured.ts";
import { readText, type WrittenText } from "../delivery/written-text.ts";
import type { EvidenceQuestion } from "../evidence-policy.ts";
import { oneLine } from "../file-text.ts";
import { isTurned, takesStance } from "../polarity/turned.ts";
import { foldForQuote } from "../quote.ts";
import { requirementTerms } from "../shared-terms.ts";
import { readRow, tableRowAt } from "./table-row.ts";

/**
 * Both readings, where a claimed value stands in no cited entry, while the line with the same subject holds another
 * number of the same unit, another date, a negation, or the other side of a published pair of opposites. A subject is
 * the quote's line, or else a line with at least half of the requirement's terms or all of an alias; a table's row counts
 * with the header of the column that is called so.
 */
export function disputeOf(question: EvidenceQuestion, cited: EvidenceQuestion["cited"]): string | undefined {
  const { requirement } = question;
  const value = question.value ?? statedValue(requirement.text);
  if (value === undefined) return undefined;
  const claim = readClaim(value, requirement);
  const isYesOrNo = takesStance(value);
  if (!isLookedFor(claim) && !isYesOrNo) return undefined;
  const texts = cited.map(({ entry, excerpt }) => ({ entry, text: readText(excerpt) }));
  if (texts.some(({ text }) => holdsClaim(claim, text))) return undefined;
  for (const { entry, text } of texts) {
    const other = subjectLines(question, claim, text).find(({ said }) => saysOtherwise(claim, requirement.text, said));
    if (other !== undefined) return bothReadings(value, entry.id, other.line);
  }
  return undefined;
}

/** What a disputed reply says. */
export function bothReadings(value: string, entry: string, line: string): string {
  return `Disputed: you claim "${oneLine(value, 100)}", ${entry} reads "${oneLine(line, 160)}".`;
}

/** Whether a quote shows another amount, date or stance than the claimed value, be it in another currency. */
export function quoteSaysOtherwise(quote: string, { value, requirement }: EvidenceQuestion): boolean {
  if (value === undefined) return false;
  const claim = readClaim(value, requirement);
  if (!isLookedFor(claim) && !takesStance(value)) return false;
  const text = readText(quote);
  if (holdsClaim(claim, text)) return false;
  const isOfMoney = claim.amounts.some(isMoney) && text.quantities.some(({ quantity }) => isMoney(quantity));
  return isOfMoney || saysOtherwise(claim, requirement.text, quote);
}

/** Currencies are ISO codes. */
function isMoney(quantity: Quantity): boolean {
  return /^[A-Z]{3}$/.test(quantity.unit ?? "") && isMeasured(quantity);
}

/** What a requirement says itself to be the case (`the limit is 500 yuan`); one that asks states nothing. */
function statedValue(text: string): string | undefined {
  if (asks.test(text)) return undefined;
  const value = statement.exec(text)?.groups?.["value"];
  if (value === undefined || /^(?:19|20)\d\d$/.test(value)) return undefined;
  return /\p{Nd}/u.test(value) || takesStance(value) ? value : undefined;
}

const statement =
  /(?:\b(?:is|are|was|were|equals|beträgt|ist|sind|est|sont|es|son)\s+|[=:：]\s*|(?<=.)[为是])(?<value>[^?？:：=]{1,80})$/iu;
const asks =
  /[?？]|\b(?:whether|which|what|how|when|who|where|if|list|ob|welche[rs]?|was|wie|wann|wer|si|quel(?:le)?s?|combien|qui|qué|cuál|cuánto|cuándo)\b|是否|多少|哪|什么|何时|几/iu;

/** A line with the requirement's subject: as it stands, and what of it is about the subject. */
interface Reading {
  readonly line: string;
  readonly said: string;
}

function subjectLines(question: EvidenceQuestion, claim: Claim, text: WrittenText): readonly Reading[] {
  const { requirement } = question;
  const folded = foldForQuote(question.quote ?? "");
  const quoted = folded === "" ? [] : text.lines.filter((line) => foldForQuote(line).includes(folded));
  if (quoted.length > 0) return quoted.map((line) => ({ line, said: line }));
  const subject = subjectTerms(question, claim);
  const asked = requirementTerms(requirement);
  const aliases = requirement.aliases.map((alias) => standardAnalyzer.terms(alias)).filter((terms) => terms.length > 0);
  const scored = text.lines.map((line, at) => {
    const row = tableRowAt(text.lines, at);
    const read = row === undefined ? undefined : readRow(row, subject, asked);
    const terms = read?.terms ?? text.termsOf(at);
    const shared = [...subject].filter((term) => terms.has(term)).length / Math.max(1, subject.size);
    const named = aliases.some((alias) => alias.every((term) => terms.has(term)));
    return { line, said: read?.said ?? line, share: named ? 1 : shared };
  });
  const best = Math.max(0.5, ...scored.map(({ share }) => share));
  return scored.filter(({ share }) => share >= best);
}

/** Without the words by which a value takes a side, and without those of a value that the requirement itself states. */
function subjectTerms({ requirement, value }: EvidenceQuestion, claim: Claim): ReadonlySet<string> {
  const own = standardAnalyzer.terms(requirement.text).filter((term) => !/^\p{Nd}/u.test(term));
  const claimed = new Set(value === undefined ? claim.terms : claim.stanceTerms);
  const subject = own.filter((term) => !claimed.has(term));
  return new Set(subject.length > 0 ? subject : own);
}

/** Whether a text holds another amount, date, time or day, or takes the other side. */
export function saysOtherwise(claim: Claim, requirement: string, said: string): boolean {
  if (isTurned(claim.written, said)) return true;
  const text = readText(said);
  if (claim.dates.some((date) => text.dates.length > 0 && !text.dates.some((one) => meetsDate(date, one)))) return true;
  if (claim.times.some((time) => text.times.length > 0 && !text.times.includes(time))) return true;
  if (
    claim.weekdays.size > 0 &&
    text.weekdays.length > 0 &&
    !text.weekdays.some((days) => [...claim.weekdays].every((day) => days.has(day)))
  )
    return true;
  if (claim.ordinal !== undefined && !holdsOrdinal(claim.ordinal, text.folded) && holdsAnyOrdinal(text.folded))
    return true;
  if (holdsOtherVersion(claim, said)) return true;
  return holdsOtherAmount(claim, requirement, text, said);
}

/** `v2.3.1` where `2.4.0` stands. */
function holdsOtherVersion(claim: Claim, said: string): boolean {
  const claimed = /^v?(\d+(?:\.\d+)+)$/.exec(claim.folded)?.[1];
  if (claimed === undefined || (claimed.split(".").length < 3 && !claim.folded.startsWith("v"))) return false;
  const versions = Array.from(said.matchAll(/(?<![\d.])\d+(?:\.\d+)+(?![\d.]*\d)/g), ([version]) => version);
  return versions.length > 0 && !versions.includes(claimed);
}

function holdsOtherAmount(claim: Claim, requirement: string, text: WrittenText, said: string): boolean {
  const named = readText(requirement).quantities.map(({ quantity }) => quantity);
  const countable = new Set(standardAnalyzer.terms(requirement).concat(generalNouns));
  const inFigures = quantities(said);
  const others = text.quantities
    .map(({ quantity }) => quantity)
    // `the two of them`: a number in words needs its noun to be another reading.
    .filter((one) => one.unit !== undefined || inFigures.some((figure) => sameQuantity(figure, one)))
    .filter((one) => !named.some((other) => sameQuantity(other, one)) && !isReference(said, one));
  const isCell = /^[^\p{L}]*$/u.test(said);
  return claim.amounts.some(
    (amount) =>
      !holdsAmount(amount, { ...claim, subject: new Set() }, text) &&
      others.some((other) => (isCell && other.unit === undefined) || isComparable(amount, other, countable)),
  );
}

/** Of the same unit. A bare number beside a count is one too, but for years, and for counts of something else. */
function isComparable(claimed: Quantity, other: Quantity, countable: ReadonlySet<string>): boolean {
  if (isMeasured(claimed) || isMeasured(other)) {
    return claimed.unit !== undefined && inUnit(other, claimed.unit) !== undefined;
  }
  if (isYear(claimed) !== isYear(other)) return false;
  if (other.unit === undefined || other.unit === claimed.unit) return true;
  return standardAnalyzer.terms(other.unit).some((term) => countable.has(term));
}

/** Stems of nouns that count whatever is meant. */
const generalNouns = ["人", "名", "个", "项", "peopl", "person", "piec", "unit", "personen", "personn", "persona"];

function isYear({ value, unit }: Quantity): boolean {
  return unit === undefined && Number.isInteger(value) && value >= 1_900 && value < 2_100;
}

/** `annex 3`, `section 4.2`, `第3条`: the number of a place. */
function isReference(line: string, { start, unit }: Quantity): boolean {
  if (unit !== undefined && /^[条章节页款项表图]$/u.test(unit)) return true;
  const before = foldText(line.slice(Math.max(0, start - 16), start));
  return /(?:annex|appendix|section|article|art\.|page|p\.|table|figure|fig\.|chapter|no\.|nr\.|note|step|anhang|abschnitt|artikel|seite|tabelle|kapitel|annexe|chapitre|tableau|anexo|articulo|pagina|tabla|第|§)\s*$/u.test(
    before,
  );
}
