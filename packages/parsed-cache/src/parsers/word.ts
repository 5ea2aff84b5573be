import { isCompoundFile } from "../compound-file.ts";
import type { DocumentParser, Limits } from "../document-parser.ts";
import { ParsedCacheError } from "../parsed-cache-error.ts";
import type { BlockKind, JsonValue } from "../parts.ts";
import { linkedDrawings } from "./drawing/linked-drawings.ts";
import {
  embeddedNames,
  hasMacros,
  mainPartName,
  type OfficePackage,
  openOfficePackage,
  readPart,
  type Relationship,
} from "./office/package.ts";
import { createPartOutput } from "./office/part-output.ts";
import { openEncrypted, passwordOf } from "./office/password.ts";
import { readProperties } from "./office/properties.ts";
import { childElements, childNamed, eachElement, toggleOf, type XmlElement } from "./office/xml.ts";
import { type BlockReader, createBlockReader } from "./word-blocks.ts";
import { createInlineReader } from "./word-inline.ts";
import { readNumbering } from "./word-numbering.ts";
import { readStyles } from "./word-styles.ts";
import { createWordTally } from "./word-tally.ts";

/** Links to the outside that the metadata lists; a document may hold thousands. */
const MAX_LISTED_LINKS = 200;

const BODY_CONTAINERS: ReadonlySet<string> = new Set(["document", "body"]);

/**
 * DOCX and DOCM, by a walk of our own over the XML. Libraries that turn Word into HTML or text drop what a reviewer
 * must see (headers, tracked deletions, hidden text, text boxes, content controls), and next to a walk that has all of
 * that there is nothing left for them to add.
 *
 * Order: body with text boxes, charts (as tables) and the texts of SmartArt behind their anchors, foot- and endnotes, comments, headers and footers, losses, metadata.
 * Tracked changes are kept as both texts, in runs with a `revision`. Options:
 * `{ "password": "…" }`.
 */
export const parser: DocumentParser = {
  async parse(bytes, options, emit, limits) {
    const officePackage = await openWordPackage(await openEncrypted(bytes, passwordOf(options)), limits);
    const documentName = mainPartName(officePackage) ?? "word/document.xml";
    const documentBytes = officePackage.part(documentName);
    if (documentBytes === undefined) {
      throw new ParsedCacheError({ code: "damaged", message: `Not a Word document: part ${documentName} is missing.` });
    }
    const links = [...officePackage.relationships(documentName).values()];
    const linked = (type: string): XmlElement | undefined => readLinkedPart(officePackage, links, type);

    const output = createPartOutput(emit, limits);
    const tally = createWordTally();
    const styles = readStyles(linked("styles"));
    const footnotes = ownNotes(linked("footnotes"), "footnote");
    const endnotes = ownNotes(linked("endnotes"), "endnote");
    const notes = { footnote: noteNumbers(footnotes), endnote: noteNumbers(endnotes) };
    const inline = createInlineReader(styles, notes, tally);
    const drawings = linkedDrawings(officePackage, documentName);
    const blocks = createBlockReader(styles, readNumbering(linked("numbering")), inline, drawings, tally);
    const comments = childElements(linked("comments") ?? EMPTY).filter(({ name }) => name === "comment");

    const margins: XmlElement[] = [];
    eachElement(documentBytes, documentName, BODY_CONTAINERS, (element) => {
      margins.push(...marginReferences(element));
      return blocks.body(element).every((block) => output.put(block));
    });
    const story = (element: XmlElement, address: string, kind: BlockKind, prefix?: string): void => {
      const block = output.isFull ? undefined : blocks.story(element, address, kind, prefix);
      if (block !== undefined) output.put(block);
    };
    for (const [index, note] of footnotes.entries()) story(note, `footnote=${index + 1}`, "note");
    for (const [index, note] of endnotes.entries()) story(note, `endnote=${index + 1}`, "note");
    for (const [index, comment] of comments.entries()) {
      const author = comment.attributes.get("author");
      story(comment, `comment=${index + 1}`, "comment", author === undefined ? undefined : `${author}: `);
    }
    for (const { root, kind, number } of marginParts(officePackage, documentName, margins)) {
      story(root, `${kind}=${number}`, kind);
    }
    tally.putLosses(output);
    output.loss("macros", hasMacros(officePackage) ? 1 : 0, "never run");
    const trackChanges = toggleOf(childNamed(linked("settings"), "trackRevisions")) === true;
    output.put({
      type: "metadata",
      values: {
        ...readProperties(officePackage),
        ...countsMetadata(blocks, footnotes.length, endnotes.length, comments.length),
        ...packageMetadata(officePackage, links),
        ...(trackChanges && { trackChanges }),
      },
    });
  },
};

