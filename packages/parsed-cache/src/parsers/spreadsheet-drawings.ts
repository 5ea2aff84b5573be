import type { BlockKind, ParsedPart } from "../parts.ts";
import { chartHead } from "./drawing/chart-text.ts";
import { type LinkedDrawings, linkedDrawings } from "./drawing/linked-drawings.ts";
import { type OfficePackage, readPart } from "./office/package.ts";
import { childElements, childNamed, descendantsNamed, textOf, type XmlElement } from "./office/xml.ts";

type Block = Extract<ParsedPart, { readonly type: "block" }>;

/**
 * What lies over the cells of a sheet, in the order of the file: text boxes, charts as the tables behind them, the texts
 * of SmartArt, descriptions of pictures; at `sheet=Q1&textbox=1`, `sheet=Q1&chart=2&row=3`, `sheet=Q1&diagram=1&point=2`.
 * `worksheetName`: the part of the sheet, a chart sheet too.
 */
export function readSheetDrawings(
  officePackage: OfficePackage,
  sheet: string,
  worksheetName: string,
): readonly Block[] {
  const reader = new DrawingReader(sheet);
  for (const { type, target, external } of officePackage.relationships(worksheetName).values()) {
    const root = external || type !== "drawing" ? undefined : readPart(officePackage, target);
    if (root !== undefined) reader.read(root, linkedDrawings(officePackage, target));
  }
  return reader.blocks;
}

class DrawingReader {
  readonly blocks: Block[] = [];
  readonly #place: string;
  readonly #numbers = { textbox: 0, chart: 0, diagram: 0, image: 0 };

  constructor(sheet: string) {
    this.#place = `sheet=${encodeURIComponent(sheet)}`;
  }

  read(element: XmlElement, drawings: LinkedDrawings): void {
    for (const child of childElements(element)) {
      switch (child.name) {
        case "txBody":
          this.#textBox(child);
          break;
        case "chart":
          this.#chart(child, drawings);
          break;
        case "relIds":
          this.#diagram(child, drawings);
          break;
        case "pic":
          this.#picture(child);
          break;
        case "AlternateContent":
          // The first choice is what the program that wrote it shows; the fallback is mostly a notice.
          this.read(childNamed(child, "Choice") ?? child, drawings);
          break;
        default:
          this.read(child, drawings);
      }
    }
  }

  #put(place: string, kind: BlockKind, text: string): void {
    const level = kind === "list" ? { level: 1 } : {};
    if (text !== "") {
      this.blocks.push({ type: "block", address: `${this.#place}&${place}`, kind, ...level, runs: [{ text }] });
    }
  }

  #textBox(body: XmlElement): void {
    const paragraphs = descendantsNamed(body, "p").map((paragraph) =>
      descendantsNamed(paragraph, "t").map(textOf).join(""),
    );
    const text = paragraphs.join("\n").trim();
    if (text !== "") this.#put(`textbox=${++this.#numbers.textbox}`, "paragraph", text);
  }

  #chart(reference: XmlElement, drawings: LinkedDrawings): void {
    const place = `chart=${++this.#numbers.chart}`;
    const chart = drawings.chart(reference.attributes.get("id"));
    if (chart === undefined) return;
    this.#put(place, "paragraph", chartHead(chart));
    for (const [index, cells] of chart.rows.entries()) this.#put(`${place}&row=${index + 1}`, "row", cells.join(" | "));
  }

  #diagram(reference: XmlElement, drawings: LinkedDrawings): void {
    const place = `diagram=${++this.#numbers.diagram}`;
    for (const [index, text] of drawings.diagram(reference.attributes.get("dm")).entries()) {
      this.#put(`${place}&point=${index + 1}`, "list", text);
    }
  }

  #picture(picture: XmlElement): void {
    const [properties] = descendantsNamed(picture, "cNvPr");
    const description = (properties?.attributes.get("descr") ?? "").replaceAll(/\s+/g, " ").trim();
    if (description !== "") this.#put(`image=${++this.#numbers.image}`, "paragraph", `[image: ${description}]`);
  }
}
