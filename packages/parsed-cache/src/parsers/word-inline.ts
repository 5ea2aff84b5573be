import type { Revision, Run } from "../parts.ts";
import { appendRun, runStyle } from "./office/runs.ts";
import { type Script, type ScriptedRun, writeScripts } from "./office/scripts.ts";
import { childElements, childNamed, textOf, toggleOf, valueOf, type XmlElement } from "./office/xml.ts";
import { equationText } from "./word-equation.ts";
import { scriptOf, type WordStyles } from "./word-styles.ts";
import { symbolText } from "./word-symbols.ts";
import type { WordTally } from "./word-tally.ts";

/** What surrounds a piece of text and holds for all of it. */
export interface InlineContext {
  readonly revision?: Revision;
  readonly hidden: boolean;
  /** As `Run.style`. */
  readonly style?: string;
  readonly script?: Script;
}

/** One run of text through the document: the body, a header, the notes. Fields may span its paragraphs. */
export interface Story {
  readonly openFields: { separated: boolean }[];
}

export function openStory(): Story {
  return { openFields: [] };
}

/** The ordinals of foot- and endnotes by the ids that references use. */
export interface NoteNumbers {
  readonly footnote: ReadonlyMap<string, number>;
  readonly endnote: ReadonlyMap<string, number>;
}

export interface InlineContent {
  readonly runs: readonly Run[];
  /** Text boxes anchored here (`w:txbxContent`): text of its own, not a part of the sentence around the anchor. */
  readonly boxes: readonly { readonly content: XmlElement; readonly context: InlineContext }[];
  readonly drawings: readonly DrawingReference[];
}

/** A chart or a diagram anchored in a paragraph, by the id of the relationship to its part. */
export interface DrawingReference {
  readonly type: "chart" | "diagram";
  readonly id: string;
}

export interface InlineReader {
  /** Content of a paragraph. */
  read(paragraph: XmlElement, story: Story, context: InlineContext): InlineContent;
}

const REVISION_KINDS: ReadonlyMap<string, Revision["kind"]> = new Map([
  ["ins", "inserted"],
  ["del", "deleted"],
  ["moveFrom", "moved-from"],
  ["moveTo", "moved-to"],
  ["cellIns", "inserted"],
  ["cellDel", "deleted"],
]);

/** The tracked change that an element stands for, be it a wrapper (`w:ins`) or a mark (`w:cellIns`); else `undefined`. */
export function revisionOf(element: XmlElement): Revision | undefined {
  const kind = REVISION_KINDS.get(element.name);
  if (kind === undefined) return undefined;
  const author = element.attributes.get("author");
  const date = element.attributes.get("date");
  return { kind, ...(author !== undefined && { author }), ...(date !== undefined && { date }) };
}

/** Of alternatives for newer and older programs, the first: the two say the same, so only one may count. */
export function chosenAlternative(element: XmlElement): XmlElement | undefined {
  return childNamed(element, "Choice") ?? childNamed(element, "Fallback");
}

export function createInlineReader(styles: WordStyles, notes: NoteNumbers, tally: WordTally): InlineReader {
  return {
    read(paragraph, story, context) {
      const walk = new InlineWalk(styles, notes, tally, story);
      walk.children(paragraph, context);
      walk.closeParagraph();
      return { runs: writeScripts(walk.runs), boxes: walk.boxes, drawings: walk.drawings };
    },
  };
}

class InlineWalk {
  readonly runs: ScriptedRun[] = [];
  readonly boxes: { content: XmlElement; context: InlineContext }[] = [];
  readonly drawings: DrawingReference[] = [];
  readonly #styles: WordStyles;
  readonly #notes: NoteNumbers;
  readonly #tally: WordTally;
  readonly #story: Story;

  constructor(styles: WordStyles, notes: NoteNumbers, tally: WordTally, story: Story) {
    this.#styles = styles;
    this.#notes = notes;
    this.#tally = tally;
    this.#story = story;
  }

  /** A field whose result has not begun when the paragraph ends is broken: it must not swallow what follows. */
  closeParagraph(): void {
    const fields = this.#story.openFields;
    while (fields.at(-1)?.separated === false) fields.pop();
  }

  children(element: XmlElement | undefined, context: InlineContext): void {
    for (const child of element === undefined ? [] : childElements(element)) this.#inline(child, context);
  }

