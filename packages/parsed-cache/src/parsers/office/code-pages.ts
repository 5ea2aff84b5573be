/** Code pages by the `\fcharset` of a font. */
const BY_CHARSET: ReadonlyMap<number, string> = new Map([
  [0, "windows-1252"],
  [77, "macintosh"],
  [128, "shift_jis"],
  [129, "cp949"],
  [130, "cp1361"],
  [134, "gbk"],
  [136, "big5"],
  [161, "windows-1253"],
  [162, "windows-1254"],
  [163, "windows-1258"],
  [177, "windows-1255"],
  [178, "windows-1256"],
  [186, "windows-1257"],
  [204, "windows-1251"],
  [222, "windows-874"],
  [238, "windows-1250"],
  [254, "cp437"],
  [255, "cp850"],
]);

/** The code page of a font's characters; `undefined` for the document's own. */
export function codePageOfCharset(charset: number | undefined): string | undefined {
  return BY_CHARSET.get(charset ?? -1);
}

/** The name of a code page by its number, as `\ansicpg` and Outlook give it. */
export function codePageName(number: number | undefined): string | undefined {
  if (number === undefined || number <= 0) return undefined;
  if (number === 10_000) return "macintosh";
  if (number === 65_001) return "utf-8";
  if (number === 20_127) return "ascii";
  if (number === 1_200) return "utf-16le";
  if (number > 28_590 && number < 28_606) return `iso-8859-${number - 28_590}`;
  return number >= 1_250 && number <= 1_258 ? `windows-${number}` : `cp${number}`;
}

/** Decodes text of a named encoding; one that nobody knows is read as windows-1252. */
export type Decode = (bytes: Uint8Array, encoding: string) => string;

/** Loads the tables of encodings. */
export async function createDecoder(): Promise<Decode> {
  const { default: iconv } = await import("iconv-lite");
  return (bytes, encoding) =>
    iconv.decode(Buffer.from(bytes), iconv.encodingExists(encoding) ? encoding : "windows-1252");
}

/** The same by the number of a code page. */
export async function createCodePageDecoder(): Promise<(bytes: Uint8Array, codePage: number) => string> {
  const decode = await createDecoder();
  return (bytes, codePage) => decode(bytes, codePageName(codePage) ?? "windows-1252");
}
