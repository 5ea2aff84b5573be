import { childOf, type CompoundEntry } from "../../compound-file.ts";
import { fileTimeToDate } from "../office/file-time.ts";

/*
 * A message of Outlook keeps its values as properties ([MS-OXMSG], [MS-OXPROPS]): numbers and times in one table a
 * storage, 16 bytes each, and what is longer in a stream named by number and type: `__substg1.0_0037001F` is the subject
 * (0x0037) in UTF-16 (0x001F).
 */

/** Numbers of the properties that are read. */
export const PROPERTY = {
  messageClass: 0x001a,
  subject: 0x0037,
  submitTime: 0x0039,
  representedName: 0x0042,
  startTime: 0x0060,
  endTime: 0x0061,
  representedEmail: 0x0065,
  recipientType: 0x0c15,
  senderName: 0x0c1a,
  senderEmail: 0x0c1f,
  displayBcc: 0x0e02,
  displayCc: 0x0e03,
  displayTo: 0x0e04,
  deliveryTime: 0x0e06,
  body: 0x1000,
  rtfBody: 0x1009,
  html: 0x1013,
  messageId: 0x1035,
  inReplyTo: 0x1042,
  displayName: 0x3001,
  email: 0x3003,
  creationTime: 0x3007,
  attachedData: 0x3701,
  attachedName: 0x3704,
  attachedMethod: 0x3705,
  attachedLongName: 0x3707,
  attachedType: 0x370e,
  smtpAddress: 0x39fe,
  internetCodePage: 0x3fde,
  messageCodePage: 0x3ffd,
  senderSmtp: 0x5d01,
  representedSmtp: 0x5d02,
} as const;

const TYPE = { text: "001F", bytes: "001E", binary: "0102", storage: "000D" } as const;
const ENTRY_BYTES = 16;

export interface OutlookProperties {
  /** A text, in Unicode or in the message's code page; `undefined` when it has none. Closing NULs are cut. */
  text(property: number): string | undefined;
  number(property: number): number | undefined;
  /** ISO 8601. */
  time(property: number): string | undefined;
  bytes(property: number): Uint8Array | undefined;
  /** The storage of an attached message. */
  storage(property: number): CompoundEntry | undefined;
}

/** `headBytes`: what stands before the table's entries: 32 in a message, 24 in one inside it, 8 for the rest. */
export function readProperties(
  storage: CompoundEntry,
  headBytes: number,
  decode: (bytes: Uint8Array) => string,
): OutlookProperties {
  const values = new Map<number, Buffer>();
  const table = Buffer.from(childOf(storage, "__properties_version1.0")?.read() ?? []);
  for (let at = headBytes; at + ENTRY_BYTES <= table.length; at += ENTRY_BYTES) {
    values.set(table.readUInt16LE(at + 2), table.subarray(at + 8, at + ENTRY_BYTES));
  }
  const child = (property: number, type: string): CompoundEntry | undefined =>
    childOf(storage, `__substg1.0_${property.toString(16).padStart(4, "0")}${type}`);
  return {
    text(property) {
      const wide = child(property, TYPE.text)?.read();
      const text =
        wide === undefined ? decodeNarrow(child(property, TYPE.bytes), decode) : Buffer.from(wide).toString("utf16le");
      return text?.replace(/\0+$/, "");
    },
    number: (property) => values.get(property)?.readInt32LE(0),
    time(property) {
      const value = values.get(property)?.readBigUInt64LE(0);
      return value === undefined ? undefined : timeText(value);
    },
    bytes: (property) => child(property, TYPE.binary)?.read(),
    storage: (property) => child(property, TYPE.storage),
  };
}

function decodeNarrow(entry: CompoundEntry | undefined, decode: (bytes: Uint8Array) => string): string | undefined {
  return entry === undefined ? undefined : decode(entry.read());
}

/** ISO 8601; `undefined` for none (0) and for one that no calendar has. */
function timeText(value: bigint): string | undefined {
  const date = value === 0n ? undefined : fileTimeToDate(value);
  return date?.toISOString().replace(".000Z", "Z");
}
