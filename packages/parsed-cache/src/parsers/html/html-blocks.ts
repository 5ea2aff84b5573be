import { type DefaultTreeAdapterTypes, defaultTreeAdapter as tree } from "parse5";
import type { BlockKind, ParsedPart, Revision, Run } from "../../parts.ts";
import { createHtmlTally, type HtmlTally } from "./html-tally.ts";
import { hidingStyles } from "./style-sheets.ts";
import { mathText } from "../opendocument/math.ts";
import { appendRun, rowRuns } from "../office/runs.ts";
import type { Script } from "../office/scripts.ts";
import type { XmlElement, XmlNode } from "../office/xml.ts";
import { createTableGrid, isDataTable, tableRows } from "./html-table.ts";
import { createInlineText, type InlineText } from "./inline-text.ts";

type Block = Extract<ParsedPart, { readonly type: "block" }>;
type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** Browsers stop nesting here as well. */
const MAX_DEPTH = 512;

const LEFT_OUT = new Set(["style", "template", "title", "meta", "link", "datalist"]);
const EMBEDDED = new Set(["iframe", "object", "embed", "video", "audio", "canvas", "frame"]);
const FIELDS = new Set(["input", "select", "textarea"]);
const BREAKS_PARAGRAPH = new Set(
  "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav noscript ol p pre search section summary table tbody td tfoot th thead tr ul".split(
    " ",
  ),
);

/** Formulas nest less; the walk over them is recursive. */
const MAX_MATH_DEPTH = 100;

/** What a drawing does not show where it stands. */
const LEFT_IN_DRAWINGS = new Set(["defs", "symbol", "style", "script", "desc", "metadata"]);

interface Surroundings {
  readonly depth: number;
  readonly listLevel: number;
  readonly quoteLevel: number;
  readonly isPreformatted: boolean;
}

/** The visible text of a page as blocks, `paragraph=N` and `table=N&row=N`, and what it leaves out. */
export interface HtmlText {
  readonly blocks: readonly Block[];
  readonly tally: HtmlTally;
}

/**
 * Walks a parsed page. What it hides by an attribute or an inline style is left out and counted; what its style sheets hide
 * is kept and marked as hidden, since scripts, which never run here, may be there to show it.
 */
export function htmlBlocks(document: DefaultTreeAdapterTypes.Document): HtmlText {
  const walker = new BlockWalker(hidingStyles(document));
  walker.children(document, { depth: 0, listLevel: 0, quoteLevel: 0, isPreformatted: false });
  walker.flush(0);
  return { blocks: walker.blocks, tally: walker.tally };
}

class BlockWalker {
  readonly blocks: Block[] = [];
  readonly tally = createHtmlTally();
  readonly #text: InlineText = createInlineText();
  /** What the text gathered so far becomes. */
  #kind: { readonly kind: BlockKind; readonly level?: number; readonly label?: string } = { kind: "paragraph" };
  readonly #isHiddenBySheet: (element: Element) => boolean;
  #isHidden = false;
  #paragraphs = 0;
  #tables = 0;

  constructor(isHiddenBySheet: (element: Element) => boolean) {
    this.#isHiddenBySheet = isHiddenBySheet;
  }

  children(parent: Node, surroundings: Surroundings): void {
    if (!("childNodes" in parent)) return;
    if (surroundings.depth >= MAX_DEPTH) return this.tally.count("deep-nesting");
    const inside = { ...surroundings, depth: surroundings.depth + 1 };
    for (const [index, child] of parent.childNodes.entries()) this.#node(child, inside, index);
  }

  /** Ends the block that is being gathered. */
  flush(quoteLevel: number): void {
    const runs = this.#text.take();
    if (runs.length === 0) return;
    const { kind, level, label } = this.#kind;
    const marked = this.#marked(quoteLevel === 0 ? runs : quotedRuns(runs, "> ".repeat(quoteLevel)));
    this.blocks.push({
      type: "block",
      address: `paragraph=${++this.#paragraphs}`,
      kind,
      ...(level !== undefined && { level }),
      runs: label === undefined ? marked : [{ text: label }, ...marked],
    });
    this.#kind = { kind: "paragraph" };
  }

  #marked(runs: readonly Run[]): readonly Run[] {
    if (!this.#isHidden) return runs;
    const hidden: Run[] = [];
    for (const { text, revision } of runs) appendRun(hidden, text, { hidden: true, revision });
    return hidden;
  }

