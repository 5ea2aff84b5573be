import { strToU8, zipSync, type Zippable } from "fflate";

// Zip times have no time zone: these are the local parts of one moment, so every machine writes the same bytes.
const fixedTime = new Date(2024, 0, 2, 3, 4, 6);

/** A zip whose bytes depend on the parts alone: sorted names, one time, one compression level. */
export function zipParts(parts: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const entries: Zippable = {};
  for (const name of Object.keys(parts).toSorted()) {
    const part = parts[name]!;
    entries[name] = typeof part === "string" ? strToU8(part) : part;
  }
  return zipSync(entries, { level: 6, mtime: fixedTime, os: 3 });
}

export const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

export function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** The package part that names the main part and the document's properties. */
export function packageRelations(mainPart: string): string {
  const officeDocument = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument";
  const properties = "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties";
  return relations([
    { id: "rId1", type: officeDocument, target: mainPart },
    { id: "rId2", type: properties, target: "docProps/core.xml" },
  ]);
}

export interface Relation {
  readonly id: string;
  readonly type: string;
  readonly target: string;
}

export function relations(list: readonly Relation[]): string {
  const items = list.map(
    ({ id, type, target }) => `<Relationship Id="${id}" Type="${type}" Target="${escapeXml(target)}"/>`,
  );
  return `${xmlHead}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${items.join("")}</Relationships>`;
}

/** `[Content_Types].xml` for these part names (with a leading slash) and their content types. */
export function contentTypes(overrides: Readonly<Record<string, string>>): string {
  const items = Object.entries({
    ...overrides,
    "/docProps/core.xml": "application/vnd.openxmlformats-package.core-properties+xml",
  }).map(([part, type]) => `<Override PartName="${part}" ContentType="${type}"/>`);
  return (
    `${xmlHead}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
    `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    `<Default Extension="xml" ContentType="application/xml"/>${items.join("")}</Types>`
  );
}

/** `docProps/core.xml`: title and author, and the one time that every made file bears. */
export function coreProperties(options: { readonly title?: string; readonly author?: string }): string {
  const time = '<dcterms:$ xsi:type="dcterms:W3CDTF">2024-01-02T03:04:06Z</dcterms:$>';
  return (
    `${xmlHead}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"` +
    ` xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"` +
    ` xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">` +
    `<dc:title>${escapeXml(options.title ?? "")}</dc:title><dc:creator>${escapeXml(options.author ?? "")}</dc:creator>` +
    `${time.replaceAll("$", "created")}${time.replaceAll("$", "modified")}</cp:coreProperties>`
  );
}
