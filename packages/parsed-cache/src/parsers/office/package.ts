import { listZipEntries, readZipEntries, type ZipLimits } from "../../bounded-zip.ts";
import { isCompoundFile } from "../../compound-file.ts";
import { childElements, readXml, type XmlElement } from "./xml.ts";

/** A link from one part of an office file to another part, or to the outside. */
export interface Relationship {
  readonly id: string;
  /** Last segment of the type's URI, which strict and transitional files share: `styles`, `hyperlink`, `image`. */
  readonly type: string;
  /** Name of the part, or for an external one the target as written. */
  readonly target: string;
  readonly external: boolean;
}

/** An office file opened as what it is: named parts in a ZIP, linked by relationships. */
export interface OfficePackage {
  /** Names of all parts, also of those not inflated. */
  readonly names: readonly string[];
  /** Bytes of a part; names compare without case, as the format says. `undefined` when missing or not inflated. */
  part(name: string): Uint8Array | undefined;
  /** The links of a part, by id; of the whole package for `""`. Empty when it has none. */
  relationships(partName: string): ReadonlyMap<string, Relationship>;
}

/** Pictures, fonts and embedded files have no text of ours: they are named and counted, never inflated. */
const OPAQUE_PART =
  /\.(?:png|jpe?g|gif|bmp|tiff?|emf|wmf|wdp|ico|ttf|otf|odttf|fntdata|ole|docx?|xls[xmb]?|pptx?|pdf|zip|mp[34]|wav|avi|mov)$/i;

/** Rejects as `readZipEntries` does. */
export async function openOfficePackage(bytes: Uint8Array, limits: ZipLimits): Promise<OfficePackage> {
  const names = await listZipEntries(bytes, limits);
  const members = await readZipEntries(bytes, limits, (name) => !OPAQUE_PART.test(name));
  const byLowerName = new Map([...members].map(([name, member]) => [name.toLowerCase(), member]));
  const part = (name: string): Uint8Array | undefined => members.get(name) ?? byLowerName.get(name.toLowerCase());
  return { names, part, relationships: (partName) => readRelationships(partName, part) };
}

function readRelationships(
  partName: string,
  part: (name: string) => Uint8Array | undefined,
): ReadonlyMap<string, Relationship> {
  const relationships = new Map<string, Relationship>();
  const folder = partName.slice(0, partName.lastIndexOf("/") + 1);
  const relationshipsName = `${folder}_rels/${partName.slice(folder.length)}.rels`;
  const bytes = part(relationshipsName);
  if (bytes === undefined) return relationships;
  for (const { attributes } of childElements(readXml(bytes, relationshipsName))) {
    const id = attributes.get("Id") ?? "";
    const type = attributes.get("Type") ?? "";
    const target = attributes.get("Target") ?? "";
    const external = attributes.get("TargetMode") === "External";
    relationships.set(id, {
      id,
      type: type.slice(type.lastIndexOf("/") + 1),
      target: external ? target : partNameIn(target.startsWith("/") ? "" : folder, target),
      external,
    });
  }
  return relationships;
}

/** The part that a relative URL names in `folder`, which ends with `/` or is empty; nothing leads above the package. */
export function partNameIn(folder: string, target: string): string {
  const segments: string[] = [];
  for (const segment of `${folder}${target}`.split("/")) {
    if (segment === "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  return segments.join("/");
}

/** The root element of a part; `undefined` when the part is missing or not inflated. Throws as `readXml` does. */
export function readPart(officePackage: OfficePackage, name: string | undefined): XmlElement | undefined {
  const bytes = name === undefined ? undefined : officePackage.part(name);
  return name === undefined || bytes === undefined ? undefined : readXml(bytes, name);
}

/** Name of the part that the package's own relationships call the document, whatever its folder and file name. */
export function mainPartName(officePackage: OfficePackage): string | undefined {
  return [...officePackage.relationships("").values()].find((link) => link.type === "officeDocument")?.target;
}

/** File names of the objects embedded in the package, such as a workbook in a report. */
export function embeddedNames(officePackage: OfficePackage): readonly string[] {
  return officePackage.names
    .filter((name) => /(?:^|\/)embeddings\//i.test(name))
    .map((name) => name.replace(/^.*\//, ""));
}

export function hasMacros(officePackage: OfficePackage): boolean {
  return officePackage.names.some((name) => /(?:^|\/)vbaProject\.bin$/i.test(name));
}

/** Whether a compound file wraps an encrypted office package: its directory then names this stream, in UTF-16. */
export function isEncryptedPackage(bytes: Uint8Array): boolean {
  return isCompoundFile(bytes) && Buffer.from(bytes).includes(Buffer.from("EncryptedPackage", "utf16le"));
}
