import { childElements, textOf, type XmlElement } from "../office/xml.ts";

/** MathML on one line, as a person would type it: `(a+b)/c`, `x^2`. The source that a program keeps beside it is left out. */
export function mathText(element: XmlElement): string {
  const parts = childElements(element);
  const part = (index: number): string => (parts[index] === undefined ? "" : mathText(parts[index]));
  switch (element.name) {
    case "annotation":
    case "annotation-xml":
      return "";
    case "mi":
    case "mn":
    case "mo":
    case "mtext":
    case "ms":
      return textOf(element).trim();
    case "mspace":
      return " ";
    case "mfrac":
      return `${grouped(part(0))}/${grouped(part(1))}`;
    case "msup":
    case "mover":
      return `${part(0)}^${grouped(part(1))}`;
    case "msub":
    case "munder":
      return `${part(0)}_${grouped(part(1))}`;
    case "msubsup":
    case "munderover":
      return `${part(0)}_${grouped(part(1))}^${grouped(part(2))}`;
    case "msqrt":
      return `√(${parts.map(mathText).join(" ")})`;
    case "mroot":
      return `${grouped(part(1))}√(${part(0)})`;
    case "mtr":
      return `${parts.map(mathText).join(", ")}; `;
    default:
      return parts
        .map(mathText)
        .filter((text) => text !== "")
        .join(" ");
  }
}

function grouped(text: string): string {
  return /^[\p{L}\p{N}]*$/u.test(text) ? text : `(${text})`;
}
