import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  cjkAnalyzer,
  createStandardAnalyzer,
  foldText,
  pathAnalyzer,
  standardAnalyzer,
  stopWords,
  type Analyzer,
} from "./index.ts";

function termsOf(analyzer: Analyzer, text: string): string {
  return analyzer.terms(text).join(" ");
}

describe("the path analyzer on ASCII", () => {
  it("yields what it yields for the same path beside other scripts", () => {
    const part = fc.stringMatching(/^[A-Za-z0-9 ._/()'-]{0,40}$/);
    fc.assert(
      fc.property(part, (path) => {
        expect(pathAnalyzer.terms(path)).toEqual(pathAnalyzer.terms(`ж/${path}`).slice(1));
      }),
    );
  });
});

describe("the standard analyzer", () => {
  it.each([
    ["", ""],
    ["The policies of the company", "polici compani"],
    ["policy", "polici"],
    ["Reimbursement standards", "reimburs standard"],
    ["apple apple pear", "appl appl pear"],
    ["POL-358 report 38.101", "pol 358 report 38.101"],
    ["don't", ""],
    ["don’t and DON'T", ""],
    ["O'Brien, Müller's, l’entreprise", "obrien muller entrepris"],
    ["rock'n'roll", "rocknrol"],
    ["snake_case and kebab-case", "snake case kebab case"],
    ["25%", "25 25%"],
    ["25 ％", "25 25%"],
    ["12.5% of 1,250.50", "12.5 12.5% 1250.50"],
    ["1,250 = 1250", "1250 1250"],
    ["1.250.000,5", "1250000.5"],
    ["12,34,567", "1234567"],
    ["1,2,3 and 2024-01-15", "1 2 3 2024 01 15"],
    ["15.01.2024 v1.2.3", "15 01 2024 v1 2.3"],
    ["0010", "0010"],
    ["128km 3rd Q3", "128 km 3 rd q3"],
    ["٢٥٪", "25 25%"],
    ["认证系统使用JWT令牌", "认证 证系 系统 统使 使用 jwt 令牌"],
    ["税", "税"],
    ["的", ""],
    ["東京タワー", "東京 京タ タワ ワー"],
    ["보고서를", "보고 고서 서를"],
    ["ไทย", "ไท ทย"],
    ["פחם", "פחם"],
    ["צה״ל", "צהל"],
    ["Привет мир", "привет мир"],
    ["كِتَاب", "كتاب"],
    ["हिन्दी भाषा", "हिन्दी भाषा"],
    ["Ελληνική", "ελληνικη"],
    ["naïve café", "naiv cafe"],
    ["— … ! 😀", ""],
  ])("reads %j as %j", (text, expected) => {
    expect(termsOf(standardAnalyzer, text)).toBe(expected);
  });

  it("yields folded terms without white space, of bounded length, from any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        for (const term of standardAnalyzer.terms(text)) {
          expect(term).toMatch(/^[^\s]{1,65}$/v);
          expect(foldText(term)).toBe(term);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("finds a text's own words again: terms do not depend on the neighbours", () => {
    const word = fc.constantFrom("Policies", "don't", "25%", "1,250", "认证系统", "ไทย", "Привет", "POL-358", "Crème");
    fc.assert(
      fc.property(fc.array(word), (words) => {
        expect(standardAnalyzer.terms(words.join(" | "))).toEqual(
          words.flatMap((each) => standardAnalyzer.terms(each)),
        );
      }),
    );
  });

  it("does not tell composed from decomposed text", () => {
    const text = "Crème brûlée, Zürich, ガイド, đường";
    expect(standardAnalyzer.terms(text.normalize("NFD"))).toEqual(standardAnalyzer.terms(text.normalize("NFC")));
  });

  it("gives the same terms for plain words whether or not the text around them is in ASCII", () => {
    const words = fc.array(fc.constantFrom("it's", "x1y", "3rd", "25 %", "1,250.5", "AT&T", "a_b", "o'clock"));
    fc.assert(
      fc.property(words, (list) => {
        const text = list.join("; ");
        expect(standardAnalyzer.terms(`${text}; 😀`)).toEqual(standardAnalyzer.terms(text));
      }),
    );
  });

  it("cuts endless words", () => {
    expect(standardAnalyzer.terms("x".repeat(1_048_576))).toEqual(["x".repeat(64)]);
    expect(standardAnalyzer.terms(`x${"𝒳".repeat(100)}𐐀${"𐐨".repeat(100)}`)[0]?.isWellFormed()).toBe(true);
  });

  it.each(["1,", "1.", "'a", "a'", "税", "%", "y", "\u0301", "a\u0301", "1", "ing"])(
    "takes a megabyte of %j",
    (unit) => {
      const terms = standardAnalyzer.terms(unit.repeat(Math.ceil(1_048_576 / unit.length)));
      expect(terms.every((term) => term.length <= 65)).toBe(true);
    },
  );
});

describe("a standard analyzer with options", () => {
  it("carries its own name and version", () => {
    expect(createStandardAnalyzer({ name: "german", version: 3 })).toMatchObject({ name: "german", version: 3 });
    expect(standardAnalyzer).toMatchObject({ name: "standard", version: 1 });
  });

  it("drops the stop-words it was given and no others", () => {
    const analyzer = createStandardAnalyzer({ name: "test", stopWords: new Set(["report"]) });
    expect(termsOf(analyzer, "the report")).toBe("the");
  });

  it("stems with the stemmer it was given", () => {
    const analyzer = createStandardAnalyzer({ name: "test", stemmer: (word) => word.replace(/(?:en|er)$/, "") });
    expect(termsOf(analyzer, "Kinder Karten policies")).toBe("kind kart policies");
  });

  it("adds the terms of aliases where the phrase stands, once", () => {
    const aliases = { headcount: ["员工数"], "travel costs": ["差旅费"] };
    const analyzer = createStandardAnalyzer({ name: "test", aliases });
    expect(termsOf(analyzer, "The headcount")).toBe("headcount 员工 工数");
    expect(termsOf(analyzer, "travel cost")).toBe("travel 差旅 旅费 cost");
    expect(termsOf(analyzer, "travel plan cost")).toBe("travel plan cost");
    expect(termsOf(analyzer, "员工数")).toBe("员工 工数");
  });

  it("takes aliases that are stop-words, empty, or names of object members", () => {
    const analyzer = createStandardAnalyzer({
      name: "test",
      aliases: { the: ["x"], "": ["y"], constructor: ["builder"] },
    });
    expect(termsOf(analyzer, "the constructor toString")).toBe("constructor builder tostr");
  });
});

describe("the path analyzer", () => {
  it.each([
    ["policies/business_travel_management_policy_2.txt", "polici busi travel manag polici"],
    ["travelExpenseStandards2024.docx", "travel expens standard 2024"],
    ["HTMLParser3.ts", "html parser"],
    ["src/XMLHttpRequest-v12.js", "src xml http request v 12"],
    ["data.tar.gz", "data"],
    ["archive.7z", "archiv"],
    ["README", "readm"],
    ["notes v2.0", "note v"],
    ["the/of/and.md", ""],
    ["报销标准2024.pdf", "报销 销标 标准 2024"],
    ["财务/Q3报告.xlsx", "财务 q 报告"],
    ["Отчёт_2024.docx", "отчет 2024"],
    ["SOP_L1.md", "sop l"],
    ["config/.env", "config env"],
    ["ScreenShot_2026-01-10_200308_169.png", "screen shot 2026 01 10 200308 169"],
    ["a.pdf_parsed/page_3.md", "pdf pars page"],
    ["C:\\Users\\Report.PDF", "c user report"],
    ["", ""],
  ])("reads %j as %j", (path, expected) => {
    expect(termsOf(pathAnalyzer, path)).toBe(expected);
  });

  it("takes a megabyte of case changes", () => {
    expect(pathAnalyzer.terms("aB".repeat(524_288)).length).toBeGreaterThan(500_000);
  });
});

describe("the cjk analyzer", () => {
  it.each([
    ["税率", "税 税率 率"],
    ["增值税JWT the 25%", "增 增值 值 值税 税 jwt the 25"],
    ["", ""],
  ])("reads %j as %j", (text, expected) => {
    expect(cjkAnalyzer.terms(text).toSorted().join(" ")).toBe(expected.split(" ").toSorted().join(" "));
  });

  it("finds a single character inside a word", () => {
    expect(cjkAnalyzer.terms("增值税")).toEqual(expect.arrayContaining([...cjkAnalyzer.terms("税")]));
  });
});

describe("the stop-words", () => {
  it("are folded, as the analyzers look them up", () => {
    for (const word of stopWords) expect(foldText(word)).toBe(word);
  });

  it("hold no word that names a subject, a number or a negation that turns a sentence", () => {
    for (const word of ["report", "policy", "budget", "one", "may", "may not", "us$", "1"])
      expect(stopWords.has(word)).toBe(false);
  });
});
