import type { PartOutput } from "../office/part-output.ts";

/** What the walk over slides meets and cannot show as plain text, counted on the way. */
export interface SlideTally {
  count(what: SlideCount): void;
  image(hasAlternativeText: boolean): void;
  putLosses(output: PartOutput): void;
}

export type SlideCount = "charts" | "diagrams" | "embedded-objects" | "hidden-text" | "ink" | "missing-parts";

const DETAILS: Readonly<Record<SlideCount, string>> = {
  charts: "shown as tables of the values kept with them",
  diagrams: "the texts shown in order, the arrangement not",
  "embedded-objects": "not opened",
  "hidden-text": "shapes marked as hidden",
  ink: "handwriting is not read",
  "missing-parts": "slides that the presentation names and the file does not hold",
};

export function createSlideTally(): SlideTally {
  const counts = new Map<SlideCount, number>();
  let images = 0;
  let describedImages = 0;
  return {
    count: (what) => void counts.set(what, (counts.get(what) ?? 0) + 1),
    image(hasAlternativeText) {
      images++;
      if (hasAlternativeText) describedImages++;
    },
    putLosses(output) {
      output.loss("images", images, `${describedImages} with an alternative text, which is shown`);
      for (const what of Object.keys(DETAILS) as SlideCount[]) {
        output.loss(what, counts.get(what) ?? 0, DETAILS[what]);
      }
    },
  };
}
