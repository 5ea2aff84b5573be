import type { BlockKind, ParsedPart } from "../../parts.ts";
import { rowText } from "../../table-cell.ts";
import { chartHead } from "../drawing/chart-text.ts";
import type { LinkedDrawings } from "../drawing/linked-drawings.ts";
import { childElements, childNamed, descendantsNamed, type XmlElement } from "../office/xml.ts";
import type { SlideTally } from "./slide-tally.ts";
import { bodyLine, readParagraphs } from "./text-body.ts";

type Block = Extract<ParsedPart, { readonly type: "block" }>;

export interface SlideContext {
  /** `slide=3`. */
  readonly place: string;
  /** Absent for notes, which have none. */
  readonly drawings?: LinkedDrawings;
  readonly tally: SlideTally;
}

/** A slide's shapes as blocks, in the order of the file, which is the order in which a screen reader reads them. */
export interface SlideText {
  /** The text of its title; empty when it has none. */
  readonly title: string;
  readonly blocks: readonly Block[];
}

interface ShapeState {
  readonly hidden: boolean;
}

/** Reads the shape tree of a slide (`p:sld`). */
export function readSlide(slide: XmlElement, context: SlideContext): SlideText {
  const reader = new SlideReader(context);
  reader.children(childNamed(childNamed(slide, "cSld"), "spTree"), { hidden: false });
  return { title: reader.title, blocks: reader.blocks };
}

const TITLES = new Set(["title", "ctrTitle"]);
/** Placeholders of a slide's margin. The slide's number is left out: the address has it. */
const MARGINS: ReadonlyMap<string, BlockKind | undefined> = new Map([
  ["ftr", "footer"],
  ["dt", "footer"],
  ["hdr", "header"],
  ["sldNum", undefined],
]);

class SlideReader {
  title = "";
  readonly blocks: Block[] = [];
  readonly #context: SlideContext;
  #paragraphs = 0;
  #tables = 0;
  #charts = 0;

  constructor(context: SlideContext) {
    this.#context = context;
  }

  children(container: XmlElement | undefined, state: ShapeState): void {
    for (const element of childElements(container)) this.#shape(element, state);
  }

  #shape(element: XmlElement, { hidden }: ShapeState): void {
    const properties = childElements(element).find(({ name }) => /^nv.*Pr$/.test(name));
    const drawing = childNamed(properties, "cNvPr");
    const state = { hidden: hidden || drawing?.attributes.get("hidden") === "1" };
    switch (element.name) {
      case "grpSp":
        return this.children(element, state);
      case "AlternateContent": {
        // The first choice is what the program that wrote it shows; the fallback is mostly a picture of it.
        const before = this.blocks.length;
        const [choice, ...others] = childElements(element);
        this.children(choice, state);
        if (this.blocks.length === before) for (const other of others) this.children(other, state);
        return;
      }
      case "sp":
      case "cxnSp":
        return this.#textShape(element, properties, state);
      case "pic":
        return this.#picture(drawing, state);
      case "graphicFrame":
        return this.#frame(element, drawing, state);
      case "contentPart":
        return this.#context.tally.count("ink");
      default:
        return undefined;
    }
  }

  #textShape(element: XmlElement, properties: XmlElement | undefined, state: ShapeState): void {
    const placeholder = childNamed(childNamed(properties, "nvPr"), "ph");
    const type = placeholder?.attributes.get("type") ?? (placeholder === undefined ? undefined : "obj");
    const body = childNamed(element, "txBody");
    if (type !== undefined && MARGINS.has(type)) {
      const kind = MARGINS.get(type);
      for (const { text } of kind === undefined ? [] : readParagraphs(body)) this.#paragraph(text, kind!, state);
      return;
    }
    if (type !== undefined && TITLES.has(type) && this.title === "" && !state.hidden) {
      this.title = bodyLine(body);
      return;
    }
    for (const { text, listLevel } of readParagraphs(body, type === "body" || type === "obj")) {
      this.#paragraph(text, listLevel === undefined ? "paragraph" : "list", state, listLevel);
    }
  }

  #paragraph(text: string, kind: BlockKind, { hidden }: ShapeState, level?: number): void {
    if (hidden) this.#context.tally.count("hidden-text");
    this.blocks.push({
      type: "block",
      address: `${this.#context.place}&paragraph=${++this.#paragraphs}`,
      kind,
      ...(level !== undefined && { level }),
      runs: [hidden ? { text, hidden } : { text }],
    });
  }

  #picture(drawing: XmlElement | undefined, state: ShapeState): void {
    const description = (drawing?.attributes.get("descr") ?? "").replaceAll(/\s+/g, " ").trim();
    this.#context.tally.image(description !== "");
    if (description !== "") this.#paragraph(`[image: ${description}]`, "paragraph", state);
  }

  #frame(frame: XmlElement, drawing: XmlElement | undefined, state: ShapeState): void {
    const content = childNamed(childNamed(frame, "graphic"), "graphicData");
    for (const element of childElements(content)) {
      if (element.name === "tbl") this.#table(element, state);
      else if (element.name === "chart") this.#chart(element, state);
      else if (element.name === "relIds") this.#diagram(element, state);
      else if (element.name === "oleObj" || element.name === "AlternateContent") {
        this.#context.tally.count("embedded-objects");
        const name = descendantsNamed(content!, "oleObj")[0]?.attributes.get("name") ?? drawing?.attributes.get("name");
        if (name !== undefined && name !== "") this.#paragraph(`[embedded object: ${name}]`, "paragraph", state);
      }
    }
  }

  #table(table: XmlElement, { hidden }: ShapeState): void {
    const place = `${this.#context.place}&table=${++this.#tables}`;
    const rows = childElements(table).filter(({ name }) => name === "tr");
    this.#rows(
      place,
      rows.map((row) =>
        childElements(row)
          .filter(({ name }) => name === "tc")
          .map((cell) => bodyLine(childNamed(cell, "txBody"))),
      ),
      hidden,
    );
  }

  #chart(reference: XmlElement, { hidden }: ShapeState): void {
    this.#context.tally.count("charts");
    const chart = this.#context.drawings?.chart(reference.attributes.get("id"));
    if (chart === undefined) return;
    const head = chartHead(chart);
    if (head !== "") this.#paragraph(head, "paragraph", { hidden });
    this.#rows(`${this.#context.place}&chart=${++this.#charts}`, chart.rows, hidden);
  }

  #rows(place: string, rows: readonly (readonly string[])[], hidden: boolean): void {
    for (const [index, cells] of rows.entries()) {
      // Empty cells keep their place.
      const text = rowText(cells);
      this.blocks.push({
        type: "block",
        address: `${place}&row=${index + 1}`,
        kind: "row",
        runs: [hidden ? { text, hidden } : { text }],
      });
    }
  }

  #diagram(reference: XmlElement, state: ShapeState): void {
    this.#context.tally.count("diagrams");
    const texts = this.#context.drawings?.diagram(reference.attributes.get("dm")) ?? [];
    for (const text of texts) this.#paragraph(text, "list", state, 1);
  }
}
