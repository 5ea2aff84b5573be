import { findValues, kindsOf, monthsIn, type ValueKind, yearsIn } from "./find-values.ts";
import { edgeMarks, edgeWords, placeholderValue, tentativeWords } from "./lexicon.ts";
import { isGrade, isNameLike } from "./name-like.ts";
import type { PageReading } from "./read-page.ts";
import { edgeOf, isRateForCount, valueOfSentence } from "./sentence-value.ts";
import { settledText, statesChange } from "./settled-text.ts";
import type { Statement } from "./statement.ts";
import { prepare, type PreparedText } from "./text-terms.ts";
import { type Ask, type AskTerm, holdsTerm, isRelatedTo } from "./understand-ask.ts";

/** A possible answer. */
export interface Answer {
  /** Verbatim from the place. */
  readonly value: string;
  readonly quote: string;
  readonly address: string;
  readonly path: string;
  /** Title of the page, for version marks. */
  readonly title: string;
  /** When the document was made, ISO, as far as it says. */
  readonly date?: string;
  /** Present when the place says that something changed. */
  readonly isChange?: true;
  /** Present when the document says that it no longer holds. */
  readonly isOutdated?: true;
  /** When the file was last changed, ISO; absent where the view did not say. */
  readonly modifiedAt?: string;
  /** The unit that a head or caption gives for a bare figure. */
  readonly unit?: string;
  /** What names the value: row and column, or label; absent of sentences. */
  readonly label?: string;
  /** Of a cell: what stands above its column. */
  readonly columnHead?: string;
  /** Present when the label is in the very words of the ask. */
  readonly isExact?: true;
  /** From 0; above about 1 everything fits. Compares answers to the same ask. */
  readonly score: number;
}

/** Share of an ask's words, weighted, that a place has to cover. Below it a match is a guess. */
const sufficientCoverage = 0.75;
/** How much a word counts by where it stands: in the line, in a heading, in the title or path. */
const nearness = { local: 1, heading: 0.96, far: 0.9 } as const;

const bareYear = /^(?:19|20)\d{2}$/;

/** For a file that the ask names: it decides over everything but a document that is no answer. */
const namedSourceBonus = 0.5;

/** The sufficient answers of a page, best first. */
export function findAnswers(ask: Ask, path: string, reading: PageReading): readonly Answer[] {
  const found: Answer[] = [];
  for (const statement of reading.statements) {
    const answer = answerFrom(ask, path, reading, statement);
    if (answer !== undefined) found.push(answer);
  }
  return found.toSorted((one, other) => other.score - one.score);
}

function answerFrom(ask: Ask, path: string, reading: PageReading, statement: Statement): Answer | undefined {
  const value = statement.type === "sentence" ? valueOfSentence(ask, statement.quote) : fittingValue(ask, statement);
  if (value === undefined || (ask.kinds[0] === "name" && !isNameLike(value))) return undefined;
  const kinds = new Set(kindsOf(value));
  if (ask.edge !== undefined && kindsOf(statement.value ?? statement.quote).has("range")) kinds.add("range");
  if (isOtherDate(ask, statement, kinds)) return undefined;
  const isExact = namesIt(ask, statement);
  const fit = kindFit(ask, kinds) ?? (isExact && !ask.isStrict ? 0 : undefined);
  if (fit === undefined) return undefined;
  const period = periodFit(ask, path, statement, value);
  if (period === undefined) return undefined;
  const best = Math.max(
    0,
    ...ask.wordings.map((terms) => coverage(terms, path, statement, value, kinds, isExact) ?? 0),
  );
  if (best < sufficientCoverage) return undefined;
  const penalties = [
    statement.isQuoted ? 0.15 : 0,
    tentativeWords.test(statement.quote) && !tentativeWords.test(ask.text) ? 0.12 : 0,
    statement.type === "sentence" ? 0.03 : 0,
    surplus(ask, statement),
    remoteness(ask, statement),
  ];
  const isNamedSource = ask.sources.some((source) => path === source || path.endsWith(`/${source}`));
  const score =
    best +
    (isNamedSource ? namedSourceBonus : 0) +
    0.15 * fit +
    period -
    penalties.reduce((sum, penalty) => sum + penalty, 0);
  return {
    value,
    quote: statement.quote,
    address: statement.address,
    path,
    title: reading.title,
    ...(reading.date !== undefined && { date: reading.date }),
    ...(reading.isOutdated && { isOutdated: true as const }),
    ...(statement.unit !== undefined && { unit: statement.unit }),
    ...(statement.type !== "sentence" && { label: statement.label }),
    ...(statement.columnHead !== undefined && { columnHead: statement.columnHead }),
    ...(isExact && { isExact: true as const }),
    ...(statesChange(statement.quote) && { isChange: true as const }),
    score,
  };
}

/** A date under a head that says nothing of the start or end which is asked for: that of something else. */
function isOtherDate(ask: Ask, { type, label, headings }: Statement, kinds: ReadonlySet<ValueKind>): boolean {
  if (ask.edge === undefined || type === "sentence" || !kinds.has("date") || kinds.has("range")) return false;
  const said = [label, ...headings].join(" ");
  const edges = edgeWords.filter(([words]) => words.test(said)).map(([, edge]) => edge);
  return !edges.includes(ask.edge) && !edgeMarks[ask.edge].test(said);
}

