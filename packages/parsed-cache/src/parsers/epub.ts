import { parse as parseHtml } from "parse5";
import type { DocumentParser } from "../document-parser.ts";
import { limitExceeded, ParsedCacheError } from "../parsed-cache-error.ts";
import type { JsonValue } from "../parts.ts";
import { htmlBlocks } from "./html/html-blocks.ts";
import { expandEmptyTags } from "./html/xhtml.ts";
import { type OfficePackage, openOfficePackage, partNameIn, readPart } from "./office/package.ts";
import { createPartOutput, type PartOutput } from "./office/part-output.ts";
import { childElements, childNamed, descendantsNamed, textOf, type XmlElement } from "./office/xml.ts";
import { decodeDeclared } from "./text-decoding.ts";

const METADATA = new Map([
  ["title", "title"],
  ["creator", "author"],
  ["language", "language"],
  ["publisher", "publisher"],
  ["date", "created"],
  ["subject", "subject"],
  ["description", "description"],
  ["identifier", "identifier"],
]);

/**
 * An EPUB book: the documents of its reading order, each below `chapter=N`, as HTML is read, at places such as
 * `chapter=2&paragraph=7`. Losses: those of HTML, summed over the book; `chapters-missing` for documents that the book
 * names and does not hold, `chapters-not-read` for those of another kind, such as pictures; `no-text`, `truncated`.
 */
export const parser: DocumentParser = {
  async parse(bytes, _options, emit, limits) {
    const book = await openOfficePackage(bytes, limits);
    const packageName = rootFile(book);
    const packageDocument = neededPart(book, packageName);
    const folder = packageName.slice(0, packageName.lastIndexOf("/") + 1);
    const items = new Map(
      childElements(childNamed(packageDocument, "manifest")).map(({ attributes }) => [
        attributes.get("id") ?? "",
        { name: partName(folder, attributes.get("href") ?? ""), type: attributes.get("media-type") ?? "" },
      ]),
    );
    const spine = childElements(childNamed(packageDocument, "spine")).filter(({ name }) => name === "itemref");
    if (spine.length > limits.maxPages) {
      throw limitExceeded("maxPages", limits.maxPages, `the book has ${spine.length} chapters`);
    }
    refuseLocked(book, new Set([...items.values()].map(({ name }) => name)));

    const output = createPartOutput(emit, limits);
    const sums = new Map<string, number>();
    let missing = 0;
    let unread = 0;
    let blocks = 0;
    for (const [index, { attributes }] of spine.entries()) {
      if (output.isFull) break;
      const item = items.get(attributes.get("idref") ?? "");
      const content = item === undefined ? undefined : book.part(item.name);
      if (item !== undefined && !/x?html|xml$/.test(item.type)) unread += 1;
      else if (content === undefined) missing += 1;
      else blocks += await putChapter(content, `chapter=${index + 1}`, output, sums);
    }
    for (const [kind, count] of sums) output.loss(kind, count, "over all chapters");
    output.loss("chapters-missing", missing, "named by the book, not in the file");
    output.loss("chapters-not-read", unread, "neither HTML nor XML");
    if (blocks === 0) output.loss("no-text", 1, "the book shows no text");
    output.put({
      type: "metadata",
      values: { ...bookMetadata(childNamed(packageDocument, "metadata")), chapters: spine.length },
    });
  },
};

function neededPart(book: OfficePackage, name: string): XmlElement {
  const root = readPart(book, name);
  if (root !== undefined) return root;
  throw new ParsedCacheError({ code: "damaged", message: `Not an EPUB book: part ${name} is missing.` });
}

function rootFile(book: OfficePackage): string {
  const [file] = descendantsNamed(neededPart(book, "META-INF/container.xml"), "rootfile");
  return partName("", file?.attributes.get("full-path") ?? "content.opf");
}

/** Targets are URLs relative to the folder of the package document. */
function partName(folder: string, target: string): string {
  return partNameIn(folder, target.split("#")[0]!).split("/").map(decoded).join("/");
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Shops lock chapters by encryption; fonts alone are often garbled, which does not concern the text. */
function refuseLocked(book: OfficePackage, names: ReadonlySet<string>): void {
  const encryption = readPart(book, "META-INF/encryption.xml");
  if (encryption === undefined) return;
  const locked = descendantsNamed(encryption, "CipherReference").some(({ attributes }) => {
    const name = partName("", attributes.get("URI") ?? "");
    return names.has(name) && /\.x?html?$/i.test(name);
  });
  if (!locked) return;
  throw new ParsedCacheError({
    code: "password-needed",
    message: "The chapters of the book are locked by copy protection, which is not undone here.",
  });
}

async function putChapter(
  content: Uint8Array,
  place: string,
  output: PartOutput,
  sums: Map<string, number>,
): Promise<number> {
  const head = new TextDecoder("latin1").decode(content.subarray(0, 1_024));
  const label = /<\?xml\b[^>]*?encoding\s*=\s*["']([\w.:-]+)/i.exec(head)?.[1];
  const { text } = await decodeDeclared(content, label);
  const { blocks, tally } = htmlBlocks(parseHtml(expandEmptyTags(text), { scriptingEnabled: false }));
  for (const block of blocks) output.put({ ...block, address: `${place}&${block.address}` });
  tally.putLosses({
    changed: [],
    loss: (kind, count) => void (count > 0 && sums.set(kind, (sums.get(kind) ?? 0) + count)),
  });
  return blocks.length;
}

function bookMetadata(metadata: XmlElement | undefined): Record<string, JsonValue> {
  const values: Record<string, JsonValue> = {};
  for (const element of childElements(metadata)) {
    const name = METADATA.get(element.name);
    const text = textOf(element).replaceAll(/\s+/g, " ").trim();
    if (name === undefined || text === "") continue;
    values[name] = name === "author" && name in values ? `${String(values[name])}, ${text}` : (values[name] ?? text);
  }
  return values;
}
