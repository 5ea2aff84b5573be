import type { BlockKind, ParsedPart, Revision, Run } from "../../parts.ts";
import { appendRun, continuesRun, rowRuns } from "../office/runs.ts";
import { type Script, type ScriptedRun, writeScripts } from "../office/scripts.ts";
import { childElements, childNamed, textOf, type XmlElement, type XmlNode } from "../office/xml.ts";
import type { WordTally } from "../word-tally.ts";
import { mathText } from "./math.ts";
import type { Change } from "./changes.ts";
import type { OpenDocumentStyles } from "./styles.ts";

type Block = Extract<ParsedPart, { readonly type: "block" }>;

/** Level and style of a block, as `ParsedPart` has them. */
export interface BlockLook {
  readonly level?: number;
  readonly style?: string;
}

/** What surrounds a piece of text and holds for all of it. */
interface InlineContext {
  readonly hidden: boolean;
  /** As `Run.style`. */
  readonly style?: string | undefined;
  readonly script?: Script | undefined;
}

/** What the walk over one document shares. */
export interface WalkSetting {
  readonly styles: OpenDocumentStyles;
  readonly changes: ReadonlyMap<string, Change>;
  readonly tally: WordTally;
  /** The root of an object in the package, such as a chart; `undefined` for one that is no document. */
  readonly object: (name: string) => XmlElement | undefined;
  readonly link: (target: string) => void;
}

interface Context {
  readonly hidden: boolean;
  readonly listLevel: number;
}

const PLAIN: Context = { hidden: false, listLevel: 0 };
/** Repeated rows and cells with text; empty ones are never made. */
const MAX_REPEATS = 1_000;
const MAX_SPACES = 200;
const MAX_COLUMNS = 1_024;

/** Elements that only wrap blocks. */
const WRAPPERS = new Set([
  "section",
  "index-body",
  "index-title",
  "table-of-content",
  "illustration-index",
  "table-index",
  "object-index",
  "user-index",
  "alphabetical-index",
  "bibliography",
  "numbered-paragraph",
  "list-header",
]);
/** Elements in a paragraph whose text is no part of it. */
const NO_TEXT = new Set([
  "change-info",
  "script",
  "event-listeners",
  "tracked-changes",
  "forms",
  "sequence-decls",
  "variable-decls",
  "user-field-decls",
  "dde-connection-decls",
  "ruby-text",
  "soft-page-break",
]);

/**
 * Walks the text of an OpenDocument file: blocks with places below `prefix`, such as `paragraph=3` or
 * `slide=2&table=1&row=4`. Notes, comments and text boxes are kept back, since they would break the sentence they hang on.
 */
export class OpenDocumentWalk {
  readonly blocks: Block[] = [];
  readonly notes: Block[] = [];
  readonly comments: Block[] = [];
  readonly counts = { paragraphs: 0, tables: 0, textBoxes: 0, charts: 0, footnotes: 0, endnotes: 0, comments: 0 };
  readonly #setting: WalkSetting;
  readonly #prefix: string;
  /** The insertion that is open; it may span paragraphs. */
  #insertion: Revision | undefined;
  #boxes: XmlElement[] = [];

  constructor(setting: WalkSetting, prefix = "") {
    this.#setting = setting;
    this.#prefix = prefix;
  }

  /** One element of a body or a text box. */
  block(element: XmlElement, context: Context = PLAIN): void {
    const { styles } = this.#setting;
    const { attributes } = element;
    switch (element.name) {
      case "h":
      case "p":
        return this.#paragraph(element, context);
      case "list":
        for (const item of childElements(element)) {
          for (const child of childElements(item)) {
            this.block(child, { ...context, listLevel: context.listLevel + 1 });
          }
        }
        return;
      case "table":
        return this.#table(element, context);
      case "frame":
      case "g":
      case "custom-shape":
        return this.#outside([element], context);
      case "change":
      case "change-start":
      case "change-end":
        return this.#changeMark(element);
    }
    if (!WRAPPERS.has(element.name)) return;
    const isHidden =
      element.name === "section" &&
      (attributes.get("display") === "none" || styles.isHidden(attributes.get("style-name")));
    for (const child of childElements(element)) this.block(child, isHidden ? { ...context, hidden: true } : context);
  }

