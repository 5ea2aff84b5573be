const quarters: readonly (readonly string[])[] = [
  [
    "first quarter",
    "1. quartal",
    "erstes quartal",
    "ersten quartal",
    "premier trimestre",
    "1er trimestre",
    "t1",
    "primer trimestre",
    "第一季度",
    "一季度",
    "1季度",
  ],
  [
    "second quarter",
    "2. quartal",
    "zweites quartal",
    "zweiten quartal",
    "deuxieme trimestre",
    "2e trimestre",
    "t2",
    "segundo trimestre",
    "第二季度",
    "二季度",
    "2季度",
  ],
  [
    "third quarter",
    "3. quartal",
    "drittes quartal",
    "dritten quartal",
    "troisieme trimestre",
    "3e trimestre",
    "t3",
    "tercer trimestre",
    "第三季度",
    "三季度",
    "3季度",
  ],
  [
    "fourth quarter",
    "4. quartal",
    "viertes quartal",
    "vierten quartal",
    "quatrieme trimestre",
    "4e trimestre",
    "t4",
    "cuarto trimestre",
    "第四季度",
    "四季度",
    "4季度",
  ],
];

const ordinals: readonly string[] = [
  "first|erste[rnms]?|premiere?|1er|1re|primer[oa]?|第1|第一",
  "second|zweite[rnms]?|deuxieme|seconde?|2e|segund[oa]|第2|第二",
  "third|dritte[rnms]?|troisieme|3e|tercer[oa]?|第3|第三",
  "fourth|vierte[rnms]?|quatrieme|4e|cuart[oa]|第4|第四",
  "fifth|funfte[rnms]?|cinquieme|5e|quint[oa]|第5|第五",
  "sixth|sechste[rnms]?|sixieme|6e|sext[oa]|第6|第六",
  "seventh|siebte[rnms]?|septieme|7e|septim[oa]|第7|第七",
  "eighth|achte[rnms]?|huitieme|8e|octav[oa]|第8|第八",
  "ninth|neunte[rnms]?|neuvieme|9e|noven[oa]|第9|第九",
  "tenth|zehnte[rnms]?|dixieme|10e|decim[oa]|第10|第十(?![一二三四五六七八九])",
];

/** Which ordinal a folded value is, 1 to 10: `2nd`, `second`, `zweiter`, `第二名`. A place may be named behind it. */
export function ordinalOf(folded: string): number | undefined {
  const number = /^(\d{1,2})(?:st|nd|rd|th|e|er|eme|\.)(?: (?:place|rank|platz|rang|place|lugar|puesto))?$/.exec(
    folded,
  )?.[1];
  if (number !== undefined) return Number(number);
  const at = ordinals.findIndex((words) =>
    new RegExp(`^(?:${words})[名位]?(?: (?:place|rank|platz|rang|lugar|puesto))?$`).test(folded),
  );
  return at < 0 ? undefined : at + 1;
}

/** Whether folded text has the ordinal in figures or words. */
export function holdsOrdinal(ordinal: number, folded: string): boolean {
  const inWords = ordinals[ordinal - 1];
  const inFigures = `${ordinal}(?:st|nd|rd|th|eme|\\.(?= ?(?:platz|rang|stelle)))`;
  return new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${inFigures}${inWords === undefined ? "" : `|${inWords}`})(?![a-z\\d])|第${ordinal}(?!\\d)`,
    "u",
  ).test(folded);
}

/** Whether folded text has any ordinal in figures or words. */
export function holdsAnyOrdinal(folded: string): boolean {
  return (
    /(?<![\p{L}\p{N}])\d{1,2}(?:st|nd|rd|th|eme)(?![a-z\d])/u.test(folded) ||
    ordinals.some((_, index) => holdsOrdinal(index + 1, folded))
  );
}

/** What else a folded name with digits may be written as: `q3` as third quarter, `v2.3` as 2.3, `fy2023` as the year. */
export function writingsOf(name: string): readonly string[] {
  const quarter = /^q([1-4])$/.exec(name)?.[1];
  if (quarter !== undefined) return [name, ...quarters[Number(quarter) - 1]!];
  const version = /^v(\d+(?:\.\d+)+)$/.exec(name)?.[1];
  if (version !== undefined) return [name, version];
  const year = /^(?:fy|gj)'?(\d{4}|\d{2})$/.exec(name)?.[1];
  if (year !== undefined) return [name, year.length === 2 ? `20${year}` : year];
  return [name];
}

/** Folded text with letters and the digits behind them joined, so that `ISO 9001`, `ISO-9001` and `ISO9001` compare equal. */
export function joinCodes(folded: string): string {
  return folded.replaceAll(/(?<=\p{L})[ -](?=\d)/gu, "");
}

/** Letters and then digits, as of a standard, a contract or a model. */
export function isCode(folded: string): boolean {
  return /^\p{L}[\p{L}./]{0,15}[ -]?\d[\d.:-]*\p{L}?$/u.test(folded);
}

/** Titles and forms of companies, which one text has and another leaves out. */
const optional = new Set(
  (
    "dr prof mr mrs ms miss sir herr frau fr hr dipl ing phd md monsieur madame mme mlle senor senora sr sra don dona " +
    "ltd limited gmbh ag inc incorporated llc llp plc corp corporation co company kg kgaa se sa sas sarl bv nv ab oy as spa srl the"
  ).split(" "),
);

/** Folded words without titles and forms of companies; unchanged where nothing is left. */
export function withoutTitles(folded: string): string {
  const words = folded.split(" ").filter((word) => !optional.has(word.replaceAll(/[.,]/g, "")));
  const left = words
    .join(" ")
    .replace(
      /(?<=^\p{sc=Han}{2,12})(?:总经理|经理|先生|女士|博士|教授|主任|总监|总裁|老师|有限公司|股份有限公司)$/u,
      "",
    );
  return left === "" ? folded : left;
}

/** The same address without what browsers add: scheme, `www.` and a slash at the end. `undefined` for what is no address. */
export function addressOf(folded: string): string | undefined {
  const bare = folded.replace(/^(?:https?:\/\/)?(?:www\.)?/, "").replace(/\/$/, "");
  const isWeb = /^(?:https?:\/\/|www\.)\S+$/.test(folded);
  return isWeb || /^\S+@\S+\.\p{L}{2,}$/u.test(folded) ? bare : undefined;
}

/** Telephone and account numbers: digits with whatever parts them, and the letters of a country before. */
export function isLongNumber(folded: string): boolean {
  return /^[\d\s+()/.-]{7,}$/.test(folded) || /^[a-z]{2} ?\d[\d\s]{6,}$/.test(folded);
}

/** Whether a long number stands in a text without what parts numbers; a telephone's with `+49` also with `0`. */
export function holdsLongNumber(folded: string, digits: string): boolean {
  const number = unparted(folded);
  if (digits.includes(number.replace(/^\+/, ""))) return true;
  if (!folded.startsWith("+")) return false;
  return [2, 3, 4].some((length) => number.length - length >= 7 && digits.includes(`0${number.slice(length)}`));
}

/** Folded text without what may part the digits of a long number. */
export function unparted(folded: string): string {
  return folded.replaceAll(/[\s()/.-]/g, "");
}
