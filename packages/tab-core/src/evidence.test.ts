import {
  createLexicalOrQuotePolicy,
  createLexicalPolicy,
  type EntryOrigin,
  type EvidenceAnswer,
  type LogEntry,
} from "@runningtab/tab-core";
import { describe, expect, it } from "vitest";
import { claimedValues } from "../test/claimed-values.ts";
import { moreClaimedValues } from "../test/more-claimed-values.ts";
import { unseenClaimedValues } from "../test/unseen-claimed-values.ts";

interface Cited {
  readonly path?: string;
  readonly excerpt: string;
  readonly origin?: EntryOrigin;
}

interface Case {
  readonly why: string;
  readonly requirement: string;
  readonly aliases?: readonly string[];
  readonly cited: string | Cited | readonly Cited[];
  readonly quote?: string;
  readonly value?: string;
  readonly expected: "strong" | "plain" | "weak" | "disputed" | "refused";
}

const table: readonly Case[] = [
  // Shared terms
  {
    why: "the same words",
    requirement: "reimbursement standards",
    cited: "Article 7 Standards for Reimbursement",
    expected: "plain",
  },
  {
    why: "one shared word of several",
    requirement: "approval authority for trips abroad",
    cited: "Approval lies with the head of unit.",
    expected: "plain",
  },
  {
    why: "another form of the word",
    requirement: "reimbursed expenses",
    cited: "Reimbursement covers expense items.",
    expected: "plain",
  },
  { why: "a plural", requirement: "list of suppliers", cited: "The supplier is ACME.", expected: "plain" },
  { why: "another case", requirement: "HEADCOUNT", cited: "headcount: 128", expected: "plain" },
  { why: "diacritics", requirement: "Cafe Zurich", cited: "Das Café in Zürich", expected: "plain" },
  { why: "full-width letters", requirement: "VPN access", cited: "ＶＰＮ guide", expected: "plain" },
  { why: "an apostrophe", requirement: "company's holidays", cited: "Company rules", expected: "plain" },
  { why: "a number", requirement: "figures for 2024", cited: "Year 2024: 17", expected: "plain" },
  { why: "a digit group", requirement: "the 1,250 licences", cited: "1250 in use", expected: "plain" },
  { why: "a hyphenated word", requirement: "opt-out clause", cited: "Clients may opt out.", expected: "plain" },
  { why: "a product code", requirement: "price of X200", cited: "X200 | 49.00", expected: "plain" },
  {
    why: "a shared word in a path",
    requirement: "travel policy",
    cited: { path: "hr/travel_rules.txt", excerpt: "§ 1 Scope" },
    expected: "plain",
  },
  {
    why: "a camel-cased path",
    requirement: "onboarding steps",
    cited: { path: "docs/newHireOnboarding.md", excerpt: "1. Badge" },
    expected: "plain",
  },
  {
    why: "the second of two entries",
    requirement: "headcount",
    cited: [{ excerpt: "Soup" }, { excerpt: "headcount 128" }],
    expected: "plain",
  },
  { why: "a multi-line excerpt", requirement: "warranty", cited: "a\nb\nc\nWarranty: 24 months\n", expected: "plain" },
  { why: "a table cell", requirement: "Q3 revenue", cited: "| quarter | revenue |\n| Q3 | 4.2 |", expected: "plain" },
  { why: "Cyrillic", requirement: "численность персонала", cited: "Численность: 128", expected: "plain" },
  { why: "Chinese", requirement: "差旅费标准", cited: "第七条 差旅费按下列标准报销", expected: "plain" },
  { why: "Chinese mixed with Latin", requirement: "JWT令牌", cited: "认证系统使用JWT", expected: "plain" },
  { why: "Japanese", requirement: "出張旅費", cited: "国内出張の旅費規程", expected: "plain" },
  {
    why: "lines matched by a search",
    requirement: "notice period",
    cited: { excerpt: "12: notice of three months", origin: "search" },
    expected: "plain",
  },
  {
    why: "text made from the file",
    requirement: "notice period",
    cited: { excerpt: "The notice is three months.", origin: "derived" },
    expected: "plain",
  },
  // Aliases
  {
    why: "an alias in another language",
    requirement: "headcount",
    aliases: ["员工数"],
    cited: "2024年末员工数为128人",
    expected: "plain",
  },
  {
    why: "an abbreviation",
    requirement: "return on investment",
    aliases: ["ROI"],
    cited: "ROI 12 %",
    expected: "plain",
  },
  {
    why: "a synonym",
    requirement: "salary",
    aliases: ["pay", "remuneration"],
    cited: "Remuneration is monthly.",
    expected: "plain",
  },
  {
    why: "an alias that is not there",
    requirement: "salary",
    aliases: ["pay"],
    cited: "Soup of the day",
    expected: "refused",
  },
  {
    why: "an alias with a quote",
    requirement: "headcount",
    aliases: ["员工数"],
    cited: "2024年末员工数为128人",
    quote: "员工数为128人",
    expected: "strong",
  },
  // Unrelated
  {
    why: "nothing in common",
    requirement: "reimbursement standards",
    cited: { path: "notes/menu.txt", excerpt: "Soup, salad" },
    expected: "refused",
  },
  {
    why: "stop-words only",
    requirement: "what is the fee for the trip",
    cited: "This is what the soup is for.",
    expected: "refused",
  },
  {
    why: "only the extension",
    requirement: "summary as pdf",
    cited: { path: "menu.pdf", excerpt: "Soup" },
    expected: "refused",
  },
  { why: "a part of a word", requirement: "rate", cited: "corporate", expected: "refused" },
  { why: "a part of a number", requirement: "the 12 sites", cited: "in 2012", expected: "refused" },
  { why: "an empty excerpt", requirement: "headcount", cited: { path: "a.txt", excerpt: "" }, expected: "refused" },
  { why: "another language without quote", requirement: "headcount", cited: "员工总数为128人", expected: "refused" },
  {
    why: "two unrelated entries",
    requirement: "headcount",
    cited: [{ excerpt: "Soup" }, { excerpt: "Salad" }],
    expected: "refused",
  },
  { why: "a requirement of stop-words", requirement: "what is it", cited: "what is it", expected: "refused" },
  // Quotes
  {
    why: "a quote with shared terms",
    requirement: "hotel standard",
    cited: "Hotel: at most 350 yuan per night.",
    quote: "at most 350 yuan per night",
    expected: "strong",
  },
  {
    why: "a quote alone, other language",
    requirement: "headcount",
    cited: "截至年末，员工总数为128人。",
    quote: "员工总数为128人",
    expected: "weak",
  },
  {
    why: "a quote with the claimed value",
    requirement: "headcount",
    cited: "截至年末，员工总数为128人。",
    quote: "员工总数为128人",
    value: "128",
    expected: "strong",
  },
  {
    why: "a long quote without a number",
    requirement: "parental leave",
    cited: "Elternzeit wird auf Antrag gewährt.",
    quote: "Elternzeit wird auf Antrag",
    expected: "weak",
  },
  { why: "twelve characters", requirement: "x", cited: "abcdefghijkl", quote: "abcdefghijkl", expected: "weak" },
  {
    why: "eleven characters without a number",
    requirement: "zzz",
    cited: "abcdefghijk",
    quote: "abcdefghijk",
    expected: "refused",
  },
  {
    why: "a short quote with a number",
    requirement: "leave",
    cited: "Urlaub: 30 Tage",
    quote: "30 Tage",
    expected: "weak",
  },
  { why: "a number alone", requirement: "leave", cited: "Urlaub: 30 Tage", quote: "30", expected: "weak" },
  {
    why: "a number that is part of another",
    requirement: "leave",
    cited: "seit 2030",
    quote: "30",
    expected: "refused",
  },
  {
    why: "a number cut at its decimals",
    requirement: "leave",
    cited: "genau 30,5 Tage",
    quote: "genau 30",
    expected: "refused",
  },
  {
    why: "a number cut at its group",
    requirement: "leave",
    cited: "rund 1,250 Tage",
    quote: "250 Tage",
    expected: "refused",
  },
  {
    why: "a number at the end of a sentence",
    requirement: "leave",
    cited: "Urlaub: 30. Krankheit: 5.",
    quote: "Urlaub: 30",
    expected: "weak",
  },
  {
    why: "white space folded",
    requirement: "leave",
    cited: "Urlaub:\n   30   Tage",
    quote: "Urlaub: 30 Tage",
    expected: "weak",
  },
  {
    why: "no-break and ideographic spaces",
    requirement: "leave",
    cited: "Urlaub:\u00a030\u3000Tage",
    quote: "Urlaub: 30 Tage",
    expected: "weak",
  },
  {
    why: "full-width digits",
    requirement: "leave",
    cited: "有給休暇：３０日",
    quote: "有給休暇:30日",
    expected: "weak",
  },
  {
    why: "a ligature",
    requirement: "zzz",
    cited: "the eﬃcient oﬃce rule",
    quote: "efficient office",
    expected: "weak",
  },
  {
    why: "composed and decomposed letters",
    requirement: "zzz",
    cited: "Gebu\u0308hrenordnung",
    quote: "Gebührenordnung",
    expected: "weak",
  },
  {
    why: "a quote in another case is not verbatim",
    requirement: "zzz",
    cited: "Gebührenordnung",
    quote: "gebührenordnung",
    expected: "refused",
  },
  {
    why: "a paraphrase is not verbatim",
    requirement: "leave",
    cited: "Urlaub: 30 Tage",
    quote: "30 Tage Urlaub",
    expected: "refused",
  },
  {
    why: "a wrong quote beside shared terms",
    requirement: "hotel standard",
    cited: "Hotel: 350",
    quote: "Hotel: 900 per night",
    expected: "plain",
  },
  {
    why: "a quote in the second entry",
    requirement: "leave",
    cited: [{ excerpt: "Soup" }, { excerpt: "Urlaub: 30 Tage" }],
    quote: "30 Tage",
    expected: "weak",
  },
  {
    why: "terms here, the quote there",
    requirement: "leave days",
    cited: [{ excerpt: "leave is granted" }, { excerpt: "Urlaub: 30 Tage" }],
    quote: "Urlaub: 30 Tage",
    expected: "plain",
  },
  { why: "a quote of white space", requirement: "zzz", cited: "abc", quote: "   \n  ", expected: "refused" },
  {
    why: "punctuation counts",
    requirement: "zzz",
    cited: "Net, of tax: yes.",
    quote: "Net of tax: yes",
    expected: "refused",
  },
  // Evidence that the agent made itself
  {
    why: "a script's total",
    requirement: "total revenue",
    cited: { excerpt: "total revenue 42", origin: "computed" },
    expected: "weak",
  },
  {
    why: "a script's total, quoted",
    requirement: "total revenue",
    cited: { excerpt: "total revenue 42", origin: "computed" },
    quote: "total revenue 42",
    expected: "weak",
  },
  {
    why: "output of nothing known",
    requirement: "total revenue",
    cited: { excerpt: "revenue 42", origin: "unattributed" },
    expected: "weak",
  },
  {
    why: "the agent's own draft",
    requirement: "summary",
    cited: { path: "summary.md", excerpt: "# Summary", origin: "own" },
    expected: "weak",
  },
  {
    why: "the agent's own draft, for a part of it",
    requirement: "introduction in English",
    cited: { path: "out.md", excerpt: "Introduction: this is it.", origin: "own" },
    expected: "weak",
  },
  {
    why: "the agent's own draft, named by the requirement",
    requirement: "travel rules in one place",
    cited: { path: "travel_rules.md", excerpt: "Rail: second class", origin: "own" },
    expected: "weak",
  },
  {
    why: "the agent's own draft, for a fact",
    requirement: "headcount",
    cited: { path: "draft.md", excerpt: "headcount 128", origin: "own" },
    expected: "refused",
  },
  {
    why: "the agent's own draft, for a fact, quoted",
    requirement: "headcount",
    cited: { path: "draft.md", excerpt: "headcount 128", origin: "own" },
    quote: "headcount 128",
    expected: "refused",
  },
  {
    why: "the agent's own draft beside the source",
    requirement: "headcount",
    cited: [
      { path: "draft.md", excerpt: "headcount 128", origin: "own" },
      { path: "hr.txt", excerpt: "headcount: 128" },
    ],
    expected: "plain",
  },
  {
    why: "the agent's own draft in Chinese",
    requirement: "总结",
    cited: { path: "draft.md", excerpt: "总结如下", origin: "own" },
    expected: "weak",
  },
  {
    why: "words of the command itself",
    requirement: "headcount",
    cited: { path: "", excerpt: "headcount 128", origin: "own" },
    expected: "refused",
  },
  {
    why: "words of the command, quoted",
    requirement: "headcount",
    cited: { path: "", excerpt: "headcount 128", origin: "own" },
    quote: "headcount 128",
    expected: "refused",
  },
  {
    why: "own words beside a file that says it",
    requirement: "headcount",
    cited: [{ path: "", excerpt: "headcount 128", origin: "own" }, { excerpt: "headcount: 128" }],
    expected: "plain",
  },
];

