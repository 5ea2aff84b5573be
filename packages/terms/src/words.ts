import { stemmer as porter } from "stemmer";

/** Reduces a folded word to the form its inflections share. */
export type Stemmer = (word: string) => string;

/** Longest term, in UTF-16 units. Longer words (encoded bytes, mostly) are cut there, so that no text makes a huge term. */
export const maxTermLength = 64;

const englishWord = /^[a-z]{3,40}$/;

/** The Porter stemmer, for words of a–z only. The bound on length keeps its backtracking patterns cheap. */
export function stemEnglish(word: string): string {
  return englishWord.test(word) ? porter(word) : word;
}

/** Cuts a term at `maxTermLength`, never inside a character. */
export function capTerm(term: string): string {
  if (term.length <= maxTermLength) return term;
  const last = term.charCodeAt(maxTermLength - 1);
  return term.slice(0, last >= 0xd800 && last < 0xdc00 ? maxTermLength - 1 : maxTermLength);
}

/**
 * A stemmer that remembers: texts repeat their words, and a look-up costs a tenth of the stemming. Forgets everything
 * at `capacity` words, so that hostile text cannot grow it.
 */
export function rememberStems(stem: Stemmer, capacity = 50_000): Stemmer {
  const known = new Map<string, string>();
  return (word) => {
    const remembered = known.get(word);
    if (remembered !== undefined) return remembered;
    if (known.size >= capacity) known.clear();
    const result = capTerm(stem(word));
    known.set(word, result);
    return result;
  };
}
