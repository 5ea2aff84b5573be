import type { Revision } from "../../parts.ts";
import type { PartOutput } from "../office/part-output.ts";
import { createRevisionTally } from "../office/revision-tally.ts";

/** What the walk over a page meets and leaves out, counted on the way. */
export interface HtmlTally {
  count(what: HtmlCount): void;
  image(hasAlternativeText: boolean): void;
  link(target: string): void;
  revision(revision: Revision): void;
  /** Targets of links, each once, at most 200. */
  readonly links: readonly string[];
  putLosses(output: Pick<PartOutput, "loss" | "changed">): void;
}

export type HtmlCount =
  | "scripts"
  | "hidden-elements"
  | "hidden-text"
  | "embedded-objects"
  | "drawings"
  | "equations"
  | "form-fields"
  | "deep-nesting";

const MAX_LISTED_LINKS = 200;

const DETAILS: Readonly<Record<HtmlCount, string>> = {
  scripts: "never run: what they would show is not here",
  "hidden-elements": "hidden by the page, left out",
  "hidden-text": "hidden by a style sheet of the page, shown and marked",
  "embedded-objects": "frames and media, not opened",
  drawings: "of which only text and descriptions are shown",
  equations: "written as one line of text",
  "form-fields": "their values are not shown",
  "deep-nesting": "elements nested too deeply, left out",
};

export function createHtmlTally(): HtmlTally {
  const counts = new Map<HtmlCount, number>();
  const links = new Set<string>();
  const revisions = createRevisionTally();
  let images = 0;
  let describedImages = 0;
  return {
    count: (what) => void counts.set(what, (counts.get(what) ?? 0) + 1),
    image(hasAlternativeText) {
      images++;
      if (hasAlternativeText) describedImages++;
    },
    revision: revisions.add,
    link(target) {
      if (links.size < MAX_LISTED_LINKS) links.add(target);
    },
    get links() {
      return [...links];
    },
    putLosses(output) {
      revisions.putLoss(output);
      output.loss("images", images, `${describedImages} with an alternative text, which is shown`);
      for (const what of Object.keys(DETAILS) as HtmlCount[]) output.loss(what, counts.get(what) ?? 0, DETAILS[what]);
    },
  };
}
