import type { FoundValue } from "./find-values.ts";

/** A stretch of a sentence; `start` and `end` are UTF-16 offsets. */
export interface Clause {
  readonly start: number;
  readonly end: number;
}

const separator =
  /[;；，、。]|,(?!\d)|\s(?:and|but|while|whereas|or|und|sowie|aber|während)\s|(?<=\S)(?:而|以及|及)(?=\S)/giu;
const opening =
  /^\s*(?:,\s*)?(?:and\s+|but\s+|und\s+)?(?:in|on|for|at|from|during|since|until|after|before|under|with|of|im|am|an|für|ab|seit|bei|von)\s/iu;
const verb =
  /\b(?:is|are|was|were|be|been|has|have|had|will|shall|must|can|may|costs?|pays?|gets?|receives?|takes?|runs?|begins?|ends?|starts?|leads?|ist|sind|war|hat|beträgt|kostet|wird|\p{L}{3,}ed)\b|[是为有]/iu;

/**
 * The parts of a sentence that each hold a value: cut at commas, semicolons and conjunctions. A part without a value
 * goes with the one after it when it opens that one (`in winter, it costs 40`), else with the one before.
 */
export function valueClauses(text: string, values: readonly FoundValue[]): readonly Clause[] {
  const cuts = [...text.matchAll(separator)]
    .filter(({ index }) => values.every(({ start, end }) => index + 1 <= start || index >= end))
    .map(({ index }) => index);
  const parts = [0, ...cuts].map((start, index) => ({ start, end: cuts[index] ?? text.length }));
  const holds = ({ start, end }: Clause): boolean => values.some((value) => value.start >= start && value.end <= end);
  const clauses: Clause[] = [];
  let open: Clause | undefined;
  for (const part of parts) {
    const joined: Clause = open === undefined ? part : { start: open.start, end: part.end };
    if (holds(part)) {
      clauses.push(joined);
      open = undefined;
      continue;
    }
    const goesBack =
      clauses.length > 0 &&
      open === undefined &&
      !opening.test(text.slice(part.start, part.end)) &&
      !hasVerb(text, part);
    if (goesBack) clauses.push({ start: clauses.pop()!.start, end: part.end });
    else open = joined;
  }
  if (open !== undefined && clauses.length > 0) clauses.push({ start: clauses.pop()!.start, end: open.end });
  return clauses.length > 0 ? clauses : [{ start: 0, end: text.length }];
}

/** A clause that leaves out what the first one says, or only points to it: `… and 62 in summer`, `… it is 62`. */
export function isElliptic(text: string, clause: Clause): boolean {
  return !hasVerb(text, clause) || /\b(?:it|they|es|sie)\b/iu.test(text.slice(clause.start, clause.end));
}

function hasVerb(text: string, { start, end }: Clause): boolean {
  return verb.test(text.slice(start, end));
}

/** How well a clause with a value fits an ask. */
export interface ClauseFit {
  /** Weight of the ask's words that stand in the clause or are said for it by the first one. */
  readonly covered: number;
  /** Weight of those in the clause itself. */
  readonly own: number;
  readonly isElliptic: boolean;
  /** Whether it holds what is asked for itself: `limit` of `limit of the pressure`. */
  readonly hasHead: boolean;
  /** Words of the clause, beside its value, that the ask does not have. */
  readonly unasked: number;
}

/**
 * Which of several clauses the ask means: the one that covers most of its words. `undefined` when the words that would
 * tell them apart are not in the ask, so that any choice would be a guess.
 */
export function boundClause(fits: readonly ClauseFit[]): number | undefined {
  const most = Math.max(...fits.map(({ covered }) => covered));
  const best = fits.flatMap((fit, index) => (fit.covered === most ? [{ ...fit, index }] : []));
  const [only, ...others] = best;
  if (others.length === 0) return pointingBack(fits, only!.index) ?? only!.index;
  const [headed, ...alsoHeaded] = best.filter(({ hasHead }) => hasHead);
  // `badge 4471 and locker 12`: what is left out of the second is said once for both, but it names another thing.
  const isOther = ({ isElliptic: leavesOut, unasked }: ClauseFit): boolean =>
    !leavesOut || (headed!.unasked === 0 && unasked > 0);
  if (headed !== undefined && alsoHeaded.length === 0 && best.every((fit) => fit === headed || isOther(fit)))
    return headed.index;
  // Whole clauses speak of their own; what is left out of the others was said once for all.
  const own = Math.max(...best.map((fit) => fit.own));
  const owning = best.filter((fit) => fit.own === own);
  return owning.length === 1 && best.every((fit) => fit === owning[0] || !fit.isElliptic)
    ? owning[0]!.index
    : undefined;
}

/**
 * `The pressure was 4 bar; the limit is 6 bar`: a later clause of its own that says nothing but what is asked for speaks of
 * what the clause before it named.
 */
function pointingBack(fits: readonly ClauseFit[], best: number): number | undefined {
  const headed = fits.findIndex(({ hasHead }) => hasHead);
  const { isElliptic: leavesOut, unasked } = fits[headed] ?? { isElliptic: true, unasked: 1 };
  const isOnly = fits.every(({ hasHead }, index) => !hasHead || index === headed);
  return isOnly && headed > best && !leavesOut && unasked === 0 ? headed : undefined;
}
