/** The bytes of a text in an encoding as `decodeText` names it; `undefined` when it cannot hold the text. */
export function encodeText(text: string, encoding: string): Uint8Array | undefined {
  switch (encoding) {
    case "UTF-8":
      return Buffer.from(text, "utf8");
    case "UTF-8 with BOM":
      return Buffer.from(`\ufeff${text}`, "utf8");
    case "UTF-16LE":
      return Buffer.from(`\ufeff${text}`, "utf16le");
    case "UTF-16BE":
      return Buffer.from(`\ufeff${text}`, "utf16le").swap16();
    case "Windows-1252":
      return encodeWindows1252(text);
    default:
      return undefined;
  }
}

function encodeWindows1252(text: string): Uint8Array | undefined {
  const characters = new TextDecoder("windows-1252").decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
  const byteOf = new Map(Array.from(characters, (character, byte) => [character, byte]));
  const bytes = Array.from(text, (character) => byteOf.get(character));
  return bytes.every((byte) => byte !== undefined) ? Uint8Array.from(bytes) : undefined;
}
