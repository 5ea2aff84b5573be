import type { Revision } from "../parts.ts";
import type { PartOutput } from "./office/part-output.ts";
import { createRevisionTally } from "./office/revision-tally.ts";

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

export function createWordTally(): WordTally {
  const revisions = createRevisionTally();
  const counts = new Map<WordCount, number>();
  const countAuthors = new Map<WordCount, Set<string>>();
  let images = 0;
  let describedImages = 0;
  return {
    revision: revisions.add,
    image(hasAlternativeText) {
      images++;
      if (hasAlternativeText) describedImages++;
    },
    count(what, author) {
      counts.set(what, (counts.get(what) ?? 0) + 1);
      if (author !== undefined) countAuthors.set(what, (countAuthors.get(what) ?? new Set()).add(author));
    },
    putLosses(output) {
      revisions.putLoss(output);
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
