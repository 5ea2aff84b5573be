/** With a point for decimals and, in groups of three, commas: as programs of every country write it in English. */
const NUMBER = /^[+-]?(?:0|[1-9]\d{0,14}|[1-9]\d{0,2}(?:,\d{3})+)(?:\.\d{1,15})?$/;
/** Beyond it a double no longer tells neighbours apart. */
const EXACT_DIGITS = 15;
/** A day that some programs write with the hour at which it begins. */
const MIDNIGHT = /^(\d{4}-\d\d-\d\d)[T ]00:00(?::00(?:\.0+)?)?$/;

/**
 * The value that a text in a table of text stands for: `1,250`, `1250` and `1250.00` are one number, `2024-01-05` and
 * `2024-01-05 00:00:00` one day. Everything that could be a name stays a text: `0010`, `1e5`, numbers too long to be exact.
 */
export function textValue(text: string): string | number {
  if (!mayBeValue(text)) return text;
  if (NUMBER.test(text)) {
    const plain = text.replaceAll(",", "");
    return plain.replace(/\D/g, "").length > EXACT_DIGITS ? text : Number(plain);
  }
  return MIDNIGHT.exec(text)?.[1] ?? text;
}

/** Most texts of most tables are neither number nor day: digits, and the signs before one, are at 43 to 57. */
export function mayBeValue(text: string): boolean {
  const code = text.charCodeAt(0);
  return code >= 43 && code <= 57;
}
