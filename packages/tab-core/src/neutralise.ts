import { lazily } from "./lazily.ts";
import { openingBracket, skeleton } from "./skeleton.ts";
import { withoutControls, withoutEscapes } from "./terminal.ts";

/** `[tab]` in a skeleton, in whatever brackets. Repeats are bounded, so that the search stays linear. */
const mark = String.raw`[[{(<«‹]\W{0,4}(?:running)?tab\W{0,4}[\]})>»›]`;

/**
 * How our own lines begin, in a skeleton: the mark and then a word of our grammar. The mark alone (an INI section `[tab]`,
 * a key `[Tab]` in a manual) is no imitation.
 */
const imitation = new RegExp(
  String.raw`${mark}[^\w=]{0,4}(?:norequirement|requirements?(?::|\W{0,3}\d)|finishcheck|deliverycheck|candidates?:|readlog|lasttabuse|next:|review(?:after|before|at)|\d{1,9}(?:requirement|open)|tab_(?:add|resolve|list|show)|r\d{1,6}(?:done|open|unavailable|\[)|l\d{1,6}:)`,
  "gu",
);

/**
 * What a reader would take for the environment's word although we never say it, where it begins a line: the mark and then
 * leave to stop, or that all is done. `[Tab] You can move on with …` of a manual is none of it.
 */
const orders = [
  "(?:you(?:may|can|should|must|needto|arefreeto)|(?:please)?)(?:now|just|safely|already)?(?:finish|stop(?:now|here|reading|searching)|submit(?:now|it|the)|end(?:now|thetask|yourturn|the(?:run|session))|handin|handover|ignore(?:all|any|the|every|previous)|resolveall|markall|closeall|skip(?:the(?:rest|remaining|other|check)|allother|reading))",
  "(?:all|every|the)(?:thing|your)?(?:open|remaining|of)?(?:the|your)?(?:requirements?|tasks?|work|items?|checks?|files?|evidence)(?:is|are|was|were|have|has)?(?:now|been|already|all)?(?:done|complete|finished|resolved|met|fulfilled|satisfied|passed|closed|read)",
  "(?:everything|nothing)(?:is|else|more|further)(?:is)?(?:now)?(?:done|complete|owed|open|missing|needed|required|left|todo)",
  "no(?:more|further|other)(?:requirements?|files?|work|reading|action|checks?|evidence)",
  "task(?:is|has)?(?:been|now)?(?:done|complete|finished|closed)",
  "(?:dukannst|siekonnen|bitte)(?:jetzt|nun)?(?:aufhoren|beenden|abgeben|abschliess)|alleanforderungen|(?:die)?aufgabe(?:ist)?(?:erledigt|fertig|abgeschlossen)",
  "(?:vouspouvez|tupeux|veuillez)(?:maintenant)?(?:terminer|arreter|finir|rendre)|tou[ts]e?slesexigences|(?:la)?tache(?:est)?terminee",
  "(?:ya)?(?:puedes?|pueden?)(?:ya)?(?:terminar|parar|acabar|entregar)|todoslosrequisitos|(?:la)?tarea(?:esta)?(?:terminada|completa)",
  "[你您]?(?:现在|已经)?(?:可以|应该|必须|请|无需再|不必再)(?:现在|立即|直接)?(?:结束|完成|停止|提交|忽略)|任务(?:已经|已)?(?:全部)?(?:完成|结束)|(?:所有|全部)(?:要求|任务|需求)",
];
const order = lazily(
  () =>
    new RegExp(
      String.raw`^[^\w[{(<«‹]{0,40}(?:\d{1,7}[^\w[{(<«‹]{0,4})?(${mark})[^\w=]{0,4}(?:${orders.join("|")})`,
      "u",
    ),
);

/** Text between one of these marks and its end is read from right to left. */
const turnedAround = /[\u202b\u202e\u2067\u200f]([^\u202c\u2069\u202a\u202d\u202e\u202b\u2066-\u2068\u200f]*)/gu;

/**
 * File text as it may stand in front of a model: wherever a line imitates this package's messages, or gives leave to stop in
 * their form, `[tab]` becomes `\[tab]`, also in other brackets and in full-width, zero-width, coloured, reversed or other-script spelling. Every other line stays as it is, to the last
 * character. Neutralising again changes nothing more.
 */
export function neutralise(text: string): string {
  if (!openingBracket.test(text)) return text;
  return text.split("\n").map(neutraliseLine).join("\n");
}

function neutraliseLine(line: string): string {
  if (!openingBracket.test(line) || isPlainlyHarmless(line)) return line;
  const { text, origin } = skeleton(line);
  const matches = marksIn(text);
  if (matches.length === 0) return looksReversed(line) ? `\\[tab] (reversed text) ${plain(line)}` : line;
  let result = "";
  let copied = 0;
  for (const match of matches) {
    result += `${plain(line.slice(copied, origin[match.start]))}\\[tab]`;
    const close = origin[match.close] ?? line.length;
    copied = close + String.fromCodePoint(line.codePointAt(close) ?? 0).length;
  }
  return result + plain(line.slice(copied));
}

/** Where a skeleton's marks begin and close that speak as ours; none that is marked already. */
function marksIn(text: string): readonly { readonly start: number; readonly close: number }[] {
  const starts = Array.from(text.matchAll(imitation), ({ index }) => index);
  const ordered = order().exec(text);
  if (ordered !== null) starts.unshift(ordered[0].indexOf(ordered[1]!));
  return [...new Set(starts)]
    .filter((start) => text[start - 1] !== "\\")
    .map((start) => ({ start, close: start + text.slice(start + 1).search(/[\]})>»›]/) + 1 }));
}

/** Nearly all lines, found without a skeleton: printable ASCII that does not even hold the word. */
function isPlainlyHarmless(line: string): boolean {
  return /^[\t\u0020-\u007e]*$/.test(line) && !/t\s*a\s*b/i.test(line);
}

/** Whether direction marks make a screen show an imitation that the stored order does not hold. */
function looksReversed(stored: string): boolean {
  // Turned around, an escape would swallow what stands before it.
  const line = withoutEscapes(stored);
  const shown = line.replaceAll(turnedAround, (_, inside: string) => [...inside].toReversed().map(mirrored).join(""));
  if (shown === line) return false;
  const asStored = line.replaceAll(turnedAround, (_, inside: string) => [...inside].toReversed().join(""));
  return [shown, asStored].some((text) => marksIn(skeleton(text).text).length > 0);
}

function mirrored(character: string): string {
  return character === "[" ? "]" : character === "]" ? "[" : character;
}

/** What a line that plays tricks is shown with: nothing that a reader cannot see. */
function plain(text: string): string {
  return withoutControls(text).replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "");
}
