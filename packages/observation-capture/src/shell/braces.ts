/** Results beyond this count are cut: `{1..1000000}` is nobody's list of files. */
const MOST_ALTERNATIVES = 1000;

/** The alternatives of one brace expression: `{a,b{1,2}}`, `{01..10}`, `{a..e}`. Not one: the text as it is. */
export function expandBraces(text: string): readonly string[] {
  return expand(text).slice(0, MOST_ALTERNATIVES);
}

function expand(text: string): readonly string[] {
  const open = text.indexOf("{");
  const close = open < 0 ? -1 : closing(text, open);
  if (close < 0) return [text];
  const inside = text.slice(open + 1, close);
  const choices = sequence(inside) ?? splitTop(inside).flatMap(expand);
  const rests = expand(text.slice(close + 1));
  const results: string[] = [];
  for (const choice of choices) {
    for (const rest of rests) {
      if (results.length >= MOST_ALTERNATIVES) return results;
      results.push(text.slice(0, open) + choice + rest);
    }
  }
  return results;
}

function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === "{") depth++;
    else if (text[at] === "}" && --depth === 0) return at;
  }
  return -1;
}

function splitTop(text: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const character of text) {
    if (character === "{") depth++;
    else if (character === "}") depth--;
    if (character === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.replace(/["']/g, ""));
}

function sequence(text: string): readonly string[] | undefined {
  const numbers = /^(-?\d{1,9})\.\.(-?\d{1,9})(?:\.\.(-?\d{1,9}))?$/.exec(text);
  if (numbers !== null) {
    const width =
      /^-?0\d/.test(numbers[1]!) || /^-?0\d/.test(numbers[2]!) ? Math.max(numbers[1]!.length, numbers[2]!.length) : 0;
    return range(Number(numbers[1]), Number(numbers[2]), Number(numbers[3] ?? 1)).map((each) =>
      String(each).padStart(width, "0"),
    );
  }
  const letters = /^([A-Za-z])\.\.([A-Za-z])$/.exec(text);
  if (letters === null) return undefined;
  return range(letters[1]!.charCodeAt(0), letters[2]!.charCodeAt(0), 1).map((code) => String.fromCharCode(code));
}

function range(first: number, last: number, step: number): number[] {
  const stride = Math.max(1, Math.abs(step)) * (last < first ? -1 : 1);
  const count = Math.min(MOST_ALTERNATIVES, Math.floor((last - first) / stride) + 1);
  return Array.from({ length: count }, (_, index) => first + index * stride);
}
