/** Code is searched up to this many characters. */
const LONGEST_CODE = 20_000;

/** Names in quotes inside a program's text: `python -c "open('e.txt')"`. */
export function quotedNames(code: string): readonly string[] {
  const quoted = code.slice(0, LONGEST_CODE).matchAll(/"([^"\n]{1,512})"|'([^'\n]{1,512})'/g);
  return [...quoted].map((match) => match[1] ?? match[2]!);
}
