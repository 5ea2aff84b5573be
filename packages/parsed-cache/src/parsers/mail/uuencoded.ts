/** A file in the text of an old mail: `begin 644 name`, lines of packed bytes, `end`. */
export interface UuencodedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const BLOCK = /^begin [0-7]{3,4} (\S[^\r\n]*)\r?\n((?:[ -`]{1,64}\r?\n)*?)(?:`|[ ]?)\r?\n?end[ ]*$/gm;

/** The files in a text, and the text without them. */
export function takeUuencoded(text: string): { readonly text: string; readonly files: readonly UuencodedFile[] } {
  if (!/^begin [0-7]{3,4} /m.test(text)) return { text, files: [] };
  const files: UuencodedFile[] = [];
  const rest = text.replaceAll(BLOCK, (_, name: string, lines: string) => {
    files.push({ name: name.trim(), bytes: Buffer.concat(lines.split(/\r?\n/).map(lineBytes)) });
    return "";
  });
  return { text: rest, files };
}

/** The first character says how many bytes the line holds; each four after it hold three. */
function lineBytes(line: string): Buffer {
  const value = (at: number): number => ((line.charCodeAt(at) || 32) - 32) & 63;
  const length = line === "" ? 0 : value(0);
  const bytes = Buffer.alloc(Math.ceil(length / 3) * 3);
  for (let at = 0; at < length; at += 3) {
    const start = 1 + (at / 3) * 4;
    const group = (value(start) << 18) | (value(start + 1) << 12) | (value(start + 2) << 6) | value(start + 3);
    bytes.writeUIntBE(group, at, 3);
  }
  return bytes.subarray(0, length);
}
