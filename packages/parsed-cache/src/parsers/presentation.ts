import { isCompoundFile } from "../compound-file.ts";
import type { DocumentParser, Limits } from "../document-parser.ts";
import { limitExceeded, ParsedCacheError } from "../parsed-cache-error.ts";
import type { BlockKind, JsonValue } from "../parts.ts";
import {
  embeddedNames,
  hasMacros,
  mainPartName,
  type OfficePackage,
  openOfficePackage,
  readPart,
} from "./office/package.ts";
import { linkedDrawings } from "./drawing/linked-drawings.ts";
import { createPartOutput, type PartOutput } from "./office/part-output.ts";
import { openEncrypted, passwordOf } from "./office/password.ts";
import { readProperties } from "./office/properties.ts";
import { childElements, childNamed, type XmlElement } from "./office/xml.ts";
import { commentTexts, readCommentAuthors } from "./presentation/comments.ts";
import { createMasterTexts, type MasterTexts } from "./presentation/master-text.ts";
import { readSlide } from "./presentation/slide.ts";
import { putHiddenSlides, slideCounts, slideHeading } from "./presentation/slide-show.ts";
import { createSlideTally, type SlideTally } from "./presentation/slide-tally.ts";

/** Links to the outside that the metadata lists. */
const MAX_LISTED_LINKS = 200;

/**
 * PPTX and PPTM, by a walk of our own over the XML. Slides come in the order of the presentation, whatever their parts
 * are called, and slides that it does not name are left out, so that `slide=4` is what the audience sees as the fourth.
 *
 * Each slide starts with its title, at `slide=N`; then come its shapes (text, tables, charts as tables, the texts of
 * SmartArt), its speaker notes and its comments. Hidden slides are shown and marked. Text of layouts and masters
 * is a loss, `master-text`, that says it. Options: `{ "password": "…" }`.
 */
export const parser: DocumentParser = {
  async parse(bytes, options, emit, limits) {
    const officePackage = await openPresentation(await openEncrypted(bytes, passwordOf(options)), limits);
    const presentationName = mainPartName(officePackage) ?? "ppt/presentation.xml";
    const presentation = readPart(officePackage, presentationName);
    if (presentation === undefined) {
      throw new ParsedCacheError({
        code: "damaged",
        message: `Not a PowerPoint presentation: part ${presentationName} is missing.`,
      });
    }
    const output = createPartOutput(emit, limits);
    const tally = createSlideTally();
    const links = officePackage.relationships(presentationName);
    const slideIds = childElements(childNamed(presentation, "sldIdLst")).filter(({ name }) => name === "sldId");
    if (slideIds.length > limits.maxPages) {
      throw limitExceeded("maxPages", limits.maxPages, `the presentation has ${slideIds.length} slides`);
    }
    const authors = readCommentAuthors(officePackage, presentationName);
    const masters = createMasterTexts(officePackage);
    const hidden: number[] = [];
    const seenLinks = new Set<string>();
    let notes = 0;
    for (const [index, { attributes }] of slideIds.entries()) {
      if (output.isFull) break;
      const name = links.get(attributes.get("id") ?? "")?.target ?? "";
      const found = putSlide(officePackage, name, index + 1, authors, tally, masters, output);
      if (found.isHidden) hidden.push(index + 1);
      if (found.hasNotes) notes++;
      for (const link of found.links) if (seenLinks.size < MAX_LISTED_LINKS) seenLinks.add(link);
    }
    putHiddenSlides(hidden, output);
    tally.putLosses(output);
    masters.putLoss(output);
    output.loss("macros", hasMacros(officePackage) ? 1 : 0, "never run");
    output.put({
      type: "metadata",
      values: {
        ...readProperties(officePackage),
        ...slideCounts(slideIds.length, hidden, notes),
        ...packageMetadata(officePackage, [...seenLinks]),
      },
    });
  },
};

interface FoundSlide {
  readonly isHidden: boolean;
  readonly hasNotes: boolean;
  readonly links: readonly string[];
}

/** A slide always has its first block, so that the number of its page is its own number even when it is empty. */
function putSlide(
  officePackage: OfficePackage,
  name: string,
  number: number,
  authors: ReadonlyMap<string, string>,
  tally: SlideTally,
  masters: MasterTexts,
  output: PartOutput,
): FoundSlide {
  const place = `slide=${number}`;
  const slide = readPart(officePackage, name);
  const put = (address: string, kind: BlockKind, text: string): void => {
    output.put({ type: "block", address, kind, ...(kind === "heading" && { level: 1 }), runs: [{ text }] });
  };
  if (slide === undefined) {
    tally.count("missing-parts");
    put(place, "heading", "(missing slide)");
    return { isHidden: false, hasNotes: false, links: [] };
  }
  masters.addFor(name, slide);
  const links = officePackage.relationships(name);
  const isHidden = ["0", "false"].includes(slide.attributes.get("show") ?? "1");
  const linked = (id: string | undefined): XmlElement | undefined => {
    const link = links.get(id ?? "");
    return link === undefined || link.external ? undefined : readPart(officePackage, link.target);
  };
  const { title, blocks } = readSlide(slide, { place, drawings: linkedDrawings(officePackage, name), tally });
  put(place, "heading", slideHeading(title, isHidden));
  for (const block of blocks) output.put(block);

  let notes = 0;
  let comments = 0;
  for (const { id, type, external } of links.values()) {
    const root = !external && (type === "notesSlide" || type === "comments") ? linked(id) : undefined;
    if (root === undefined) continue;
    if (type === "comments") {
      for (const text of commentTexts(root, authors)) put(`${place}&comment=${++comments}`, "comment", text);
    } else {
      for (const text of noteTexts(root, tally)) put(`${place}&note=${++notes}`, "note", text);
    }
  }
  const external = [...links.values()].filter((link) => link.external).map(({ target }) => target);
  return { isHidden, hasNotes: notes > 0, links: external };
}

function noteTexts(root: XmlElement, tally: SlideTally): readonly string[] {
  const { title, blocks } = readSlide(root, { place: "", tally });
  return [title, ...blocks.map(({ runs }) => runs.map(({ text }) => text).join(""))].filter((text) => text !== "");
}

async function openPresentation(bytes: Uint8Array, limits: Limits): Promise<OfficePackage> {
  if (isCompoundFile(bytes)) {
    throw new ParsedCacheError({
      code: "unsupported",
      message: "Not a PPTX but an old binary presentation (PPT), which the parser presentation-97 reads.",
    });
  }
  return await openOfficePackage(bytes, limits);
}

function packageMetadata(officePackage: OfficePackage, links: readonly string[]): Record<string, JsonValue> {
  const embedded = embeddedNames(officePackage);
  return {
    ...(links.length > 0 && { links }),
    ...(embedded.length > 0 && { embedded }),
    ...(hasMacros(officePackage) && { macros: true }),
  };
}
