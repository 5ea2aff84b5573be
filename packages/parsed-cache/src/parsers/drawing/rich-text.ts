import { childElements, childNamed, descendantsNamed, textOf, type XmlElement } from "../office/xml.ts";

/** All paragraphs of DrawingML below `element` (`a:p`), on one line. */
export function richText(element: XmlElement): string {
  return descendantsNamed(element, "p")
    .map((paragraph) =>
      childElements(paragraph)
        .map((run) => (run.name === "br" ? " " : textOf(childNamed(run, "t"))))
        .join(""),
    )
    .filter((text) => text.trim() !== "")
    .join(" ")
    .trim();
}
