import { lazily } from "./lazily.ts";

/** Other writings of the characters that matter in numbers; each stands for one UTF-16 unit, so offsets stay. */
const plainCharacters: Readonly<Record<string, string>> = {
  "，": ",",
  "．": ".",
  "％": "%",
  "٪": "%",
  "﹪": "%",
  "（": "(",
  "）": ")",
  "＋": "+",
  "－": "-",
  "−": "-",
  "﹣": "-",
  "＄": "$",
  "￥": "¥",
  "￡": "£",
  "￦": "₩",
  "’": "'",
  ʼ: "'",
  "＇": "'",
  "٫": ".",
  "٬": ",",
  "：": ":",
  "／": "/",
  "\u2007": "\u00a0",
  "\u2008": "\u00a0",
  "\u2009": "\u00a0",
  "\u200a": "\u00a0",
  "\u202f": "\u00a0",
  "\u3000": " ",
};

/** The zeros of the digits outside ASCII that texts use, all in the basic plane: Arabic, Persian, Devanagari … full-width. */
const zeros = "٠۰߀०০੦૦୦௦౦೦൦๐໐༠၀០᠐０";

const notPlain = new RegExp(
  `[${Object.keys(plainCharacters).join("")}${Array.from(zeros, (zero) => `${zero}-${String.fromCharCode(zero.charCodeAt(0) + 9)}`).join("")}]`,
  "g",
);

/** The text with ASCII digits, marks, signs and brackets, in the same number of UTF-16 units. */
export function plainNumberText(text: string): string {
  return text.replace(notPlain, (character) => plainCharacters[character] ?? digit(character));
}

function digit(character: string): string {
  const code = character.charCodeAt(0);
  const zero = Array.from(zeros, (each) => each.charCodeAt(0)).findLast((start) => start <= code)!;
  return String(code - zero);
}

/** Whether the UTF-16 unit is an ASCII digit; false outside the text. */
export function isDigitAt(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= 48 && code <= 57;
}

const spacedLetter = lazily(
  () => /[[\p{L}\p{M}]--[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}ー]]/v,
);

/** Whether a letter stands here that can be part of a spaced word, and so of an identifier. */
export function isLetterAt(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
  return index >= 0 && index < text.length && spacedLetter().test(text[index]!);
}

/** Whether a space that can stand inside a quantity is here: any but a line break or a tab. */
export function isSpaceAt(text: string, index: number): boolean {
  return text[index] === " " || text[index] === "\u00a0";
}
