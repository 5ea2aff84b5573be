import type { Computation, Operation } from "./computation.ts";
import { monthNames } from "./lexicon.ts";

const most = "highest|largest|biggest|greatest|most|maximum|top|lowest|smallest|least|fewest|minimum";
const period = String.raw`(?:(?:Q[1-4]|H[12]|(?:first|second|third|fourth) quarter)(?: (?:of )?(?:19|20)\d{2})?|(?:19|20)\d{2}|(?:January|February|March|April|May|June|July|August|September|October|November|December)(?: (?:19|20)\d{2})?)`;
const span = new RegExp(
  String.raw`\b(?:for|from|over|during|in|across|between)?\s*(?<from>${period})\s*(?:to|through|until|till|and|-|–)\s*(?<to>${period})`,
  "iu",
);

/** What an ask in English has worked out; `undefined` for one that only looks a value up. `plain` ends without a mark. */
export function englishComputation(plain: string): Computation | undefined {
  const exact = extreme(plain) ?? counted(plain) ?? share(plain) ?? difference(plain) ?? average(plain);
  if (exact !== undefined) return exact;
  // What is compared or divided in words that are not understood is refused: one of the values is no answer.
  const refused = comparing.find(([, words]) => words.test(plain))?.[0];
  if (refused !== undefined) return { operation: refused, parts: [] };
  // In `VAT of 19 % on the total` total says what is divided.
  return saysShare.test(plain) ? undefined : sum(plain);
}

const saysShare = /\b(?:share|percentage|proportion|per ?cent)\b|%/iu;

/** Words by which an ask sets one value against another. */
const comparing: readonly (readonly [Operation, RegExp])[] = [
  [
    "difference",
    /\bby how much\b|\bhow (?:much|many) (?:more|less|fewer|higher|lower|larger|smaller|bigger|longer|shorter)\b|\bdifference between\b|\bminus\b|\b(?:more|less|fewer|higher|lower) than (?:in|at|of|for)\b/iu,
  ],
  [
    "share",
    /\b(?:as|in) an? (?:share|percentage|proportion|per ?cent|fraction|part) of\b|\b(?:what|which|how (?:large|big|high) an?) (?:share|percentage|proportion|per ?cent|fraction|part)\b|(?:\b(?:share|percentage|proportion|per ?cent|fraction|part)|%) of (?:the |its |their |our )?(?:total|overall|whole|entire|all|last|previous)\b|\btotal\b.*(?:\bper ?cent\b|%)|\bratio of\b.+\bto\b|\bdivided by\b|\brelative to\b|\bcompared (?:with|to)\b|\bcontribut\p{L}+ to\b|\bhow many times\b|\btimes (?:as|larger|higher|more|bigger|greater)\b/iu,
  ],
];

function extreme(plain: string): Computation | undefined {
  const groups = (
    new RegExp(
      String.raw`^(?:which|what) (?<kind>[\p{L} -]+?) (?:has|had|have|recorded|reported|shows?|showed|pays?|paid|got|received|is|was|were|with) (?:the |a )?(?<most>${most}) (?<of>.+)$`,
      "iu",
    ).exec(plain) ??
    new RegExp(
      String.raw`^(?:the )?(?<kind>[\p{L} -]+?) (?:with|that has|that had|having) the (?<most>${most}) (?<of>.+)$`,
      "iu",
    ).exec(plain)
  )?.groups;
  if (groups === undefined) return undefined;
  const isLeast = /^(?:lowest|smallest|least|fewest|minimum)$/i.test(groups["most"]!);
  return { operation: isLeast ? "min" : "max", parts: [], series: groups["of"]! };
}

