import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quantities } from "./index.ts";

/** `250`, `25 %`, `−5 USD`: the quantities of a text, one after another. */
function shown(text: string): string {
  return quantities(text)
    .map(({ value, unit }) => (unit === undefined ? String(value) : `${value} ${unit}`))
    .join(" | ");
}

type Table = Readonly<Record<string, string>>;

const tables: Readonly<Record<string, Table>> = {
  "plain numbers": {
    "0": "0",
    "7": "7",
    "007": "7",
    "3.14": "3.14",
    ".25": "0.25",
    "x = .5": "0.5",
    "1e5": "100000",
    "1.5e-3": "0.0015",
    "2E+06": "2000000",
    "There are 12.": "12",
    "12, 13 and 14": "12 | 13 | 14",
    "1;2;3": "1 | 2 | 3",
    "1,2,3": "1 | 2 | 3",
    "5 of 10": "5 | 10",
    "no number": "",
    "": "",
    "...": "",
    "n=5": "5",
    "Article 7": "7",
    第3页: "3 页",
  },
  "fractions of one character": {
    "1½ hours": "1.5 hour",
    "4¼ %": "4.25 %",
    "2⅜": "2.375",
    "1.5½": "1.5",
  },
  ranges: {
    "$5–7 million": "5000000 USD | 7000000 USD",
    "EUR 5-7m": "5000000 EUR | 7000000 EUR",
    "10 to 15 %": "10 % | 15 %",
    "18 bis 65 Jahre": "18 year | 65 year",
    "100至200元": "100 CNY | 200 CNY",
    "1.5–2.5 Mio. EUR": "1500000 EUR | 2500000 EUR",
    "2019 - 5 million people": "2019 | 5000000 people",
    "7-5 days": "7 | 5 day",
    "$5-7 €": "5 USD | 7 EUR",
    "5\n-7 days": "5 | -7 day",
  },
  "letters that scale a currency": {
    "12 k€": "12000 EUR",
    "12 T€": "12000 EUR",
    "1,235 kEUR": "1235000 EUR",
    "45.300 TEUR": "45300 EUR",
    "TEUR 45": "45000 EUR",
    "k€ 45": "45000 EUR",
    "MEUR 4.5": "4500000 EUR",
    "4.5 M$": "4500000 USD",
    "2 bn€": "2000000000 EUR",
    "1.2 t €": "1.2 tonne",
    "12 m EUROPE": "12 m",
    "3.5 mln EUR": "3500000 EUR",
    "1,2 Billionen Euro": "1200000000000 EUR",
    "1亿2,345万": "123450000",
    "3万2,500元": "32500 CNY",
  },
  "digit groups and decimal marks": {
    "1,250": "1250",
    "1,250.5": "1250.5",
    "1,250,000": "1250000",
    "1.250,5": "1250.5",
    "1.250.000": "1250000",
    "1.250.000,75": "1250000.75",
    "1.250": "1.25",
    "12,5": "12.5",
    "0,125": "0.125",
    "1 250,5": "1250.5",
    "1\u00a0250": "1250",
    "1\u00a0250\u00a0000,5": "1250000.5",
    "1\u2009250": "1250",
    "1\u202f250\u202f000": "1250000",
    "1\u2007250": "1250",
    "1'250": "1250",
    "1'250'000.50": "1250000.5",
    "1’250": "1250",
    "12,34,567": "1234567",
    "1,23,45,678.90": "12345678.9",
    "1 250 km": "1250 km",
    "€ 1 250": "1250 EUR",
    "5 000": "5000",
    "10 000 000 items": "10000000 items",
    "12 250 300": "12 | 250 | 300",
    "1998 250 300": "1998 | 250 | 300",
    "123,45,678": "123 | 45 | 678",
    "0,123,456": "0 | 123 | 456",
  },
  "other digits": {
    "３，２５０": "3250",
    "２５％": "25 %",
    "٢٥٠": "250",
    "١٬٢٥٠٫٥": "1250.5",
    "۱۲۵": "125",
    "२५०": "250",
    "২৫০": "250",
    "๒๕": "25",
    "（１，２３４）": "-1234",
  },
  percent: {
    "25%": "25 %",
    "25 %": "25 %",
    "25\u00a0%": "25 %",
    "25％": "25 %",
    "25٪": "25 %",
    "12.5%": "12.5 %",
    "12,5 %": "12.5 %",
    "25 percent": "25 %",
    "25 per cent": "25 %",
    "25 Percent": "25 %",
    "25 pct": "25 %",
    "25 Prozent": "25 %",
    "25 pour cent": "25 %",
    "25 por ciento": "25 %",
    "25 процентов": "25 %",
    百分之25: "25 %",
    "百分之 12.5": "12.5 %",
    百分之五: "5 %",
    百分之十: "10 %",
    百分之二十五: "25 %",
    百分之一百零五: "105 %",
    百分之百: "100 %",
    百分之十二点五: "12.5 %",
    "增长百分之三十，达到": "30 %",
    一个人十分努力: "",
    "3‰": "3 ‰",
    "50 basis points": "50 basis point",
    "50 bps": "50 basis point",
    "2 percentage points": "2 percentage point",
    "3个百分点": "3 percentage point",
    "10%-20%": "10 % | 20 %",
    "-5%": "-5 %",
    "+5%": "5 %",
    "增长-5%": "-5 %",
  },
  "signs and brackets": {
    "-5": "-5",
    "−5": "-5",
    "－5": "-5",
    "+5": "5",
    "-0": "0",
    "-1,250.5": "-1250.5",
    "-.5": "-0.5",
    "a: -5": "-5",
    "10-20": "10 | 20",
    "10–20": "10 | 20",
    "10 - 20": "10 | 20",
    "5 -3": "5 | -3",
    "(1,234)": "-1234",
    "(1,234.50)": "-1234.5",
    "( 1,234 )": "-1234",
    "(500)": "-500",
    "| (500) |": "-500",
    "100 (500) 300": "100 | -500 | 300",
    "a loss of (1,234) was": "-1234",
    "a loss of (0.5) was": "-0.5",
    "($5.2m)": "-5200000 USD",
    "$(1,234)": "-1234 USD",
    "(1,234)%": "-1234 %",
    "(12.5%)": "-12.5 %",
    "(12.5)%": "-12.5 %",
    "(1,234) million": "-1234000000",
    "Smith (2024) found": "2024",
    "(2024)": "2024",
    "see note (12) below": "12",
    "a share (12.5%) of": "12.5 %",
    "in total (USD 1,250) for": "1250 USD",
    "(30 days)": "30 day",
    "(-5)": "-5",
    "f(5, 6)": "5 | 6",
  },
  "scale words": {
    "5k": "5000",
    "5K": "5000",
    "1.2M": "1200000",
    "1.2bn": "1200000000",
    "1.2 bn": "1200000000",
    "3b": "3000000000",
    "7mn": "7000000",
    "7 mn": "7000000",
    "1.5 million": "1500000",
    "1.5 Million": "1500000",
    "2 billion": "2000000000",
    "2 trillion": "2000000000000",
    "3 thousand": "3000",
    "3 hundred thousand": "300000",
    "5.55万": "55500",
    "5.5万": "55000",
    "5.5 万": "55000",
    "1.2亿": "120000000",
    "1.2億": "120000000",
    "3千": "3000",
    "3百万": "3000000",
    "2千万": "20000000",
    "1.5万亿": "1500000000000",
    "1亿2千万": "120000000",
    "1億2000万円": "120000000 JPY",
    "3万5000人": "35000 人",
    "3万5千": "35000",
    "12만": "120000",
    "5 Mio.": "5000000",
    "5 Mrd. Euro": "5000000000 EUR",
    "3 Milliarden": "3000000000",
    "5 млн рублей": "5000000 RUB",
    "5 тыс. км": "5000 km",
    "2 lakh": "200000",
    "3 millones de euros": "3000000 EUR",
    "1 200 millions de dollars": "1200000000 USD",
    "1,2 milliard d'euros": "1200000000 EUR",
    "2 milioni d’euro": "2000000 EUR",
    "2,5 miliardi di euro": "2500000000 EUR",
    "4 milhões de dólares": "4000000 USD",
    "3 millones de habitantes": "3000000 habitantes",
    "USD 3 millions de dollars": "3000000 USD",
    "5 million de-icers": "5000000",
    "1,2 Md€": "1200000000 EUR",
    "1,2 Mds €": "1200000000 EUR",
    "5 MD": "5 md",
    "3 crore": "30000000",
    "5 m": "5 m",
    "5 million people": "5000000 people",
    "5 b": "5",
  },
  currencies: {
    $5: "5 USD",
    "$ 5": "5 USD",
    "-$5": "-5 USD",
    "$-5": "-5 USD",
    "−$1,250.50": "-1250.5 USD",
    US$5m: "5000000 USD",
    $5m: "5000000 USD",
    "$5 million": "5000000 USD",
    "$1.2bn": "1200000000 USD",
    "HK$ 300": "300 HKD",
    NT$300: "300 TWD",
    "A$5 and C$6": "5 AUD | 6 CAD",
    "€1.250,50": "1250.5 EUR",
    "1.250,50 €": "1250.5 EUR",
    "100€": "100 EUR",
    "£99.99": "99.99 GBP",
    "¥55000": "55000 CNY",
    "￥55,000": "55000 CNY",
    "JP¥500": "500 JPY",
    "500円": "500 JPY",
    "500元": "500 CNY",
    "5.5万元": "55000 CNY",
    "300万美元": "3000000 USD",
    "2亿欧元": "200000000 EUR",
    人民币5000元: "5000 CNY",
    "RMB 500": "500 CNY",
    RMB500: "500 CNY",
    "USD 1,250": "1250 USD",
    "USD1,250": "1250 USD",
    "1,250 USD": "1250 USD",
    "1,250 usd": "1250 USD",
    "CHF 1'250.50": "1250.5 CHF",
    "Rs. 12,34,567": "1234567 INR",
    "₹5 crore": "50000000 INR",
    "₩5000": "5000 KRW",
    "5000원": "5000 KRW",
    "500 руб.": "500 RUB",
    "₪ 20": "20 ILS",
    "250 zł": "250 PLN",
    "20 US dollars": "20 USD",
    "20 euros": "20 EUR",
    "$5 $6": "5 USD | 6 USD",
    "5 $6": "5 | 6 USD",
    "$5 per day": "5 USD",
    "I try 5": "5",
    "5 try": "5 try",
  },
  units: {
    "30 days": "30 day",
    "1 day": "1 day",
    "30-day": "30 day",
    "30天": "30 day",
    "3个月": "3 month",
    "3 months": "3 month",
    "2小时": "2 hour",
    "2 hours": "2 hour",
    "5年": "5 year",
    "5 km": "5 km",
    "5km": "5 km",
    "5,5 km": "5.5 km",
    "5公里": "5 km",
    "5千米": "5 km",
    "80 km/h": "80 km/h",
    "50 m²": "50 m²",
    "50m2": "50 m²",
    "50平方米": "50 m²",
    "50 qm": "50 m²",
    "50 Quadratmeter": "50 m²",
    "50 mètres carrés": "50 m²",
    "50 metros cuadrados": "50 m²",
    "50 metros": "50 m",
    "70 kg": "70 kg",
    "70公斤": "70 kg",
    "3千克": "3 kg",
    "5千瓦": "5 kw",
    "1,250kg": "1250 kg",
    "20°C": "20 °c",
    "20 ℃": "20 °c",
    "128 employees": "128 employees",
    "128人": "128 人",
    "128名员工": "128 名",
    "128 full-time employees": "128",
    "128 Crème": "128 creme",
    "10-20 days": "10 day | 20 day",
    "100 m^2": "100 m²",
    "30 working days": "30 day",
    "2 volle Jahre": "2 year",
    "3 full boxes": "3 full",
    "5 km^2": "5 km²",
    "5 x^2": "5 | 2",
    "kr 1 250,50": "1250.5 kr",
    "45 SEK": "45 SEK",
    "5 in Berlin": "5",
    "5 x 6": "5 | 6",
    "5\nkm": "5",
    "5\tkm": "5",
    "16 GB": "16 gb",
  },
  "dates, years, times": {
    "2024": "2024",
    "2024 revenue": "2024",
    "in 2024 days": "2024 day",
    FY2024: "",
    "2019-2024": "2019 | 2024",
    "2024/25": "2024 | 25",
    "2024-01-15": "",
    "2024-01-15T10:30:00Z": "",
    "15/01/2024": "",
    "15.01.2024": "",
    "1.2.2024": "",
    "15 January 2024": "15 | 2024",
    "January 15, 2024": "15 | 2024",
    "15. Januar 2024": "15 | 2024",
    "15 января 2024": "15 | 2024",
    "2024年": "2024",
    "2024年1月15日": "",
    "1月15日": "",
    "2024年1月": "",
    "10:30": "",
    "at 10:30:15": "",
    "1990s": "1990",
  },
  "identifiers, versions, addresses, ordinals": {
    "POL-358": "",
    "POL-358-12": "",
    "v1.2.3": "",
    "1.2.3": "",
    v2: "",
    Q3: "",
    "A4 paper": "",
    "COVID-19": "",
    L12: "",
    "5e8f2a": "",
    "128abc4": "",
    "0x1f": "",
    "192.168.100.200": "",
    "555-123-4567": "",
    "978-3-16-148410-0": "",
    "3rd": "",
    "the 21st of": "",
    file_12: "",
    "1_000_000": "",
    "12345678901234567890123456789012345": "",
  },
};

