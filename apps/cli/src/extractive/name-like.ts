import type { FoundValue } from "./find-values.ts";
import { foldText } from "@runningtab/terms";
import { monthNames } from "./lexicon.ts";

const particle = /^(?:of|de|da|del|di|van|von|der|den|zu|al|el|la|le|and|und|y|&|the)$/iu;
const titled = /^(?:Dr|Prof|Mr|Mrs|Ms|Frau|Herr|Sir|Dame)\.?$/u;
const calendar =
  /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?$|^(?:Montag|Dienstag|Mittwoch|Donnerstag|Freitag|Samstag|Sonntag)s?$/u;
const hanName = /^[\p{Script=Han}·]{2,24}(?:[（(][^（）()]*[)）])?$/u;
const notHanName = /^(?:[^·]*(?:日|月|年|班|级|岁|元|待定|未定|负责|以及|已|将|可|应|需))$/u;

/** Whether a whole text can be what a person or an organisation is called. */
export function isNameLike(text: string): boolean {
  const plain = text.trim();
  if (hanName.test(plain)) return !notHanName.test(plain.replace(/[（(].*$/u, ""));
  const words = plain.replace(/\s*[(（].*$/u, "").split(/\s+/);
  if (words.length > 7 || /\d{3,}|[:;!?]/.test(plain) || isGrade(plain)) return false;
  const capitals = words.filter(
    (word) => /^["“'(]?\p{Lu}[\p{L}’'.&-]*/u.test(word) && !titled.test(word) && !isCalendar(word),
  );
  return (
    capitals.length > 0 && words.every((word) => capitals.includes(word) || particle.test(word) || titled.test(word))
  );
}

/** `E12`, `B-2`: letters with a number. */
export function isGrade(text: string): boolean {
  return /^\p{Lu}{1,3}[ -]?\d+\p{L}?$/u.test(text);
}

function isCalendar(word: string): boolean {
  const bare = word.replace(/[.,]$/, "");
  return calendar.test(bare) || monthNames.some((name) => name === foldText(bare));
}

/** Single capitalised words inside a sentence, which in English are names. */
export function soleNames(text: string, found: readonly FoundValue[]): readonly FoundValue[] {
  if (/\b(?:der|die|das|und|ist|nicht|sondern|bei)\b/u.test(text)) return [];
  return [...text.matchAll(/(?<=[\p{L}\p{N},]\s+)\p{Lu}[\p{L}’'-]{2,}/gu)].flatMap((match): FoundValue[] => {
    const [start, end] = [match.index, match.index + match[0].length];
    if (isCalendar(match[0]) || found.some((one) => start < one.end && end > one.start)) return [];
    return [{ text: match[0], kind: "name", start, end }];
  });
}
