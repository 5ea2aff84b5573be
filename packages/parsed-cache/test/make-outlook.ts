import { type CompoundTree, makeCompound } from "./make-compound.ts";

export interface OutlookItem {
  /** By the number of the property: texts in Unicode, bytes as they are, numbers and times in the table. */
  readonly properties: Readonly<Record<number, string | Uint8Array | number | Date>>;
  readonly recipients?: readonly OutlookItem["properties"][];
  readonly attachments?: readonly (OutlookItem["properties"] & { readonly message?: OutlookItem })[];
}

/** A message as Outlook saves it. */
export function makeOutlook(item: OutlookItem): Uint8Array {
  return makeCompound(messageTree(item, 32));
}

function messageTree({ properties, recipients = [], attachments = [] }: OutlookItem, headBytes: number): CompoundTree {
  const tree: Record<string, Uint8Array | CompoundTree> = { ...propertyTree(properties, headBytes) };
  for (const [index, recipient] of recipients.entries()) {
    tree[`__recip_version1.0_#${hex(index, 8)}`] = propertyTree(recipient, 8);
  }
  for (const [index, { message, ...own }] of attachments.entries()) {
    tree[`__attach_version1.0_#${hex(index, 8)}`] = {
      ...propertyTree(own, 8),
      ...(message !== undefined && { "__substg1.0_3701000D": messageTree(message, 24) }),
    };
  }
  return tree;
}

function propertyTree(properties: OutlookItem["properties"], headBytes: number): CompoundTree {
  const tree: Record<string, Uint8Array> = {};
  const entries: Buffer[] = [Buffer.alloc(headBytes)];
  for (const [key, value] of Object.entries(properties)) {
    const id = Number(key);
    if (typeof value === "string") tree[`__substg1.0_${hex(id, 4)}001F`] = Buffer.from(value, "utf16le");
    else if (value instanceof Uint8Array) tree[`__substg1.0_${hex(id, 4)}0102`] = value;
    else {
      const entry = Buffer.alloc(16);
      entry.writeUInt16LE(value instanceof Date ? 0x40 : 0x03, 0);
      entry.writeUInt16LE(id, 2);
      if (value instanceof Date)
        entry.writeBigUInt64LE(BigInt(value.getTime()) * 10_000n + 116_444_736_000_000_000n, 8);
      else entry.writeInt32LE(value, 8);
      entries.push(entry);
    }
  }
  return { ...tree, "__properties_version1.0": Buffer.concat(entries) };
}

function hex(value: number, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, "0");
}