/** Coverage of one wording, or `undefined` when the place is about something else. */
function coverage(
  terms: readonly AskTerm[],
  path: string,
  statement: Statement,
  value: string,
  kinds: ReadonlySet<ValueKind>,
  isExact: boolean,
): number | undefined {
  const local = prepare(statement.type === "sentence" ? statement.quote : statement.label);
  const headings = statement.headings.map(prepare);
  const far = prepare(spacedPath(path));
  let total = 0;
  let covered = 0;
  let isNamed = true;
  let sharesAny = false;
  let sharesCore = terms.every((term) => term.isName || term.impliedBy.length > 0);
  let namesHere = 0;
  let names = 0;
  let isTitled = false;
  for (const term of terms) {
    const nearest = nearestPlace(term, local, headings, far);
    const isImplied = nearest === undefined && term.impliedBy.some((kind) => kinds.has(kind));
    const weight = isImplied || (nearest === undefined && term.impliedBy.length > 0) ? 0.4 * term.weight : term.weight;
    total += weight;
    // A value that says a word by itself is a little less than the word.
    covered += isImplied ? 0.9 * weight : weight * (nearest === undefined ? 0 : nearness[nearest]);
    if (nearest === "local" || (nearest === "heading" && (statement.type === "cell" || isRelatedTo(local, term)))) {
      sharesAny = true;
      if (!term.isName && (term.impliedBy.length === 0 || (nearest === "local" && term.impliedBy.includes("money"))))
        sharesCore = true;
    }
    if (nearest === "far" && !term.isName) isTitled = true;
    if (term.isName) {
      names++;
      if (nearest === undefined) isNamed = false;
      if (nearest === "local") namesHere++;
    }
  }
  // Under the heading of the thing asked about, a label of nothing but the ask's words needs no other.
  if (statement.type === "label" && isExact) [sharesAny, sharesCore] = [true, true];
  // `sales.csv` says what the figures are of which row and column say whose and when.
  if (statement.type === "cell" && isTitled && names > 0 && namesHere === names) sharesCore = true;
  if (!isNamed || !sharesAny || !sharesCore || total === 0) return undefined;
  if (names > 0 && namesHere < names && speaksOfAnother(terms, statement, value)) return undefined;
  const core = terms.filter((term) => !term.isName);
  const coreCovered = core.filter(
    (term) => nearestPlace(term, local, headings, far) !== undefined || term.impliedBy.some((kind) => kinds.has(kind)),
  );
  if (core.length > 0 && weightOf(coreCovered) / weightOf(core) < sufficientCoverage) return undefined;
  return covered / total;
}

function weightOf(terms: readonly AskTerm[]): number {
  return terms.reduce((sum, term) => sum + (term.impliedBy.length > 0 ? 0.4 : 1) * term.weight, 0);
}

function nearestPlace(
  term: AskTerm,
  local: PreparedText,
  headings: readonly PreparedText[],
  far: PreparedText,
): keyof typeof nearness | undefined {
  if (holdsTerm(local, term)) return "local";
  // `supplier` for `supplies`: as good as a word of the heading.
  if (isRelatedTo(local, term)) return "heading";
  const [nearest, ...others] = headings;
  if (nearest !== undefined && holdsTerm(nearest, term)) return "heading";
  return [...others, far].some((text) => holdsTerm(text, term)) ? "far" : undefined;
}

function spacedPath(path: string): string {
  return path.replace(/\.[^./]*$/, "").replaceAll(/[-_./]+/g, " ");
}

/** A line that names something else than the heading says: `The rent of Stone Hill` in the notes on Maple Vale. */
function speaksOfAnother(terms: readonly AskTerm[], statement: Statement, value: string): boolean {
  if (statement.type === "cell") return false;
  const subject = statement.type === "label" ? statement.label : statement.quote.replace(value, " ");
  const own = new Set(terms.filter((term) => term.isName).map((term) => term.term));
  const others = findValues(subject).filter(({ kind, start }) => kind === "name" && start > 0);
  return others.some(
    ({ text }) =>
      [...prepare(text).terms].every((term) => !own.has(term)) &&
      !statement.headings.some((heading) => heading.includes(text)),
  );
}