function toEntry({ path = "docs/a.txt", excerpt, origin = "read" }: Cited, index: number): LogEntry {
  return {
    id: `L${index + 1}`,
    paths: path === "" ? [] : [path],
    origin,
    command: "cat",
    turn: 1,
    length: excerpt.length,
    partial: false,
    redacted: false,
    confidence: 1,
  };
}

function ask(policy: ReturnType<typeof createLexicalPolicy>, one: Case): Promise<EvidenceAnswer> {
  const list = typeof one.cited === "string" ? [{ excerpt: one.cited }] : [one.cited].flat();
  return policy.judge({
    requirement: { text: one.requirement, aliases: one.aliases ?? [] },
    cited: list.map((cited, index) => ({ entry: toEntry(cited, index), excerpt: cited.excerpt })),
    ...(one.quote !== undefined && { quote: one.quote }),
    ...(one.value !== undefined && { value: one.value }),
  });
}

const claimed = [...claimedValues, ...moreClaimedValues, ...unseenClaimedValues].map(
  ([expected, requirement, value, excerpt, quote]): Case => ({
    why: `${requirement}: ${value === "" ? "nothing" : `"${value}"`} claimed of "${excerpt}"`,
    requirement,
    cited: excerpt,
    ...(value !== "" && { value }),
    ...(quote !== undefined && { quote }),
    expected,
  }),
);

