import { boundClause, type Clause, type ClauseFit, isElliptic, valueClauses } from "./bind-value.ts";
import { type FoundValue, findValues, isBareYear, kindsOf, monthsIn, yearsIn } from "./find-values.ts";
import { isNameLike, soleNames } from "./name-like.ts";
import { settledText } from "./settled-text.ts";
import { prepare, spacedWords } from "./text-terms.ts";
import { type Ask, holdsTerm } from "./understand-ask.ts";

/**
 * The value in a sentence that answers an ask: of a fitting kind, not said to be out of date, in the clause that the ask
 * speaks of. `undefined` when there is none or the sentence leaves open which it is.
 */
export function valueOfSentence(ask: Ask, quote: string): string | undefined {
  const text = settledText(quote);
  if (ask.wantsReason) return reasonIn(text);
  const found = findValues(text);
  const all = ask.kinds[0] === "name" ? [...found, ...soleNames(text, found)] : found;
  const values = all.filter((value) => !isAsked(ask, value) && !isYearOfAsk(ask, value));
  const fitting = values.filter(
    (value) =>
      !isBareYear(value, text, ask) &&
      // Of a length a sentence says in what it is measured; a bare number in it is another thing's.
      (ask.kinds[0] !== "measure" || value.kind === "measure") &&
      (ask.kinds.length === 0 || ask.kinds.some((kind) => kindsOf(value.text).has(kind))),
  );
  if (fitting.length === 0) return predicate(ask, text, values);
  const ranks = fitting.map((value) => rankOf(ask, value));
  const preferred = fitting.filter((_, index) => ranks[index] === Math.min(...ranks));
  const clauses = valueClauses(text, preferred);
  const chosen = clauses.length === 1 ? 0 : boundClause(clauses.map((_, index) => fitOf(ask, text, clauses, index)));
  const clause = chosen === undefined ? undefined : clauses[chosen];
  if (clause === undefined) return undefined;
  const [nearest] = byDistance(
    ask,
    text,
    preferred.filter(({ start, end }) => start >= clause.start && end <= clause.end),
  );
  if (nearest === undefined || isDenied(ask, text, nearest)) return undefined;
  if (
    isRateForCount(ask, text.slice(Math.max(clause.start, nearest.start - 20), Math.min(clause.end, nearest.end + 20)))
  )
    return undefined;
  return edgeOf(ask, nearest.text);
}

/** `from 1 May to 30 June` for an ask that wants only where it ends. */
export function edgeOf(ask: Ask, value: string): string {
  if (ask.edge === undefined) return value;
  const dates = findValues(value.replace(/\s(?:to|until|till|bis)\s|\s?[-–—至到]\s?/u, " ; ")).filter(
    ({ kind }) => kind === "date",
  );
  return dates.length === 2 ? dates[ask.edge === "start" ? 0 : 1]!.text : value;
}

function isAsked(ask: Ask, value: FoundValue): boolean {
  const own = [...prepare(value.text).terms];
  const terms = ask.wordings.flat();
  // `door 77 says`: a number of the ask stays one, whatever word follows it.
  const figure = /^\d+(?=\s\p{L})/u.exec(value.text)?.[0];
  if (figure !== undefined && terms.some(({ term }) => term === figure)) return true;
  return (
    own.length > 0 &&
    terms.some(({ term }) => own.includes(term)) &&
    (value.kind === "name" || own.every((term) => terms.some((one) => one.term === term)))
  );
}

function isYearOfAsk(ask: Ask, value: FoundValue): boolean {
  return ask.years.some((year) => value.text.trim() === String(year));
}

function rankOf(ask: Ask, value: FoundValue): number {
  if (ask.kinds.length === 0) return value.kind === "name" ? 1 : 0;
  const kinds = kindsOf(value.text);
  return ask.kinds.findIndex((kind) => kinds.has(kind));
}

/** What the ask has to do with one of several clauses. What stands before the first value is said for all of them. */
function fitOf(ask: Ask, text: string, clauses: readonly Clause[], index: number): ClauseFit {
  const clause = clauses[index]!;
  const own = wordsIn(ask, text.slice(clause.start, clause.end));
  const elliptic = index > 0 && isElliptic(text, clause);
  const first = clauses[0]!;
  const shared = elliptic ? wordsIn(ask, text.slice(first.start, firstValueAt(text, first))) : new Set<string>();
  const isOfOtherTime =
    isOther(ask.months, monthsIn(text.slice(clause.start, clause.end))) ||
    isOther(ask.years, yearsIn(text.slice(clause.start, clause.end)));
  const head = headOf(ask);
  return {
    covered: isOfOtherTime ? -1 : new Set([...own, ...shared]).size,
    own: own.size,
    isElliptic: elliptic,
    hasHead: head !== undefined && own.has(head),
    unasked: unaskedWords(ask, text.slice(clause.start, clause.end)),
  };
}

/** What is asked for itself: the last word that is no name before the first preposition. */
function headOf(ask: Ask): string | undefined {
  const [first = ""] = ask.text.split(/\s(?:of|for|at|in|on|from|by|to|under|per)\s/iu);
  const words = prepare(first);
  return ask.wordings[0]?.findLast((term) => !term.isName && !term.isHan && holdsTerm(words, term))?.term;
}

