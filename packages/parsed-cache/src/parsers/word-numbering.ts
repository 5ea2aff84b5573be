import { childElements, childNamed, valueOf, type XmlElement } from "./office/xml.ts";
import type { NumberingReference } from "./word-styles.ts";

/** Counts list paragraphs in document order, and writes their labels as Word would: `1.`, `2.1`, `(b)`. */
export interface WordNumbering {
  /**
   * Label of the next paragraph of that list and level; `undefined` for an unknown list, for one without labels, and
   * for bullets, which say no more than that this is a list.
   */
  next(reference: NumberingReference): string | undefined;
}

interface Level {
  readonly start: number;
  readonly format: string;
  /** `%1.%2.`: the counters of the levels, with text between. */
  readonly text: string;
}

interface List {
  /** Lists of one abstract list count on together. */
  readonly abstractId: string;
  readonly startOverrides: ReadonlyMap<number, number>;
}

export function readNumbering(root: XmlElement | undefined): WordNumbering {
  const abstractLists = new Map<string, ReadonlyMap<number, Level>>();
  const lists = new Map<string, List>();
  for (const element of root === undefined ? [] : childElements(root)) {
    if (element.name === "abstractNum") {
      abstractLists.set(element.attributes.get("abstractNumId") ?? "", readLevels(element));
    } else if (element.name === "num") {
      lists.set(element.attributes.get("numId") ?? "", readList(element));
    }
  }
  const counters = new Map<string, (number | undefined)[]>();
  const started = new Set<string>();

  return {
    next({ numberingId, level }) {
      const list = lists.get(numberingId);
      const levels = list === undefined ? undefined : abstractLists.get(list.abstractId);
      const own = levels?.get(level);
      if (list === undefined || levels === undefined || own === undefined) return undefined;
      const counts = counters.get(list.abstractId) ?? [];
      counters.set(list.abstractId, counts);
      const override = list.startOverrides.get(level);
      const startKey = `${numberingId}/${level}`;
      const before = counts[level];
      if (override !== undefined && !started.has(startKey)) counts[level] = override;
      else counts[level] = before === undefined ? own.start : before + 1;
      started.add(startKey);
      counts.length = level + 1;
      return labelOf(own, levels, counts);
    },
  };
}

function labelOf(
  own: Level,
  levels: ReadonlyMap<number, Level>,
  counts: readonly (number | undefined)[],
): string | undefined {
  if (own.format === "none" || own.format === "bullet") return undefined;
  const label = own.text.replace(/%([1-9])/g, (_, digit: string) => {
    const level = Number(digit) - 1;
    const { start, format } = levels.get(level) ?? { start: 1, format: "decimal" };
    return formatCount(counts[level] ?? start, format);
  });
  return label === "" ? undefined : label;
}

function readLevels(abstractList: XmlElement): ReadonlyMap<number, Level> {
  const levels = new Map<number, Level>();
  for (const element of childElements(abstractList)) {
    if (element.name !== "lvl") continue;
    levels.set(Number(element.attributes.get("ilvl")), {
      start: wholeNumber(valueOf(childNamed(element, "start")), 1),
      format: valueOf(childNamed(element, "numFmt")) ?? "decimal",
      text: valueOf(childNamed(element, "lvlText")) ?? "",
    });
  }
  return levels;
}

function readList(element: XmlElement): List {
  const startOverrides = new Map<number, number>();
  for (const override of childElements(element)) {
    const start = valueOf(childNamed(override, "startOverride"));
    if (override.name === "lvlOverride" && start !== undefined) {
      startOverrides.set(Number(override.attributes.get("ilvl")), wholeNumber(start, 1));
    }
  }
  return { abstractId: valueOf(childNamed(element, "abstractNumId")) ?? "", startOverrides };
}

function wholeNumber(text: string | undefined, otherwise: number): number {
  const value = Number(text ?? otherwise);
  return Number.isSafeInteger(value) && value >= 0 ? value : otherwise;
}

/** Formats that are not written out here count in decimal: the position is right, only its dress differs. */
function formatCount(count: number, format: string): string {
  switch (format) {
    case "decimalZero":
      return String(count).padStart(2, "0");
    case "lowerLetter":
      return letters(count).toLowerCase();
    case "upperLetter":
      return letters(count);
    case "lowerRoman":
      return roman(count).toLowerCase();
    case "upperRoman":
      return roman(count);
    case "chineseCounting":
    case "chineseCountingThousand":
    case "ideographDigital":
    case "japaneseCounting":
    case "taiwaneseCountingThousand":
      return chineseCount(count);
    default:
      return String(count);
  }
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
/** Beyond these bounds a label would be longer than the text; programs do not write them either. */
const MAX_LETTER_COUNT = 26 * 30;
const MAX_ROMAN_COUNT = 3_999;

/** Word counts …, y, z, aa, bb, cc. */
function letters(count: number): string {
  if (count < 1 || count > MAX_LETTER_COUNT) return String(count);
  return (LETTERS[(count - 1) % 26] ?? "").repeat(Math.ceil(count / 26));
}

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, "M"],
  [900, "CM"],
  [500, "D"],
  [400, "CD"],
  [100, "C"],
  [90, "XC"],
  [50, "L"],
  [40, "XL"],
  [10, "X"],
  [9, "IX"],
  [5, "V"],
  [4, "IV"],
  [1, "I"],
];

function roman(count: number): string {
  if (count < 1 || count > MAX_ROMAN_COUNT) return String(count);
  let rest = count;
  let text = "";
  for (const [value, numeral] of ROMAN) {
    while (rest >= value) {
      text += numeral;
      rest -= value;
    }
  }
  return text;
}

const CHINESE_DIGITS = "〇一二三四五六七八九";

function chineseCount(count: number): string {
  if (count < 1 || count > 99) return String(count);
  const tens = Math.floor(count / 10);
  const ones = count % 10;
  const tensText = tens === 0 ? "" : `${tens === 1 ? "" : CHINESE_DIGITS[tens]}十`;
  return `${tensText}${ones === 0 ? "" : CHINESE_DIGITS[ones]}`;
}
