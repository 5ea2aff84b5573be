/**
 * Characters of scripts that are written without spaces between words (Han, kana, Thai, Lao, Khmer, Myanmar), and
 * hangul, whose words carry their particles. Their runs are cut into overlapping pairs, which needs no dictionary and
 * finds every word of two characters or more.
 */
export const unspacedCharacters =
  "[[\\p{L}\\p{M}\\p{N}]&&[\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Hang}\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}ー]]";

/** Characters of words in all other scripts. */
export const spacedCharacters = `[[\\p{L}\\p{M}\\p{N}]--${unspacedCharacters}]`;

/** The overlapping pairs of a run; a run of one character is its own and only term. */
export function pairs(run: string): readonly string[] {
  const characters = Array.from(run);
  if (characters.length === 1) return characters;
  const result: string[] = [];
  for (let index = 1; index < characters.length; index++) result.push(characters[index - 1]! + characters[index]!);
  return result;
}
