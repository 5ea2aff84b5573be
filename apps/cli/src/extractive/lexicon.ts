import type { ValueKind } from "./find-values.ts";

/*
 * Closed word lists of general English and Chinese. They say how people ask and write, never what about: a word of some
 * trade or of some sample has no place here.
 */

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

/** Words that only ask. They never count when an ask is compared with a text. */
export const askingWords = words(`
  what which who whom whose when where how many much long often is are was were does do did has have had will would should can
  please need needs want know recorded stated listed given mentioned according accord exact exactly current currently
  decide decided set fixed apply applies applied called
  there following each every per document documents folder file files
`);

/** Verbs that only ask where an ask begins with them. */
export const orderWords = words(`
  give find tell provide include identify determine mention specify describe extract get fetch cite add
`);

/** The same for words that are nouns as well: they ask where an article or the like follows (report the deadline). */
export const orderNouns = words("state list report show name note quote");

/** Asks with one of these words want a value of these kinds; the order is the order of preference. */
export const kindWords: readonly (readonly [ReadonlySet<string>, readonly ValueKind[]])[] = [
  [
    words(
      "who whom manager director head leader chair chairman author investigator contact officer owner president coordinator representative supervisor insurer signatory",
    ),
    ["name"],
  ],
  [words("phone telephone hotline tel fax"), ["phone"]],
  [words("when date dates deadline weekend expiry birthday"), ["date"]],
  [words("percent percentage share proportion ratio rate"), ["percent", "number"]],
  [
    words(
      "cost costs price fee rent budget revenue income salary expense expenses turnover profit allowance deposit payment premium tax spending expenditure grant sum worth",
    ),
    ["money", "number"],
  ],
  [words("duration period term notice warranty"), ["duration", "date"]],
  [words("reference registration permit licence license code identifier id"), ["code", "number"]],
  [words("length width height depth weight area volume distance"), ["measure", "number"]],
  [words("headcount attendance population capacity count quantity"), ["number", "measure"]],
];

/** Asking phrases that settle what kind of value fits; anything else is refused. */
export const demandingPhrases: readonly (readonly [RegExp, readonly ValueKind[]])[] = [
  [
    /\b(?:opening|closing|business|office|visiting|working) (?:hours|times?)\b|\b(?:at )?what time\b|\bÖffnungszeiten\b|几点|营业时间/iu,
    ["time"],
  ],
  [/\b(?:tele)?phone (?:number|no\b)|电话|热线/iu, ["phone", "number"]],
  [/\bhow long\b|多久|多长时间/iu, ["duration", "date"]],
  [/\bhow (?:much|high|large|big)\b|多少钱/iu, ["money", "measure", "number", "percent"]],
  [
    /\b(?:contract|reference|registration|permit|order|invoice|serial|account) (?:number|no\b)|\bnumber of the\b|编号|合同号/iu,
    ["code", "number"],
  ],
  [
    /\b(?:how many|number of) (?:\w+ )?(?:days|weeks|months|years|hours|minutes)\b|多少天|天数/iu,
    ["duration", "number", "measure"],
  ],
  // The locker number of somebody is no number of lockers.
  [
    /\bhow many\b|(?:^\W*|\b(?:the|an?|total|average|mean|highest|lowest|maximum|minimum|overall|whole|:) ?)number of\b|几个|多少[个人台张名家]/iu,
    ["number", "measure"],
  ],
  [
    /\bwhen\b|\bon (?:what|which) (?:date|day)\b|\b(?:delivery|start|end|due|opening|closing) date\b|何时|什么时候|哪天|日期/iu,
    ["date"],
  ],
  [/\b(?:which|what) (?:week)?days?\b|\bweekday\b|(?<!\b(?:per|an?|each|every) )\bday\W*$/iu, ["date", "weekday"]],
  [/\bwho(?:m)?\b|\bnames? of (?:the|its|their|our)\b|谁|姓名/iu, ["name"]],
];

