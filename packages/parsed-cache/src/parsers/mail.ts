import { isUtf8 } from "node:buffer";
import type { Address as MailAddress, Attachment, Email } from "postal-mime";
import type { DocumentParser } from "../document-parser.ts";
import { ParsedCacheError } from "../parsed-cache-error.ts";
import { type MailAttachment, type MailMessage, putMessage } from "./mail/message.ts";
import { takeUuencoded } from "./mail/uuencoded.ts";
import { createNestedReader, nestingOf } from "./nested-document.ts";
import { createPartOutput } from "./office/part-output.ts";

/**
 * A mail (EML): its head at `header`, the body by paragraphs (the plain text, or the HTML one where that says more or is
 * the only one), a line for each attachment at `attachment=N`, and the attachments themselves, parsed in turn, at places
 * such as `attachment=1&page=2`. Losses: `attachments-not-read`; of a form of the body that is not shown `other-body`, or
 * `other-body-differs` where it has words of its own; and those of an HTML body and of the attachments.
 */
export const parser: DocumentParser = {
  async parse(bytes, options, emit, limits) {
    const message = await readMail(bytes);
    const output = createPartOutput(emit, limits);
    await putMessage(message, createNestedReader(nestingOf(options), output, limits), output);
  },
};

/** Reads what RFC 5322 and MIME describe. Rejects with `damaged`. */
export async function readMail(bytes: Uint8Array): Promise<MailMessage> {
  const { default: PostalMime } = await import("postal-mime");
  try {
    const mail = await PostalMime.parse(withReadableHead(bytes), { forceRfc822Attachments: true, maxNestingDepth: 50 });
    const { html } = mail;
    const packed = mail.text === undefined ? undefined : takeUuencoded(mail.text);
    const text = packed?.text;
    const inText = (packed?.files ?? []).map(({ name, bytes: file }): MailAttachment => ({
      name,
      type: "application/octet-stream",
      size: file.byteLength,
      bytes: file,
    }));
    return {
      head: headValues(mail),
      ...(text !== undefined && { text }),
      ...(html !== undefined && { html }),
      attachments: [...mail.attachments.map(attachmentOf), ...inText],
      metadata: {
        ...(mail.messageId !== undefined && { messageId: mail.messageId }),
        ...(mail.inReplyTo !== undefined && { inReplyTo: mail.inReplyTo }),
      },
    };
  } catch (cause) {
    const found = cause instanceof Error ? cause.message : String(cause);
    throw new ParsedCacheError({ code: "damaged", message: `Damaged mail: ${found}.`, cause });
  }
}

/**
 * Old programs write the head in the encoding of the body, against the rules, and it is read as UTF-8: where it is none,
 * it is put into it.
 */
function withReadableHead(bytes: Uint8Array): Uint8Array {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const ends = ["\r\n\r\n", "\n\n"].map((end) => file.indexOf(end)).filter((at) => at >= 0);
  const head = file.subarray(0, ends.length === 0 ? file.length : Math.min(...ends));
  if (isUtf8(head)) return bytes;
  const label = /charset\s*=\s*"?([\w.:-]+)/i.exec(head.toString("latin1"))?.[1] ?? "";
  return Buffer.concat([Buffer.from(decodeHead(head, label)), file.subarray(head.length)]);
}

function decodeHead(head: Uint8Array, label: string): string {
  try {
    const decoder = new TextDecoder(label);
    if (decoder.encoding !== "utf-8") return decoder.decode(head);
  } catch {
    // A name that nobody knows.
  }
  return new TextDecoder("windows-1252").decode(head);
}

function headValues(mail: Email): readonly (readonly [name: string, value: string])[] {
  const sender = mail.sender === undefined ? "" : addressText(mail.sender);
  const from = mail.from === undefined ? "" : addressText(mail.from);
  return [
    ["From", from],
    ["Sender", sender === from ? "" : sender],
    ["To", addressList(mail.to)],
    ["Cc", addressList(mail.cc)],
    ["Bcc", addressList(mail.bcc)],
    ["Reply-To", addressList(mail.replyTo)],
    ["Date", mail.headers.find(({ key }) => key === "date")?.value.trim() ?? ""],
    ["Subject", mail.subject?.trim() ?? ""],
  ];
}

function addressList(addresses: readonly MailAddress[] | undefined): string {
  return (addresses ?? []).map(addressText).join(", ");
}

function addressText(address: MailAddress): string {
  if (address.group !== undefined) return `${address.name}: ${address.group.map(addressText).join(", ")};`;
  const { name } = address;
  const shown = address.address ?? "";
  return name === "" || name === shown ? shown : `${name} <${shown}>`;
}

function attachmentOf({ filename, mimeType, content }: Attachment): MailAttachment {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content);
  return { name: filename ?? `(unnamed ${mimeType})`, type: mimeType, size: bytes.byteLength, bytes };
}
