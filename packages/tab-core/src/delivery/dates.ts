import { foldText } from "@runningtab/terms";
import { lazily } from "../lazily.ts";

/** A calendar date as far as it is written: a month needs a day or a year beside it. */
export interface CalendarDate {
  readonly year?: number;
  readonly month: number;
  readonly day?: number;
}

export interface Dates {
  /** Each with all its readings: `04/03/2024` is the fourth of March and the third of April. */
  readonly dates: readonly (readonly CalendarDate[])[];
  /** The text with the dates blanked out, so that a day is not taken for an amount. Same length. */
  readonly rest: string;
  /** Years of the dates; a claim of a year alone is met by them. */
  readonly years: readonly number[];
}

const monthNames: readonly string[] = [
  "january jan januar janner janvier janv enero ene",
  "february feb februar fevrier fevr febrero",
  "march mar marz maerz mars marzo",
  "april apr avril avr abril abr",
  "may mai mayo",
  "june jun juni juin junio",
  "july jul juli juillet juil julio",
  "august aug aout agosto ago",
  "september sep sept septembre septiembre setiembre",
  "october oct oktober okt octobre octubre",
  "november nov novembre noviembre",
  "december dec dezember dez decembre diciembre dic",
];
const monthByName = new Map(
  monthNames.flatMap((names, index) => names.split(" ").map((name): [string, number] => [name, index + 1])),
);
// Longest first, and with the accents that folding removes, because places in the text must stay.
const accented: Readonly<Record<string, string>> = { a: "[aä]", e: "[eéè]", u: "[uû]" };
const monthPattern = [...monthByName.keys()]
  .toSorted((one, other) => other.length - one.length)
  .map((name) => name.replaceAll(/[aeu]/g, (letter) => accented[letter]!))
  .join("|");
const month = `(?<name>${monthPattern})\\.?(?!\\p{L})`;
const ordinal = "(?:st|nd|rd|th|er|ère|º|\\.)?";
const day = `(?<day>\\d{1,2})${ordinal}`;
const untilDay = `(?:\\s*(?:-|–|—|to|until|bis|au|al|und|and|/)\\s*(?<last>\\d{1,2})${ordinal})?`;
const of = "\\s*(?:of\\s+|de\\s+|del\\s+|-|/)?\\s*";
const begin = "(?<![\\p{L}\\p{N}./-])(?<!\\p{N},)";
const end = "(?![\\p{N}]|[.,/-]\\p{N})";

/** In the order tried; each is looked for in what the ones before left. */
const patterns = lazily((): readonly RegExp[] =>
  [
    "(?<!\\d)(?<year>\\d{4})\\s*[年년]\\s*(?<month>\\d{1,2})\\s*[月월](?:\\s*(?<day>\\d{1,2})\\s*[日号日일])?",
    "(?<![\\d])(?<month>\\d{1,2})\\s*[月월]\\s*(?<day>\\d{1,2})\\s*[日号일]",
    `${begin}(?<year>\\d{4})(?<mark>[-/.])(?<month>\\d{1,2})\\k<mark>(?<day>\\d{1,2})(?!\\d|[.,/-]\\d)`,
    `${begin}(?<first>\\d{1,2})(?<mark>[-/.])\\s?(?<second>\\d{1,2})\\k<mark>\\s?(?<year>\\d{4}|\\d{2})${end}`,
    `${begin}${day}${untilDay}${of}${month}(?:,?${of}(?<year>\\d{4})${end})?`,
    `(?<!\\p{L})${month}\\s+(?<day>\\d{1,2})(?:st|nd|rd|th)?${untilDay}(?:,?\\s*(?<year>\\d{4}))?${end}`,
    `(?<!\\p{L})${month}(?:\\s+(?:of|de|del))?[\\s,/-]*(?<year>\\d{4})${end}`,
    `${begin}(?<year>\\d{4})-(?<month>0[1-9]|1[0-2])${end}`,
    `${begin}(?<month>0[1-9]|1[0-2])[/.](?<year>\\d{4})${end}`,
  ].map((source) => new RegExp(source, "giu")),
);

/** The dates of a text, in numbers and in the month names of English, German, French and Spanish, and in CJK writing. */
export function readDates(text: string): Dates {
  const dates: (readonly CalendarDate[])[] = [];
  const years: number[] = [];
  let rest = text;
  for (const pattern of patterns()) {
    rest = rest.replaceAll(pattern, (...matched) => {
      const written = String(matched[0]);
      const found = readingsOf(matched.at(-1) as Readonly<Record<string, string | undefined>>);
      if (found.length === 0) return written;
      for (const readings of found) {
        dates.push(readings);
        for (const { year } of readings.slice(0, 1)) if (year !== undefined) years.push(year);
      }
      return " ".repeat(written.length);
    });
  }
  return { dates, rest, years };
}

/** One date, or two for a span of days (`15-17 March`), each with its readings; none for what no calendar has. */
function readingsOf(groups: Readonly<Record<string, string | undefined>>): readonly (readonly CalendarDate[])[] {
  const number = (name: string): number | undefined => (groups[name] === undefined ? undefined : Number(groups[name]));
  const written = number("year");
  const year = written !== undefined && written < 100 ? written + (written < 70 ? 2_000 : 1_900) : written;
  const [first, second] = [number("first"), number("second")];
  if (first !== undefined && second !== undefined) {
    const orders =
      groups["mark"] === "."
        ? [[first, second]]
        : [
            [first, second],
            [second, first],
          ];
    const readings = orders.flatMap(([ofDay, ofMonth]) => valid(year, ofMonth, ofDay));
    return readings.length === 0 ? [] : [readings];
  }
  const ofMonth = groups["name"] === undefined ? number("month") : monthByName.get(foldText(groups["name"]));
  return [number("day"), ...(groups["last"] === undefined ? [] : [number("last")])].flatMap((ofDay) => {
    const readings = valid(year, ofMonth, ofDay);
    return readings.length === 0 ? [] : [readings];
  });
}

function valid(year: number | undefined, ofMonth: number | undefined, ofDay: number | undefined): CalendarDate[] {
  if (ofMonth === undefined || ofMonth < 1 || ofMonth > 12) return [];
  if (ofDay !== undefined && (ofDay < 1 || ofDay > 31)) return [];
  return [{ ...(year !== undefined && { year }), month: ofMonth, ...(ofDay !== undefined && { day: ofDay }) }];
}

/** Whether a written date can be the claimed one: a year that one of them leaves out is no difference, a day is. */
export function meetsDate(claimed: readonly CalendarDate[], written: readonly CalendarDate[]): boolean {
  return claimed.some((claim) =>
    written.some(
      (date) =>
        claim.month === date.month &&
        (claim.day === undefined || claim.day === date.day) &&
        (claim.year === undefined || date.year === undefined || claim.year === date.year),
    ),
  );
}
