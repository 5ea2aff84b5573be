import type { Analyzer } from "../analyzer.ts";
import { foldText, isAscii } from "../folding.ts";
import { numberTerms } from "../number-terms.ts";
import { pairs, spacedCharacters, unspacedCharacters } from "../script-runs.ts";
import { stopWords } from "../stop-words.ts";
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

const digits = "([0-9]+(?:[.,][0-9]+)*)";
/** A number, a word or a run of a script without spaces, as the captures 1, 2 and 3. */
const token = new RegExp(
  `${digits}|(${spacedCharacters}+(?:['’ʼ׳״]${spacedCharacters}+)*)|(${unspacedCharacters}+)`,
  "gv",
);
/** The same for text in ASCII, where it is several times faster. */
const asciiToken = new RegExp(`${digits}|([a-z][a-z0-9]*(?:'[a-z0-9]+)*)`, "g");
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

  const plainTerms = (text: string): string[] => {
    const folded = foldText(text);
    const terms: string[] = [];
    const addWord = (word: string): void => {
      if (word !== "" && !dropped.has(word)) terms.push(stem(word));
    };
    for (const match of folded.matchAll(isAscii(folded) ? asciiToken : token)) {
      const [, number, word, run] = match;
      if (word !== undefined) addWord(apostrophe.test(word) ? withoutApostrophes(word) : word);
      else if (run !== undefined) for (const pair of pairs(run)) addWord(pair);
      else {
        const parts = numberTerms(number!);
        for (const part of parts) terms.push(capTerm(part));
        if (isPercentAt(folded, match.index + match[0].length)) terms.push(`${capTerm(parts.at(-1)!)}%`);
      }
    }
    return terms;
  };

  const expand = aliasExpander(options.aliases ?? {}, plainTerms);
  return {
    name: options.name,
    version: options.version ?? 1,
    terms: (text) => expand(plainTerms(text)),
  };
}

function isPercentAt(text: string, index: number): boolean {
  return text[index] === "%" || (text[index] === " " && text[index + 1] === "%");
}

/** The default for everything that is searched, ranked or compared as prose. */
export const standardAnalyzer: Analyzer = createStandardAnalyzer();