describe.each(Object.entries(tables))("%s", (_, table) => {
  it.each(Object.entries(table))("reads %j as %j", (text, expected) => {
    expect(shown(text)).toBe(expected);
  });
});

describe("quantities", () => {
  it("gives the offsets of the whole phrase, in the text as it was given", () => {
    const phrases: Record<string, string> = {
      "we paid US$ 5 million in May": "US$ 5 million",
      "costs ￥５，０００ today": "￥５，０００",
      "a loss of ($1,234) here": "($1,234)",
      "fell −5.2％, then": "−5.2％",
      "for 30 days.": "30 days",
      "增长百分之三十，达到": "百分之三十",
      共3万5000人参加: "3万5000人",
      "half is .5": ".5",
      "😀 1 250,5 km": "1 250,5 km",
    };
    for (const [text, phrase] of Object.entries(phrases)) {
      const [first] = quantities(text);
      expect(text.slice(first?.start, first?.end)).toBe(phrase);
    }
  });

  it("says what one step of the last digit shown is worth", () => {
    const steps: Record<string, number> = {
      "2.50": 0.01,
      "1,250": 1,
      "5.5万": 1000,
      "$1.2bn": 1e8,
      "1亿2千万": 1e7,
      "1e5": 1e5,
    };
    for (const [text, step] of Object.entries(steps)) expect(quantities(text)[0]?.precision).toBe(step);
  });

  it("keeps the other reading of a doubtful mark, scale or bracket", () => {
    expect(quantities("1.250")[0]?.alternatives).toEqual([1250]);
    expect(quantities("1,250")[0]?.alternatives).toEqual([1.25]);
    expect(quantities("5m")[0]?.alternatives).toEqual([5]);
    expect(quantities("a loss of (0.5) was")[0]?.alternatives).toEqual([0.5]);
    expect(quantities("1,250.5")[0]?.alternatives).toBeUndefined();
  });

  it("reads back whole numbers in every grouping", () => {
    const separators = fc.constantFrom(",", "'", "\u00a0", "\u202f", "\u2009");
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e12 }), fc.nat(99), separators, (whole, cents, separator) => {
        const grouped = String(whole).replace(/\B(?=(?:\d{3})+$)/g, separator);
        const decimal = separator === "," ? "." : ",";
        const text = `${grouped}${decimal}${String(cents).padStart(2, "0")}`;
        expect(quantities(`is ${text}!`).map(({ value }) => value)).toEqual([
          Number(`${whole}.${String(cents).padStart(2, "0")}`),
        ]);
      }),
    );
  });

  it("reads back numbers as each locale writes them", () => {
    const locales = fc.constantFrom(
      "en-US",
      "de-DE",
      "fr-FR",
      "de-CH",
      "en-IN",
      "pl-PL",
      "ar-EG",
      "hi-IN",
      "ja-JP",
      "pt-BR",
      "sv-SE",
    );
    const number = fc.tuple(fc.integer({ min: 1e4, max: 1e10 }), fc.integer({ min: 1, max: 99 }));
    fc.assert(
      fc.property(locales, number, fc.boolean(), (locale, [whole, cents], negative) => {
        const value = (negative ? -1 : 1) * Number(`${whole}.${String(cents).padStart(2, "0")}`);
        // Direction marks around the sign are layout, and are not what is tested here.
        const text = value.toLocaleString(locale, { minimumFractionDigits: 2 }).replace(/[\u200e\u200f\u061c]/g, "");
        expect(quantities(text).map((quantity) => quantity.value)).toEqual([value]);
      }),
    );
  });

  it("gives finite values in order, without overlaps, inside any text", () => {
    const piece = fc.constantFrom(
      ..."0 1 12 345 , . ' - − + ( ) $ € ¥ % : / \u00a0 万 亿 千 元 年 月 日 km m k bn USD e x 五 天 百分之 ％ ５ \n _ #".split(
        " ",
      ),
      " ",
    );
    const text = fc.oneof(
      fc.array(piece, { maxLength: 30 }).map((list) => list.join("")),
      fc.string({ unit: "binary" }),
    );
    fc.assert(
      fc.property(text, (given) => {
        let last = 0;
        for (const { value, start, end } of quantities(given)) {
          expect(Number.isFinite(value)).toBe(true);
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(given.length);
          last = end;
        }
      }),
      { numRuns: 2000 },
    );
  });

  // Work that grows with the square of the length would take hours here, and run into the test's time limit.
  it.each("1 , 1, 123, ( (( () 1. 1-".split(" "))("takes a megabyte of %j", (unit) => {
    const text = unit.repeat(Math.ceil(1_048_576 / unit.length));
    expect(quantities(text).every(({ value }) => Number.isFinite(value))).toBe(true);
  });

  it.each([
    "1 ",
    "123 ",
    "\u00a0123",
    "1 million ",
    "5 ab ",
    ..."(1 ((1)) 1/ 1: 1' $ $- 1万 9亿 - a1 1a 1e 年 １ a .".split(" "),
  ])("takes 50,000 times %j", (unit) => {
    expect(quantities(unit.repeat(50_000)).every(({ value }) => Number.isFinite(value))).toBe(true);
  });
});