  #inline(element: XmlElement, context: InlineContext): void {
    switch (element.name) {
      case "r":
        return this.#run(element, context);
      case "ins":
      case "del":
      case "moveFrom":
      case "moveTo": {
        const revision = revisionOf(element);
        if (revision === undefined) return;
        this.#tally.revision(revision);
        return this.children(element, { ...context, revision });
      }
      case "hyperlink":
      case "smartTag":
      case "customXml":
      case "fldSimple":
      case "dir":
      case "bdo":
      case "oMathPara":
        return this.children(element, context);
      case "sdt":
        return this.children(childNamed(element, "sdtContent"), context);
      case "AlternateContent":
        return this.children(chosenAlternative(element), context);
      case "oMath":
        this.#tally.count("equations");
        return this.#text(equationText(element), context);
      case "pPr":
        if (childNamed(element, "pPrChange") !== undefined) this.#tally.count("formatting-changes");
        this.#paragraphBreak(childNamed(element, "rPr"));
    }
  }

  /** The mark at the end of a paragraph, by its properties. */
  #paragraphBreak(properties: XmlElement | undefined): void {
    for (const mark of childElements(properties)) {
      const revision = revisionOf(mark);
      if (revision !== undefined) return this.#tally.count("paragraph-breaks", revision.author);
    }
  }

  #run(element: XmlElement, context: InlineContext): void {
    const properties = childNamed(element, "rPr");
    if (childNamed(properties, "rPrChange") !== undefined) this.#tally.count("formatting-changes");
    const style = this.#styles.character(valueOf(childNamed(properties, "rStyle")));
    const hidden = toggleOf(childNamed(properties, "vanish")) ?? style.hidden ?? context.hidden;
    const ownStyle = readRunStyle(properties, style.name);
    const script = scriptOf(properties) ?? style.script;
    const inner = {
      ...context,
      hidden,
      ...(ownStyle !== undefined && { style: ownStyle }),
      ...((script === "super" || script === "sub") && { script }),
    };
    if (hidden && element.children.length > (properties === undefined ? 0 : 1)) this.#tally.count("hidden-text");
    for (const child of childElements(element)) this.#runChild(child, inner);
  }

  #runChild(element: XmlElement, context: InlineContext): void {
    switch (element.name) {
      case "t":
      case "delText":
        return this.#text(textOf(element), context);
      case "tab":
      case "ptab":
        return this.#text("\t", context);
      case "br":
      case "cr":
        return this.#text("\n", context);
      case "noBreakHyphen":
        return this.#text("\u2011", context);
      case "sym":
        return this.#symbol(element, context);
      case "fldChar":
        return this.#fieldMark(element, context);
      case "footnoteReference":
        return this.#noteMark("footnote", element, context);
      case "endnoteReference":
        return this.#noteMark("endnote", element, context);
      case "ruby": {
        this.children(childNamed(element, "rubyBase"), context);
        this.#text("(", context);
        this.children(childNamed(element, "rt"), context);
        return this.#text(")", context);
      }
      case "drawing":
      case "pict":
      case "object":
        return this.#graphic(element, context);
      case "AlternateContent": {
        const chosen = chosenAlternative(element);
        for (const child of chosen === undefined ? [] : childElements(chosen)) this.#runChild(child, context);
        return;
      }
      // `softHyphen` marks where a word may break: it is no part of the word.
    }
  }

  #text(text: string, context: InlineContext): void {
    if (this.#story.openFields.some(({ separated }) => !separated)) return;
    appendRun(this.runs, text, context);
  }

  #symbol(element: XmlElement, context: InlineContext): void {
    const { text, known } = symbolText(element.attributes.get("font") ?? "", element.attributes.get("char") ?? "");
    if (!known) this.#tally.count("unknown-symbols");
    this.#text(text, context);
  }

  /** A field is `begin`, its instruction, `separate`, its result, `end`; readers of the document see the result. */
  #fieldMark(element: XmlElement, context: InlineContext): void {
    const fields = this.#story.openFields;
    switch (element.attributes.get("fldCharType")) {
      case "begin":
        this.#formField(childNamed(element, "ffData"), context);
        fields.push({ separated: false });
        return;
      case "separate": {
        const field = fields.at(-1);
        if (field !== undefined) field.separated = true;
        return;
      }
      case "end":
        fields.pop();
    }
  }

  /** A check box or a list to choose from has no result text: its state is its content. */
  #formField(form: XmlElement | undefined, context: InlineContext): void {
    const box = childNamed(form, "checkBox");
    if (box !== undefined) {
      const checked = toggleOf(childNamed(box, "checked")) ?? toggleOf(childNamed(box, "default")) ?? false;
      return this.#text(checked ? "☒" : "☐", context);
    }
    const list = childNamed(form, "ddList");
    if (list === undefined) return;
    const entries = childElements(list).filter(({ name }) => name === "listEntry");
    const chosen = Number(valueOf(childNamed(list, "result")) ?? 0);
    this.#text(valueOf(entries[chosen]) ?? "", context);
  }

  #noteMark(kind: keyof NoteNumbers, element: XmlElement, context: InlineContext): void {
    const number = this.#notes[kind].get(element.attributes.get("id") ?? "");
    if (number !== undefined) this.#text(`[${kind} ${number}]`, context);
  }

  /** Drawings of both kinds: DrawingML (`w:drawing`) and the older VML (`w:pict`, `w:object`). */
  #graphic(graphic: XmlElement, context: InlineContext): void {
    const found = graphicContent(graphic);
    for (const content of found.boxes) this.boxes.push({ content, context });
    for (const drawing of found.drawings) this.#tally.count(drawing.type === "chart" ? "charts" : "diagrams");
    this.drawings.push(...found.drawings);
    for (let count = 0; count < found.embedded; count++) this.#tally.count("embedded-objects");
    // The picture of an embedded object is only its icon or last view.
    const images = found.embedded > 0 ? 0 : found.images;
    for (let count = 0; count < images; count++) this.#tally.image(found.description !== "");
    // A description of other drawings says what none of their parts does.
    if (found.description !== "") this.#text(`[${images > 0 ? "image" : "drawing"}: ${found.description}]`, context);
    for (const words of found.drawnWords) this.#text(words, context);
  }
}