const outcome = (answer: EvidenceAnswer): string => (answer.accepted ? answer.verdict : "refused");

describe("lexical-or-quote evidence", () => {
  it.each(table)("$expected: $why", async (one) => {
    expect(outcome(await ask(createLexicalOrQuotePolicy(), one))).toBe(one.expected);
  });

  it.each(claimed)("$expected: $why", async (one) => {
    expect(outcome(await ask(createLexicalOrQuotePolicy(), one))).toBe(one.expected);
  });

  it("is tried on a table of at least 150 cases", () => {
    expect(table.length + claimed.length).toBeGreaterThanOrEqual(150);
  });

  it("shows both readings of what is disputed", async () => {
    const one = { why: "", requirement: "headcount", cited: "Staff\nHeadcount: 130", value: "128" } as const;
    expect(await ask(createLexicalOrQuotePolicy(), { ...one, expected: "disputed" })).toEqual({
      accepted: true,
      verdict: "disputed",
      note: 'Disputed: you claim "128", L1 reads "Headcount: 130".',
    });
  });

  it("disputes nothing that another cited entry holds", async () => {
    const cited = [{ excerpt: "Headcount: 130" }, { excerpt: "Headcount (restated): 128" }];
    const one = { why: "", requirement: "headcount", cited, value: "128", expected: "plain" } as const;
    expect(outcome(await ask(createLexicalOrQuotePolicy(), one))).toBe("plain");
  });

  it.each([
    ["another amount of the same unit", "Hotel: at most 350 yuan", "400 yuan", "plain"],
    ["another currency", "Hotel: at most 350 yuan", "350 EUR", "plain"],
    ["another bare number", "Hotel nights: 12", "14", "plain"],
    ["another date", "Hotel booked until 3 March 2024", "5 March 2024", "plain"],
    ["the claimed value", "Hotel: at most 350 yuan", "350 yuan", "strong"],
    ["no amount at all", "the hotel standard applies", "400 yuan", "strong"],
  ])("judges a quote that holds %s: %s for %s is %s", async (_, quote, value, expected) => {
    const cited = `${quote}\nElsewhere: 400 yuan, 350 EUR, 14, 5 March 2024\n`;
    const answer = await ask(createLexicalOrQuotePolicy(), {
      why: "",
      requirement: "hotel",
      cited,
      quote,
      value,
      expected: "strong",
    });
    expect(answer).toMatchObject({ accepted: true, verdict: expected });
  });

  it("says what is wrong with a quote", async () => {
    const policy = createLexicalOrQuotePolicy();
    const base = { why: "", requirement: "leave", cited: "Urlaub: 30 Tage", expected: "refused" } as const;
    expect(await ask(policy, { ...base, quote: "Urlaub: 31 Tage" })).toEqual({
      accepted: false,
      missing: 'L1 (docs/a.txt) does not hold the quote and shares no term with "leave"',
    });
    expect(await ask(policy, { ...base, quote: "Tage" })).toEqual({
      accepted: false,
      missing: 'the quote needs 12 characters or a number, and L1 (docs/a.txt) shares no term with "leave"',
    });
  });
});

describe("lexical evidence", () => {
  const byTermsAlone = table.filter(({ quote }) => quote === undefined);

  it.each(byTermsAlone)("agrees where no quote is given: $why", async (one) => {
    expect(outcome(await ask(createLexicalPolicy(), one))).toBe(one.expected);
  });

  it("takes no quote for evidence", async () => {
    const quoteAlone = table.filter(({ quote, expected }) => quote !== undefined && expected === "weak");
    const answers = await Promise.all(
      quoteAlone.filter(({ cited }) => typeof cited === "string").map((one) => ask(createLexicalPolicy(), one)),
    );
    expect(answers.length).toBeGreaterThan(5);
    expect(answers.map(outcome)).toEqual(answers.map(() => "refused"));
  });
});
