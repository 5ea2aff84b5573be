import type { Address as MailAddress, Attachment, Email } from "postal-mime";
import { parse as parseHtml } from "parse5";
import type { DocumentParser } from "../document-parser.ts";
import { ParsedCacheError } from "../parsed-cache-error.ts";
import type { JsonValue, ParsedPart } from "../parts.ts";
import { type HtmlText, htmlBlocks } from "./html/html-blocks.ts";
import { createNestedReader, nestingOf } from "./nested-document.ts";
import { createPartOutput, type PartOutput } from "./office/part-output.ts";

type Block = Extract<ParsedPart, { readonly type: "block" }>;

/** The HTML body is shown instead of the plain one when it says this much more. */
const HTML_SAYS_MORE = { factor: 2, characters: 200 };

/**
 * A mail: its head at `header`, the body by paragraphs (the plain text, or the HTML one where that says more or is the
 * only one), a line for each attachment at `attachment=N`, and the attachments themselves, parsed in turn, at places
 * such as `attachment=1&page=2`. Losses: `attachments-not-read`, `other-body`, and those of an HTML body and of the
 * attachments.
 */
export const parser: DocumentParser = {
  async parse(bytes, options, emit, limits) {
    const mail = await readMail(bytes);
    const output = createPartOutput(emit, limits);
    const head = headLines(mail);
    if (head.length > 0) output.put(paragraph("header", head.join("\n")));
    const body = putBody(mail, output);
    const attachments = mail.attachments.map((attachment, index) => {
      const name = attachment.filename ?? `(unnamed ${attachment.mimeType})`;
      return { place: `attachment=${index + 1}`, name, bytes: contentOf(attachment), type: attachment.mimeType };
    });
    for (const { place, name, bytes: content, type } of attachments) {
      output.put(paragraph(place, `[attachment: ${name}, ${type}, ${content.byteLength} bytes]`));
    }
    if (head.length === 0 && body === "none") output.loss("no-text", 1, "the file holds neither a head nor a body");

    const nested = createNestedReader(nestingOf(options), output, limits);
    const listed: JsonValue[] = [];
    const unread: string[] = [];
    for (const { place, name, bytes: content, type } of attachments) {
      const { mediaType, reason } = await nested.read({ place, name, bytes: content, declaredType: type });
      if (reason !== undefined) unread.push(`${name}: ${reason}`);
      listed.push({ name, mediaType, bytes: content.byteLength, ...(reason !== undefined && { reason }) });
    }
    output.loss("attachments-not-read", unread.length, unread.join("; "));
    output.put({
      type: "metadata",
      values: { ...headMetadata(mail), body, ...(listed.length > 0 && { attachments: listed }) },
    });
  },
};

async function readMail(bytes: Uint8Array): Promise<Email> {
  const { default: PostalMime } = await import("postal-mime");
  try {
    return await PostalMime.parse(bytes, { forceRfc822Attachments: true, maxNestingDepth: 50 });
  } catch (cause) {
    const found = cause instanceof Error ? cause.message : String(cause);
    throw new ParsedCacheError({ code: "damaged", message: `Damaged mail: ${found}.`, cause });
  }
}

function paragraph(address: string, text: string): Block {
  return { type: "block", address, kind: "paragraph", runs: [{ text }] };
}

function headLines(mail: Email): string[] {
  return headValues(mail).flatMap(([name, value]) => (value === "" ? [] : [`${name}: ${value}`]));
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

/** Puts the body that says more, and answers which one it is. */
function putBody(mail: Email, output: PartOutput): "text" | "html" | "none" {
  const paragraphs = textParagraphs(mail.text ?? "");
  const html = mail.html === undefined ? undefined : htmlBlocks(parseHtml(mail.html, { scriptingEnabled: false }));
  const plainLength = paragraphs.join("").length;
  const htmlLength = html === undefined ? 0 : textLengthOf(html);
  const { factor, characters } = HTML_SAYS_MORE;
  if (html !== undefined && (plainLength === 0 || htmlLength > plainLength * factor + characters)) {
    for (const block of html.blocks) output.put(block);
    html.tally.putLosses(output);
    if (plainLength > 0) output.loss("other-body", 1, "the plain body says less and is not shown");
    return "html";
  }
  for (const [index, text] of paragraphs.entries()) output.put(paragraph(`paragraph=${index + 1}`, text));
  if (htmlLength > 0) output.loss("other-body", 1, "the HTML form of the body is not shown");
  return plainLength > 0 ? "text" : "none";
}

function textLengthOf({ blocks }: HtmlText): number {
  return blocks.reduce((sum, { runs }) => sum + runs.reduce((length, { text }) => length + text.length, 0), 0);
}

/** What stands between blank lines, lines kept. */
function textParagraphs(text: string): string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trimEnd())
    .join("\n")
    .split(/\n{2,}/)
    .map((one) => one.replace(/^\n+|\n+$/g, ""))
    .filter((one) => one !== "");
}

function contentOf({ content }: Attachment): Uint8Array {
  return typeof content === "string" ? new TextEncoder().encode(content) : new Uint8Array(content);
}

function headMetadata(mail: Email): Record<string, JsonValue> {
  const values: Record<string, JsonValue> = {};
  for (const [name, value] of headValues(mail)) {
    if (value !== "") values[name === "Reply-To" ? "replyTo" : name.toLowerCase()] = value;
  }
  if (mail.messageId !== undefined) values["messageId"] = mail.messageId;
  if (mail.inReplyTo !== undefined) values["inReplyTo"] = mail.inReplyTo;
  return values;
}
