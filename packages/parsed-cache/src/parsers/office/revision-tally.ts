import type { Address, Revision } from "../../parts.ts";
import type { PartOutput } from "./part-output.ts";

/** Counts the tracked changes of a document for its loss `tracked-changes`. */
export interface RevisionTally {
  add(revision: Revision): void;
  putLoss(output: Pick<PartOutput, "loss" | "changed">): void;
}

const REVISION_WORDS: Readonly<Record<Revision["kind"], readonly [one: string, many: string]>> = {
  deleted: ["deletion", "deletions"],
  inserted: ["insertion", "insertions"],
  "moved-from": ["text moved away", "texts moved away"],
  "moved-to": ["text moved here", "texts moved here"],
};

/** The view is the accepted reading by the contract of all views, so that its words are those of the text to come. */
const HOW_CHANGES_SHOW =
  "shown as if accepted; searches find deleted and moved text too and mark it, and a view of one paragraph or row shows both readings";

const MOST_NAMED_PLACES = 5;

export function createRevisionTally(): RevisionTally {
  const counts = new Map<Revision["kind"], number>();
  const authors = new Set<string>();
  return {
    add({ kind, author }) {
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      if (author !== undefined) authors.add(author);
    },
    putLoss(output) {
      const kinds = (Object.keys(REVISION_WORDS) as Revision["kind"][]).filter((kind) => counts.has(kind));
      const changes = kinds.map((kind) => {
        const count = counts.get(kind)!;
        return `${count} ${REVISION_WORDS[kind][count === 1 ? 0 : 1]}`;
      });
      const by = authors.size > 0 ? ` by ${[...authors].join(", ")}` : "";
      const total = kinds.reduce((sum, kind) => sum + counts.get(kind)!, 0);
      const where = placesOf(output.changed);
      output.loss("tracked-changes", total, `${changes.join(", ")}${by}${where}; ${HOW_CHANGES_SHOW}`);
    },
  };
}

function placesOf(changed: readonly Address[]): string {
  if (changed.length === 0) return "";
  const rest = changed.length - MOST_NAMED_PLACES;
  const more = rest > 0 ? ` and ${rest} more` : "";
  return ` at ${changed.slice(0, MOST_NAMED_PLACES).join(", ")}${more}`;
}
