/** A query cut into what is asked for anywhere and what is asked for word by word. */
export interface QuotedQuery {
  /** The whole query without its quotation marks: words in quotes are asked for, too. */
  readonly words: string;
  /** The texts that stood in quotes. */
  readonly quoted: readonly string[];
}

/** `"…"`, `“…”`, `„…“` and `«…»`, not nested. A mark without its partner is text, as everything else is. */
const quotes = /"[^"]*"|“[^“”]*”|„[^„“”]*[“”]|«[^«»]*»/g;

export function readQuotes(query: string): QuotedQuery {
  const quoted = Array.from(query.matchAll(quotes), ([match]) => match.slice(1, -1));
  return { words: query.replace(quotes, (match) => ` ${match.slice(1, -1)} `), quoted };
}