/** What is set on the run itself, and the character style that it names. */
function readRunStyle(properties: XmlElement | undefined, name: string | undefined): string | undefined {
  if (properties === undefined) return undefined;
  const isOn = (toggle: string): boolean => toggleOf(childNamed(properties, toggle)) === true;
  const underline = valueOf(childNamed(properties, "u"));
  return runStyle(
    {
      bold: isOn("b"),
      italic: isOn("i"),
      underlined: underline !== undefined && underline !== "none",
      struck: isOn("strike") || isOn("dstrike"),
    },
    name,
  );
}

interface GraphicContent {
  readonly boxes: XmlElement[];
  /** Text bent into a shape, such as a watermark. */
  readonly drawnWords: string[];
  description: string;
  readonly drawings: DrawingReference[];
  images: number;
  embedded: number;
}

function graphicContent(graphic: XmlElement): GraphicContent {
  const found: GraphicContent = {
    boxes: [],
    drawnWords: [],
    drawings: [],
    description: "",
    images: 0,
    embedded: 0,
  };
  const visit = (element: XmlElement): void => {
    switch (element.name) {
      case "txbxContent":
        return void found.boxes.push(element);
      case "AlternateContent": {
        const chosen = chosenAlternative(element);
        return chosen === undefined ? undefined : visit(chosen);
      }
      case "docPr":
        found.description ||= oneLine(element.attributes.get("descr") ?? element.attributes.get("title"));
        break;
      case "shape":
        found.description ||= oneLine(element.attributes.get("alt"));
        break;
      case "pic":
      case "imagedata":
        found.images++;
        break;
      case "chart":
        found.drawings.push({ type: "chart", id: element.attributes.get("id") ?? "" });
        break;
      case "relIds":
        found.drawings.push({ type: "diagram", id: element.attributes.get("dm") ?? "" });
        break;
      case "OLEObject":
      case "control":
        found.embedded++;
        break;
      case "textpath":
        found.drawnWords.push(element.attributes.get("string") ?? "");
    }
    for (const child of childElements(element)) visit(child);
  };
  visit(graphic);
  return found;
}

function oneLine(text: string | undefined): string {
  return (text ?? "").replace(/\s+/g, " ").trim();
}
