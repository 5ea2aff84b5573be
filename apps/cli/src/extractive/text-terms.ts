import { foldText, standardAnalyzer } from "@runningtab/terms";
import { measureWordings, otherWritings } from "./lexicon.ts";

/** A text made ready for comparing: its terms, and its folded characters for scripts without spaces. */
export interface PreparedText {
  readonly terms: ReadonlySet<string>;
  readonly folded: string;
  /** Of the terms, what is left without the endings that make one word of another. */
  readonly roots: ReadonlySet<string>;
}

const prepared = new Map<string, PreparedText>();
const mostKept = 20_000;

/** Terms of a text as people mean it: keys such as `leaseEnd` and `lease_end` are read as words. */
export function prepare(text: string): PreparedText {
  const known = prepared.get(text);
  if (known !== undefined) return known;
  const spaced = spacedWords(text);
  const terms = new Set([...standardAnalyzer.terms(spaced), ...capitalWords(spaced)]);
  const folded = foldText(spaced).replaceAll("的", "");
  const result = { terms, folded, roots: new Set([...terms].map(rootOf)) };
  if (prepared.size >= mostKept) prepared.clear();
  prepared.set(text, result);
  return result;
}

/** `IT`, `US`: words in capitals that would be dropped as `it` and `us`. They stay as written. */
export function capitalWords(text: string): readonly string[] {
  return [...text.matchAll(/(?<![\p{L}\p{N}])\p{Lu}{2,4}(?![\p{L}\p{N}])/gu)]
    .map(([word]) => word)
    .filter((word) => standardAnalyzer.terms(word).length === 0);
}

/** `suppli` of `supplies` and `supplier`, `inspect` of `inspector`: a short word is its own root. */
export function rootOf(term: string): string {
  const root = term.replace(/(?:atori|ator|ation|ment|ance|ence|ion|or|er|ing)$/, "").replace(/[iey]$/, "");
  return root.length >= 4 ? root : term;
}

/** `numberOfLoadingDocks`, `lease_end` and `per year` as the words they stand for. */
export function spacedWords(text: string): string {
  let spaced = text.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, " ").replaceAll("_", " ");
  for (const [wording, word] of [...measureWordings, ...otherWritings]) spaced = spaced.replace(wording, word);
  return spaced;
}

const segmenter = new Intl.Segmenter("zh", { granularity: "word" });

/**
 * The words of a run of Chinese. The segmenter leaves unknown names as single characters: neighbours of that kind are
 * put together again.
 */
export function hanWords(run: string): readonly string[] {
  const found: string[] = [];
  let singles = "";
  const flush = (): void => {
    if (singles !== "") found.push(singles);
    singles = "";
  };
  for (const { segment } of segmenter.segment(run)) {
    if (segment.length === 1) singles += segment;
    else {
      flush();
      found.push(segment);
    }
  }
  flush();
  return found;
}

/** Whether the characters of `word` stand in `text` in their order, with little between them (员工数 in 员工人数). */
export function standsLoosely(word: string, text: string): boolean {
  if (text.includes(word)) return true;
  if (word.length < 3) return false;
  for (let start = text.indexOf(word[0]!); start >= 0; start = text.indexOf(word[0]!, start + 1)) {
    let at = start;
    for (const character of word) at = at < 0 ? -1 : text.indexOf(character, at) + 1 || -1;
    if (at > 0 && at - start <= word.length + 2) return true;
  }
  return false;
}