function unaskedWords(ask: Ask, text: string): number {
  const bare = findValues(text)
    .filter(({ kind }) => kind !== "name")
    .reduceRight((left, { start, end }) => `${left.slice(0, start)} ${left.slice(end)}`, text);
  const asked = new Set(ask.wordings.flat().map(({ term }) => term));
  return [...prepare(bare).terms].filter((term) => !asked.has(term)).length;
}

function isOther(wanted: readonly number[], named: readonly number[]): boolean {
  return wanted.length > 0 && named.length > 0 && named.every((one) => !wanted.includes(one));
}

function firstValueAt(text: string, { start, end }: Clause): number {
  const [first] = findValues(text.slice(start, end)).filter(({ kind }) => kind !== "name");
  return first === undefined ? end : start + first.start;
}

/** The words of the ask, its years and its months, that stand in a text. */
function wordsIn(ask: Ask, text: string): ReadonlySet<string> {
  const prepared = prepare(text);
  return new Set([
    ...ask.wordings
      .flat()
      .filter((term) => holdsTerm(prepared, term))
      .map(({ term }) => term),
    ...yearsIn(text)
      .filter((year) => ask.years.includes(year))
      .map(String),
    ...monthsIn(text)
      .filter((month) => ask.months.includes(month))
      .map((month) => `month ${month}`),
  ]);
}

function byDistance(ask: Ask, text: string, values: readonly FoundValue[]): readonly FoundValue[] {
  const places = termPlaces(ask, text);
  const distance = (value: FoundValue): number =>
    Math.min(1_000, ...places.map((at) => (at <= value.start ? value.start - at : (at - value.end) * 1.2)));
  return values.toSorted((one, other) => distance(one) - distance(other));
}

/** Where words of the ask end in the sentence. */
function termPlaces(ask: Ask, text: string): readonly number[] {
  const core = ask.wordings.flat().filter((term) => !term.isName);
  return [...spacedWords(text).matchAll(/[\p{L}\p{N}]+/gu)].flatMap((match) => {
    const word = prepare(match[0]);
    return core.some((term) => holdsTerm(word, term)) ? [match.index + match[0].length] : [];
  });
}

/** "None of the crates were lost": the number beside it counts something else. */
function isDenied(ask: Ask, text: string, value: FoundValue): boolean {
  if (ask.kinds[0] !== "number") return false;
  const other =
    /(?<![\p{L}])(?:none|nobody|nothing|neither|nicht eine[rs]?|kein(?:e|er|es)?|no(?=\s\p{L}))(?![\p{L}])[^.;]*|没有[^。；，]*|无一[^。；，]*/iu.exec(
      text,
    );
  if (other === null) return false;
  const isWithin = value.start >= other.index && value.end <= other.index + other[0].length;
  const said = wordsIn(ask, other[0]);
  const beside = wordsIn(ask, text.slice(0, other.index));
  return said.size > 0 && (isWithin || said.size >= beside.size);
}

/** A rate or a limit, for an ask that wants a number of things. */
export function isRateForCount(ask: Ask, value: string): boolean {
  return ask.isStrict && ask.kinds[0] === "number" && rateOrLimit.test(value) && !rateOrLimit.test(ask.text);
}

const rateOrLimit =
  /\b(?:up to|at most|at least|no more than|not more than|bis zu|höchstens|mindestens|per (?:\p{L}+ )?(?:season|year|month|week|day|hour|quarter|person|unit|annum)|pro (?:Jahr|Monat|Woche|Tag|Stunde|Person))(?![\p{L}])|最多|不超过|至少|每[年月周日天]/iu;

/** What a sentence gives as the reason, up to the end of the clause. */
function reasonIn(text: string): string | undefined {
  return (
    /\b(?:because of|because|due to|owing to|caused by|as a result of|on account of|the (?:cause|reason) (?:was|is)|wegen|aufgrund|weil)\s(?<reason>(?:[^.;,]|[.,](?=\d)){3,160})/iu.exec(
      text,
    )?.groups?.["reason"] ?? /(?:因为|由于|原因是|原因为)(?<reason>[^。；，]{2,60})/u.exec(text)?.groups?.["reason"]
  )?.trim();
}

/** What follows "is", "was set to" and the like, when no value of a known kind answers. */
function predicate(ask: Ask, text: string, values: readonly FoundValue[]): string | undefined {
  const wantsOther = ask.kinds.length > 0 && ask.kinds[0] !== "name";
  if (
    wantsOther &&
    (ask.isStrict || values.length === 0 || ask.kinds.some((kind) => kind === "money" || kind === "number"))
  )
    return undefined;
  const match =
    /\b(?:is|are|was|were|reads|runs|remains|called|named)\s+(?:set to |put at |recorded as |that of |but )?(?<rest>[^.;]{2,120})[.;]?$/iu.exec(
      text,
    )?.groups?.["rest"] ?? /[为是由](?<rest>[^。；，是]{1,60})[。；，]?$/u.exec(text)?.groups?.["rest"];
  const said = match?.trim().replace(/^but\s+/, "");
  if (said === undefined || isOther(ask.years, yearsIn(said))) return undefined;
  return ask.kinds[0] === "name" && !isNameLike(said) ? undefined : said;
}