const EMPTY: XmlElement = { name: "", attributes: new Map(), children: [] };

async function openWordPackage(bytes: Uint8Array, limits: Limits): Promise<OfficePackage> {
  if (isCompoundFile(bytes)) {
    throw new ParsedCacheError({
      code: "unsupported",
      message: "Not a DOCX but an old binary Word document (DOC), which the parser word-97 reads.",
    });
  }
  return await openOfficePackage(bytes, limits);
}

function readLinkedPart(
  officePackage: OfficePackage,
  links: readonly Relationship[],
  type: string,
): XmlElement | undefined {
  return readPart(officePackage, links.find((link) => link.type === type && !link.external)?.target);
}

/** The notes that an author wrote: the part also holds the lines that separate notes from text. */
function ownNotes(root: XmlElement | undefined, name: string): readonly XmlElement[] {
  return childElements(root ?? EMPTY).filter(
    (note) => note.name === name && (note.attributes.get("type") ?? "normal") === "normal",
  );
}

function noteNumbers(notes: readonly XmlElement[]): ReadonlyMap<string, number> {
  return new Map(notes.map((note, index) => [note.attributes.get("id") ?? "", index + 1]));
}

/** The headers and footers that a section of the document uses; parts that no section uses are never printed. */
function marginReferences(element: XmlElement): readonly XmlElement[] {
  const section =
    element.name === "sectPr"
      ? element
      : element.name === "p"
        ? childNamed(childNamed(element, "pPr"), "sectPr")
        : undefined;
  return childElements(section ?? EMPTY).filter(({ name }) => name === "headerReference" || name === "footerReference");
}

function* marginParts(
  officePackage: OfficePackage,
  documentName: string,
  references: readonly XmlElement[],
): Generator<{ readonly root: XmlElement; readonly kind: "header" | "footer"; readonly number: number }> {
  const links = officePackage.relationships(documentName);
  const seen = new Set<string>();
  const numbers = { header: 0, footer: 0 };
  for (const reference of references) {
    const target = links.get(reference.attributes.get("id") ?? "")?.target;
    const root = target === undefined || seen.has(target) ? undefined : readPart(officePackage, target);
    if (target === undefined || root === undefined) continue;
    seen.add(target);
    const kind = reference.name === "headerReference" ? "header" : "footer";
    yield { root, kind, number: ++numbers[kind] };
  }
}

function countsMetadata(
  { counts }: BlockReader,
  footnotes: number,
  endnotes: number,
  comments: number,
): Record<string, JsonValue> {
  return {
    paragraphCount: counts.paragraphs,
    tableCount: counts.tables,
    ...(counts.textBoxes > 0 && { textBoxCount: counts.textBoxes }),
    ...(footnotes > 0 && { footnoteCount: footnotes }),
    ...(endnotes > 0 && { endnoteCount: endnotes }),
    ...(comments > 0 && { commentCount: comments }),
  };
}

function packageMetadata(officePackage: OfficePackage, links: readonly Relationship[]): Record<string, JsonValue> {
  const targets = [...new Set(links.filter((link) => link.external).map((link) => link.target))];
  const embedded = embeddedNames(officePackage);
  return {
    ...(targets.length > 0 && { links: targets.slice(0, MAX_LISTED_LINKS) }),
    ...(embedded.length > 0 && { embedded }),
    ...(hasMacros(officePackage) && { macros: true }),
  };
}
