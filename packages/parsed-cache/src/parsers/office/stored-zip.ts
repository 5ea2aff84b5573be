import { crc32 } from "node:zlib";

const [LOCAL, DIRECTORY, END] = [0x04034b50, 0x02014b50, 0x06054b50];
const VERSION = 20;
const NAMES_ARE_UTF8 = 0x800;

/** A ZIP archive of members that are not compressed, for readers that take nothing but an archive. Below 4 GB. */
export function storedZip(members: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const chunks: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const [name, bytes] of members) {
    const rawName = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(VERSION, 0);
    common.writeUInt16LE(NAMES_ARE_UTF8, 2);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(bytes.byteLength, 14);
    common.writeUInt32LE(bytes.byteLength, 18);
    common.writeUInt16LE(rawName.length, 22);
    chunks.push(uint32(LOCAL), common, rawName, bytes);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(uint32(DIRECTORY), Buffer.of(VERSION, 0), common, place, rawName);
    offset += 4 + common.length + rawName.length + bytes.byteLength;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(members.size, 4);
  end.writeUInt16LE(members.size, 6);
  end.writeUInt32LE(listing.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...chunks, listing, uint32(END), end]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
