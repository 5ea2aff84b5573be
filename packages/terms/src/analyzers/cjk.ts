import type { Analyzer } from "../analyzer.ts";
import { foldText } from "../folding.ts";
import { lazily } from "../lazily.ts";
import { spacedCharacters, unspacedCharacters } from "../script-runs.ts";
import { capTerm } from "../words.ts";

const token = lazily(() => new RegExp(`(?<run>${unspacedCharacters}+)|${spacedCharacters}+`, "gv"));

/**
 * Terms of texts that are mostly Chinese, Japanese, Korean or Thai: every character and every overlapping pair, so that
 * a query of one character (税) is found inside words. Other words are folded and kept whole: no stems, no stop-words.
 */
export const cjkAnalyzer: Analyzer = {
  name: "cjk",
  version: 1,
  terms(text) {
    const terms: string[] = [];
    for (const match of foldText(text).matchAll(token())) {
      const run = match.groups!["run"];
      if (run === undefined) terms.push(capTerm(match[0]));
      else addCharactersAndPairs(run, terms);
    }
    return terms;
  },
};

function addCharactersAndPairs(run: string, terms: string[]): void {
  let previous = "";
  for (const character of run) {
    if (previous !== "") terms.push(previous + character);
    terms.push(character);
    previous = character;
  }
}
