import type { JsonValue } from "../../parts.ts";
import type { OfficePackage } from "./package.ts";
import { childElements, readXml, textOf } from "./xml.ts";

/** From the element of a properties part to its name in our metadata. */
const CORE_PROPERTIES = new Map([
  ["title", "title"],
  ["subject", "subject"],
  ["creator", "author"],
  ["lastModifiedBy", "lastModifiedBy"],
  ["created", "created"],
  ["modified", "modified"],
  ["keywords", "keywords"],
  ["description", "description"],
]);
const EXTENDED_PROPERTIES = new Map([
  ["Application", "application"],
  ["Company", "company"],
  ["Pages", "pages"],
  ["Words", "words"],
]);
const COUNTS = new Set(["pages", "words"]);

/** What the file says about itself: title, author, dates (ISO 8601, as stated) and the counts its program wrote. */
export function readProperties(officePackage: OfficePackage): Record<string, JsonValue> {
  const links = [...officePackage.relationships("").values()];
  const values: Record<string, JsonValue> = {};
  for (const [type, names] of [
    ["core-properties", CORE_PROPERTIES],
    ["coreProperties", CORE_PROPERTIES],
    ["extended-properties", EXTENDED_PROPERTIES],
    ["extendedProperties", EXTENDED_PROPERTIES],
  ] as const) {
    const partName = links.find((link) => link.type === type)?.target;
    const bytes = partName === undefined ? undefined : officePackage.part(partName);
    if (partName === undefined || bytes === undefined) continue;
    for (const property of childElements(readXml(bytes, partName))) {
      const name = names.get(property.name);
      const text = textOf(property).trim();
      if (name !== undefined && text !== "") values[name] = COUNTS.has(name) ? Number(text) : text;
    }
  }
  return values;
}
