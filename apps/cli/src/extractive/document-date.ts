import { versionMarks } from "./document-version.ts";
import { findValues, monthsIn, yearsIn } from "./find-values.ts";
import type { PageLine } from "./page-lines.ts";

const headLines = 8;

/**
 * When a document was made: the date in its path, in its title, or in a line of its head that says so (`Date: …`). ISO,
 * to the day, the month or the year; `undefined` when none of them tells.
 */
export function documentDate(path: string, title: string, lines: readonly PageLine[]): string | undefined {
  const dated = lines
    .slice(0, headLines)
    .find(({ text }) =>
      /^[-*•\s]*(?:Date|Sent|As of|Status as of|Last (?:updated|changed|modified)|Updated|Revised|Issued|Effective|Valid from|Version of|Datum|Stand|Gesendet|日期|时间|更新日期|发布日期|截至|版本日期)\s*(?:[:：]|(?=\d))/iu.test(
        text,
      ),
    )?.text;
  return versionMarks(path).date ?? isoDate(title) ?? (dated === undefined ? undefined : isoDate(dated));
}

function isoDate(text: string): string | undefined {
  const written = findValues(text).find(({ kind }) => kind === "date")?.text;
  if (written === undefined) return versionMarks(text).date;
  const numeric = /(\d{4})[-年.](\d{1,2})(?:[-月.](\d{1,2}))?/u.exec(written);
  const [year, month] = numeric === null ? [yearsIn(written)[0], monthsIn(written)[0]] : [numeric[1], numeric[2]];
  if (year === undefined) return undefined;
  const day = numeric === null ? /(?<!\d)(\d{1,2})(?!\d)/.exec(written)?.[1] : numeric[3];
  return [
    String(year),
    ...[month, month === undefined ? undefined : day].flatMap((part) =>
      part === undefined ? [] : [String(part).padStart(2, "0")],
    ),
  ].join("-");
}

/** Whether the head of a document says that it no longer holds: `This version is superseded.` */
export function saysItIsOutdated(lines: readonly PageLine[]): boolean {
  return lines
    .slice(0, headLines)
    .some(({ text, cells }) => cells === undefined && text.length <= 120 && outdatedNotice.test(text));
}

const outdatedNotice =
  /\b(?:superseded|obsolete|outdated|out of date|no longer (?:valid|in force|current)|replaced by|withdrawn|draft,? not (?:final|agreed))\b|^(?:status|stand)\s*[:：]\s*draft\b|(?:已|现)(?:作废|废止|失效)|本版已/iu;
