import { equationText } from "../word-equation.ts";
import { type Script, writeScripts } from "../office/scripts.ts";
import { childElements, childNamed, textOf, type XmlElement } from "../office/xml.ts";

/** A paragraph of a shape. */
export interface SlideParagraph {
  readonly text: string;
  /** Level of its list, from 1; `undefined` for running text. */
  readonly listLevel?: number;
}

/**
 * The paragraphs of a text body (`p:txBody`, `a:txBody`, `dgm:t`), without the empty ones. `isList` says whether
 * paragraphs are list items unless they say otherwise, as in the content placeholder of a slide.
 */
export function readParagraphs(body: XmlElement | undefined, isList = false): SlideParagraph[] {
  const paragraphs: SlideParagraph[] = [];
  for (const element of childElements(body)) {
    if (element.name !== "p") continue;
    const text = paragraphText(element).trim();
    if (text === "") continue;
    const properties = childNamed(element, "pPr");
    const level = Number(properties?.attributes.get("lvl") ?? 0);
    const hasBullet =
      childNamed(properties, "buNone") === undefined &&
      (isList || childNamed(properties, "buChar") !== undefined || childNamed(properties, "buAutoNum") !== undefined);
    paragraphs.push(hasBullet ? { text, listLevel: (Number.isSafeInteger(level) ? level : 0) + 1 } : { text });
  }
  return paragraphs;
}

/** A whole text body on one line. */
export function bodyLine(body: XmlElement | undefined): string {
  return readParagraphs(body)
    .map(({ text }) => text.replaceAll(/\s*\n\s*/g, " "))
    .join(" ");
}

function paragraphText(paragraph: XmlElement): string {
  const pieces = childElements(paragraph).map((piece) => {
    const script = scriptOf(childNamed(piece, "rPr"));
    return { text: pieceText(piece), ...(script !== undefined && { script }) };
  });
  return writeScripts(pieces)
    .map(({ text }) => text)
    .join("");
}

/** By thousandths of a line's height. */
function scriptOf(properties: XmlElement | undefined): Script | undefined {
  const raised = Number.parseFloat(properties?.attributes.get("baseline") ?? "0");
  return raised > 0 ? "super" : raised < 0 ? "sub" : undefined;
}

function pieceText(element: XmlElement): string {
  switch (element.name) {
    case "r":
    case "fld":
      // PowerPoint writes a line break that is typed into a title as a vertical tab.
      return textOf(childNamed(element, "t")).replaceAll("\v", "\n");
    case "br":
      return "\n";
    case "m":
    case "oMath":
    case "oMathPara":
      return equationText(element);
    case "AlternateContent":
      return childElements(childElements(element)[0] ?? element)
        .map(pieceText)
        .join("");
    default:
      return "";
  }
}
