import type { DocumentParser } from "../document-parser.ts";
import type { JsonValue } from "../parts.ts";
import { putMessage } from "./mail/message.ts";
import { readMail } from "./mail.ts";
import { createNestedReader, nestingOf } from "./nested-document.ts";
import { createPartOutput, type PartOutput } from "./office/part-output.ts";

/** Messages of which the metadata lists the head; a mailbox may hold thousands. */
const MAX_LISTED = 500;

/**
 * A mailbox in one file (MBOX, of any dialect): each message as a mail of its own, below `message=N`, with its attachments
 * in turn, at places such as `message=3&attachment=1&page=2`. Losses are summed over the messages. `unreadable-messages`
 * says which are damaged, `truncated` how many beyond `maxEntries` are left out. One pass finds the messages.
 */
export const parser: DocumentParser = {
  async parse(bytes, options, emit, limits) {
    const output = createPartOutput(emit, limits);
    const losses = sumLosses();
    const bounds = { maxDocuments: limits.maxEntries, maxBytes: limits.maxBytes };
    const summed: PartOutput = {
      put: output.put,
      loss: losses.add,
      changed: output.changed,
      get isFull() {
        return output.isFull;
      },
    };
    const nested = createNestedReader(nestingOf(options), summed, limits, bounds);
    const messages = splitMailbox(bytes);
    const listed: JsonValue[] = [];
    const unread: string[] = [];
    let left = 0;
    for (const [index, raw] of messages.entries()) {
      if (output.isFull || index >= limits.maxEntries) {
        left = messages.length - index;
        break;
      }
      const place = `message=${index + 1}`;
      const document = { place, name: place, size: raw.byteLength, mediaType: "message/rfc822" };
      const { reason } = await nested.readBy(document, async (inner, innerNested) => {
        const message = await readMail(raw);
        if (listed.length < MAX_LISTED) listed.push(headOf(message.head));
        await putMessage(message, innerNested, inner);
      });
      if (reason !== undefined) unread.push(`${place}: ${reason}`);
    }
    if (messages.length === 0) output.loss("no-text", 1, "the file holds no message");
    losses.putInto(output);
    output.loss("unreadable-messages", unread.length, unread.slice(0, 20).join("; "));
    output.loss("truncated", left, "messages behind the limit");
    emit({ type: "metadata", values: { messageCount: messages.length, messages: listed } });
  },
};

const LISTED = new Set(["From", "Date", "Subject"]);

function headOf(head: readonly (readonly [name: string, value: string])[]): JsonValue {
  return Object.fromEntries(
    head.flatMap(([name, value]) => (LISTED.has(name) && value !== "" ? [[name.toLowerCase(), value]] : [])),
  );
}

const FROM = Buffer.from("From ");
const LF = 0x0a;

/**
 * A message begins at a line `From sender date` that is the first one or follows a blank line; a year at its end tells it
 * from a sentence. Where such a line belongs to a body, writers put `>` before it, which is taken off again.
 */
function splitMailbox(bytes: Uint8Array): Uint8Array[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const starts: number[] = [];
  for (let at = file.indexOf(FROM); at >= 0; at = file.indexOf(FROM, at + FROM.length)) {
    if (at > 0 && !isBehindBlankLine(file, at)) continue;
    const end = file.indexOf(LF, at);
    const line = file.toString("latin1", at, Math.min(end < 0 ? file.length : end, at + 500));
    if (/^From \S.*\b(?:19|20)\d\d\b/.test(line)) starts.push(at);
  }
  return starts.map((start, index) => {
    const head = file.indexOf(LF, start) + 1;
    return unquoted(file.subarray(head === 0 ? file.length : head, starts[index + 1] ?? file.length));
  });
}

function isBehindBlankLine(file: Buffer, at: number): boolean {
  if (file[at - 1] !== LF) return false;
  const before = file[at - 2] === 0x0d ? at - 3 : at - 2;
  return before < 0 || file[before] === LF;
}

/** `>From ` at the start of a line as `From `, with one `>` less where there are several. */
function unquoted(message: Buffer): Uint8Array {
  if (!message.includes("\n>From ") && !message.includes("\n>>")) return message;
  return Buffer.from(message.toString("latin1").replaceAll(/^>(>*From )/gm, "$1"), "latin1");
}

/** One loss a kind over all messages: a mailbox would else list thousands. */
function sumLosses(): { readonly add: PartOutput["loss"]; putInto(output: PartOutput): void } {
  const sums = new Map<string, { count: number; detail: string; others: number }>();
  return {
    add(kind, count, detail = "") {
      if (count === 0) return;
      const sum = sums.get(kind);
      if (sum === undefined) sums.set(kind, { count, detail, others: 0 });
      else {
        sum.count += count;
        sum.others += 1;
      }
    },
    putInto(output) {
      for (const [kind, { count, detail, others }] of sums) {
        output.loss(kind, count, others === 0 ? detail : `${detail}; and in ${others} more`);
      }
    },
  };
}
