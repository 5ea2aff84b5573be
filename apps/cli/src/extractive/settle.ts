import { chineseCalculation, englishCalculation } from "./calculation-words.ts";
import { chooseReading, type Reading } from "./choose-answer.ts";
import type { Computation } from "./computation.ts";
import { compute, type Computed, type Input } from "./compute.ts";
import { compareVersions, versionFamily, versionMarks, type VersionWish } from "./document-version.ts";
import type { Answer } from "./find-answer.ts";
import type { Series } from "./find-series.ts";
import { kindsOf, type ValueKind } from "./find-values.ts";
import type { Wanted } from "./policy-state.ts";
import { prepare } from "./text-terms.ts";
import { type Ask, holdsTerm } from "./understand-ask.ts";
import { isChineseAsk } from "./understand-computation.ts";

/** What an item of the task comes to. */
export type Settled =
  | { readonly kind: "stated"; readonly reading: Reading }
  | { readonly kind: "computed"; readonly computed: Exclude<Computed, { readonly refusal: string }> }
  | { readonly kind: "missing"; readonly refusal?: string };

const operationWords: Readonly<Record<string, RegExp>> = {
  sum: /total|sum\b|overall|altogether|in all|combined|合计|总|共计/iu,
  average: /average|mean\b|平均/iu,
  count: /\bnumber|count|how many|人数|数量|个/iu,
  share: /share|percent|proportion|%|比例|占/iu,
};

/**
 * What is known about an item, decided: a document's statement first where one gives the result itself. What nobody expected
 * is a reason to leave the item open; the others are answered all the same.
 */
export function settle(wanted: Wanted): Settled {
  try {
    return decided(wanted);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: "missing", refusal: `it could not be worked out: ${reason}` };
  }
}

function decided(wanted: Wanted): Settled {
  const { wish, computation } = wanted;
  // After two refusals the tab holds nothing that proves the statement.
  const isGivenUp = wanted.refusals.length >= 2;
  const answers =
    computation === undefined
      ? wanted.answers
      : wanted.answers.filter((answer) => canState(computation, answer, wanted));
  const stated = isGivenUp ? undefined : chooseReading(answers, wish);
  if (computation === undefined)
    return stated === undefined || wanted.outcome === "unavailable"
      ? { kind: "missing" }
      : { kind: "stated", reading: stated };
  const word = operationWords[computation.operation];
  const saysSo =
    stated !== undefined &&
    word !== undefined &&
    word.test(withoutWordsOf(computation, stated.answer.label ?? stated.answer.quote));
  const isCounted = stated?.answer.columnHead !== undefined && computation.operation === "count";
  if (saysSo || (isCounted && computation.limit === undefined)) return { kind: "stated", reading: stated! };
  const computed = computedOf(wanted);
  if (!("refusal" in computed)) return { kind: "computed", computed };
  // A single value can be a sum or a count that nobody calls so; a mean it is only where it says so.
  const isPlain =
    stated !== undefined &&
    computation.limit === undefined &&
    wanted.series.length === 0 &&
    ["sum", "count", "share"].includes(computation.operation);
  if (
    isPlain &&
    !/\b(?:all|combined|together|sum of)\b/iu.test(wanted.ask.text) &&
    (computation.operation === "count" || wanted.parts.length === 0)
  )
    return { kind: "stated", reading: stated };
  return { kind: "missing", refusal: computed.refusal };
}

/** Whether a value is of the kind that the result of a calculation is of: a share is a percentage, a count a whole number. */
function canState({ operation }: Computation, answer: Answer, { ask }: Wanted): boolean {
  if (operation === "count") return statesCount(answer, ask);
  if (operation === "share" || operation === "growth") return kindsOf(answer.value).has("percent");
  // Of many rows one is no sum: it has to be the row that the ask names. What is asked for by the piece is said so.
  if (operation === "sum" && !namesRowOf(ask, answer)) return false;
  if (operation === "sum" && perPiece.test(ask.text) && !perPiece.test(`${answer.label ?? ""} ${answer.quote}`))
    return false;
  if (operation === "sum" && /\bnumber of\b|人数|数量/iu.test(ask.text)) return statesCount(answer, ask);
  return true;
}

