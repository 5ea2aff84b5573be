import type { DefaultTreeAdapterTypes } from "parse5";
import { blockKey, markedText, type Piece, type TextBlock } from "../texts/block-text.ts";
import { lineAddress } from "../texts/text-form.ts";
import { attribute, describeElement, isHiddenElement, lookOf } from "./html-elements.ts";

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

export interface HtmlText {
  readonly blocks: readonly TextBlock[];
  /** Tags and attributes of the elements that hold no text of their own, in order. */
  readonly frame: readonly string[];
}

/** Deeper pages are left to the text format: nobody nests so deep by hand, and every level costs a call. */
const MAX_DEPTH = 400;

const INLINE: ReadonlyMap<string, string> = new Map([
  ["b", "bold"],
  ["strong", "bold"],
  ["i", "italic"],
  ["em", "italic"],
  ["u", "underlined"],
  ["s", "struck through"],
  ["del", "struck through"],
  ["strike", "struck through"],
]);
const INLINE_ELEMENTS = new Set(
  "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr".split(
    " ",
  ),
);
const HEADING = /^h([1-6])$/;
/** Elements without text, told by what they name. */
const THINGS = new Set(
  "img input button select textarea iframe object embed video audio source track area param".split(" "),
);
const HEAD = new Set(["meta", "link", "base"]);

interface Surroundings {
  readonly subject: string;
  readonly look: string;
  readonly style: string;
  readonly hidden: boolean;
  readonly listLevel: number;
  readonly table: string | undefined;
  /** In `pre`, where white space is kept. */
  readonly isSet: boolean;
}

/**
 * What a page says, by block, with the lines that each stands on: text as a reader sees it, links and pictures with where
 * they lead, and what acts or hides (scripts, handlers of events, comments, hidden elements). Attributes are part of how a
 * block looks. parse5 repairs any markup, so that only one nested beyond all measure is
 * refused.
 */
export async function htmlBlocks(source: string): Promise<HtmlText> {
  const { parse } = await import("parse5");
  const reader = new HtmlReader();
  reader.read(parse(source, { sourceCodeLocationInfo: true, scriptingEnabled: false }));
  return { blocks: reader.blocks, frame: reader.frame };
}

class HtmlReader {
  readonly blocks: TextBlock[] = [];
  readonly frame: string[] = [];
  #pieces: Piece[] = [];
  #start = 0;
  #end = 0;
  #tables = 0;

  read(root: Node): void {
    const around: Surroundings = {
      subject: "paragraph",
      look: "",
      style: "",
      hidden: false,
      listLevel: 0,
      table: undefined,
      isSet: false,
    };
    this.#children(root, around, 0);
    this.#flush(around);
  }

