const MOST_CHARACTERS = 600;
const LINES_BESIDE = 2;

/**
 * The lines of a text where the words stand, with two on either side, else its first lines; cut to 600 characters with
 * `…` where something was left out. White space and letter case do not matter in finding them.
 */
export function wordsAround(text: string, words: string | undefined): string {
  const lines = text.split("\n");
  const at = words === undefined ? -1 : lineOf(lines, words);
  const first = Math.max(0, at - LINES_BESIDE);
  const shown = lines.slice(first, Math.max(at, 0) + LINES_BESIDE + 1).join("\n");
  // A line may be a whole page: then the words themselves decide what is shown of it.
  const from = at < 0 || shown.length <= MOST_CHARACTERS ? 0 : startOf(shown, words!);
  const cut = shown.slice(from, from + MOST_CHARACTERS);
  const isWhole = first + cut.split("\n").length >= lines.length && from + cut.length >= shown.length;
  return `${first > 0 || from > 0 ? "… " : ""}${cut.trim()}${isWhole ? "" : " …"}`;
}

function lineOf(lines: readonly string[], words: string): number {
  const folded = fold(words);
  const whole = lines.findIndex((line) => holdsWords(fold(line), folded));
  if (whole >= 0) return whole;
  // A quote may run over several lines: it starts where its first words do.
  const start = folded.slice(0, 24);
  return lines.findIndex((line) => fold(line).includes(start));
}

function startOf(text: string, words: string): number {
  const at = text.toLowerCase().indexOf(words.slice(0, 12).toLowerCase());
  return Math.max(0, at - MOST_CHARACTERS / 3);
}

/** Text as words are looked for: white space, letter case and forms of the same character do not count. */
export function fold(text: string): string {
  return text.normalize("NFKC").replaceAll(/\s+/gu, " ").trim().toLowerCase();
}

/** Whether folded words stand in a folded text; a number at their ends must be a whole one there, as `45` in `145` is not. */
export function holdsWords(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const before = text.slice(Math.max(0, at - 2), at);
    const after = text.slice(at + words.length, at + words.length + 2);
    const cutsBefore = /^\p{Nd}/u.test(words) && /\p{Nd}[.,]?$/u.test(before);
    const cutsAfter = /\p{Nd}$/u.test(words) && /^[.,]?\p{Nd}/u.test(after);
    if (!cutsBefore && !cutsAfter) return true;
  }
  return false;
}