const perPiece = /\b(?:per|each|every)\b|\/|每/iu;

/** Whether the ask names the row that a cell stands in, or the row says that it holds the sum. */
function namesRowOf({ wordings }: Ask, { columnHead, label = "", quote }: Answer): boolean {
  if (columnHead === undefined) return true;
  const names = wordings.flat().filter((term) => term.isName);
  if (names.length > 0 && names.every((term) => holdsTerm(prepare(label), term))) return true;
  const name = prepare(quote.split("|").find((cell) => /\p{L}/u.test(cell)) ?? "");
  return operationWords["sum"]!.test(name.folded) || wordings.flat().some((term) => holdsTerm(name, term));
}

/**
 * How many of something there are is a whole number without a currency, beside a word for what is counted: above it; before
 * it in a table whose columns are the things asked about; or in a list of names and values.
 */
function statesCount({ value, label, columnHead }: Answer, { wordings }: Ask): boolean {
  const kinds = kindsOf(value);
  if (uncounted.some((kind) => kinds.has(kind))) return false;
  if (/\d[.,]\d{1,2}(?!\d)/.test(value) || !/\d/.test(value)) return !/\d/.test(value);
  if (label === undefined) return true;
  const counted = wordings
    .flat()
    .filter((term) => !term.isName && !/^(?:number|count|total|amount|quantiti)$/.test(term.term));
  const saysIt = (text: string): boolean =>
    operationWords["count"]!.test(text) || counted.some((term) => holdsTerm(prepare(text), term));
  if (counted.length === 0 || saysIt(columnHead ?? label)) return true;
  const head = prepare(columnHead ?? "");
  const isSubject = wordings.flat().some((term) => term.isName && holdsTerm(head, term));
  return (isSubject || plainHead.test(columnHead ?? "")) && saysIt(label);
}

const uncounted: readonly ValueKind[] = ["money", "percent", "date", "code"];
const plainHead = /^(?:values?|figures?|numbers?|counts?|quantity|results?|wert|anzahl|数值|值|数量)$/iu;

/** A column `Requested sum` holds single values: words that only name what goes in do not say that it was worked out. */
function withoutWordsOf({ series = "", parts }: Computation, text: string): string {
  const named = new Set(`${series} ${parts.join(" ")}`.toLowerCase().match(/\p{L}+/gu));
  return text.replaceAll(/\p{L}+/gu, (word) => (named.has(word.toLowerCase()) ? "" : word));
}

function computedOf({ ask, computation, parts, series, wish }: Wanted): Computed {
  const words = isChineseAsk(ask.text) ? chineseCalculation : englishCalculation;
  const inputs: Input[] = [];
  for (const part of parts) {
    const reading = chooseReading(part.answers, part.wish);
    if (reading === undefined) return { refusal: words.noValueFor(part.ask.text) };
    const [rival] = reading.rivals;
    if (rival !== undefined)
      return {
        refusal: words.disagree(
          part.ask.text,
          `${reading.answer.value} (${reading.answer.path})`,
          `${rival.value} (${rival.path})`,
        ),
      };
    inputs.push(inputOf(reading.answer, part));
  }
  return compute(computation!, inputs, chooseSeries(series, wish), words);
}

function inputOf({ value, unit, address, quote, path }: Answer, { ask, place }: Wanted): Input {
  return { label: ask.text, value, quote, path, address: place ?? address, ...(unit !== undefined && { unit }) };
}

/** The best series; of versions of one document that of the version that counts. */
function chooseSeries(series: readonly Series[], wish: VersionWish): Series | undefined {
  const [best] = series.toSorted((one, other) => other.score - one.score || (one.path < other.path ? -1 : 1));
  if (best === undefined) return undefined;
  const versions = series.filter(({ path }) => versionFamily(path) === versionFamily(best.path));
  const marks = ({ path, date }: Series) => ({ ...(date !== undefined && { date }), ...versionMarks(path) });
  return versions.reduce((one, other) => (compareVersions(marks(other), marks(one), wish) < 0 ? other : one), best);
}
