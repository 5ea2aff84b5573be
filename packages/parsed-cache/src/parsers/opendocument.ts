import type { DocumentParser, Limits } from "../document-parser.ts";
import { limitExceeded, ParsedCacheError } from "../parsed-cache-error.ts";
import type { JsonValue } from "../parts.ts";
import { unlockOpenDocument } from "./office/open-document-lock.ts";
import { embeddedNames, openOfficePackage, readPart } from "./office/package.ts";
import { createPartOutput, type PartOutput } from "./office/part-output.ts";
import { passwordOf } from "./office/password.ts";
import { childElements, childNamed, eachElement, textOf, type XmlElement } from "./office/xml.ts";
import { type Change, readChanges } from "./opendocument/changes.ts";
import { readOpenDocumentMetadata } from "./opendocument/metadata.ts";
import { readSlide } from "./opendocument/slide.ts";
import { createStyles } from "./opendocument/styles.ts";
import { OpenDocumentWalk, type WalkSetting } from "./opendocument/walk.ts";
import { createMasterTexts } from "./presentation/master-text.ts";
import { putHiddenSlides, slideCounts, slideHeading } from "./presentation/slide-show.ts";
import { createWordTally } from "./word-tally.ts";

const MAX_LISTED_LINKS = 200;
/** `office:text`, `office:presentation` and `office:drawing` in the body of the document. */
const CONTAINERS: ReadonlySet<string> = new Set(["document-content", "body", "text", "presentation", "drawing"]);

/**
 * OpenDocument text and presentations (ODT, ODP and their templates, drawings too), by a walk over `content.xml`.
 *
 * Of a text: paragraphs, headings, lists, tables and text boxes in order, then notes, comments, headers and footers;
 * tracked changes as both texts. Of a presentation: slides as of PPTX, at `slide=N`, with notes and comments; hidden ones
 * marked. Losses: `tracked-changes`, `images`, `hidden-text`, `hidden-slides`, `master-text`, `charts`, `equations`,
 * `embedded-objects`, `macros`, `no-text`, `truncated`. Options: `{ "password": "…" }`.
 */
export const parser: DocumentParser = {
  async parse(bytes, options, emit, limits) {
    const unlocked = await unlockOpenDocument(bytes, passwordOf(options), limits);
    const officePackage = await openOfficePackage(unlocked, limits);
    const content = officePackage.part("content.xml");
    if (content === undefined) {
      const message = "Not an OpenDocument file: part content.xml is missing.";
      throw new ParsedCacheError({ code: "damaged", message });
    }
    const output = createPartOutput(emit, limits);
    const tally = createWordTally();
    const links = new Set<string>();
    const changes = new Map<string, Change>();
    const styles = createStyles();
    const stylesRoot = readPart(officePackage, "styles.xml");
    styles.add(childNamed(stylesRoot, "styles"));
    styles.add(childNamed(stylesRoot, "automatic-styles"));
    const setting: WalkSetting = {
      styles,
      changes,
      tally,
      object: (name) => readPart(officePackage, `${name}/content.xml`),
      link: (target) => {
        if (/^(?:https?|mailto):/i.test(target) && links.size < MAX_LISTED_LINKS) links.add(target);
      },
    };
    const text = new OpenDocumentWalk(setting);
    const footers = new Map<string, string>();
    const slides: { number: number; hidden: boolean; hasNotes: boolean }[] = [];
    let blocks = 0;
    eachElement(content, "content.xml", CONTAINERS, (element) => {
      if (element.name === "automatic-styles") styles.add(element);
      else if (element.name === "tracked-changes") {
        for (const [id, change] of readChanges(element)) changes.set(id, change);
      } else if (element.name === "footer-decl") {
        footers.set(element.attributes.get("name") ?? "", textOf(element).trim());
      } else if (element.name === "page") {
        slides.push(putSlide(element, slides.length + 1, footers, setting, output, limits));
      } else text.block(element);
      const found = text.blocks.splice(0);
      blocks += found.length;
      return found.every((block) => output.put(block)) && !output.isFull;
    });
    for (const block of [...text.notes, ...text.comments]) output.put(block);
    if (slides.length === 0) putMargins(stylesRoot, setting, output);

    const hidden = slides.filter((slide) => slide.hidden).map(({ number }) => number);
    if (slides.length > 0) putMasterTexts(stylesRoot, setting, output);
    putHiddenSlides(hidden, output);
    if (slides.length === 0 && blocks === 0) output.loss("no-text", 1, "the document shows no text");
    tally.putLosses(output);
    const withNotes = slides.filter(({ hasNotes }) => hasNotes).length;
    const embedded = embeddedNames(officePackage);
    const macros = officePackage.names.some(
      (name) => /^(?:Basic|Scripts)\/.+\/[^/]+$/.test(name) && !/script-l[bc]\.xml$/.test(name),
    );
    output.loss("macros", macros ? 1 : 0, "never run");
    output.put({
      type: "metadata",
      values: {
        ...readOpenDocumentMetadata(readPart(officePackage, "meta.xml")),
        ...(slides.length > 0 ? slideCounts(slides.length, hidden, withNotes) : textCounts(text)),
        ...(links.size > 0 && { links: [...links] }),
        ...(embedded.length > 0 && { embedded }),
        ...(macros && { macros }),
      },
    });
  },
};

