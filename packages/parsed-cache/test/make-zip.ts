import { crc32, deflateRawSync } from "node:zlib";

export interface ZipMember {
  readonly name: string;
  readonly bytes: Uint8Array | string;
  /** What both headers say it inflates to; default the truth. */
  readonly declaredSize?: number;
}

/** A ZIP archive of deflated members, whose headers may lie about sizes. */
export function makeZip(members: readonly ZipMember[]): Uint8Array {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes, declaredSize } of members) {
    const plain = Buffer.from(bytes as string);
    const packed = deflateRawSync(plain);
    const rawName = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x800, 2); // names are UTF-8
    common.writeUInt16LE(8, 4); // deflated
    common.writeUInt32LE(crc32(plain), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(declaredSize ?? plain.length, 18);
    common.writeUInt16LE(rawName.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), common, rawName, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00"), common, tail, rawName]));
    locals.push(local);
    offset += local.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(Math.min(members.length, 0xffff), 8);
  end.writeUInt16LE(Math.min(members.length, 0xffff), 10);
  end.writeUInt32LE(listing.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, listing, end]);
}

/** The same of parts by name. */
export function zipOf(parts: Readonly<Record<string, string>>): Uint8Array {
  return makeZip(Object.entries(parts).map(([name, bytes]) => ({ name, bytes })));
}
