import { childElements, childNamed, textOf, valueOf, type XmlElement } from "./office/xml.ts";

/**
 * An equation (`m:oMath`) as one line of text: `x=(-b±√(b^2-4ac))/(2a)`. Enough to find it and to read its figures;
 * its layout is a loss.
 */
export function equationText(element: XmlElement): string {
  switch (element.name) {
    case "t":
      return textOf(element);
    case "f":
      return `${group(element, "num")}/${group(element, "den")}`;
    case "sSup":
      return `${part(element, "e")}^${group(element, "sup")}`;
    case "sSub":
      return `${part(element, "e")}_${group(element, "sub")}`;
    case "sSubSup":
      return `${part(element, "e")}_${group(element, "sub")}^${group(element, "sup")}`;
    case "rad": {
      const degree = part(element, "deg");
      return `${degree === "" ? "√" : `root ${degree} `}(${part(element, "e")})`;
    }
    case "nary": {
      const symbol = valueOf(childNamed(childNamed(element, "naryPr"), "chr")) ?? "∫";
      const lower = part(element, "sub");
      const upper = part(element, "sup");
      return `${symbol}${lower && `_(${lower})`}${upper && `^(${upper})`} ${part(element, "e")}`;
    }
    case "d": {
      const properties = childNamed(element, "dPr");
      const begin = valueOf(childNamed(properties, "begChr")) ?? "(";
      const end = valueOf(childNamed(properties, "endChr")) ?? ")";
      const items = childElements(element).filter(({ name }) => name === "e");
      return `${begin}${items.map(childrenText).join(", ")}${end}`;
    }
    case "mr":
      return `${childElements(element).map(equationText).join(", ")}; `;
    default:
      return childrenText(element);
  }
}

function childrenText(element: XmlElement): string {
  return childElements(element).map(equationText).join("");
}

function part(element: XmlElement, name: string): string {
  const child = childNamed(element, name);
  return child === undefined ? "" : childrenText(child);
}

/** Brackets around anything longer than one character, so that the line keeps its meaning. */
function group(element: XmlElement, name: string): string {
  const text = part(element, name);
  return [...text].length > 1 ? `(${text})` : text;
}
