/** A sheet as the workbook lists it; `id` names the relationship to its part. */
export interface ListedSheet {
  readonly name: string;
  readonly id: string;
}

/** `BrtBundleSh` of [MS-XLSB] 2.4.304: state, number, then the id and the name, each a length and UTF-16. */
const SHEET_RECORD = 156;
const STRINGS_AT = 8;

/**
 * The sheets of a binary workbook (`xl/workbook.bin`), which is a run of records: a number of one or two bytes, a length
 * of up to four, then so many bytes. Stops where the records do not add up.
 */
export function binarySheets(workbook: Uint8Array): readonly ListedSheet[] {
  const bytes = Buffer.from(workbook.buffer, workbook.byteOffset, workbook.byteLength);
  const sheets: ListedSheet[] = [];
  let at = 0;
  /** Seven bits a byte, least first; a set high bit says that another byte follows. */
  const number = (maxBytes: number): number => {
    let value = 0;
    for (let index = 0; index < maxBytes; index++) {
      const byte = bytes[at++] ?? 0;
      value |= (byte & 0x7f) << (7 * index);
      if (byte < 0x80) break;
    }
    return value;
  };
  while (at < bytes.length) {
    const first = bytes[at++]!;
    const record = first < 0x80 ? first : (first & 0x7f) | ((bytes[at++] ?? 0) << 7);
    const length = number(4);
    if (record === SHEET_RECORD) {
      const [id, nameAt] = stringAt(bytes, at + STRINGS_AT);
      const [name] = stringAt(bytes, nameAt);
      if (id !== "") sheets.push({ name, id });
    }
    at += length;
  }
  return sheets;
}

function stringAt(bytes: Buffer, at: number): readonly [text: string, end: number] {
  if (at + 4 > bytes.length) return ["", bytes.length];
  const end = at + 4 + 2 * bytes.readUInt32LE(at);
  return end > bytes.length ? ["", bytes.length] : [bytes.toString("utf16le", at + 4, end), end];
}
