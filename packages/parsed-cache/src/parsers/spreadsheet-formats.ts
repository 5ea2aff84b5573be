import { serialToIso } from "./spreadsheet-dates.ts";

/** Formats a number as the library does. Throws for formats that it does not understand. */
export type FormatNumber = (format: string, value: number) => string;

export interface NumberFormats {
  /** The number as the program shows it; `shown` is what the library made of it, if it did. */
  show(format: string, value: number, shown: string | undefined): string | undefined;
}

/**
 * Shows numbers in formats that the library refuses or gets wrong: literal characters that stand without quotes
 * (`dd.mm.yyyy`, `0.0 °C`, `yyyy年m月`), names of months and days in another language (`[$-407]mmmm`), and `General` as one of
 * several sections. Sections and codes: ECMA-376 part 1, 18.8.31.
 */
export function createNumberFormats(formatNumber: FormatNumber, date1904: boolean): NumberFormats {
  const known = new Map<string, Format>();
  const lookUp = (format: string): Format => {
    let found = known.get(format);
    if (found === undefined) known.set(format, (found = readFormat(format)));
    return found;
  };
  return {
    show(format, value, shown) {
      const { sections, locale, isKnownToLibrary } = lookUp(format);
      if (isKnownToLibrary && shown !== undefined) return shown;
      const [section, shownValue] = sectionFor(sections, value);
      const date = locale === undefined ? undefined : serialToIso(value, date1904);
      try {
        return formatNumber(date === undefined ? section : withNames(section, date, locale!), shownValue);
      } catch {
        return shown;
      }
    },
  };
}

interface Format {
  /** Several only where they have to be chosen from here; with all literal characters escaped. */
  readonly sections: readonly string[];
  /** Of the names of months and days. */
  readonly locale: string | undefined;
  readonly isKnownToLibrary: boolean;
}

/** What stands in quotes or brackets, or is escaped, names of formats, and single characters. */
const PIECES = /"[^"]*"?|\[[^\]]*\]?|[\\_*][^]|general|am\/pm|a\/p|[^]/gi;
const CODE = /^(?:[0#?.,%eE+\-/:;@\s$()<>=ymdhsbg]|general|am\/pm|a\/p)$/i;
const NAMES = /^(?:m{3,5}|d{3,4})$/i;
const LANGUAGE = /\[\$[^\]-]*-([0-9a-f]+)/i;

function readFormat(format: string): Format {
  const pieces: readonly string[] = format.match(PIECES) ?? [];
  const isDate = pieces.some((piece) => /^[yd]$/i.test(piece)) || /m{3}|h.*m|m.*s/i.test(format);
  const escaped = pieces.map((piece, index) => {
    if (piece.length > 1) return piece;
    const isDot = piece === "." && isDate && pieces[index + 1] !== "0";
    return isDot || !CODE.test(piece) ? `\\${piece}` : piece;
  });
  const language = Number.parseInt(LANGUAGE.exec(format)?.[1] ?? "", 16);
  const hasNames = /m{3}|d{3}/i.test(format);
  const locale = hasNames ? LOCALES.get(language & PRIMARY_LANGUAGE) : undefined;
  const hasGeneral = pieces.some((piece) => /^general$/i.test(piece)) && pieces.includes(";");
  const sections = hasGeneral ? escaped.join("").split(";") : [escaped.join("")];
  return { sections, locale, isKnownToLibrary: !hasGeneral && locale === undefined };
}

/** The section for a number, positive, negative or zero, and the number without the sign that the section says. */
function sectionFor(sections: readonly string[], value: number): readonly [section: string, value: number] {
  const [positive = "", negative, zero] = sections;
  if (value < 0 && negative !== undefined) return [negative, -value];
  return [value === 0 ? (zero ?? positive) : positive, value];
}

/** The section with the names of the date's month and day in place of their codes. */
function withNames(section: string, date: string, locale: string): string {
  const day = new Date(`${date.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(day.getTime())) return section;
  const name = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" }).format(day);
  return section.replaceAll(/"[^"]*"?|\[[^\]]*\]?|[\\_*][^]|m+|d+/gi, (code) => {
    if (!NAMES.test(code)) return code;
    const width = code.length === 3 ? "short" : code.length === 4 ? "long" : "narrow";
    return `"${/m/i.test(code) ? name({ month: width }) : name({ weekday: width })}"`;
  });
}

/** The bits of a language code that name the language without its region ([MS-LCID] 2.1). */
const PRIMARY_LANGUAGE = 0x3ff;
const LOCALES: ReadonlyMap<number, string> = new Map([
  [0x01, "ar"],
  [0x02, "bg"],
  [0x04, "zh"],
  [0x05, "cs"],
  [0x06, "da"],
  [0x07, "de"],
  [0x08, "el"],
  [0x0a, "es"],
  [0x0b, "fi"],
  [0x0c, "fr"],
  [0x0d, "he"],
  [0x0e, "hu"],
  [0x10, "it"],
  [0x11, "ja"],
  [0x12, "ko"],
  [0x13, "nl"],
  [0x14, "nb"],
  [0x15, "pl"],
  [0x16, "pt"],
  [0x18, "ro"],
  [0x19, "ru"],
  [0x1a, "hr"],
  [0x1b, "sk"],
  [0x1d, "sv"],
  [0x1e, "th"],
  [0x1f, "tr"],
  [0x21, "id"],
  [0x22, "uk"],
  [0x24, "sl"],
  [0x25, "et"],
  [0x26, "lv"],
  [0x27, "lt"],
  [0x2a, "vi"],
]);
