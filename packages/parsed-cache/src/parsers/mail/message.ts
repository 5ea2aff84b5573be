import { parse as parseHtml } from "parse5";
import type { JsonValue, ParsedPart } from "../../parts.ts";
import { type HtmlText, htmlBlocks } from "../html/html-blocks.ts";
import type { NestedReader } from "../nested-document.ts";
import type { PartOutput } from "../office/part-output.ts";

type Block = Extract<ParsedPart, { readonly type: "block" }>;

/** A mail, whatever format it came in. */
export interface MailMessage {
  /** Lines of the head, as shown: `["From", "Ann <ann@example.com>"]`. Empty values are left out. */
  readonly head: readonly (readonly [name: string, value: string])[];
  readonly text?: string;
  readonly html?: string;
  /** The body of a mail that has neither: blocks that a parser of rich text gave. */
  readonly richBody?: readonly Block[];
  readonly attachments: readonly MailAttachment[];
  /** What the metadata holds beyond the head. */
  readonly metadata: Readonly<Record<string, JsonValue>>;
}

export interface MailAttachment {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  /** The attached bytes; absent where the mail only points to them, or where `message` says it. */
  readonly bytes?: Uint8Array;
  /** A mail that is attached as such, in the format of the outer one. */
  readonly message?: () => Promise<MailMessage>;
  /** Why neither is there. */
  readonly reason?: string;
}

/** The HTML body is shown instead of the plain one when it says this much more. */
const HTML_SAYS_MORE = { factor: 2, characters: 200 };

/**
 * Puts a mail: its head at `header`, the body by paragraphs (the plain text, or the HTML one where that says more or is
 * the only one), a line for each attachment at `attachment=N`, the attachments themselves in turn, losses and metadata.
 */
export async function putMessage(message: MailMessage, nested: NestedReader, output: PartOutput): Promise<void> {
  const head = message.head.filter(([, value]) => value !== "");
  if (head.length > 0) output.put(paragraph("header", head.map(([name, value]) => `${name}: ${value}`).join("\n")));
  const body = putBody(message, output);
  for (const [index, { name, type, size }] of message.attachments.entries()) {
    output.put(paragraph(`attachment=${index + 1}`, `[attachment: ${name}, ${type}, ${size} bytes]`));
  }
  if (head.length === 0 && body === "none") output.loss("no-text", 1, "the file holds neither a head nor a body");

  const listed: JsonValue[] = [];
  const unread: string[] = [];
  for (const [index, attachment] of message.attachments.entries()) {
    const { mediaType, reason } = await readAttachment(attachment, `attachment=${index + 1}`, nested);
    if (reason !== undefined) unread.push(`${attachment.name}: ${reason}`);
    listed.push({
      name: attachment.name,
      mediaType,
      bytes: attachment.size,
      ...(reason !== undefined && { reason }),
    });
  }
  output.loss("attachments-not-read", unread.length, unread.join("; "));
  const values: Record<string, JsonValue> = {};
  for (const [name, value] of head) values[metadataName(name)] = value;
  output.put({
    type: "metadata",
    values: { ...values, ...message.metadata, body, ...(listed.length > 0 && { attachments: listed }) },
  });
}

async function readAttachment(
  { name, type, size, bytes, message, reason }: MailAttachment,
  place: string,
  nested: NestedReader,
): Promise<{ readonly mediaType: string; readonly reason?: string }> {
  if (bytes !== undefined) return nested.read({ place, name, bytes, declaredType: type });
  if (message === undefined) return { mediaType: type, reason: reason ?? "its bytes are not in the file" };
  return nested.readBy({ place, name, size, mediaType: type }, async (inner, innerNested) =>
    putMessage(await message(), innerNested, inner),
  );
}

function paragraph(address: string, text: string): Block {
  return { type: "block", address, kind: "paragraph", runs: [{ text }] };
}

/** `Reply-To` as `replyTo`. */
function metadataName(name: string): string {
  const [first = "", ...others] = name.split("-");
  return first.toLowerCase() + others.join("");
}

/** Puts the body that says more, and answers which one it is. */
function putBody({ text, html, richBody = [] }: MailMessage, output: PartOutput): "text" | "html" | "rtf" | "none" {
  const paragraphs = textParagraphs(text ?? "");
  const read = html === undefined ? undefined : htmlBlocks(parseHtml(html, { scriptingEnabled: false }));
  const plainLength = paragraphs.join("").length;
  const htmlLength = read === undefined ? 0 : textLengthOf(read);
  const { factor, characters } = HTML_SAYS_MORE;
  const isMore = read !== undefined && (plainLength === 0 || htmlLength > plainLength * factor + characters);
  const words = { plain: wordsOf(paragraphs), html: wordsOf(read === undefined ? [] : textsOf(read)) };
  const htmlHasAll = words.html.size > words.plain.size && beyond(words.plain, words.html).length === 0;
  if (read !== undefined && (isMore || htmlHasAll)) {
    for (const block of read.blocks) output.put(block);
    read.tally.putLosses(output);
    if (plainLength > 0) putOtherBody(output, "plain", beyond(words.plain, words.html));
    if (read.blocks.length > 0 || richBody.length === 0) return "html";
  }
  if (plainLength === 0 && richBody.length > 0) {
    for (const block of richBody) output.put(block);
    return "rtf";
  }
  for (const [index, one] of paragraphs.entries()) output.put(paragraph(`paragraph=${index + 1}`, one));
  if (htmlLength > 0) putOtherBody(output, "HTML", beyond(words.html, words.plain));
  return plainLength > 0 ? "text" : "none";
}

const NAMED_WORDS = 5;

/** A form of the body that is not shown is told apart by whether it has words that the shown one lacks. */
function putOtherBody(output: PartOutput, form: "plain" | "HTML", own: readonly string[]): void {
  if (own.length === 0)
    return void output.loss("other-body", 1, `the ${form} form of the body says the same, and is not shown`);
  const named = own.slice(0, NAMED_WORDS).join(", ");
  output.loss(
    "other-body-differs",
    1,
    `the ${form} form of the body, not shown, has ${own.length} words more: ${named}`,
  );
}

/** Words of one form that the other has not. */
function beyond(words: ReadonlySet<string>, others: ReadonlySet<string>): readonly string[] {
  return [...words].filter((word) => !others.has(word));
}

function wordsOf(texts: readonly string[]): Set<string> {
  return new Set(texts.flatMap((one) => one.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []));
}

function textsOf({ blocks }: HtmlText): readonly string[] {
  return blocks.map(({ runs }) => runs.map(({ text }) => text).join(""));
}

function textLengthOf(html: HtmlText): number {
  return textsOf(html).reduce((sum, text) => sum + text.length, 0);
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
