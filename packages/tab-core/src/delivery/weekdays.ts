import { foldText } from "@runningtab/terms";
import { lazily } from "../lazily.ts";

/** Names of the days from Monday to Sunday: English, German, French, Spanish, Chinese; folded. */
const names: readonly string[] = [
  "monday mondays montag montags lundi lunes 周一 星期一 礼拜一",
  "tuesday tuesdays dienstag dienstags mardi martes 周二 星期二 礼拜二",
  "wednesday wednesdays mittwoch mittwochs mercredi miercoles 周三 星期三 礼拜三",
  "thursday thursdays donnerstag donnerstags jeudi jueves 周四 星期四 礼拜四",
  "friday fridays freitag freitags vendredi viernes 周五 星期五 礼拜五",
  "saturday saturdays samstag samstags sonnabend samedi sabado 周六 星期六 礼拜六",
  "sunday sundays sonntag sonntags dimanche domingo 周日 星期日 星期天 礼拜天",
];
const short: readonly string[] = [
  "Mon Mo lun",
  "Tue Tues Di mar",
  "Wed Mi mer mié",
  "Thu Thur Thurs Do jeu jue",
  "Fri Fr ven vie",
  "Sat Sa sam sáb",
  "Sun So dim dom",
];
/** Short names that are hardly anything else; the others count beside another one only: `Mo–Fr`. */
const clear = new Set(["Mon", "Tue", "Tues", "Wed", "Thu", "Thur", "Thurs", "Fri"]);

const table = lazily(() => {
  const dayOf = new Map<string, number>();
  for (const [day, row] of names.entries()) for (const name of row.split(" ")) dayOf.set(name, day + 1);
  for (const [day, row] of short.entries()) for (const name of row.split(" ")) dayOf.set(name, day + 1);
  const shortNames = short.join(" ").replaceAll(" ", "|");
  const spaced =
    "monday|montag|lundi|lunes|tuesday|dienstag|mardi|martes|wednesday|mittwoch|mercredi|mi[eé]rcoles|thursday|donnerstag|jeudi|jueves|friday|freitag|vendredi|viernes|saturday|samstag|sonnabend|samedi|s[aá]bado|sunday|sonntag|dimanche|domingo";
  return {
    dayOf,
    long: new RegExp(`(?<!\\p{L})(?:${spaced})s?(?!\\p{L})|(?:周|星期|礼拜)[一二三四五六日天]`, "giu"),
    range: new RegExp(
      `(?<!\\p{L})(?:${shortNames})\\.?(?:(?:\\s?[-–—/,&+]\\s?|\\s(?:to|bis|and|und|à|au|a)\\s)(?:${shortNames})(?!\\p{L})\\.?)+`,
      "gu",
    ),
    one: new RegExp(`(?<!\\p{L})(?:${shortNames})(?!\\p{L})`, "gu"),
  };
});

/** The days that a text names, 1 for Monday to 7: `Monday to Friday` and `Mo–Fr` name two. */
export function weekdaysOf(text: string): ReadonlySet<number> {
  const { dayOf, long, range, one } = table();
  const days = new Set<number>();
  for (const [name] of text.matchAll(long)) {
    const folded = foldText(name);
    const day = dayOf.get(folded) ?? dayOf.get(folded.replace(/s$/, ""));
    if (day !== undefined) days.add(day);
  }
  for (const [span] of text.matchAll(range)) for (const [name] of span.matchAll(one)) days.add(dayOf.get(name)!);
  for (const [name] of text.matchAll(one)) if (clear.has(name)) days.add(dayOf.get(name)!);
  return days;
}

/** The text without the names of days. */
export function withoutWeekdays(text: string): string {
  const { long, range } = table();
  return text.replaceAll(long, " ").replaceAll(range, " ");
}
