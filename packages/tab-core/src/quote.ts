const minimumLength = 12;

/** NFKC with white space folded: what "verbatim" compares. Case and every other character count. */
export function foldForQuote(text: string): string {
  return text.normalize("NFKC").replaceAll(/\s+/gu, " ").trim();
}

/** A quote says something when it is at least 12 characters long or holds a number. Expects folded text. */
export function isLongEnough(folded: string): boolean {
  return folded.length >= minimumLength || /\p{Nd}/u.test(folded);
}

/** Whether the quote stands in the text; digits at its ends must be whole numbers there: `12` does not stand in `2012`. */
export function standsIn(foldedQuote: string, foldedText: string): boolean {
  if (foldedQuote === "") return false;
  for (let at = foldedText.indexOf(foldedQuote); at >= 0; at = foldedText.indexOf(foldedQuote, at + 1)) {
    const end = at + foldedQuote.length;
    const cutsBefore =
      /^\p{Nd}/u.test(foldedQuote) && /(?:\p{Nd}|\p{Nd}[.,])$/u.test(foldedText.slice(Math.max(0, at - 2), at));
    const cutsAfter = /\p{Nd}$/u.test(foldedQuote) && /^(?:\p{Nd}|[.,]\p{Nd})/u.test(foldedText.slice(end, end + 2));
    if (!cutsBefore && !cutsAfter) return true;
  }
  return false;
}
