/** A string value in a JSON text: where its characters stand between the quotes, and the keys that lead to it. */
export interface JsonString {
  readonly keys: readonly (string | number)[];
  readonly start: number;
  readonly end: number;
}

/** Values nested deeper, or beyond so many strings, are passed over. */
const DEEPEST = 6;
const MOST_STRINGS = 1000;

/** The string values of a text that `JSON.parse` accepts, in order, with their places. */
export function jsonStrings(text: string): readonly JsonString[] {
  const found: JsonString[] = [];
  const keys: (string | number)[] = [];
  const isList: boolean[] = [];
  let isKey = false;
  for (let at = 0; at < text.length && found.length < MOST_STRINGS; at++) {
    const sign = text[at];
    if (sign === "{" || sign === "[") {
      isList.push(sign === "[");
      keys.push(sign === "[" ? 0 : "");
      isKey = sign === "{";
    } else if (sign === "}" || sign === "]") {
      isList.pop();
      keys.pop();
    } else if (sign === ",") {
      isKey = isList.at(-1) === false;
      if (!isKey) keys[keys.length - 1] = Number(keys.at(-1)) + 1;
    } else if (sign === '"') {
      const end = closingQuote(text, at + 1);
      if (isKey) {
        keys[keys.length - 1] = text.slice(at + 1, end);
        isKey = false;
      } else if (keys.length <= DEEPEST) found.push({ keys: [...keys], start: at + 1, end });
      at = end;
    }
  }
  return found;
}

function closingQuote(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at;
}
