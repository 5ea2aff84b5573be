import { type CompoundEntry, openCompoundFile } from "../compound-file.ts";
import type { DocumentParser, Limits } from "../document-parser.ts";
import { ParsedCacheError } from "../parsed-cache-error.ts";
import type { ParsedPart } from "../parts.ts";
import { unpackRtf } from "./mail/compressed-rtf.ts";
import { type MailAttachment, type MailMessage, putMessage } from "./mail/message.ts";
import { type OutlookProperties, PROPERTY, readProperties } from "./mail/outlook-properties.ts";
import { createNestedReader, nestingOf } from "./nested-document.ts";
import { codePageName, createDecoder, type Decode } from "./office/code-pages.ts";
import { createPartOutput } from "./office/part-output.ts";
import { htmlFromRtf } from "./rtf/encapsulated-html.ts";
import { parser as rtfParser } from "./rtf.ts";

type Block = Extract<ParsedPart, { readonly type: "block" }>;

const HEAD_BYTES = { message: 32, inner: 24, other: 8 } as const;
/** How an attachment is kept (`PidTagAttachMethod`). */
const METHOD = { message: 5, ole: 6 } as const;
const RECIPIENTS = new Map([
  [1, "To"],
  [2, "Cc"],
  [3, "Bcc"],
]);

/**
 * A message saved by Outlook (MSG), read as a mail: head, the body that says more (plain, HTML, or the RTF that wraps or
 * replaces it), attachments in turn, attached messages among them. Losses: those of mails, and `item-fields` for
 * appointments, contacts and tasks, whose own fields are not shown.
 */
export const parser: DocumentParser = {
  async parse(bytes, options, emit, limits) {
    const root = openCompoundFile(bytes, limits);
    const decode = await createDecoder();
    if (!root.children.some(({ name }) => name.startsWith("__substg1.0_") || name.startsWith("__properties"))) {
      throw new ParsedCacheError({ code: "damaged", message: "Not an Outlook message: it holds no properties." });
    }
    const output = createPartOutput(emit, limits);
    const message = await readOutlookMessage(root, HEAD_BYTES.message, decode, limits);
    await putMessage(message, createNestedReader(nestingOf(options), output, limits), output);
    const { itemClass } = message.metadata;
    output.loss(
      "item-fields",
      itemClass === undefined ? 0 : 1,
      `a ${String(itemClass)}, of which only the text is shown`,
    );
  },
};

async function readOutlookMessage(
  storage: CompoundEntry,
  headBytes: number,
  decode: Decode,
  limits: Limits,
): Promise<MailMessage> {
  let encoding = "windows-1252";
  const decodeOwn = (bytes: Uint8Array): string => decode(bytes, encoding);
  const properties = readProperties(storage, headBytes, decodeOwn);
  encoding = codePageName(properties.number(PROPERTY.messageCodePage)) ?? encoding;
  const itemClass = properties.text(PROPERTY.messageClass);
  const messageId = properties.text(PROPERTY.messageId);
  const inReplyTo = properties.text(PROPERTY.inReplyTo);
  return {
    head: headOf(properties, recipientsOf(storage, decodeOwn)),
    ...(await bodyOf(properties, decode, limits)),
    attachments: storage.children
      .filter(({ name, kind }) => kind === "storage" && name.startsWith("__attach_version1.0_"))
      .map((attachment) => attachmentOf(attachment, decodeOwn, decode, limits)),
    metadata: {
      ...(messageId !== undefined && { messageId }),
      ...(inReplyTo !== undefined && { inReplyTo }),
      ...(itemClass !== undefined && !/^(?:IPM\.Note|REPORT)/i.test(itemClass) && { itemClass }),
    },
  };
}

function headOf(
  properties: OutlookProperties,
  recipients: ReadonlyMap<string, string>,
): readonly (readonly [name: string, value: string])[] {
  const { text, time } = properties;
  const sender = personText(
    text(PROPERTY.senderName),
    text(PROPERTY.senderSmtp) ?? mailAddress(text(PROPERTY.senderEmail)),
  );
  const represented = personText(
    text(PROPERTY.representedName),
    text(PROPERTY.representedSmtp) ?? mailAddress(text(PROPERTY.representedEmail)),
  );
  const from = represented === "" ? sender : represented;
  const listed = (name: string, display: number): string => recipients.get(name) ?? text(display) ?? "";
  return [
    ["From", from],
    ["Sender", sender === from ? "" : sender],
    ["To", listed("To", PROPERTY.displayTo)],
    ["Cc", listed("Cc", PROPERTY.displayCc)],
    ["Bcc", listed("Bcc", PROPERTY.displayBcc)],
    ["Date", time(PROPERTY.submitTime) ?? time(PROPERTY.deliveryTime) ?? time(PROPERTY.creationTime) ?? ""],
    ["Start", time(PROPERTY.startTime) ?? ""],
    ["End", time(PROPERTY.endTime) ?? ""],
    ["Subject", text(PROPERTY.subject)?.trim() ?? ""],
  ];
}

