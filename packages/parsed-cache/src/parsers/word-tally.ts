import type { Address, Revision } from "../parts.ts";
import type { PartOutput } from "./office/part-output.ts";

/** What the walk over a Word document meets and cannot show as plain text, counted on the way. */
export interface WordTally {
  revision(revision: Revision): void;
  image(hasAlternativeText: boolean): void;
  /** `author`: whose change it is, where the document says. */
  count(what: WordCount, author?: string): void;
  putLosses(output: PartOutput): void;
}

export type WordCount =
  | "formatting-changes"
  | "paragraph-breaks"
  | "hidden-text"
  | "equations"
  | "charts"
  | "diagrams"
  | "embedded-objects"
  | "embedded-parts"
  | "unknown-symbols"
  | "list-labels"
  | "drawings";

const DETAILS: Readonly<Record<WordCount, string>> = {
  "formatting-changes": "tracked changes of formatting are not shown",
  "paragraph-breaks": "inserted or deleted as tracked changes, shown as they stand",
  "hidden-text": "runs marked as hidden",
  equations: "written as one line of text",
  charts: "shown as tables of the values kept with them",
  diagrams: "the texts shown in order, the arrangement not",
  "embedded-objects": "not opened",
  "embedded-parts": "other documents placed inside this one, not opened",
  "unknown-symbols": "characters of a symbol font, kept by their code",
  "list-labels": "numbers and bullets of list items are not shown",
  drawings: "shapes and drawn pictures, of which only text is shown",
};

const REVISION_WORDS: Readonly<Record<Revision["kind"], readonly [one: string, many: string]>> = {
  deleted: ["deletion", "deletions"],
  inserted: ["insertion", "insertions"],
  "moved-from": ["text moved away", "texts moved away"],
  "moved-to": ["text moved here", "texts moved here"],
};

/** The view is the accepted reading by the contract of all views, so that its words are those of the text to come. */
const HOW_CHANGES_SHOW =
  "shown as if accepted; searches find deleted and moved text too and mark it, and a view of one paragraph or row shows both readings";

export function createWordTally(): WordTally {
  const revisions = new Map<Revision["kind"], number>();
  const authors = new Set<string>();
  const counts = new Map<WordCount, number>();
  const countAuthors = new Map<WordCount, Set<string>>();
  let images = 0;
  let describedImages = 0;
  return {
    revision({ kind, author }) {
      revisions.set(kind, (revisions.get(kind) ?? 0) + 1);
      if (author !== undefined) authors.add(author);
    },
    image(hasAlternativeText) {
      images++;
      if (hasAlternativeText) describedImages++;
    },
    count(what, author) {
      counts.set(what, (counts.get(what) ?? 0) + 1);
      if (author !== undefined) countAuthors.set(what, (countAuthors.get(what) ?? new Set()).add(author));
    },
    putLosses(output) {
      const kinds = (Object.keys(REVISION_WORDS) as Revision["kind"][]).filter((kind) => revisions.has(kind));
      const changes = kinds.map((kind) => {
        const count = revisions.get(kind) ?? 0;
        return `${count} ${REVISION_WORDS[kind][count === 1 ? 0 : 1]}`;
      });
      const by = authors.size > 0 ? ` by ${[...authors].join(", ")}` : "";
      const total = kinds.reduce((sum, kind) => sum + (revisions.get(kind) ?? 0), 0);
      output.loss(
        "tracked-changes",
        total,
        `${changes.join(", ")}${by}${placesOf(output.changed)}; ${HOW_CHANGES_SHOW}`,
      );
      output.loss("images", images, `${describedImages} with an alternative text, which is shown`);
      for (const what of Object.keys(DETAILS) as WordCount[]) {
        const whose = countAuthors.get(what);
        output.loss(
          what,
          counts.get(what) ?? 0,
          DETAILS[what] + (whose === undefined ? "" : `; by ${[...whose].join(", ")}`),
        );
      }
    },
  };
}

const MOST_NAMED_PLACES = 5;

function placesOf(changed: readonly Address[]): string {
  if (changed.length === 0) return "";
  const rest = changed.length - MOST_NAMED_PLACES;
  const more = rest > 0 ? ` and ${rest} more` : "";
  return ` at ${changed.slice(0, MOST_NAMED_PLACES).join(", ")}${more}`;
}
