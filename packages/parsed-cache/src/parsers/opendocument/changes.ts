import type { Revision } from "../../parts.ts";
import { childElements, childNamed, descendantsNamed, textOf, type XmlElement } from "../office/xml.ts";

/** A tracked change: what was deleted stands in the list of changes, what was inserted in the text. */
export interface Change {
  readonly revision: Revision;
  /** The paragraphs that a deletion took away. */
  readonly deleted?: XmlElement;
}

/** Reads `text:tracked-changes`, by the id that marks in the text refer to. Changes of formatting are no changes of text. */
export function readChanges(list: XmlElement): ReadonlyMap<string, Change> {
  const changes = new Map<string, Change>();
  for (const region of childElements(list)) {
    const [change] = childElements(region);
    if (change === undefined || (change.name !== "insertion" && change.name !== "deletion")) continue;
    const [details] = descendantsNamed(change, "change-info");
    const author = textOf(childNamed(details, "creator")).trim();
    const date = textOf(childNamed(details, "date")).trim();
    const revision: Revision = {
      kind: change.name === "insertion" ? "inserted" : "deleted",
      ...(author !== "" && { author }),
      ...(date !== "" && { date }),
    };
    changes.set(region.attributes.get("id") ?? "", {
      revision,
      ...(change.name === "deletion" && { deleted: change }),
    });
  }
  return changes;
}
