import { quantities } from "@runningtab/terms";

/**
 * What a value is, as far as its writing tells. A text may hold values of several kinds; `range` is a date from one day
 * to another.
 */
export type ValueKind =
  | "date"
  | "money"
  | "percent"
  | "duration"
  | "measure"
  | "number"
  | "code"
  | "name"
  | "time"
  | "weekday"
  | "phone"
  | "range";

/** A value where it stands in a text; `start` and `end` are UTF-16 offsets. */
export interface FoundValue {
  readonly text: string;
  readonly kind: ValueKind;
  readonly start: number;
  readonly end: number;
}

const month =
  "(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember)(?![\\p{L}])\\.?";
const day = "\\d{1,2}(?:st|nd|rd|th)?";
const year = "(?:19|20)\\d{2}";

// The longer writings first: the first that matches at a place is taken.
const datePattern = new RegExp(
  [
    `${day}\\.? ${month}(?:,? ${year})?(?: ?[-–—] ?| to | until | till | bis )${day}\\.? ${month}(?:,? ${year})?`,
    `${month} ${day}(?:,? ${year})?(?: ?[-–—] ?| to | until | till )${month} ${day}(?:,? ${year})?`,
    `${year}-\\d{2}-\\d{2}(?: ?[–—] ?| to | until | bis )${year}-\\d{2}-\\d{2}`,
    `${year}年\\d{1,2}月\\d{1,2}[日号](?:起?至|到|—|-|－)(?:${year}年)?\\d{1,2}月\\d{1,2}[日号]`,
    `${day}(?: ?[-–—] ?| to | and |/)${day} ${month}(?:,? ${year})?`,
    `${day} ${month} ?[-–—] ?${day} ${month}(?:,? ${year})?`,
    `${day}\\.? (?:of )?${month}(?:,? ${year})?`,
    `${month} ${day}(?: ?[-–—] ?${day})?(?:,? ${year})?`,
    `${month},? ${year}`,
    `${year}-\\d{2}-\\d{2}`,
    `\\d{1,2}\\.\\d{1,2}\\.${year}`,
    `\\d{1,2}/\\d{1,2}/${year}`,
    `${year}年\\d{1,2}月(?:\\d{1,2}[日号])?`,
    `\\d{1,2}月\\d{1,2}[日号]`,
    `${year}年(?!度)`,
  ].join("|"),
  "gu",
);

const durationUnits =
  /^(?:years?|months?|weeks?|days?|hours?|minutes?|seconds?|h|min|working days?|business days?|年|个月|月|周|天|日|小时|分钟)$/iu;

const durationPattern = new RegExp(
  "(?<![\\p{L}])(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|eighteen|twenty|twenty-four|thirty|sixty|ninety)[ -](?:calendar |working |business )?(?:day|week|month|year)s?(?![\\p{L}])",
  "giu",
);

const codePattern =
  /\b(?=[\p{Lu}\d/-]*\d)(?=[\p{Lu}\d/-]*\p{Lu})[\p{Lu}\d]+(?:[-/.][\p{Lu}\d]+)+\b|\b\p{Lu}{1,5}\d{2,}[\p{Lu}\d]*\b|\b\d{2,}\/\d{2,}\b(?!\/)/gu;

const capitalised = "\\p{Lu}[\\p{L}’'-]+";
const namePattern = new RegExp(
  `(?:Dr\\.?|Prof\\.?|Mr\\.?|Mrs\\.?|Ms\\.?)? ?${capitalised}(?: (?:${capitalised}|\\p{Lu}\\.|de|van|von|der|da|al|&))* ${capitalised}`,
  "gu",
);

const clock = "\\d{1,2}(?:[:.]\\d{2})? ?(?:[ap]\\.?m\\.?|o’clock|o'clock|Uhr|点)|\\d{1,2}:\\d{2}";
const timePattern = new RegExp(
  `(?<![\\d.,:])(?:(?:${clock}|\\d{1,2}(?:[:.]\\d{2})?)(?: ?[-–—至到] ?| to | until | till | and | bis ))?(?:${clock})(?![\\d:\\p{L}])`,
  "giu",
);
const weekdayPattern =
  /(?<![\p{L}])(?:Mondays?|Tuesdays?|Wednesdays?|Thursdays?|Fridays?|Saturdays?|Sundays?|Montags?|Dienstags?|Mittwochs?|Donnerstags?|Freitags?|Samstags?|Sonntags?)(?![\p{L}])|(?:周|星期)[一二三四五六日天]/gu;
const phonePattern =
  /(?<![\d.,/-])(?:\+\d{1,3}[ -]?(?:\(0\) ?)?\d|0\d|[48]00-\d)(?:[ /()-]{0,2}\d){5,13}(?![\d.,/-]*\d)/gu;

