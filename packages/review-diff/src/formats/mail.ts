import { type ChangeList, createChangeList } from "../change-list.ts";
import { compareContents, type Content } from "../containers/compare-contents.ts";
import type { DiffFormat, DiffInput } from "../file-diff.ts";
import { htmlBlocks } from "../html/html-blocks.ts";
import { type Mail, readMail } from "../mails/read-mail.ts";
import { createPace, type Pace } from "../pace.ts";
import { areTextUnderName } from "../read-parts.ts";
import { blockKey, oneLine, type TextBlock } from "../texts/block-text.ts";
import { compareTextBlocks } from "../texts/compare-blocks.ts";
import { textChange } from "../texts/text-change.ts";

const EMPTY: Mail = { head: new Map(), otherHead: new Map(), text: undefined, html: undefined, attachments: [] };
/** Names of header fields that a note lists. */
const MAX_NAMES = 10;

/**
 * Mails (EML) by what they say: fields of the head (`header=Subject`), paragraphs of the body (`body&paragraph=2`; of an
 * HTML body `html&L10`), and attachments by what they hold (`attachment=1`), each compared in turn as a file of its own. How
 * the parts are encoded and bounded plays no part; fields that programs write on the way are only named. Takes text under a
 * name that ends in `.eml`; rejects when it has no head.
 */
export function createMailFormat(): DiffFormat {
  return {
    specVersion: 1,
    name: "mail",
    accepts: (before, after) => areTextUnderName(before, after, /\.eml$/i),
    async diff(before, after, { maxChanges, signal, compareInside }) {
      const list = createChangeList(maxChanges);
      const pace = createPace(signal);
      await pace();
      const [was, is] = [await readSide(before), await readSide(after)];
      compareHeads(was, is, list);
      await compareBodies(was, is, maxChanges, list, pace);
      const rules = {
        subject: "attachment",
        address: (_: Content, index: number) => `attachment=${index + 1}`,
        compareInside,
      };
      await compareContents(was.attachments, is.attachments, rules, list, pace);
      return list.toFileDiff("mail", after.path);
    },
  };
}

async function readSide({ bytes }: DiffInput): Promise<Mail> {
  return bytes === undefined ? EMPTY : readMail(bytes);
}

function compareHeads(was: Mail, is: Mail, list: ChangeList): void {
  for (const name of new Set([...was.head.keys(), ...is.head.keys()])) {
    const [before, after] = [was.head.get(name), is.head.get(name)];
    if (before !== after) list.add(textChange("header-field", `header=${name}`, before, after));
  }
  const names = [...new Set([...was.otherHead.keys(), ...is.otherHead.keys()])];
  const others = names.filter((name) => was.otherHead.get(name) !== is.otherHead.get(name));
  if (others.length === 0 || was === EMPTY || is === EMPTY) return;
  const more = others.length > MAX_NAMES ? ` and ${others.length - MAX_NAMES} more` : "";
  list.note(`Fields of the head that programs write differ: ${others.slice(0, MAX_NAMES).join(", ")}${more}.`);
}

/** A mail often says the same as plain text and as HTML; what both tell is told once. */
async function compareBodies(was: Mail, is: Mail, maxChanges: number, list: ChangeList, pace: Pace): Promise<void> {
  const plain = createChangeList(maxChanges);
  await compareTextBlocks(paragraphs(was.text), paragraphs(is.text), plain, pace);
  const styled = createChangeList(maxChanges);
  await compareTextBlocks(await styledBlocks(was.html), await styledBlocks(is.html), styled, pace);
  const said = new Set<string>();
  for (const { id: _, ...change } of plain.toFileDiff("mail", "").changes) {
    said.add(toldBy(change.before, change.after));
    list.add(change);
  }
  for (const { id: _, ...change } of styled.toFileDiff("mail", "").changes) {
    if (!said.has(toldBy(change.before, change.after))) list.add(change);
  }
}

function toldBy(before = "", after = ""): string {
  return JSON.stringify([before, after].map(oneLine));
}

function paragraphs(text: string | undefined): readonly TextBlock[] {
  return (text ?? "")
    .split(/\r?\n(?:[ \t]*\r?\n)+/)
    .filter((paragraph) => paragraph.trim() !== "")
    .map((paragraph, index) => {
      const shown = paragraph.replaceAll("\r\n", "\n").replace(/\s+$/, "");
      const address = `body&paragraph=${index + 1}`;
      const key = blockKey("paragraph", shown);
      return { address, subject: "paragraph", pieces: [{ text: shown }], text: shown, key, style: "" };
    });
}

async function styledBlocks(html: string | undefined): Promise<readonly TextBlock[]> {
  if (html === undefined) return [];
  const { blocks } = await htmlBlocks(html);
  return blocks.map(({ table, ...block }) => ({
    ...block,
    address: `html&${block.address}`,
    ...(table !== undefined && { table: `html&${table}` }),
  }));
}
