import type { ParsedPart } from "../../parts.ts";
import { childElements, childNamed, type XmlElement } from "../office/xml.ts";
import { OpenDocumentWalk, type WalkSetting } from "./walk.ts";

type Block = Extract<ParsedPart, { readonly type: "block" }>;

export interface OpenDocumentSlide {
  /** Empty when it has none. */
  readonly title: string;
  readonly blocks: readonly Block[];
  /** Paragraphs of speaker notes. */
  readonly notes: number;
}

/** Reads `draw:page`: its shapes in the order of the file, then speaker notes and comments. */
export function readSlide(page: XmlElement, place: string, setting: WalkSetting): OpenDocumentSlide {
  const walk = new OpenDocumentWalk(setting, `${place}&`);
  let title = "";
  const shape = (element: XmlElement): void => {
    const role = element.attributes.get("class");
    if (element.name === "annotation") return walk.comment(element);
    if (element.name === "g") {
      for (const child of childElements(element)) shape(child);
      return;
    }
    const box = element.name === "frame" ? childNamed(element, "text-box") : element;
    if (role === "title" && title === "" && box !== undefined) {
      title = walk
        .story(box, " ")
        .map(({ text }) => text)
        .join("");
      return;
    }
    // The date and the page number of the slide's margin; a footer is text that someone wrote.
    if (role === "page-number" || role === "date-time" || role === "page") return;
    if (element.name === "frame") walk.shape(element);
    for (const child of childElements(box)) if (isText(child)) walk.block(child);
  };
  for (const element of childElements(page)) {
    if (element.name !== "notes" && element.name !== "forms") shape(element);
  }
  const notes = noteBlocks(childNamed(page, "notes"), place, setting);
  return { title, blocks: [...walk.blocks, ...notes, ...walk.comments], notes: notes.length };
}

function isText({ name }: XmlElement): boolean {
  return name === "p" || name === "h" || name === "list";
}

/** What else stands on a page of notes; any other frame there holds text that someone wrote. */
const MARGIN_ROLES = new Set(["page", "header", "footer", "date-time", "page-number"]);

function noteBlocks(notes: XmlElement | undefined, place: string, setting: WalkSetting): Block[] {
  const found: Block[] = [];
  for (const frame of childElements(notes)) {
    if (MARGIN_ROLES.has(frame.attributes.get("class") ?? "")) continue;
    const walk = new OpenDocumentWalk(setting);
    for (const child of childElements(childNamed(frame, "text-box"))) walk.block(child);
    for (const { runs } of walk.blocks) {
      found.push({ type: "block", address: `${place}&note=${found.length + 1}`, kind: "note", runs });
    }
  }
  return found;
}
