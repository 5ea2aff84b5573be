import { childElements, childNamed, type XmlElement } from "../office/xml.ts";

/** What we need to know of the styles of a document. */
export interface OpenDocumentStyles {
  /** Adds the styles of `styles` or `automatic-styles`. */
  add(styles: XmlElement | undefined): void;
  /** Whether text of this style is hidden (`text:display`), also by a style that it is based on. */
  isHidden(name: string | undefined): boolean;
  /** Whether a slide of this style is left out of the show. */
  isHiddenPage(name: string | undefined): boolean;
}

interface Style {
  readonly parent?: string;
  readonly hidden: boolean;
  readonly hiddenPage: boolean;
}

/** Styles based on each other; a ring of them ends here. */
const MAX_PARENTS = 20;

export function createStyles(): OpenDocumentStyles {
  const styles = new Map<string, Style>();
  return {
    add(container) {
      for (const element of childElements(container)) {
        const { attributes } = element;
        const parent = attributes.get("parent-style-name");
        styles.set(attributes.get("name") ?? "", {
          ...(parent !== undefined && { parent }),
          hidden: childNamed(element, "text-properties")?.attributes.get("display") === "none",
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
    isHiddenPage: (name) => styles.get(name ?? "")?.hiddenPage === true,
  };
}
