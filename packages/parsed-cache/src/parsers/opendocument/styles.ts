import { runStyle } from "../office/runs.ts";
import type { Script } from "../office/scripts.ts";
import { childElements, childNamed, type XmlElement } from "../office/xml.ts";

/** What we need to know of the styles of a document. */
export interface OpenDocumentStyles {
  /** Adds the styles of `styles` or `automatic-styles`. */
  add(styles: XmlElement | undefined): void;
  /** Whether text of this style is hidden (`text:display`), also by a style that it is based on. */
  isHidden(name: string | undefined): boolean;
  /** How text of this style stands out, as `Run.style`; also by a style that it is based on. */
  runStyle(name: string | undefined): string | undefined;
  /** Whether text of this style is raised or lowered, also by a style that it is based on. */
  scriptOf(name: string | undefined): Script | undefined;
  /** The paragraph style that an author chose, by the name that authors see; `undefined` for the default one. */
  paragraphStyle(name: string | undefined): string | undefined;
  /** Whether a slide of this style is left out of the show. */
  isHiddenPage(name: string | undefined): boolean;
}

interface Style {
  readonly parent?: string;
  readonly hidden: boolean;
  readonly hiddenPage: boolean;
  /** Made by the program for what is set directly on one text. */
  readonly isAutomatic: boolean;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly underlined?: boolean;
  readonly struck?: boolean;
  /** Parts of a hundred of the height of a line; below 0 it is lowered. */
  readonly raised?: number;
}

/** `Standard` is what everything is based on. */
const DEFAULT_STYLE = "Standard";

/** Styles based on each other; a ring of them ends here. */
const MAX_PARENTS = 20;

export function createStyles(): OpenDocumentStyles {
  const styles = new Map<string, Style>();
  return {
    add(container) {
      for (const element of childElements(container)) {
        const { attributes } = element;
        const parent = attributes.get("parent-style-name");
        const text = childNamed(element, "text-properties")?.attributes;
        styles.set(attributes.get("name") ?? "", {
          ...(parent !== undefined && { parent }),
          isAutomatic: container?.name === "automatic-styles",
          ...readEmphasis(text),
          ...readRaised(text?.get("text-position")),
          hidden: text?.get("display") === "none",
          hiddenPage: childNamed(element, "drawing-page-properties")?.attributes.get("visibility") === "hidden",
        });
      }
    },
    isHidden(name) {
      let style = styles.get(name ?? "");
      for (let steps = 0; style !== undefined && steps < MAX_PARENTS; steps++) {
        if (style.hidden) return true;
        style = style.parent === undefined ? undefined : styles.get(style.parent);
      }
      return false;
    },
    runStyle(name) {
      const emphasis = { bold: false, italic: false, underlined: false, struck: false };
      const known = new Set<string>();
      let style = styles.get(name ?? "");
      // Of a named style the name says enough: what it looks like is its own affair.
      for (let steps = 0; style?.isAutomatic === true && steps < MAX_PARENTS; steps++) {
        for (const word of ["bold", "italic", "underlined", "struck"] as const) {
          const own = style[word];
          if (own === undefined || known.has(word)) continue;
          known.add(word);
          emphasis[word] = own;
        }
        style = style.parent === undefined ? undefined : styles.get(style.parent);
      }
      return runStyle(emphasis);
    },
    scriptOf(name) {
      let style = styles.get(name ?? "");
      for (let steps = 0; style !== undefined && steps < MAX_PARENTS; steps++) {
        if (style.raised !== undefined) return style.raised === 0 ? undefined : style.raised > 0 ? "super" : "sub";
        style = style.parent === undefined ? undefined : styles.get(style.parent);
      }
      return undefined;
    },
    paragraphStyle(name) {
      let chosen = name;
      for (let steps = 0; styles.get(chosen ?? "")?.isAutomatic === true && steps < MAX_PARENTS; steps++) {
        chosen = styles.get(chosen ?? "")?.parent;
      }
      if (chosen === undefined || chosen === DEFAULT_STYLE) return undefined;
      return chosen.replace(/_([0-9a-f]{2})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
    },
    isHiddenPage: (name) => styles.get(name ?? "")?.hiddenPage === true,
  };
}

/** `super 58%`, `sub 58%`, `-33% 58%`, `0% 100%`: the place first. */
function readRaised(position: string | undefined): { readonly raised?: number } {
  const place = position?.trim().split(/\s+/)[0];
  if (place === "super") return { raised: 1 };
  if (place === "sub") return { raised: -1 };
  const raised = Number.parseFloat(place ?? "");
  return Number.isNaN(raised) ? {} : { raised };
}

/** What a style says of its text; what it leaves out is as in the style that it is based on. */
function readEmphasis(text: XmlElement["attributes"] | undefined) {
  const weight = text?.get("font-weight");
  const slant = text?.get("font-style");
  const underline = text?.get("text-underline-style");
  const strike = text?.get("text-line-through-style");
  return {
    ...(weight !== undefined && { bold: weight === "bold" || Number(weight) >= 600 }),
    ...(slant !== undefined && { italic: slant !== "normal" }),
    ...(underline !== undefined && { underlined: underline !== "none" }),
    ...(strike !== undefined && { struck: strike !== "none" }),
  };
}