  /** All paragraphs below `element` on one line each, joined; what is anchored in them is put as blocks of its own. */
  story(element: XmlElement, separator: string, context: Context = PLAIN): Run[] {
    return writeScripts(this.#joined(element, separator, context));
  }

  #joined(element: XmlElement, separator: string, context: Context): ScriptedRun[] {
    const joined: ScriptedRun[] = [];
    const visit = (parent: XmlElement): void => {
      for (const child of childElements(parent)) {
        if (child.name === "p" || child.name === "h") {
          const runs = this.#scripted(child, context);
          if (runs.length === 0) continue;
          if (joined.length > 0) joined.push({ text: separator });
          joined.push(...runs);
        } else if (child.name === "table-cell" || child.name === "table-row" || /^(?:list|table)/.test(child.name)) {
          visit(child);
        } else if (WRAPPERS.has(child.name)) visit(child);
      }
    };
    visit(element);
    return joined;
  }

  /** Puts a paragraph of a drawing as a block: of a slide's shape, or a title. */
  put(kind: BlockKind, runs: readonly Run[], { level, style }: BlockLook = {}): void {
    if (runs.every(({ text }) => text.trim() === "")) return;
    const address = `${this.#prefix}paragraph=${++this.counts.paragraphs}`;
    const look = { ...(level !== undefined && { level }), ...(style !== undefined && { style }) };
    this.blocks.push({ type: "block", address, kind, ...look, runs });
  }

