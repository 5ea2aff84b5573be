/**
 * Adds the terms of a phrase's aliases wherever the phrase's terms stand in a row. Adding to the text that holds the
 * phrase makes both sides match, whichever of the two a query uses; what was added is not expanded again.
 */
export function aliasExpander(
  aliases: Readonly<Record<string, readonly string[]>>,
  analyze: (text: string) => readonly string[],
): (terms: readonly string[]) => readonly string[] {
  const byFirstTerm = new Map<string, { readonly phrase: readonly string[]; readonly added: readonly string[] }[]>();
  for (const [phrase, others] of Object.entries(aliases)) {
    const terms = analyze(phrase);
    if (terms.length === 0) continue;
    const sameStart = byFirstTerm.get(terms[0]!) ?? [];
    sameStart.push({ phrase: terms, added: others.flatMap(analyze) });
    byFirstTerm.set(terms[0]!, sameStart);
  }
  if (byFirstTerm.size === 0) return (terms) => terms;

  return (terms) =>
    terms.flatMap((term, index) => {
      const found = byFirstTerm.get(term) ?? [];
      const matching = found.filter(({ phrase }) => phrase.every((part, offset) => terms[index + offset] === part));
      return [term, ...matching.flatMap(({ added }) => added)];
    });
}