  #node(node: Node, surroundings: Surroundings, index: number): void {
    if (tree.isTextNode(node)) return this.#text.add(node.value, surroundings.isPreformatted);
    if (!tree.isElementNode(node)) return;
    const name = node.tagName;
    if (name === "script") return this.tally.count("scripts");
    if (LEFT_OUT.has(name)) return;
    if (isHidden(node)) return this.tally.count("hidden-elements");
    if (EMBEDDED.has(name)) return this.tally.count("embedded-objects");
    if (FIELDS.has(name)) return attribute(node, "type") === "hidden" ? undefined : this.tally.count("form-fields");
    if (name === "br") return this.#text.lineBreak();
    if (name === "img") return this.#image(node);
    if (name === "svg") return this.#drawing(node, surroundings);
    if (name === "math") return this.#equation(node);
    if (!this.#isHidden && this.#isHiddenBySheet(node)) return this.#hidden(node, surroundings, index);
    if (!BREAKS_PARAGRAPH.has(name)) return this.#inline(node, surroundings);
    this.flush(surroundings.quoteLevel);
    this.#block(node, surroundings, index);
  }

  /** Set apart from the text around it, whatever kind of element it is. */
  #hidden(element: Element, surroundings: Surroundings, index: number): void {
    this.tally.count("hidden-text");
    this.flush(surroundings.quoteLevel);
    this.#isHidden = true;
    this.#block(element, surroundings, index);
    this.#isHidden = false;
  }

  #inline(element: Element, surroundings: Surroundings): void {
    const script = scriptOf(element);
    if (script !== undefined) return this.#text.script(script, () => this.#inside(element, surroundings));
    const revision = revisionOf(element);
    if (revision === undefined) return this.#inside(element, surroundings);
    this.tally.revision(revision);
    this.#text.change(revision, () => this.#inside(element, surroundings));
  }

  #inside(element: Element, surroundings: Surroundings): void {
    const target = element.tagName === "a" ? (attribute(element, "href") ?? "").trim() : "";
    if (!/^(?:https?|mailto|tel):/i.test(target)) return this.children(element, surroundings);
    this.tally.link(target);
    this.#text.link(target, () => this.children(element, surroundings));
  }

  #image(element: Element): void {
    const description = oneLine(attribute(element, "alt") ?? "");
    this.tally.image(description !== "");
    if (description !== "") this.#text.add(`[image: ${description}]`, false);
  }

  /** What it says in letters: its texts and its title, each set apart, and what HTML it holds. */
  #drawing(svg: Element, surroundings: Surroundings): void {
    this.tally.count("drawings");
    const visit = (element: Element, depth: number): void => {
      if (depth >= MAX_DEPTH) return this.tally.count("deep-nesting");
      for (const child of element.childNodes) {
        if (!tree.isElementNode(child) || isHidden(child) || LEFT_IN_DRAWINGS.has(child.tagName)) continue;
        if (child.tagName === "title") {
          const words = oneLine(ownText(child));
          if (words !== "") this.#text.add(` [image: ${words}] `, false);
        } else if (child.tagName === "text" || child.tagName === "foreignObject") {
          this.#text.add(" ", false);
          this.children(child, { ...surroundings, depth });
          this.#text.add(" ", false);
        } else visit(child, depth + 1);
      }
    };
    visit(svg, surroundings.depth + 1);
  }

  #equation(math: Element): void {
    this.tally.count("equations");
    this.#text.add(mathText(xmlOf(math, 0)), false);
  }

  #block(element: Element, surroundings: Surroundings, index: number): void {
    const name = element.tagName;
    let { listLevel, quoteLevel, isPreformatted } = surroundings;
    if (name === "table" && isDataTable(element)) return this.#table(element, surroundings);
    if (/^h[1-6]$/.test(name)) this.#kind = { kind: "heading", level: Number(name[1]) };
    else if (name === "ul" || name === "ol" || name === "menu") listLevel += 1;
    else if (name === "li") this.#kind = listItem(element, listLevel, index);
    else if (name === "blockquote") quoteLevel += 1;
    else if (name === "pre") isPreformatted = true;
    this.children(element, { ...surroundings, listLevel, quoteLevel, isPreformatted });
    this.flush(quoteLevel);
    this.#kind = { kind: "paragraph" };
  }

  #table(table: Element, surroundings: Surroundings): void {
    const number = ++this.#tables;
    const cellRuns = (cell: Element): readonly Run[] => {
      this.#cell(cell, surroundings);
      return this.#text.take().map((run) => ({ ...run, text: run.text.replaceAll(/\s*\n\s*/g, " ") }));
    };
    let rowNumber = 0;
    const grid = createTableGrid();
    for (const row of tableRows(table)) {
      if (row.tagName === "caption") {
        this.children(row, surroundings);
        this.flush(surroundings.quoteLevel);
      } else if (isHidden(row)) this.tally.count("hidden-elements");
      else {
        const cells = row.childNodes.filter(tree.isElementNode).filter(({ tagName }) => /^t[dh]$/.test(tagName));
        const placed = grid.place(row, cells, cellRuns);
        // A row without any text only keeps a distance.
        if (placed.every((runs) => runs.length === 0)) continue;
        const address = `table=${number}&row=${++rowNumber}`;
        this.blocks.push({ type: "block", address, kind: "row", runs: this.#marked(rowRuns(placed)) });
      }
    }
  }

  /** A cell on one line: what would be blocks is only spaced apart. */
  #cell(element: Element, surroundings: Surroundings): void {
    if (isHidden(element)) return this.tally.count("hidden-elements");
    if (surroundings.depth >= MAX_DEPTH) return this.tally.count("deep-nesting");
    const inside = { ...surroundings, depth: surroundings.depth + 1, isPreformatted: false };
    for (const [index, child] of element.childNodes.entries()) {
      if (tree.isElementNode(child) && BREAKS_PARAGRAPH.has(child.tagName)) {
        this.#text.lineBreak();
        this.#cell(child, inside);
        this.#text.lineBreak();
      } else this.#node(child, inside, index);
    }
  }
}

