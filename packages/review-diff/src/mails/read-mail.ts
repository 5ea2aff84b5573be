import { createHash } from "node:crypto";
import type { Attachment } from "postal-mime";
import type { Content } from "../containers/compare-contents.ts";
import { describeBytes } from "../texts/describe-bytes.ts";

export interface Mail {
  /** By name as it is written in most mails (`Subject`), the values in order, joined by a newline. */
  readonly head: ReadonlyMap<string, string>;
  /** Header fields that programs write on the way, by name. */
  readonly otherHead: ReadonlyMap<string, string>;
  readonly text: string | undefined;
  readonly html: string | undefined;
  readonly attachments: readonly Content[];
}

/** What a sender writes or means; all other fields are of the programs that carried the mail. */
const KNOWN_FIELDS: ReadonlyMap<string, string> = new Map(
  ["From", "Sender", "Reply-To", "To", "Cc", "Bcc", "Date", "Subject", "Message-ID", "In-Reply-To", "References"].map(
    (name) => [name.toLowerCase(), name],
  ),
);
/** Fields that say how the body is stored, which the bodies tell. */
const STORAGE_FIELDS = new Set(["mime-version", "content-type", "content-transfer-encoding", "content-disposition"]);
const MAX_DEPTH = 50;
/** Larger mails are compared as bytes. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Reads what RFC 5322 and MIME describe. Rejects for bytes without a head, and for what nests or weighs too much. */
export async function readMail(bytes: Uint8Array): Promise<Mail> {
  if (bytes.byteLength > MAX_BYTES) throw new RangeError(`it has more than ${MAX_BYTES} bytes`);
  const { decodeWords, default: PostalMime } = await import("postal-mime");
  const mail = await PostalMime.parse(bytes, { forceRfc822Attachments: true, maxNestingDepth: MAX_DEPTH });
  if (mail.headers.length === 0) throw new Error("it has no head");
  const [head, otherHead] = [new Map<string, string>(), new Map<string, string>()];
  for (const { key, value } of mail.headers) {
    if (STORAGE_FIELDS.has(key)) continue;
    const known = KNOWN_FIELDS.get(key);
    const [fields, name] = known === undefined ? [otherHead, key] : [head, known];
    const text = decodeWords(value).replace(/\s+/g, " ").trim();
    fields.set(name, fields.has(name) ? `${fields.get(name)}\n${text}` : text);
  }
  return { head, otherHead, text: mail.text, html: mail.html, attachments: mail.attachments.map(readAttachment) };
}

function readAttachment({ filename, mimeType, content }: Attachment, index: number): Content {
  const bytes = typeof content === "string" ? Buffer.from(content) : new Uint8Array(content);
  const ending = mimeType === "message/rfc822" ? "eml" : "bin";
  const name = filename ?? `attachment-${index + 1}.${ending}`;
  const identity = createHash("sha256").update(bytes).digest("hex");
  return { name, identity, description: `${name}, ${mimeType}: ${describeBytes(bytes)}`, bytes };
}
