import { type DefaultTreeAdapterTypes, defaultTreeAdapter as tree, parse } from "parse5";
import type { DocumentParser } from "../document-parser.ts";
import type { JsonValue } from "../parts.ts";
import { htmlBlocks } from "./html/html-blocks.ts";
import { expandEmptyTags, isXhtml } from "./html/xhtml.ts";
import { createPartOutput } from "./office/part-output.ts";
import { decodeDeclared, encodingLosses } from "./text-decoding.ts";

type Element = DefaultTreeAdapterTypes.Element;

/** A page says its encoding within these bytes. */
const HEAD_BYTES = 1024;

/**
 * HTML as a reader sees it: headings, paragraphs, list items and the rows of tables in the order of the page, links as
 * `[text](target)`. `<del>` and `<ins>` are kept as tracked changes. Losses: `tracked-changes`, `scripts`, `hidden-elements`, `hidden-text`, `images`, `embedded-objects`, `drawings`, `equations`, `form-fields`, `deep-nesting`,
 * `encoding-guessed`, `characters-undecodable`, `truncated`.
 */
export const parser: DocumentParser = {
  async parse(bytes, _options, emit, limits) {
    const decoded = await decodeDeclared(bytes, declaredEncoding(bytes));
    const output = createPartOutput(emit, limits);
    const document = parse(isXhtml(decoded.text) ? expandEmptyTags(decoded.text) : decoded.text, {
      scriptingEnabled: false,
    });
    const { blocks, tally } = htmlBlocks(document);
    for (const block of blocks) output.put(block);
    if (blocks.length === 0) output.loss("no-text", 1, "the page shows no text");
    tally.putLosses(output);
    for (const loss of encodingLosses(decoded)) emit(loss);
    const { links } = tally;
    const values: Record<string, JsonValue> = { ...headMetadata(document), encoding: decoded.encoding };
    emit({ type: "metadata", values: links.length > 0 ? { ...values, links } : values });
  },
};

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, HEAD_BYTES));
  return /<(?:meta|\?xml)\b[^>]*?(?:charset|encoding)\s*=\s*["']?\s*([\w.:-]+)/i.exec(head)?.[1];
}

const META_NAMES = new Set(["author", "description", "keywords"]);

function headMetadata(document: DefaultTreeAdapterTypes.Document): Record<string, JsonValue> {
  const values: Record<string, JsonValue> = {};
  const root = childElement(document, "html");
  const attributeOf = (element: Element, name: string): string =>
    element.attrs.find((one) => one.name === name)?.value.trim() ?? "";
  for (const element of childElement(root, "head")?.childNodes.filter(tree.isElementNode) ?? []) {
    if (element.tagName === "title") {
      const title = element.childNodes.map((node) => (tree.isTextNode(node) ? node.value : "")).join("");
      values["title"] ??= title.replaceAll(/\s+/g, " ").trim();
    }
    const name = attributeOf(element, "name").toLowerCase();
    if (element.tagName === "meta" && META_NAMES.has(name)) values[name] ??= attributeOf(element, "content");
  }
  const language = root === undefined ? "" : attributeOf(root, "lang");
  return language === "" ? values : { ...values, language };
}

function childElement(parent: DefaultTreeAdapterTypes.ParentNode | undefined, name: string): Element | undefined {
  return parent?.childNodes.filter(tree.isElementNode).find(({ tagName }) => tagName === name);
}
