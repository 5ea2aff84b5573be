import { foldText, quantities, type Quantity, standardAnalyzer } from "@runningtab/terms";
import { stanceWordsOf } from "../polarity/turned.ts";
import { type CalendarDate, readDates } from "./dates.ts";
import { writeOutHanNumerals } from "./han-numerals.ts";
import { ordinalOf, withoutTitles, writingsOf } from "./name-writings.ts";
import { writeOutNumbers } from "./number-words.ts";
import { joinParts } from "./parts.ts";
import { plainForms, spacedRatios } from "./plain-forms.ts";
import { readTimes } from "./times.ts";
import { weekdaysOf, withoutWeekdays } from "./weekdays.ts";
import { foldedLine } from "./written-text.ts";

/** A value as it is looked for: by its dates, times and amounts where it has any, by its words otherwise. */
export interface Claim {
  readonly written: string;
  readonly folded: string;
  readonly dates: readonly (readonly CalendarDate[])[];
  /** Minutes after midnight. */
  readonly times: readonly number[];
  /** 1 for Monday to 7. */
  readonly weekdays: ReadonlySet<number>;
  readonly amounts: readonly Quantity[];
  /** The whole value as a rank: 2 for `2nd` and `second place`. */
  readonly ordinal?: number;
  /** Words with digits in them, such as `Q3` and `POL-358`, and periods; each as any of its writings. */
  readonly names: readonly (readonly string[])[];
  /** Terms of the value's words, without its figures, titles (`Dr.`) and forms of companies (`Ltd.`). */
  readonly terms: readonly string[];
  /** Those of them that take a side (`prohibited`): another word of the same side is as good. */
  readonly stanceTerms: ReadonlySet<string>;
  /** What the value is about: small numbers without a unit count only near one of these. */
  readonly subject: ReadonlySet<string>;
}

export function readClaim(value: string, about: { readonly text: string; readonly aliases: readonly string[] }): Claim {
  const written = plainForms(value);
  const folded = foldedLine(written);
  const weekdays = weekdaysOf(written);
  const { dates, rest: withoutDates } = readDates(writeOutHanNumerals(written));
  const { times, rest: withoutTimes } = readTimes(weekdays.size > 0 ? withoutWeekdays(withoutDates) : withoutDates);
  const ordinal = ordinalOf(folded);
  const rest = ordinal === undefined ? writeOutNumbers(spacedRatios(withoutTimes)) : written;
  const amounts = ordinal === undefined ? joinParts(quantities(rest), rest) : [];
  const words = amounts.reduceRight((text, { start, end }) => blank(text, start, end), rest);
  const names =
    ordinal === undefined
      ? [...words.matchAll(/(?<![\p{L}\p{N}])(?=[\p{L}-]*\p{N})(?=[\p{N}.-]*\p{L})[\p{L}\p{N}.-]+/gu)]
      : [];
  const terms = [...new Set(standardAnalyzer.terms(withoutTitles(foldedLine(words))))];
  return {
    written,
    folded,
    dates,
    times,
    weekdays,
    amounts,
    ...(ordinal !== undefined && { ordinal }),
    names: names.map(([name]) => writingsOf(foldText(name))),
    terms,
    stanceTerms: new Set(stanceWordsOf(written).flatMap((word) => standardAnalyzer.terms(word))),
    subject: new Set([about.text, ...about.aliases].flatMap((text) => standardAnalyzer.terms(text)).concat(terms)),
  };
}

/** Bare answers stand in every text, or in none though it says so: there is nothing to look for. */
export function isLookedFor(claim: Claim): boolean {
  return !/^(?:none|yes|no|n\/a|na|ja|nein|oui|non|si|true|false|是|否|有|无|wahr|falsch|-)?[.!。]?$/u.test(
    claim.folded,
  );
}

function blank(text: string, start: number, end: number): string {
  return text.slice(0, start) + " ".repeat(end - start) + text.slice(end);
}