function counted(asked: string): Computation | undefined {
  if (/^how many (?:more|fewer|less|times)\b/iu.test(asked)) return undefined;
  const plain = asked
    .replace(/^what (?:is|was) /iu, "")
    .replace(/,? (?:(?:are|were) there\b)?,?(?: ?\b(?:in total|altogether|in all))?$/iu, "");
  const limited =
    /^(?:how many|number of) (?<things>.+?) (?<verb>had|have|has|with|show|showed|reach|reached|exceed|cost|costs) (?:an? |the )?(?<of>.*?)\s*(?:of )?(?<is>more than|over|above|at least|less than|below|under|at most) (?<than>[€$£]?\d[\d.,' ]*\d(?: ?(?:[A-Z]{3}(?!\p{L})|million|thousand|%))?|\d)(?<rest>.*)$/iu.exec(
      plain,
    )?.groups;
  if (limited !== undefined) {
    const is = /more|over|above|at least/i.test(limited["is"]!) ? "above" : "below";
    return {
      operation: "count",
      parts: [],
      // `that cost more than 80 EUR`: the verb says what is limited.
      series: `${limited["of"]}${limited["rest"]}`.trim() || limited["verb"]!,
      limit: { is, than: limited["than"]! },
    };
  }
  const things = /^(?:how many|(?:the )?number of) (?<things>.+)$/iu.exec(plain)?.groups?.["things"];
  return things === undefined ? undefined : { operation: "count", parts: [], series: things };
}

function share(plain: string): Computation | undefined {
  const shareWord = "(?:share|percentage|proportion|per ?cent|fraction|part)";
  const ofOther =
    new RegExp(
      String.raw`^(?:what is )?(?:the )?(?<of>.+?) of (?<a>.+?) as an? ${shareWord} of (?:that|the one) of (?<b>.+)$`,
      "iu",
    ).exec(plain)?.groups ??
    new RegExp(
      String.raw`^what ${shareWord} of (?:the )?(?<of>.+?) of (?<b>.+?) (?:is|was) (?:that|the one) of (?<a>.+)$`,
      "iu",
    ).exec(plain)?.groups;
  if (ofOther !== undefined)
    return {
      operation: "share",
      parts: [`${ofOther["of"]} of ${ofOther["a"]}`, `${ofOther["of"]} of ${ofOther["b"]}`],
    };
  const ofOwnTotal = new RegExp(
    String.raw`^(?:what is |what was )?(?:the )?(?<of>.+?) (?:of|at|in|for|by) (?<a>.+?)(?:,? expressed)? (?:as an?|in) ${shareWord} of (?:the )?(?:total|overall|whole|entire|all)(?:,? (?<whole>.+))?$`,
    "iu",
  ).exec(plain)?.groups;
  if (ofOwnTotal !== undefined) {
    const whole = ofOwnTotal["whole"] ?? ofOwnTotal["of"]!;
    return { operation: "share", parts: [`${ofOwnTotal["of"]} of ${ofOwnTotal["a"]}`], series: whole };
  }
  const ofTotal =
    new RegExp(
      String.raw`^(?:what is |what was )?(?:the )?${shareWord} of (?<a>.+?) (?:in|of) (?:the )?(?:total|overall|whole|entire|all) (?:of (?:the )?)?(?<of>.+)$`,
      "iu",
    ).exec(plain)?.groups ??
    new RegExp(
      String.raw`^(?:what is |what was |how (?:large|big|high) (?:is|was) )?(?<a>.+?)['’]s? (?:${shareWord} (?:of|in)|contribution to) (?:the )?(?:total|overall|whole|entire|all) (?<of>.+)$`,
      "iu",
    ).exec(plain)?.groups ??
    new RegExp(
      String.raw`^(?:what|which|how (?:large|big|high) an?) ${shareWord} of (?:the )?(?:total |overall |whole |entire |all )?(?<of>.+?) (?:did|does|do|is|are|was|were|came|comes|falls?|fell|goes|went|works?)(?: due to| from| on| to| by| at| in)? (?<a>.+?)(?: (?:have|account for|make up|contribute|represent|take))?$`,
      "iu",
    ).exec(plain)?.groups;
  if (ofTotal === undefined) {
    // `share of desks in the approved total`, `share of repairs in the budget`: what it is of stands behind `in`.
    const inWhole =
      /^(?:what is |what was )?(?:the )?(?:share|percentage|proportion|fraction) of (?:the )?(?<a>.+?) (?:in|of) (?:the )?(?<of>.+)$/iu.exec(
        plain,
      )?.groups;
    const measure = inWhole?.["of"]!.replaceAll(/\b(?:total|overall|whole|entire)\b/giu, " ")
      .replaceAll(/\s+/g, " ")
      .trim();
    if (inWhole === undefined || measure === undefined || measure === "") return undefined;
    return new RegExp(`^${period}$`, "iu").test(measure)
      ? { operation: "share", parts: [] }
      : { operation: "share", parts: [withSubject(measure, inWhole["a"]!)], series: measure };
  }
  const of = ofTotal["of"]!.replace(new RegExp(String.raw` of (?=${period}$)`, "iu"), " in ");
  return { operation: "share", parts: [withSubject(of, ofTotal["a"]!)], series: of };
}

/** `revenue in Q2` and North: `revenue of North in Q2`. */
function withSubject(of: string, subject: string): string {
  const when = new RegExp(String.raw` (?:in|for|of) ${period}$`, "iu").exec(of);
  return when === null ? `${of} of ${subject}` : `${of.slice(0, when.index)} of ${subject}${when[0]}`;
}

const growing = "grow|grew|grown|increase|rise|rose|change|fall|fell|decrease|decline|drop|shrink|go up|go down";

function difference(plain: string): Computation | undefined {
  const isPercent =
    /\b(?:by what percentage|by what per ?cent|in per ?cent|percentage (?:change|growth|increase|decrease|rise|fall|decline)|growth rate)\b/iu.test(
      plain,
    );
  const groups =
    new RegExp(
      String.raw`^(?:by )?(?:how much|what percentage|what per ?cent)(?: more| less)? (?:did|has|have) (?:the )?(?<of>.+?) (?:${growing})\S* (?:from|between) (?<from>.+?) (?:to|and|until) (?<to>.+)$`,
      "iu",
    ).exec(plain)?.groups ??
    new RegExp(
      String.raw`^(?:what (?:is|was) )?(?:the )?(?:difference|change|growth|increase|decrease|rise|fall|decline|percentage (?:change|growth|increase|decrease|rise|fall|decline)|growth rate) (?:in|of) (?:the )?(?<of>.+?) (?<joint>from|between) (?<from>.+?) (?:to|and|until) (?<to>.+)$`,
      "iu",
    ).exec(plain)?.groups;
  if (groups !== undefined) {
    const [from, to] = periodPair(groups["from"]!, groups["to"]!.replace(/ in per ?cent$/iu, ""));
    const of = groups["of"]!;
    const operation = isPercent ? "growth" : "difference";
    if (new RegExp(`^${period}$`, "iu").test(from)) {
      // `between 2025 and 2024` is no way back in time.
      const isBack = groups["joint"] === "between" && /^\d{4}$/.test(from) && /^\d{4}$/.test(to) && from > to;
      const [late, early] = isBack ? [from, to] : [to, from];
      return { operation, parts: [`${of} in ${late}`, `${of} in ${early}`] };
    }
    const parts = [`${of} of ${to}`, `${of} of ${from}`];
    // Between two things, not two times, the first is set against the second.
    return { operation, parts: groups["joint"] === "between" ? parts.toReversed() : parts };
  }
  const between =
    /^(?:what (?:is|was) )?(?:the )?(?:difference|gap) between (?:the )?(?<of>.+?) (?<joint>of|for|in|at) (?<a>.+?) and (?:that )?(?:(?:of|for|in|at) )?(?<b>.+)$/iu.exec(
      plain,
    )?.groups ??
    /^how much (?:higher|lower|more|less|larger|smaller|bigger) (?:is|was|are|were) (?:the )?(?<of>.+?) (?<joint>of|for|in|at) (?<a>.+?) than (?:that )?(?:(?:of|for|in|at) )?(?<b>.+)$/iu.exec(
      plain,
    )?.groups;
  if (between === undefined) return betweenMeasures(plain) ?? betweenThings(plain);
  const when = new RegExp(String.raw` (?:in|for) ${period}$`, "iu").exec(between["b"]!)?.[0] ?? "";
  const b = between["b"]!.slice(0, between["b"]!.length - when.length);
  const of = `${between["of"]} ${between["joint"]}`;
  return { operation: "difference", parts: [`${of} ${between["a"]}${when}`, `${of} ${b}${when}`] };
}

/** `How much more fuel does the Otter use than the Heron`, `How much more does Alpha cost than Beta`. */
function betweenThings(plain: string): Computation | undefined {
  const groups =
    /^how (?:much|many) (?:more|less|fewer) (?:(?<of>.+?) )?(?:does|do|did|has|have) (?:the )?(?<a>.+?)(?: (?<verb>[\p{Ll}]+))? than (?:the )?(?<b>\p{Lu}.*?)(?: (?:does|do|did|has|have))?$/u.exec(
      plain.replace(/^How/, "how"),
    )?.groups;
  const of = groups?.["of"] ?? groups?.["verb"];
  if (groups === undefined || of === undefined) return undefined;
  return { operation: "difference", parts: [`${of} of ${groups["a"]}`, `${of} of ${groups["b"]}`] };
}

/** `Difference between income and expenses of Alpha`: two measures of one thing. */
function betweenMeasures(plain: string): Computation | undefined {
  const groups =
    /^(?:what (?:is|was) )?(?:the )?(?:difference|gap) between (?:the )?(?<a>.+?) and (?:the )?(?<b>.+?) (?<whose>(?:of|for|in|at) .+)$/iu.exec(
      plain,
    )?.groups ??
    /^how many (?:more|fewer|less) (?<a>.+?) than (?<b>.+?) (?:does|do|did|are there|were there|has|have)(?: (?:of|for|in|at))? (?<who>.+?)(?: have)?$/iu.exec(
      plain,
    )?.groups;
  if (groups === undefined) return undefined;
  const whose = groups["whose"] ?? `of ${groups["who"]}`;
  return { operation: "difference", parts: [`${groups["a"]} ${whose}`, `${groups["b"]} ${whose}`] };
}

/** `Q1 to Q3 2024`: the year is said once for both. */
function periodPair(from: string, to: string): readonly [string, string] {
  const year = / (?:19|20)\d{2}$/.exec(to)?.[0];
  return year !== undefined && /^(?:Q[1-4]|H[12]|\p{L}+)$/iu.test(from) ? [`${from}${year}`, to] : [from, to];
}

function average(plain: string): Computation | undefined {
  const of = /^(?:what (?:is|was) )?(?:the )?(?:average|mean)(?: of)?(?: the)? (?<of>.+)$/iu.exec(plain)?.groups?.[
    "of"
  ];
  if (of === undefined) return undefined;
  const parts = overSpan(of);
  // `per month`: each row is one.
  const series = of.replace(/ (?:per|a|each) \p{L}+$/iu, "");
  return parts === undefined ? { operation: "average", parts: [], series } : { operation: "average", parts };
}

/** How asks say that something is added up, the surest first: in `total requested sum`, only `total` says it. */
const summing = [
  /^(?:the )?(?:total|sum|overall)\b(?: of)?(?: the)?/iu,
  /,? ?\b(?:combined|together|in all(?: of)?|altogether|in total|overall|add(?:ed)? up)\b(?: the)?/iu,
  /,? ?\b(?:the )?(?:total|sum)\b(?: of)?(?: the)?/iu,
];

function sum(plain: string): Computation | undefined {
  const asked = plain.replace(/^(?:what|how (?:high|much|large)) (?:is|was|are|were) /iu, "");
  const said = summing.find((pattern) => pattern.test(asked));
  if (said === undefined) return undefined;
  const bare = asked
    .replace(said, " ")
    .replaceAll(/\s+/g, " ")
    .replace(/^(?:the|of) /iu, "")
    .trim();
  // A rate is stated, or would have to be divided: `total cost per member` is no sum of costs.
  if (/\bper (?!annum)\p{L}+/iu.test(bare)) return { operation: "sum", parts: [] };
  const parts = overSpan(bare) ?? overNames(bare) ?? overMeasures(bare);
  return parts === undefined ? { operation: "sum", parts: [], series: bare } : { operation: "sum", parts };
}

/** One ask a period of `revenue of North from Q1 to Q4 2024`; `undefined` without a span that can be counted out. */
function overSpan(of: string): readonly string[] | undefined {
  const match = span.exec(of);
  if (match === null) return undefined;
  const [from, to] = periodPair(match.groups!["from"]!, match.groups!["to"]!);
  const periods = periodsBetween(from, to);
  if (periods === undefined) return undefined;
  const rest = of
    .replace(match[0], " ")
    .replaceAll(/\s+/g, " ")
    .replace(/[\s,]+$/, "")
    .trim();
  return periods.map((one) => `${rest} in ${one}`);
}

const mostPeriods = 24;

/** A kind of period that can be counted out: `read` finds one as a year and its part from 0, `write` says a part. */
interface PeriodKind {
  readonly perYear: number;
  read(text: string): { readonly year: number; readonly part: number } | undefined;
  write(part: number): string;
}

const periodKinds: readonly PeriodKind[] = [
  numberedParts("Q", 4),
  numberedParts("H", 2),
  {
    perYear: 12,
    read(text) {
      const [, name = "", year = 0] = /^(\p{L}+)(?: (\d{4}))?$/u.exec(text) ?? [];
      const part = monthNames.findIndex((month) => month === name.toLowerCase());
      return part < 0 ? undefined : { year: Number(year), part };
    },
    write: (part) => monthNames[part]!.replace(/^./, (letter) => letter.toUpperCase()),
  },
  { perYear: 1, read: (text) => (/^\d{4}$/.test(text) ? { year: Number(text), part: 0 } : undefined), write: () => "" },
];

/** `Q3 2024`, `H1`. */
function numberedParts(letter: string, perYear: number): PeriodKind {
  const pattern = new RegExp(`^${letter}([1-${perYear}])(?: (\\d{4}))?$`, "i");
  return {
    perYear,
    read(text) {
      const match = pattern.exec(text);
      return match === null ? undefined : { year: Number(match[2] ?? 0), part: Number(match[1]) - 1 };
    },
    write: (part) => `${letter}${part + 1}`,
  };
}

function periodsBetween(from: string, to: string): readonly string[] | undefined {
  for (const { perYear, read, write } of periodKinds) {
    const [first, last] = [read(from), read(to)];
    if (first === undefined || last === undefined) continue;
    const [start, end] = [first.year * perYear + first.part, last.year * perYear + last.part];
    if (end <= start || end - start >= mostPeriods) return undefined;
    return Array.from({ length: end - start + 1 }, (_, step) => {
      const year = Math.floor((start + step) / perYear);
      return `${write((start + step) % perYear)} ${year === 0 ? "" : year}`.trim();
    });
  }
  return undefined;
}

/** One ask a name of `rent of Kiln Yard and Mill Lane in 2024`; `undefined` where only one thing is named. */
function overNames(of: string): readonly string[] | undefined {
  const match = /^(?<before>.+? (?:of|for|in|at|by) )(?<names>.+? (?:and|plus) .+)$/iu.exec(of);
  if (match === null) return undefined;
  const when = new RegExp(String.raw` (?:in|for) ${period}$`, "iu").exec(match.groups!["names"]!)?.[0] ?? "";
  const names = match.groups!["names"]!.slice(0, match.groups!["names"]!.length - when.length);
  return names
    .split(/,\s*(?:and\s+)?|\s+(?:and|plus)\s+/iu)
    .map((name) => `${match.groups!["before"]}${name.replace(/^(?:of|for|in|at|by) /iu, "")}${when}`);
}

/** One ask a measure of `chairs and desks of Alpha`; `undefined` where only one thing is named. */
function overMeasures(of: string): readonly string[] | undefined {
  const match = /^(?<measures>.+? (?:and|plus) .+?) (?<whose>(?:of|for|in|at|by) .+)$/iu.exec(of);
  if (match === null) return undefined;
  return match
    .groups!["measures"]!.split(/,\s*(?:and\s+)?|\s+(?:and|plus)\s+(?:the )?/iu)
    .map((measure) => `${measure} ${match.groups!["whose"]!}`);
}
