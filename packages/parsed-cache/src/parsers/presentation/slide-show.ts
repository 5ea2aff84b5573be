import type { JsonValue } from "../../parts.ts";
import type { PartOutput } from "../office/part-output.ts";

/** The first line of a slide, in every format. `title` may be empty. */
export function slideHeading(title: string, isHidden: boolean): string {
  return `${title || "(slide without title)"}${isHidden ? " (hidden slide)" : ""}`;
}

/** The loss `hidden-slides`. `hidden`: numbers of slides from 1. */
export function putHiddenSlides(hidden: readonly number[], output: PartOutput): void {
  output.loss("hidden-slides", hidden.length, `shown and marked: ${hidden.join(", ")}`);
}

/** What the metadata says of the slides, in every format. `withNotes`: how many have speaker notes. */
export function slideCounts(slides: number, hidden: readonly number[], withNotes: number): Record<string, JsonValue> {
  return {
    slides,
    ...(hidden.length > 0 && { hiddenSlides: hidden }),
    ...(withNotes > 0 && { slidesWithNotes: withNotes }),
  };
}
