import type { JsonValue } from "../../parts.ts";
import type { PdfDocument } from "./engine.ts";

/** From an entry of the information dictionary, as both engines call it, to its name in our metadata. */
export const INFO_NAMES: ReadonlyMap<string, string> = new Map([
  ["Title", "title"],
  ["Author", "author"],
  ["Subject", "subject"],
  ["Keywords", "keywords"],
  ["Creator", "creator"],
  ["Producer", "producer"],
  ["CreationDate", "created"],
  ["ModDate", "modified"],
]);

/**
 * What the document says of itself, whether it is tagged, and the kind of its form (`AcroForm` or `XFA`; `namesForm`: the
 * file names one, which may have no fields).
 */
export async function readPdfMetadata(document: PdfDocument, namesForm: boolean): Promise<Record<string, JsonValue>> {
  const values: Record<string, JsonValue> = { pages: document.numPages };
  const info = await document.getMetadata().then(
    (metadata) => metadata.info,
    () => ({}) as Readonly<Record<string, unknown>>,
  );
  for (const [key, name] of INFO_NAMES) {
    const value = info[key];
    if (typeof value === "string" && value.trim() !== "") values[name] = key.endsWith("Date") ? isoDate(value) : value;
  }
  if (info["IsXFAPresent"] === true) values["form"] = "XFA";
  else if (namesForm || info["IsAcroFormPresent"] === true || info["IsSignaturesPresent"] === true) {
    values["form"] = "AcroForm";
  }
  const marks = await document.getMarkInfo().catch(() => null);
  if (marks?.Marked === true) values["tagged"] = true;
  return values;
}

/** `D:20070914103000-04'00'` as `2007-09-14T10:30:00-04:00`; what has another form stays as it is. */
function isoDate(text: string): string {
  const match = /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:Z|([+-]\d\d)'?(\d\d)?)?/.exec(text);
  if (match === null) return text;
  const [, year, month = "01", day = "01", hour = "00", minute = "00", second = "00", zone, zoneMinutes = "00"] = match;
  const offset = zone === undefined ? (text.includes("Z") ? "Z" : "") : `${zone}:${zoneMinutes}`;
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`;
}
