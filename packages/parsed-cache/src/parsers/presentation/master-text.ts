import { type OfficePackage, readPart } from "../office/package.ts";
import { childElements, childNamed, descendantsNamed, type XmlElement } from "../office/xml.ts";
import type { PartOutput } from "../office/part-output.ts";
import { bodyLine } from "./text-body.ts";

/** Texts that slides show from their layout and master, such as a motto or a mark of confidence. */
export interface MasterTexts {
  /** Adds what a slide takes from the parts behind it. */
  addFor(slideName: string, slide: XmlElement): void;
  /** Adds texts that are known already. */
  add(texts: readonly string[]): void;
  /** They are on every slide of their kind, so they are said once, as a loss. */
  putLoss(output: PartOutput): void;
}

const MAX_SHOWN = 5;
const MAX_SHOWN_CHARACTERS = 80;

export function createMasterTexts(officePackage?: OfficePackage): MasterTexts {
  const found = new Set<string>();
  const seenParts = new Set<string>();

  function addPart(name: string | undefined): XmlElement | undefined {
    const root = officePackage && readPart(officePackage, name);
    if (name === undefined || root === undefined) return undefined;
    if (!seenParts.has(name)) for (const text of ownTexts(root)) found.add(text);
    seenParts.add(name);
    return root;
  }
  const linked = (name: string, type: string): string | undefined =>
    [...(officePackage?.relationships(name).values() ?? [])].find((link) => link.type === type && !link.external)
      ?.target;

  return {
    addFor(slideName, slide) {
      if (hidesMaster(slide)) return;
      const layoutName = linked(slideName, "slideLayout");
      if (layoutName === undefined || seenParts.has(layoutName)) return;
      const layout = addPart(layoutName);
      if (layout !== undefined && !hidesMaster(layout)) addPart(linked(layoutName, "slideMaster"));
    },
    add(texts) {
      for (const text of texts) if (text.trim() !== "") found.add(text.trim());
    },
    putLoss(output) {
      const shown = [...found].slice(0, MAX_SHOWN).map((text) => JSON.stringify(text.slice(0, MAX_SHOWN_CHARACTERS)));
      output.loss("master-text", found.size, `on the slides by their layout, not repeated here: ${shown.join(", ")}`);
    },
  };
}

function hidesMaster({ attributes }: XmlElement): boolean {
  return ["0", "false"].includes(attributes.get("showMasterSp") ?? "1");
}

/** Placeholders hold only what to type there. */
function ownTexts(root: XmlElement): string[] {
  const shapes = childNamed(childNamed(root, "cSld"), "spTree");
  return (shapes === undefined ? [] : descendantsNamed(shapes, "sp")).flatMap((shape) => {
    const properties = childElements(shape).find(({ name }) => /^nv.*Pr$/.test(name));
    const text = bodyLine(childNamed(shape, "txBody"));
    return text === "" || childNamed(childNamed(properties, "nvPr"), "ph") !== undefined ? [] : [text];
  });
}
