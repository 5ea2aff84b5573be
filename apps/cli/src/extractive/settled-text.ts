import { findValues } from "./find-values.ts";

/*
 * A text that corrects something names two values, of which one no longer holds: "not Monday but Friday", "rises from 40
 * to 45", "Ida Holm replaces Per Lund", "由甲改为乙". The rules below say which part is the old one. They know forms of
 * correcting, never what is corrected.
 */

/** Anything up to the end of the sentence or part; a full stop inside a number ends nothing. */
const some = String.raw`(?:[^.;。；]|\.(?=\d)|(?<=\d)\.(?=\s(?:Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez))){1,90}?`;

const change = String.raw`(?:mov|chang|postpon|rais|increas|reduc|lower|shift|adjust|extend|amend|updat|switch|correct|delay|grow|drop|revis|resched|transfer)(?:es|e|s|ed|ing|uled)?|pped|cut|rises?|rose|risen|went|goes|go|gone|falls?|fell|fallen|grew|grown|brought forward|put back|pushed back|verschoben|verlegt|erhöht|gesenkt|geändert|steigt|stieg|sinkt|sank|wechselt`;
const han = String.raw`(?:[^。；，,;]|,(?=\d)){1,40}?`;
const hanChange =
  "(?:改为|改成|改至|改到|调整为|调整至|变更为|变更至|更改为|变为|调至|增至|增加到|增加至|提高到|提高至|升至|上调至|降至|降低到|下调至|推迟到|推迟至|提前到|提前至|延至|延期至)";

/** The group `old` is what no longer holds. */
const corrections: readonly RegExp[] = [
  new RegExp(String.raw`\b(?:no longer|not|never|n['’]t)\s(?<old>${some})(?=,?\s(?:but|instead)\b(?!\salso))`, "giu"),
  new RegExp(
    String.raw`\b(?:nicht(?:\smehr)?|kein(?:e|er|en|em|es)?)\s(?<old>${some})(?=,?\ssondern\b(?!\sauch))`,
    "giu",
  ),
  new RegExp(
    String.raw`(?<![\p{L}])(?:${change})\b(?:[^.;]{0,40}?\s)?\b(?:from|von|vom)\s(?<old>${some})(?=\s(?:to|auf|zu|zum)\s)`,
    "giu",
  ),
  new RegExp(
    String.raw`(?<![\p{L}])(?:from|von|vom)\s(?<old>${some})(?=\s(?:auf|zu|zum)\s${some}\b(?:${change})(?![\p{L}]))`,
    "giu",
  ),
  /\b(?:up|down) from\s(?<old>(?:[^.,;]|[.,](?=\d)){1,60})/giu,
  /\b(?:instead of|in place of|rather than|in lieu of|anstelle von|anstatt|statt)\s(?<old>(?:[^.,;]|[.,](?=\d)){1,60})/giu,
  /\b(?:formerly|previously|used to be|until now|until then|hitherto|bisher|früher|vormals|zuvor)\s(?<old>(?:[^.,;()]|[.,](?=\d)){1,60})/giu,
  new RegExp(
    String.raw`(?:不再?是|并非是?|不再由|不是由|不再为)(?<old>${han})(?=[，,]?(?:而是|改为|改由|而由|由))`,
    "gu",
  ),
  new RegExp(String.raw`(?:由|从|自)?(?<old>${han})(?=${hanChange})`, "gu"),
  /(?:原为|原定于|原定|原是|此前为|原先为|而不是|而非)(?<old>[^。；，,;）)]{1,40})/gu,
  /(?:接替|取代|代替|替换)(?<old>[\p{Script=Han}·]{2,4}?)(?=担任|出任|成为|为|的|任|[。，；]|$)/gu,
];

/** What comes first in what follows these is the old one. */
const before =
  /\b(?:replac(?:es|ed|ing)|succeed(?:s|ed|ing)|supersed(?:es|ed|ing)|takes? over from|took over from|ersetzt|folgt auf)\s+(?!by\b|durch\b)/giu;
/** What comes last before these is the old one. */
const after =
  /\b(?:(?:is|are|was|were|been|being|be)\s+(?:replaced|succeeded|superseded)\s+by|wird durch|wurde durch|gives way to|gave way to|hands over to|handed over to)\b/giu;
/** Right before a value: it is said not to be this. */
const denial =
  /\b(?:no longer|not|nicht(?: mehr)?|never)\s+(?:(?:by|for|from|on|at|in|of|to|the|a|an|am|um|bei|von)\s+)*$|(?:不再?是|并非)$/iu;

/**
 * The text with what it says no longer holds blanked out, of the same length, so that places in one are places in the
 * other.
 */
export function settledText(text: string): string {
  const old: { readonly start: number; readonly end: number }[] = [];
  for (const rule of corrections) {
    for (const match of text.matchAll(rule)) {
      const part = match.groups?.["old"] ?? "";
      const at = match.index + match[0].lastIndexOf(part);
      old.push(
        hasHanChange(match[0], text, match.index)
          ? lastWordOf(text, at, at + part.length)
          : { start: at, end: at + part.length },
      );
    }
  }
  const values = findValues(text);
  for (const match of text.matchAll(before)) {
    const from = match.index + match[0].length;
    const value = values.find(({ start }) => start >= from && start - from <= 30);
    old.push(value ?? nextWord(text, from));
  }
  for (const match of text.matchAll(after)) {
    const value = values.findLast(({ end }) => end <= match.index);
    old.push(value ?? { start: text.lastIndexOf(" ", match.index - 2) + 1, end: match.index });
  }
  for (const value of values) if (denial.test(text.slice(0, value.start))) old.push(value);
  return old.reduce((left, { start, end }) => left.slice(0, start) + " ".repeat(end - start) + left.slice(end), text);
}

/** Whether a text says that something changed or is not what one may think. */
export function statesChange(text: string): boolean {
  return settledText(text) !== text || changeMark.test(text);
}

const changeMark =
  /\b(?:no longer|from now on|with immediate effect|instead|now|henceforth|new(?:ly)?|changed|moved|postponed|replaces|is replaced|cancelled|ab sofort|künftig|nunmehr)\b|改为|调整为|变更|现为|自即日起/iu;

/** `X改为Y` without a word before X: only the value in X is old, what is asked about stands there as well. */
function hasHanChange(matched: string, text: string, index: number): boolean {
  return (
    /\p{Script=Han}/u.test(matched) &&
    new RegExp(`^${hanChange}`, "u").test(text.slice(index + matched.length)) &&
    !/^(?:由|从|自|不|并非)/u.test(matched)
  );
}

function lastWordOf(text: string, start: number, end: number): { readonly start: number; readonly end: number } {
  const part = text.slice(start, end);
  const marked = Math.max(part.lastIndexOf("由"), part.lastIndexOf("从"), part.lastIndexOf("自"));
  if (marked >= 0) return { start: start + marked + 1, end };
  const value = findValues(part).at(-1);
  return value === undefined ? { start: end, end } : { start: start + value.start, end: start + value.end };
}

function nextWord(text: string, from: number): { readonly start: number; readonly end: number } {
  return { start: from, end: from + (/^[^\s,.;]+/.exec(text.slice(from))?.[0].length ?? 0) };
}