function listItem(
  element: Element,
  level: number,
  index: number,
): { readonly kind: "list"; readonly level: number; readonly label?: string } {
  const parent = element.parentNode;
  const kind = { kind: "list", level: Math.max(1, level) } as const;
  if (parent === null || !tree.isElementNode(parent) || parent.tagName !== "ol") return kind;
  const before = parent.childNodes.slice(0, index).filter((node) => tree.isElementNode(node) && node.tagName === "li");
  const start = Number(attribute(parent, "start") ?? 1);
  return { ...kind, label: `${(Number.isSafeInteger(start) ? start : 1) + before.length}.\t` };
}

/** Text that is raised or lowered, by its element or, as word processors export it, by its style. */
function scriptOf(element: Element): Script | undefined {
  if (element.tagName === "sup") return "super";
  if (element.tagName === "sub") return "sub";
  const placed = /vertical-align\s*:\s*(super|sub)\b/i.exec(attribute(element, "style") ?? "")?.[1];
  return placed?.toLowerCase() as Script | undefined;
}

/** A change that the page itself shows as one. */
function revisionOf(element: Element): Revision | undefined {
  if (element.tagName !== "del" && element.tagName !== "ins") return undefined;
  const date = (attribute(element, "datetime") ?? "").trim();
  return { kind: element.tagName === "del" ? "deleted" : "inserted", ...(date !== "" && { date }) };
}

/** Each line behind a mark. */
function quotedRuns(runs: readonly Run[], mark: string): Run[] {
  return runs.map((run, index) => {
    const text = run.text.replaceAll("\n", `\n${mark}`);
    return { ...run, text: index === 0 ? mark + text : text };
  });
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

function ownText(element: Element): string {
  return element.childNodes.map((child) => (tree.isTextNode(child) ? child.value : "")).join("");
}

/** A formula in HTML has the elements of one in an office file. */
function xmlOf(element: Element, depth: number): XmlElement {
  const children = element.childNodes.flatMap((child): XmlNode[] => {
    if (tree.isTextNode(child)) return [child.value];
    return tree.isElementNode(child) && depth < MAX_MATH_DEPTH ? [xmlOf(child, depth + 1)] : [];
  });
  return { name: element.tagName, attributes: new Map(), children };
}

function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((one) => one.name === name)?.value;
}

function isHidden(element: Element): boolean {
  const style = attribute(element, "style") ?? "";
  return attribute(element, "hidden") !== undefined || /(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(style);
}