/** Years and months asked for have to be those of the place; a place without any is less sure. */
function periodFit(ask: Ask, path: string, statement: Statement, value: string): number | undefined {
  const around = [
    statement.columnHead ?? "",
    statement.label.replace(value, " "),
    ...statement.headings,
    decodeURIComponent(statement.address.replace(/^[^#]*#?/, "")),
    path,
  ];
  const [years, months] = [fitOf(ask.years, around, yearsIn), fitOf(ask.months, around, monthsIn)];
  return years === undefined || months === undefined ? undefined : years + months;
}

/** The nearest text that names any decides: with one of the wanted it fits better, without it is about another time. */
function fitOf(
  wanted: readonly number[],
  around: readonly string[],
  read: (text: string) => readonly number[],
): number | undefined {
  if (wanted.length === 0) return 0;
  const nearest = around.map(read).find((found) => found.length > 0);
  if (nearest === undefined) return -0.1;
  return nearest.some((one) => wanted.includes(one)) ? 0.1 : undefined;
}

/** 1 for the kind wanted most, less for others that fit; `undefined` when an ask that demands a kind gets another. */
function kindFit(ask: Ask, kinds: ReadonlySet<ValueKind>): number | undefined {
  if (ask.kinds.length === 0) return kinds.size > 0 ? 0.6 : 0.3;
  const rank = ask.kinds.findIndex((kind) => kinds.has(kind));
  if (rank >= 0) return 1 - 0.1 * rank;
  // A value that is surely something else, such as a grade where money is wanted, is no answer.
  return ask.isStrict || [...kinds].some((kind) => kind !== "name") ? undefined : 0;
}

/**
 * Whether a label says just what is asked: all its words are the ask's, and what it leaves out of them the headings or keys
 * above it say.
 */
function namesIt(ask: Ask, { type, label, columnHead, headings }: Statement): boolean {
  if (type === "sentence") return false;
  const own = prepare(columnHead ?? label);
  const around = headings.map(prepare);
  return ask.wordings.some((terms) => {
    const core = terms.filter((term) => !term.isName);
    const here = core.filter((term) => holdsTerm(own, term));
    return (
      here.length > 0 &&
      own.terms.size <= here.length &&
      core.every((term) => here.includes(term) || around.some((text) => holdsTerm(text, term)))
    );
  });
}

/** Words of a label that the ask does not have make it a label of something else, a little. */
function surplus(ask: Ask, statement: Statement): number {
  if (statement.type === "sentence") return 0;
  const own = new Set(ask.wordings.flat().map(({ term }) => term));
  const more = [...prepare(statement.columnHead ?? statement.label).terms].filter((term) => !own.has(term)).length;
  return Math.min(0.1, 0.02 * more);
}

/** In a row of a list the value follows what it belongs to; a cell further on is less likely meant. */
function remoteness(ask: Ask, { columnHead, leftCells }: Statement): number {
  if (columnHead === undefined || leftCells === undefined) return 0;
  const core = ask.wordings.flat().filter((term) => !term.isName && term.impliedBy.length === 0);
  const speaks = (text: string): boolean => core.some((term) => holdsTerm(prepare(text), term));
  if (speaks(columnHead)) return 0;
  const distance = leftCells.findIndex(speaks);
  return distance < 0 ? 0 : Math.min(0.12, 0.04 * distance);
}

function fittingValue(ask: Ask, statement: Statement): string | undefined {
  if (statement.isRowName === true && !asksForRow(ask, statement)) return undefined;
  const value = settledText(statement.value ?? "")
    .replaceAll(/\s+/g, " ")
    .trim()
    .replace(/^[,;，]?\s*(?:but|sondern|而是|改为)\s*/u, "");
  // `pending` is no sum, and a status.
  if (placeholderValue.test(value) && !(/\p{L}{3}/u.test(value) && wantsStatus.test(ask.text))) return undefined;
  // The cell or text that the ask itself names is what it is about, not the answer.
  const own = [...prepare(value).terms];
  const asked = new Set(ask.wordings.flat().map(({ term }) => term));
  if (own.length > 0 && own.every((term) => asked.has(term))) return undefined;
  if (isRateForCount(ask, value)) return undefined;
  if (!isMeasured(ask, value, statement)) return undefined;
  if (ask.kinds[0] === "money" && (bareYear.test(value) || isGrade(value))) return undefined;
  if (ask.kinds[0] === "name")
    return isNameLike(value) ? value : findValues(value).find(({ kind }) => kind === "name")?.text;
  const inside = findValues(value).find((found) => ask.kinds.includes(found.kind));
  // `£23,650, crates included`: what comes after a mark is said about the value.
  const isLead = inside?.start === 0 && /^\s*[,;(（，；]/.test(value.slice(inside.end));
  if (inside !== undefined && (isLead || value.length > 80 || ask.edge !== undefined)) return edgeOf(ask, inside.text);
  return value.slice(0, 300);
}

/** An amount of money or a year is no length and no time that something takes. */
function isMeasured(ask: Ask, value: string, { unit = "" }: Statement): boolean {
  if (ask.kinds[0] === "duration") return !bareYear.test(value);
  if (ask.kinds[0] !== "measure") return true;
  return !kindsOf(`${value} ${unit}`).has("money") && !bareYear.test(value);
}

const wantsStatus = /\b(?:status|state|stage|progress)\b|状态|进度/iu;

/** What names a row is the answer when a name is asked for, or when its heading is among the words of the ask. */
function asksForRow(ask: Ask, { columnHead = "" }: Statement): boolean {
  if (ask.kinds[0] === "name") return true;
  const head = prepare(columnHead);
  return ask.wantsOne && ask.wordings.flat().some((term) => holdsTerm(head, term));
}
