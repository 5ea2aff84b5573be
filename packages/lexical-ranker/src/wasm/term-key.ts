const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
/** A code point that no text uses begins the keys of terms that UTF-8 cannot hold, with a NUL, or that begin with it. */
const escape = "\u{10ffff}";

/**
 * The text whose UTF-8 bytes are a term's key, none of them 0. Halves of surrogate pairs, which custom analyzers may
 * give, stay apart.
 */
export function termKey(term: string): string {
  if (term.isWellFormed() && !term.includes("\0") && !term.startsWith(escape)) return term;
  return escape + Array.from({ length: term.length }, (_, index) => term.charCodeAt(index).toString(16)).join(" ");
}

/** The text of UTF-8 bytes. Most keys are short and ASCII, for which a decoder's call costs more than its work. */
export function readKey(bytes: Uint8Array, from: number, length: number): string {
  if (length > 40) return decoder.decode(bytes.subarray(from, from + length));
  let text = "";
  for (let index = from; index < from + length; index++) {
    const byte = bytes[index]!;
    if (byte > 127) return decoder.decode(bytes.subarray(from, from + length));
    text += String.fromCharCode(byte);
  }
  return text;
}

/** The term or id of the key that `termKey` gave. */
export function readTermKey(bytes: Uint8Array, from: number, length: number): string {
  const key = readKey(bytes, from, length);
  if (!key.startsWith(escape)) return key;
  const units = key.slice(escape.length).split(" ");
  return units.map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join("");
}
