import { endOfEscape } from "./terminal.ts";
import { lazily } from "./lazily.ts";

/**
 * The skeleton of a line: what a reader sees in it, in plain ASCII, so that look-alikes compare equal. After the idea of
 * Unicode TS 39 (confusables), cut down to the letters and brackets that our own messages are made of: compatibility forms
 * folded, invisible characters, terminal escapes and white space dropped, letters of other scripts mapped to the Latin
 * letter they resemble.
 */
export interface Skeleton {
  readonly text: string;
  /** For each UTF-16 unit of `text`, the offset in the line of the character it came from. */
  readonly origin: readonly number[];
}

/** A Latin letter or the colon, then what other scripts (Cyrillic, Greek, Armenian, Cherokee, Coptic, Lisu, small capitals) have like it. */
const lookAlikes: readonly string[] = [
  "aаαɑꭺᴀꓮⲁꞓ⍺ӑӓạ",
  "bЬьвβᏴʙꓐƅᖯВ",
  "cсϲᴄꓚⲥⅽ",
  "dԁժᏧᴅꓓⅾ",
  "eеєεҽᴇꓰⲉ℮ё",
  "fғϝẝꓝꞙքꜰ",
  "gԍɡցɢꓖ",
  "hһհᏂʜꓧнΗН",
  "iіιɩɪꙇıӏᎥꓲⲓ",
  "kкκᴋꓗⲕ",
  "lⅼӏʟꓡاⵏ",
  "mмmᴍꓟⲙΜ",
  "nոռпηɴꓠղΝ",
  "oоοօᴏꓳⲟ੦০೦०ం๐",
  "pрρᴘꓑⲣⲢ",
  "qԛգզ",
  "rгʀꓣᴦⲅꭇ",
  "sѕꜱꓢςᏚ",
  "tтτᴛꓔⲧԏΤΤТ†",
  "uυսᴜꓴцʋ",
  "vνѵᴠꓦ",
  "wѡωᴡꓪԝ",
  "xхχꓫⅹ",
  "yуγүʏꓬ",
  ":∶ː꞉׃܃։︰",
];
/** Brackets of other kinds, where compatibility forms do not give the plain one. */
const otherBrackets: readonly string[] = ["<《〈❬❮❰⟨⟪", ">》〉❭❯❱⟩⟫", "(❨❪", ")❩❫", "{❴", "}❵"];
const bracketLookAlikes: readonly string[] = ["[【〔〖〘〚⟦⁅❲｢「『⎡⎢⎣⌈⌊⦋⦍⦏⸢⸤", "]】〕〗〙〛⟧⁆❳｣」』⎤⎥⎦⌉⌋⦌⦎⦐⸣⸥"];

const plain = lazily(
  () =>
    new Map<string, string>(
      [...lookAlikes, ...bracketLookAlikes, ...otherBrackets].flatMap((row) => {
        const [letter = "", ...others] = [...row];
        return others.map((other): [string, string] => [other.toLowerCase(), letter]);
      }),
    ),
);

const invisible = /^[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Mn}\p{Me}\p{Z}\u2800]$/u;

/** Whether a text holds anything that reads as an opening bracket: a square one in any script, or another. */
export const openingBracket = new RegExp(`[\\[［﹇{(<«‹（｛＜﹛﹙《〈❨❪❬❮❰❲❴⟨⟪${bracketLookAlikes[0]!.slice(1)}]`, "u");

export function skeleton(line: string): Skeleton {
  let text = "";
  const origin: number[] = [];
  for (let at = 0; at < line.length;) {
    const escapeEnd = endOfEscape(line, at);
    if (escapeEnd !== undefined) {
      at = escapeEnd;
      continue;
    }
    const character = String.fromCodePoint(line.codePointAt(at) ?? 0);
    for (const seen of asSeen(character)) {
      text += seen;
      for (let unit = 0; unit < seen.length; unit++) origin.push(at);
    }
    at += character.length;
  }
  return { text, origin };
}

function asSeen(character: string): readonly string[] {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return code <= 0x20 || code === 0x7f ? [] : [character.toLowerCase()];
  const letter = plain().get(character.toLowerCase()) ?? enclosedLetter(code);
  if (letter !== undefined) return [letter];
  // Folded first: a letter may be a compatibility form of one that has a look-alike.
  return [...character.normalize("NFKD").toLowerCase()]
    .filter((one) => !invisible.test(one))
    .map((one) => plain().get(one) ?? one);
}

/** Emoji letters, which compatibility forms leave out: negative circled, negative squared, regional indicators. */
function enclosedLetter(code: number): string | undefined {
  const first = [0x1f150, 0x1f170, 0x1f1e6].find((start) => code >= start && code < start + 26);
  return first === undefined ? undefined : String.fromCharCode(0x61 + code - first);
}
