import { childElements, childNamed, type XmlElement } from "../office/xml.ts";
import { readParagraphs } from "../presentation/text-body.ts";

/** SmartArt: the texts of its points, in the order of its data model (`dgm:dataModel`); how they are arranged is drawing. */
export function diagramTexts(model: XmlElement): string[] {
  return childElements(childNamed(model, "ptLst")).flatMap((point) => {
    // A placeholder point shows "[Text]", which nobody wrote.
    if (childNamed(point, "prSet")?.attributes.get("phldr") === "1") return [];
    return readParagraphs(childNamed(point, "t")).map(({ text }) => text);
  });
}