/** Words that a value of a fitting kind says by itself: `beds: 120` answers the number of beds. */
export const impliedBy: readonly (readonly [ReadonlySet<string>, readonly ValueKind[]])[] = [
  [
    words("number amount count total quantity figure sum value people persons"),
    ["number", "money", "measure", "percent", "code"],
  ],
  [words("date dates day time deadline"), ["date"]],
  [words("percent percentage share rate proportion"), ["percent"]],
  [words("period duration length time"), ["duration"]],
  [words("name person"), ["name"]],
  [words("cost price amount fee fare charge sum"), ["money"]],
  [words("end ends ending expire expires expiry start starts begin begins runs 结束 到期 截止 开始 终止"), ["range"]],
  [words("hours times 时间"), ["time"]],
  [words("weekday day"), ["weekday"]],
  [words("phone telephone number 电话 号码"), ["phone"]],
  [words("数量 金额 数 总数 总额 人数 额"), ["number", "money", "measure"]],
  [words("日期 时间 日"), ["date"]],
  [words("编号 号码 号"), ["code", "number"]],
  [words("名称 姓名 人"), ["name"]],
];

/** Words for one end of a period. */
export const edgeWords: readonly (readonly [RegExp, "start" | "end"])[] = [
  [/\b(?:ends?|expir(?:es?|y)|runs? out|end(?:ing)? date|endet|läuft ab)\b|结束|到期|截止|终止/iu, "end"],
  [/\b(?:starts?|begins?|commences?|start(?:ing)? date|beginnt)\b|开始|起始/iu, "start"],
];

/** What says in a label or head that a date is such an end, beside those words. */
export const edgeMarks: Readonly<Record<"start" | "end", RegExp>> = {
  start: /\b(?:from|since|effective|opening|commencement|launch|entry|ab|seit)\b|自|起|生效/iu,
  end: /\b(?:until|till|through|valid|deadline|due|closing|completion|return|bis)\b|至|止|有效|完成|竣工/iu,
};

/** Different words for the same measure of time, brought to one before terms are compared. */
export const measureWordings: readonly (readonly [RegExp, string])[] = [
  [/\b(?:yearly|annually|per (?:year|annum)|p\.\s?a\.|a year|each year|every year)(?![\p{L}])/giu, "annual"],
  [/\b(?:per month|a month|each month|every month|pcm)(?![\p{L}])/giu, "monthly"],
  [/\b(?:per week|a week|each week|every week)(?![\p{L}])/giu, "weekly"],
  [/\b(?:per day|a day|each day|every day)(?![\p{L}])/giu, "daily"],
];

/** Other writings of the same, as heads and keys have them, brought to one before terms are compared. */
export const otherWritings: readonly (readonly [RegExp, string])[] = [
  [/\b(?:first|1st) quarter(?: \(Q1\))?(?![\p{L}])/giu, "Q1"],
  [/\b(?:second|2nd) quarter(?: \(Q2\))?(?![\p{L}])/giu, "Q2"],
  [/\b(?:third|3rd) quarter(?: \(Q3\))?(?![\p{L}])/giu, "Q3"],
  [/\b(?:fourth|4th) quarter(?: \(Q4\))?(?![\p{L}])/giu, "Q4"],
  [/\bmax\b\.?/giu, "maximum"],
  // `5 min` are minutes.
  [/(?<!\d ?)\bmin\b\.?/giu, "minimum"],
  [/\bavg\b\.?/giu, "average"],
  [/\btemp\b(?!\.? (?:files?|folders?|workers?|staff))\.?/giu, "temperature"],
  [/\bqty\b\.?/giu, "quantity"],
  [/\bpct\b\.?/giu, "percent"],
  [/\bamt\b\.?/giu, "amount"],
];

/** A statement that is not settled. */
export const tentativeWords =
  /\b(?:should|might|may be|could|would like|proposed?|proposal|planned|tentative(?:ly)?|draft|expected|estimated?|provisional(?:ly)?|to be (?:confirmed|decided)|not (?:yet )?(?:fixed|agreed|decided)|still open|our offer|is wanted)\b|拟|暂定|待定|预计/iu;

/** What stands in a cell or behind a label when nobody knows. */
export const placeholderValue =
  /^(?:|[-–—.?]+|n\/?a\.?|n\.a\.|none|nil|null|unknown|tbd|tbc|to be (?:confirmed|decided|defined|announced)|open|missing|pending|empty|待定|未知|无|暂无|\.\.\.|…|\[[^\]]*\])$/iu;

/** A time within a year in Chinese: a quarter, a half, a month; a part of a pattern. */
export const hanPartOfYear = "(?:第[一二三四]季度|[上下]半年|(?:\\d{1,2}|十[一二]?|[一二三四五六七八九])月)";

export const monthNames = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
] as const;