  #paragraph(element: XmlElement, context: Context): void {
    const before = this.#boxes;
    this.#boxes = [];
    const runs = this.#runs(element, context);
    const boxes = this.#boxes;
    this.#boxes = before;
    const level = element.name === "h" ? Number(element.attributes.get("outline-level") ?? 1) || 1 : undefined;
    const style = this.#setting.styles.paragraphStyle(element.attributes.get("style-name"));
    const look = style === undefined ? {} : { style };
    if (level !== undefined) this.put("heading", runs, { level: Math.min(Math.max(level, 1), 9), ...look });
    else if (context.listLevel > 0) this.put("list", runs, { level: context.listLevel, ...look });
    else this.put("paragraph", runs, look);
    if (boxes.length > 0) this.#outside(boxes, context);
  }

  /** Frames and shapes: text boxes of their own, tables, pictures and objects. */
  #outside(boxes: readonly XmlElement[], context: Context): void {
    for (const box of boxes) {
      for (const child of box.name === "frame" ? childElements(box) : [box]) this.#frameContent(child, context);
    }
  }

  #frameContent(element: XmlElement, context: Context): void {
    switch (element.name) {
      case "table":
        return this.#table(element, context);
      case "object":
        return this.#object(element);
      case "object-ole":
        return this.#setting.tally.count("embedded-objects");
      case "g":
        return this.#outside(childElements(element), context);
      case "text-box":
      case "custom-shape": {
        const address = `${this.#prefix}textbox=${this.counts.textBoxes + 1}`;
        const runs = this.story(element, "\n", context);
        if (runs.every(({ text }) => text.trim() === "")) return;
        this.counts.textBoxes++;
        this.blocks.push({ type: "block", address, kind: "paragraph", runs });
      }
    }
  }

  #objectRoot(reference: XmlElement | undefined): XmlElement | undefined {
    const target = reference?.attributes.get("href");
    return target === undefined ? undefined : this.#setting.object(target.replace(/^\.\//, ""));
  }

  /** A chart as the table it draws. Formulas stand in the sentence. */
  #object(reference: XmlElement): void {
    const { tally } = this.#setting;
    const root = this.#objectRoot(reference);
    const chart = childNamed(childNamed(childNamed(root, "body"), "chart"), "chart");
    if (root?.name === "math") return;
    if (chart === undefined) return tally.count("embedded-objects");
    tally.count("charts");
    const number = ++this.counts.charts;
    const title = textOf(childNamed(chart, "title")).trim();
    if (title !== "") this.put("paragraph", [{ text: `[chart: ${title}]` }]);
    const table = childNamed(chart, "table");
    if (table !== undefined) this.#rows(table, `${this.#prefix}chart=${number}`, PLAIN);
  }

  #table(table: XmlElement, context: Context): void {
    this.#rows(table, `${this.#prefix}table=${++this.counts.tables}`, context);
  }

  #rows(table: XmlElement, place: string, context: Context): void {
    let number = 0;
    const nested: XmlElement[] = [];
    for (const row of rowsOf(table)) {
      const cells = this.#cells(row, context, nested);
      const runs = rowRuns(cells);
      const isEmpty = cells.every((cell) => cell.length === 0);
      const repeats = Math.max(1, Number(row.attributes.get("number-rows-repeated") ?? 1) || 1);
      for (let index = 0; !isEmpty && index < Math.min(repeats, MAX_REPEATS); index++) {
        this.blocks.push({ type: "block", address: `${place}&row=${number + index + 1}`, kind: "row", runs });
      }
      number += repeats;
      for (const inner of nested.splice(0)) this.#table(inner, context);
    }
  }

  #cells(row: XmlElement, context: Context, nested: XmlElement[]): Run[][] {
    const cells: Run[][] = [];
    /** Without the repeated empty cells behind it: sheets say "and so on to the last column" with them. */
    let length = 0;
    for (const cell of childElements(row)) {
      if (cell.name !== "table-cell" && cell.name !== "covered-table-cell") continue;
      const inner = { ...cell, children: cell.children.filter((child) => !isNamed(child, "table")) };
      nested.push(...childElements(cell).filter(({ name }) => name === "table"));
      const runs = this.story(inner, " ", context).map((run) => ({ ...run, text: run.text.replace(/[\t\n]+/g, " ") }));
      const repeats = Math.max(1, Number(cell.attributes.get("number-columns-repeated") ?? 1) || 1);
      const most = runs.length > 0 ? MAX_REPEATS : MAX_COLUMNS;
      for (let index = 0; index < repeats && cells.length < MAX_COLUMNS && index < most; index++) cells.push(runs);
      if (runs.length > 0 || repeats === 1 || cell.name === "covered-table-cell") length = cells.length;
    }
    return cells.slice(0, length);
  }

  #runs(element: XmlElement, context: Context): Run[] {
    return writeScripts(this.#scripted(element, context));
  }

  #scripted(element: XmlElement, context: Context): ScriptedRun[] {
    const runs: ScriptedRun[] = [];
    const { styles } = this.#setting;
    const name = element.attributes.get("style-name");
    const hidden = context.hidden || styles.isHidden(name);
    this.#inlines(element.children, { hidden, style: styles.runStyle(name), script: styles.scriptOf(name) }, runs);
    return runs;
  }

  #inlines(nodes: readonly XmlNode[], context: InlineContext, runs: ScriptedRun[]): void {
    for (const node of nodes) {
      // White space in the file's layout is one space, as in HTML; real ones are elements.
      if (typeof node === "string") this.#add(node.replace(/[ \t\r\n]+/g, " "), context, runs);
      else this.#inline(node, context, runs);
    }
  }

  #add(text: string, context: InlineContext, runs: ScriptedRun[]): void {
    if (context.hidden && text.trim() !== "") this.#setting.tally.count("hidden-text");
    const format = { ...context, revision: this.#insertion };
    const isDoubled = text.startsWith(" ") && continuesRun(runs, format) && runs.at(-1)!.text.endsWith(" ");
    appendRun(runs, isDoubled ? text.slice(1) : text, format);
  }

  #inline(element: XmlElement, context: InlineContext, runs: ScriptedRun[]): void {
    const { attributes, children } = element;
    switch (element.name) {
      case "s":
        return this.#spaces(attributes.get("c"), context, runs);
      case "tab":
        return this.#add("\t", context, runs);
      case "line-break":
        return this.#add("\n", context, runs);
      case "note":
        return this.#note(element, context, runs);
      case "annotation":
        return this.comment(element);
      case "change":
      case "change-start":
      case "change-end":
        return this.#changeMark(element, runs);
      case "frame":
      case "custom-shape":
      case "g":
        return this.#anchored(element, context, runs);
      case "hidden-text":
      case "hidden-paragraph":
        return this.#add(attributes.get("string-value") ?? textOf(element), { ...context, hidden: true }, runs);
      case "ruby": {
        this.#inlines(childNamed(element, "ruby-base")?.children ?? [], context, runs);
        const reading = textOf(childNamed(element, "ruby-text"));
        return this.#add(reading === "" ? "" : `(${reading})`, context, runs);
      }
      case "a":
        this.#setting.link(attributes.get("href") ?? "");
        return this.#inlines(children, context, runs);
      case "meta-field":
        return this.#inlines(children, context, runs);
    }
    if (NO_TEXT.has(element.name)) return;
    if (element.name !== "span") return this.#inlines(children, context, runs);
    const { styles } = this.#setting;
    const name = attributes.get("style-name");
    const style = joinStyles(context.style, styles.runStyle(name));
    const script = styles.scriptOf(name) ?? context.script;
    this.#inlines(children, { hidden: context.hidden || styles.isHidden(name), style, script }, runs);
  }

  #spaces(count: string | undefined, context: InlineContext, runs: ScriptedRun[]): void {
    const spaces = Math.min(Math.max(1, Number(count ?? 1) || 1), MAX_SPACES);
    appendRun(runs, " ".repeat(spaces), { ...context, revision: this.#insertion });
  }

  /** A picture is its description in the sentence, a formula its text; a text box stands behind the paragraph. */
  #anchored(element: XmlElement, context: InlineContext, runs: ScriptedRun[]): void {
    const object = childNamed(element, "object");
    const root = this.#objectRoot(object);
    if (root?.name === "math") {
      this.#setting.tally.count("equations");
      return this.#add(mathText(root), context, runs);
    }
    // Beside an object stands a picture of its last view.
    if (childNamed(element, "image") !== undefined && object === undefined) {
      const words = textOf(childNamed(element, "desc") ?? childNamed(element, "title"));
      const description = words.replace(/\s+/g, " ").trim();
      this.#setting.tally.image(description !== "");
      this.#add(description === "" ? "" : `[image: ${description}]`, context, runs);
    }
    this.#boxes.push(element);
  }

  #note(element: XmlElement, context: InlineContext, runs: ScriptedRun[]): void {
    const isEndnote = element.attributes.get("note-class") === "endnote";
    const name = isEndnote ? "endnote" : "footnote";
    const number = isEndnote ? ++this.counts.endnotes : ++this.counts.footnotes;
    this.#add(`[${name} ${number}]`, context, runs);
    const body = childNamed(element, "note-body");
    const content = body === undefined ? [] : this.story(body, "\n");
    if (content.length > 0) {
      this.notes.push({ type: "block", address: `${this.#prefix}${name}=${number}`, kind: "note", runs: content });
    }
  }

  /** A comment, in the text or on a slide. */
  comment(element: XmlElement): void {
    const author = textOf(childNamed(element, "creator")).trim();
    const content = this.story(element, "\n");
    if (content.length === 0) return;
    const address = `${this.#prefix}comment=${++this.counts.comments}`;
    const runs = author === "" ? content : [{ text: `${author}: ` }, ...content];
    this.comments.push({ type: "block", address, kind: "comment", runs });
  }

  /** Where a change is between paragraphs, what it deleted is a block of its own. */
  #changeMark(element: XmlElement, runs?: ScriptedRun[]): void {
    const change = this.#setting.changes.get(element.attributes.get("change-id") ?? "");
    if (element.name === "change-end") return void (this.#insertion = undefined);
    if (change === undefined) return;
    this.#setting.tally.revision(change.revision);
    if (element.name === "change-start") return void (this.#insertion = change.revision);
    if (change.deleted === undefined) return;
    const open = this.#insertion;
    this.#insertion = change.revision;
    // Not written out yet: what is raised in it may follow text outside of it.
    const deleted = this.#joined(change.deleted, "\n", PLAIN);
    // The last paragraph of a deletion is the one that goes on behind it.
    const paragraphs = childElements(change.deleted).filter(({ name }) => name === "p" || name === "h");
    if (paragraphs.length > 1 && textOf(paragraphs.at(-1)) === "") deleted.push({ text: "\n" });
    this.#insertion = open;
    // A separator has no revision of its own yet: it went with what it separates.
    const marked = deleted.map((run) => ({ ...run, revision: change.revision }));
    if (runs === undefined) this.put("paragraph", writeScripts(marked));
    else runs.push(...marked);
  }

  /** A shape of a slide that is no text: a picture, a table, a chart. */
  shape(element: XmlElement): void {
    const runs: Run[] = [];
    this.#boxes = [];
    this.#anchored(element, { hidden: false }, runs);
    this.put("paragraph", runs);
    for (const child of childElements(element)) {
      if (child.name !== "text-box") this.#frameContent(child, PLAIN);
    }
    this.#boxes = [];
  }
}

/** The rows of a table, also of its header and its groups. */
function* rowsOf(table: XmlElement): Generator<XmlElement> {
  for (const child of childElements(table)) {
    if (child.name === "table-row") yield child;
    else if (/^table-(?:header-rows|rows|row-group)$/.test(child.name)) yield* rowsOf(child);
  }
}

function isNamed(node: XmlNode, name: string): boolean {
  return typeof node !== "string" && node.name === name;
}

/** A span in a bold paragraph is bold too. */
function joinStyles(outer: string | undefined, inner: string | undefined): string | undefined {
  if (outer === undefined || outer === inner) return inner;
  return inner === undefined ? outer : `${outer}, ${inner}`;
}