  #children(node: Node, around: Surroundings, depth: number): void {
    if (depth > MAX_DEPTH) throw new RangeError(`the page is nested deeper than ${MAX_DEPTH}`);
    const content = "content" in node ? [node.content] : [];
    for (const child of "childNodes" in node ? [...node.childNodes, ...content] : content) {
      this.#node(child, around, depth + 1);
    }
  }

  #node(node: Node, around: Surroundings, depth: number): void {
    if (node.nodeName === "#text" && "value" in node) return this.#text(node.value, node, around);
    if (node.nodeName === "#comment" && "data" in node) return this.#own("comment", node.data.trim(), node);
    if (!("tagName" in node)) return this.#children(node, around, depth);
    const { tagName: tag } = node;
    this.#handlers(node);
    if (tag === "script") return this.#script(node);
    if (tag === "style") return this.#own("style-sheet", textIn(node), node);
    if (tag === "title") return this.#own("title", textIn(node).trim(), node);
    if (HEAD.has(tag)) return this.#own("meta", describeElement(node), node);
    const hidden = around.hidden || isHiddenElement(node);
    if (tag === "br") return this.#text("\n", node, { ...around, isSet: true });
    if (THINGS.has(tag)) {
      this.#text(`[${describeElement(node)}]`, node, { ...around, hidden });
      return this.#children(node, { ...around, hidden }, depth);
    }
    if (INLINE_ELEMENTS.has(tag)) return this.#inline(node, { ...around, hidden }, depth);
    this.#blockElement(node, { ...around, hidden }, depth);
  }

  #inline(element: Element, around: Surroundings, depth: number): void {
    const own = [INLINE.get(element.tagName), lookOf(element)].filter((word) => word !== undefined && word !== "");
    const style = [around.style, ...own].filter((word) => word !== "").join(", ");
    this.#children(element, { ...around, style }, depth);
    const target = element.tagName === "a" ? attribute(element, "href") : undefined;
    if (target !== undefined) this.#text(` (${target})`, element, { ...around, isSet: true });
  }

  #blockElement(element: Element, around: Surroundings, depth: number): void {
    const { tagName: tag } = element;
    this.#flush(around);
    if (tag === "table") return this.#table(element, around, depth);
    if (tag === "tr") return this.#row(element, around, depth);
    const level = HEADING.exec(tag)?.[1];
    const attributes = lookOf(element);
    const inner: Surroundings =
      level !== undefined
        ? { ...around, subject: "heading", look: look(`heading ${level}`, attributes) }
        : tag === "li"
          ? { ...around, subject: "list", look: look(`list level ${Math.max(1, around.listLevel)}`, attributes) }
          : tag === "ul" || tag === "ol" || tag === "menu"
            ? { ...around, listLevel: around.listLevel + 1 }
            : tag === "pre"
              ? { ...around, subject: "code", look: look("code", attributes), isSet: true }
              : tag === "p"
                ? { ...around, subject: "paragraph", look: attributes }
                : around;
    if (inner === around || inner.subject === around.subject) this.frame.push(describeElement(element));
    this.#children(element, inner, depth);
    this.#flush(inner);
  }

  #table(element: Element, around: Surroundings, depth: number): void {
    this.frame.push(describeElement(element));
    this.#children(element, { ...around, table: `table=${++this.#tables}` }, depth);
  }

  /** A row as one block; blocks in its cells only follow one another. */
  #row(element: Element, around: Surroundings, depth: number): void {
    const cells = element.childNodes.filter((child): child is Element => "tagName" in child);
    const row: Piece[] = [];
    for (const [index, cell] of cells.entries()) {
      const inside = new HtmlReader();
      inside.readCell(cell, around, depth);
      if (index > 0) row.push({ text: " | " });
      for (const [position, block] of inside.blocks.filter(isCellText).entries()) {
        if (position > 0) row.push({ text: " " });
        row.push(...block.pieces);
      }
      this.blocks.push(...inside.blocks.filter((block) => !isCellText(block)));
      this.frame.push(...inside.frame);
    }
    this.#span(element);
    this.#put("row", row, lookOf(element), around.table ?? "table=0");
  }

  /** What is in a cell, as blocks of its own. */
  readCell(cell: Element, around: Surroundings, depth: number): void {
    const inside: Surroundings = {
      ...around,
      subject: "paragraph",
      look: "",
      hidden: around.hidden || isHiddenElement(cell),
    };
    this.#handlers(cell);
    const look = lookOf(cell);
    if (look !== "") this.frame.push(`${cell.tagName} ${look}`);
    this.#children(cell, inside, depth);
    this.#flush(inside);
  }

  #text(value: string, node: Node, around: Surroundings): void {
    const text = around.isSet ? value : value.replace(/[ \t\r\n\f]+/g, " ");
    const isBlank = text.trim() === "" && !around.isSet;
    if (isBlank && (this.#pieces.length === 0 || this.#pieces.at(-1)?.text.endsWith(" ") === true)) return;
    if (text === "") return;
    this.#span(node);
    const shown = around.hidden && text.trim() !== "" ? `[hidden: ${text}]` : text;
    this.#pieces.push(around.style === "" ? { text: shown } : { text: shown, style: around.style });
  }

  #handlers(element: Element): void {
    for (const { name, value } of element.attrs) {
      if (/^on/i.test(name)) this.#own("script", `${name} of <${element.tagName}>: ${value}`, element);
    }
  }

  #script(element: Element): void {
    const source = attribute(element, "src");
    const text = [...(source === undefined ? [] : [`from ${source}`]), textIn(element).trim()];
    this.#own("script", text.filter((line) => line !== "").join("\n"), element);
  }

  /** A block beside the text around it, which goes on. */
  #own(subject: string, text: string, node: Node): void {
    if (text === "") return;
    const [pieces, start, end] = [this.#pieces, this.#start, this.#end];
    [this.#pieces, this.#start, this.#end] = [[], 0, 0];
    this.#span(node);
    this.#put(subject, [{ text }], "");
    [this.#pieces, this.#start, this.#end] = [pieces, start, end];
  }

  #flush({ subject, look: style }: Surroundings): void {
    const pieces = trimEnds(this.#pieces);
    if (pieces.length > 0) this.#put(subject, pieces, style);
    [this.#pieces, this.#start, this.#end] = [[], 0, 0];
  }

  #put(subject: string, pieces: readonly Piece[], style: string, table?: string): void {
    const address = lineAddress(Math.max(0, this.#start - 1), Math.max(1, this.#end));
    const text = markedText(pieces);
    const block = { address, subject, pieces, text, key: blockKey(subject, text), style };
    this.blocks.push(table === undefined ? block : { ...block, table });
    [this.#pieces, this.#start, this.#end] = [[], 0, 0];
  }

  #span({
    sourceCodeLocation: place,
  }: Node & { sourceCodeLocation?: { startLine: number; endLine: number } | null }): void {
    if (place === undefined || place === null) return;
    this.#start = this.#start === 0 ? place.startLine : Math.min(this.#start, place.startLine);
    this.#end = Math.max(this.#end, place.endLine);
  }
}

/** Scripts and comments in a cell are told beside its row. */
function isCellText({ subject }: TextBlock): boolean {
  return subject !== "script" && subject !== "comment" && subject !== "style-sheet" && subject !== "meta";
}

function look(...words: readonly string[]): string {
  return words.filter((word) => word !== "").join(", ");
}

function textIn(element: Element): string {
  return element.childNodes.map((child) => ("value" in child ? child.value : "")).join("");
}

/** Without the white space at both ends, which browsers do not show either. */
function trimEnds(pieces: readonly Piece[]): readonly Piece[] {
  const trimmed = [...pieces];
  for (const [at, trim] of [
    [0, (text: string) => text.trimStart()],
    [-1, (text: string) => text.trimEnd()],
  ] as const) {
    for (let piece = trimmed.at(at); piece !== undefined; piece = trimmed.at(at)) {
      const text = trim(piece.text);
      if (text !== "") {
        trimmed[at === 0 ? 0 : trimmed.length - 1] = { ...piece, text };
        break;
      }
      if (at === 0) trimmed.shift();
      else trimmed.pop();
    }
  }
  return trimmed;
}