function putSlide(
  page: XmlElement,
  number: number,
  footers: ReadonlyMap<string, string>,
  setting: WalkSetting,
  output: PartOutput,
  limits: Limits,
): { number: number; hidden: boolean; hasNotes: boolean } {
  if (number > limits.maxPages) throw limitExceeded("maxPages", limits.maxPages, "the presentation has more slides");
  const hidden = setting.styles.isHiddenPage(page.attributes.get("style-name"));
  const { title, blocks, notes } = readSlide(page, `slide=${number}`, setting);
  const runs = [{ text: slideHeading(title, hidden) }];
  output.put({ type: "block", address: `slide=${number}`, kind: "heading", level: 1, runs });
  for (const block of blocks) output.put(block);
  const footer = footers.get(page.attributes.get("use-footer-name") ?? "") ?? "";
  if (footer !== "") {
    output.put({ type: "block", address: `slide=${number}&footer=1`, kind: "footer", runs: [{ text: footer }] });
  }
  return { number, hidden, hasNotes: notes > 0 };
}

/** The headers and footers of the page styles; first and left pages often repeat what stands on the others. */
function putMargins(stylesRoot: XmlElement | undefined, setting: WalkSetting, output: PartOutput): void {
  const seen = new Set<string>();
  const numbers = { header: 0, footer: 0 };
  for (const master of childElements(childNamed(stylesRoot, "master-styles"))) {
    for (const margin of childElements(master)) {
      const kind = /^(header|footer)(?:-left|-first)?$/.exec(margin.name)?.[1] as "header" | "footer" | undefined;
      const text = textOf(margin).trim();
      if (kind === undefined || text === "" || seen.has(`${kind} ${text}`)) continue;
      seen.add(`${kind} ${text}`);
      const runs = new OpenDocumentWalk(setting).story(margin, "\n");
      if (runs.length > 0) output.put({ type: "block", address: `${kind}=${++numbers[kind]}`, kind, runs });
    }
  }
}

/** What the masters show on their slides; frames of a class hold only what to type there. */
function putMasterTexts(stylesRoot: XmlElement | undefined, setting: WalkSetting, output: PartOutput): void {
  const masters = createMasterTexts();
  for (const master of childElements(childNamed(stylesRoot, "master-styles"))) {
    for (const shape of childElements(master)) {
      if (shape.attributes.has("class") || shape.name === "notes") continue;
      const box = shape.name === "frame" ? childNamed(shape, "text-box") : shape;
      if (box === undefined) continue;
      const runs = new OpenDocumentWalk(setting).story(box, " ");
      masters.add([runs.map(({ text }) => text).join("")]);
    }
  }
  masters.putLoss(output);
}

function textCounts({ counts }: OpenDocumentWalk): Record<string, JsonValue> {
  return {
    paragraphCount: counts.paragraphs,
    tableCount: counts.tables,
    ...(counts.textBoxes > 0 && { textBoxCount: counts.textBoxes }),
    ...(counts.footnotes > 0 && { footnoteCount: counts.footnotes }),
    ...(counts.endnotes > 0 && { endnoteCount: counts.endnotes }),
    ...(counts.comments > 0 && { commentCount: counts.comments }),
  };
}