/** All values of a text, in order. Dates and codes come before the numbers that stand in them. */
export function findValues(text: string): readonly FoundValue[] {
  const found: FoundValue[] = [];
  const isFree = (start: number, end: number): boolean => found.every((one) => end <= one.start || start >= one.end);
  const add = (kind: ValueKind, start: number, end: number): void => {
    if (isFree(start, end)) found.push({ text: text.slice(start, end), kind, start, end });
  };
  for (const match of text.matchAll(datePattern)) add("date", match.index, match.index + match[0].length);
  for (const match of text.matchAll(timePattern)) add("time", match.index, match.index + match[0].length);
  for (const match of text.matchAll(phonePattern)) add("phone", match.index, match.index + match[0].length);
  for (const match of text.matchAll(codePattern)) add("code", match.index, match.index + match[0].length);
  for (const match of text.matchAll(durationPattern)) add("duration", match.index, match.index + match[0].length);
  for (const quantity of quantities(text)) add(kindOf(quantity.unit, text, quantity), quantity.start, quantity.end);
  for (const match of text.matchAll(weekdayPattern)) add("weekday", match.index, match.index + match[0].length);
  for (const match of text.matchAll(namePattern)) {
    const lead = match[0].length - match[0].trimStart().length;
    add("name", match.index + lead, match.index + match[0].length);
  }
  return found.toSorted((one, other) => one.start - other.start);
}

function kindOf(
  unit: string | undefined,
  text: string,
  place: { readonly start: number; readonly end: number },
): ValueKind {
  if (unit === undefined) return "number";
  if (unit === "%") return "percent";
  if (/^[A-Z]{3}$/.test(unit)) return "money";
  if (durationUnits.test(unit) || durationUnits.test(text.slice(place.start, place.end).replace(/^[\d.,\s]+/u, "")))
    return "duration";
  return "measure";
}

/** The kinds of value that a whole cell or the text behind a label can be. A short text of letters can be a name. */
export function kindsOf(value: string): ReadonlySet<ValueKind> {
  const kinds = new Set(findValues(value).map(({ kind }) => kind));
  if (!/\d/.test(value) && /\p{L}/u.test(value) && value.length <= 60) kinds.add("name");
  // `1200 desks` is a number of desks as well as a measure, and a bare year can be a date.
  if (kinds.has("measure") || kinds.has("money") || kinds.has("percent")) kinds.add("number");
  if (/^(?:19|20)\d{2}$/.test(value.trim())) kinds.add("date");
  if (kinds.has("date") && rangeMark.test(value)) kinds.add("range");
  return kinds;
}

const rangeMark = /\d\p{L}*\.?(?: ?[–—] ?| to | until | till | bis |起?至|到)(?:\p{Lu}|\d)/u;

/** A year that only says when: no amount, unless it stands alone where an amount is expected. */
export function isBareYear(
  { text, start }: FoundValue,
  around: string,
  ask: { readonly text: string; readonly kinds: readonly ValueKind[] },
): boolean {
  const wantsYear = ask.kinds.length === 0 && /\byears?\b(?!\s*\d)|年份|哪(?:一)?年/iu.test(ask.text);
  const wantsAmount = ask.kinds.length === 0 || ask.kinds.some((kind) => kind === "money" || kind === "number");
  if (!/^(?:19|20)\d{2}$/.test(text.trim()) || wantsYear || !wantsAmount) return false;
  return (
    ask.kinds.length === 0 ||
    ask.kinds[0] === "money" ||
    /\b(?:in|of|for|since|by|from|until|to|and|year|FY|early|late|mid|during|before|after|im|seit|Jahr)\.?\s*$/iu.test(
      around.slice(0, start),
    )
  );
}

/** The years that a text names. */
export function yearsIn(text: string): readonly number[] {
  return [...text.matchAll(/(?<!\d)((?:19|20)\d{2})(?!\d)/g)].map(([year]) => Number(year));
}

const monthMention =
  /(?<![\p{L}])(January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)(?![\p{L}])|(?:19|20)\d{2}-(0[1-9]|1[0-2])(?!\d)|(?<!\d)(1[0-2]|[1-9])月|(?<![一二三四五六七八九十])(十[一二]?|[一二三四五六七八九])月/giu;
const hanDigits = "零一二三四五六七八九十";
const monthStarts = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** The months that a text names, from 1: `March 2024`, `2024-03`, `3月`, `status-march`. */
export function monthsIn(text: string): readonly number[] {
  const found = [...text.matchAll(monthMention)].flatMap(([whole, name, iso, han, spelt]) => {
    // `may` in small letters is a verb.
    if (name !== undefined) return whole === "may" ? [] : [monthStarts.indexOf(name.slice(0, 3).toLowerCase()) + 1];
    return [spelt === undefined ? Number(iso ?? han) : spelt.length * 10 - 10 + hanDigits.indexOf(spelt.at(-1)!)];
  });
  return [...new Set(found)];
}
