import type { JsonValue } from "../../parts.ts";
import { childElements, childNamed, textOf, type XmlElement } from "../office/xml.ts";

const NAMES = new Map([
  ["title", "title"],
  ["subject", "subject"],
  ["initial-creator", "author"],
  ["creator", "lastModifiedBy"],
  ["creation-date", "created"],
  ["date", "modified"],
  ["keyword", "keywords"],
  ["description", "description"],
  ["generator", "application"],
]);

const COUNTS = new Map([
  ["page-count", "pages"],
  ["word-count", "words"],
]);

/** What `meta.xml` says of the document. Several keywords become one text. */
export function readOpenDocumentMetadata(root: XmlElement | undefined): Record<string, JsonValue> {
  const values: Record<string, JsonValue> = {};
  for (const element of childElements(childNamed(root, "meta"))) {
    const name = NAMES.get(element.name);
    const text = textOf(element).trim();
    if (name !== undefined && text !== "") {
      values[name] = name === "keywords" && name in values ? `${String(values[name])}, ${text}` : text;
    }
    if (element.name !== "document-statistic") continue;
    for (const [attribute, count] of COUNTS) {
      const value = Number(element.attributes.get(attribute));
      if (Number.isSafeInteger(value) && value > 0) values[count] = value;
    }
  }
  return values;
}
