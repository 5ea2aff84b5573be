const EXTENDED = 0xffff;

/** A table of strings (`STTB`) in UTF-16, such as the names of authors. Ends where it leaves the bytes. */
export function readStrings(table: Buffer): readonly string[] {
  if (table.length < 6 || table.readUInt16LE(0) !== EXTENDED) return [];
  const count = table.readUInt16LE(2);
  const extraBytes = table.readUInt16LE(4);
  const strings: string[] = [];
  let at = 6;
  while (strings.length < count && at + 2 <= table.length) {
    const length = table.readUInt16LE(at) * 2;
    strings.push(table.toString("utf16le", at + 2, at + 2 + length));
    at += 2 + length + extraBytes;
  }
  return strings;
}

/** Strings one after the other, each behind its length, without a head (`GrpXst`). */
export function readStringGroup(group: Buffer): readonly string[] {
  const strings: string[] = [];
  for (let at = 0; at + 2 <= group.length;) {
    const length = group.readUInt16LE(at) * 2;
    strings.push(group.toString("utf16le", at + 2, at + 2 + length));
    at += 2 + length;
  }
  return strings;
}

/** The places at the head of a table that has `entryBytes` for each stretch between two of them (`PLC`). */
export function readPlaces(table: Buffer, entryBytes: number): readonly number[] {
  const count = Math.floor((table.length - 4) / (4 + entryBytes));
  return count < 0 ? [] : Array.from({ length: count + 1 }, (_, index) => table.readUInt32LE(index * 4));
}