function recipientsOf(storage: CompoundEntry, decode: (bytes: Uint8Array) => string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const recipient of storage.children) {
    if (!recipient.name.startsWith("__recip_version1.0_")) continue;
    const { text, number } = readProperties(recipient, HEAD_BYTES.other, decode);
    const name = RECIPIENTS.get((number(PROPERTY.recipientType) ?? 1) & 15);
    const person = personText(
      text(PROPERTY.displayName),
      text(PROPERTY.smtpAddress) ?? mailAddress(text(PROPERTY.email)),
    );
    if (name === undefined || person === "") continue;
    const before = found.get(name);
    found.set(name, before === undefined ? person : `${before}, ${person}`);
  }
  return found;
}

/** Inside an organisation the address is often a name in its directory (`/o=…`), which nobody writes to. */
function mailAddress(address: string | undefined): string | undefined {
  return address?.includes("@") === true ? address : undefined;
}

function personText(name = "", address = ""): string {
  const shown = name.trim().replace(/^'(.*)'$/, "$1");
  if (shown === "" || shown === address) return address;
  return address === "" ? shown : `${shown} <${address}>`;
}

async function bodyOf(
  properties: OutlookProperties,
  decode: Decode,
  limits: Limits,
): Promise<Pick<MailMessage, "text" | "html" | "richBody">> {
  const text = properties.text(PROPERTY.body);
  const htmlBytes = properties.bytes(PROPERTY.html);
  const htmlEncoding = codePageName(properties.number(PROPERTY.internetCodePage)) ?? "utf-8";
  const html = htmlBytes === undefined ? properties.text(PROPERTY.html) : decode(htmlBytes, htmlEncoding);
  const packed = properties.bytes(PROPERTY.rtfBody);
  const own = { ...(text !== undefined && { text }), ...(html !== undefined && { html }) };
  if (html !== undefined || packed === undefined) return own;
  const rtf = unpackRtf(packed, limits.maxInflatedBytes);
  const wrapped = htmlFromRtf(rtf, decode);
  if (wrapped !== undefined) return { ...own, html: wrapped };
  if (text !== undefined && text.trim() !== "") return own;
  const richBody: Block[] = [];
  await rtfParser.parse(rtf, {}, (part) => void (part.type === "block" && richBody.push(part)), limits);
  return { ...own, richBody };
}

function attachmentOf(
  storage: CompoundEntry,
  decodeOwn: (bytes: Uint8Array) => string,
  decode: Decode,
  limits: Limits,
): MailAttachment {
  const properties = readProperties(storage, HEAD_BYTES.other, decodeOwn);
  const method = properties.number(PROPERTY.attachedMethod);
  const inner = properties.storage(PROPERTY.attachedData);
  const name =
    properties.text(PROPERTY.attachedLongName) ??
    properties.text(PROPERTY.attachedName) ??
    properties.text(PROPERTY.displayName) ??
    "(unnamed attachment)";
  if (inner !== undefined && method === METHOD.message) {
    return {
      name: name.trim() === "" ? "(attached message)" : name,
      type: "application/vnd.ms-outlook",
      size: sizeOf(inner),
      message: () => readOutlookMessage(inner, HEAD_BYTES.inner, decode, limits),
    };
  }
  const type = properties.text(PROPERTY.attachedType) ?? "application/octet-stream";
  const bytes = properties.bytes(PROPERTY.attachedData);
  if (bytes !== undefined) return { name, type, size: bytes.byteLength, bytes };
  const reason = method === METHOD.ole ? "an embedded object of another program, not opened" : undefined;
  return { name, type, size: inner === undefined ? 0 : sizeOf(inner), ...(reason !== undefined && { reason }) };
}

function sizeOf({ size, children }: CompoundEntry): number {
  return children.reduce((sum, child) => sum + sizeOf(child), size);
}
