/** Verbs that open a sentence about how an answer is to be written; such a sentence names nothing that a page holds. */
const ABOUT_THE_ANSWER =
  /^(?:please\s+)?(?:report|round|give|express|use|do not|don't|perform|answer|return|include|exclude|provide|convert|format|output|write|state|present|assume|ignore|treat|your answer|the answer|for example)\b/i;

/**
 * The part of a query that pages are ranked by. Of a question in several sentences, those that only say how to answer
 * (`Report the value in millions, rounded to two places.`) are left out, because they name many pages and no subject. A
 * query of one sentence, or of such sentences alone, stays as it is.
 */
export function subjectOf(query: string): string {
  const sentences = query.split(/(?<=[.?!])\s+/);
  const kept = sentences.filter((sentence) => !ABOUT_THE_ANSWER.test(sentence.trim()));
  return kept.length === 0 ? query : kept.join(" ");
}
