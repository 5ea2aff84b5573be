import type { Analyzer } from "../analyzer.ts";
import { foldText, isAscii } from "../folding.ts";
import { numberTerms } from "../number-terms.ts";
import { pairs } from "../script-runs.ts";
import { stopWords } from "../stop-words.ts";
import { isPercentAt, tokenExpression } from "../token-grammar.ts";
import { capTerm, rememberStems, stemEnglish, type Stemmer } from "../words.ts";
import { aliasExpander } from "./aliases.ts";

export interface StandardAnalyzerOptions {
  /** Lower-case and stable. Other options give other terms, and an index is valid for one name and version only. */
  readonly name: string;
  /** Raise it when the options under this name change; default 1. */
  readonly version?: number;
  /** Folded words that yield no term; default `stopWords`. */
  readonly stopWords?: ReadonlySet<string>;
  /** Stems one folded word; default English (Porter), which leaves words with other letters than a–z alone. Must not throw. */
  readonly stemmer?: Stemmer;
  /** Words or phrases that count as others, too: `{ headcount: ["员工数"] }` makes a text about headcount match 员工数. */
  readonly aliases?: Readonly<Record<string, readonly string[]>>;
}

const apostrophe = /['’ʼ׳״]/;
const apostrophes = /['’ʼ׳״]/g;
const elision = /^(?:[cdjlmnst]|qu)['’]/;
const possessive = /['’]s$/;

/** `don't` → dont, `Müller's` → muller, `l'entreprise` → entreprise, `O'Brien` → obrien. */
function withoutApostrophes(word: string): string {
  return word.replace(possessive, "").replace(elision, "").replace(apostrophes, "");
}

/**
 * Terms of prose in any script: Unicode letters and numbers, folded (`foldText`), English stems, without stop-words;
 * scripts without spaces as overlapping pairs; numbers without digit groups; `25%` as `25` and `25%`.
 */
export function createStandardAnalyzer(options: StandardAnalyzerOptions = { name: "standard" }): Analyzer {
  const dropped = options.stopWords ?? stopWords;
  const stem = rememberStems(options.stemmer ?? stemEnglish);

  const addTerms = (token: string, terms: string[]): void => {
    const first = token.charCodeAt(0);
    if (first >= 48 && first <= 57) return addNumber(token, terms);
    const word = apostrophe.test(token) ? withoutApostrophes(token) : token;
    if (word !== "" && !dropped.has(word)) terms.push(stem(word));
  };

  const plainTerms = (text: string): string[] => {
    const folded = foldText(text);
    const terms: string[] = [];
    for (const match of folded.matchAll(tokenExpression(isAscii(folded)))) {
      const [token, number, , run] = match;
      if (run !== undefined) for (const pair of pairs(run)) addTerms(pair, terms);
      else if (number !== undefined && isPercentAt(folded, match.index + number.length)) addTerms(`${number}%`, terms);
      else addTerms(token, terms);
    }
    return terms;
  };

  const analyzer = { name: options.name, version: options.version ?? 1 };
  if (Object.keys(options.aliases ?? {}).length > 0) {
    const expand = aliasExpander(options.aliases!, plainTerms);
    return { ...analyzer, terms: (text) => expand(plainTerms(text)) };
  }
  return {
    ...analyzer,
    terms: plainTerms,
    termsOfToken(token) {
      const terms: string[] = [];
      addTerms(token, terms);
      return terms;
    },
  };
}

/** `1,250` → 1250; `25%` → 25 and 25%. */
function addNumber(token: string, terms: string[]): void {
  const isPercent = token.endsWith("%");
  const parts = numberTerms(isPercent ? token.slice(0, -1) : token);
  for (const part of parts) terms.push(capTerm(part));
  if (isPercent) terms.push(`${capTerm(parts.at(-1)!)}%`);
}

/** The default for everything that is searched, ranked or compared as prose. */
export const standardAnalyzer: Analyzer = createStandardAnalyzer();
