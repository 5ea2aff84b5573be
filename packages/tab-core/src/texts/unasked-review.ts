import { renderReview, type View } from "./review.ts";
import { limits } from "../limits.ts";

/** Strict: reads back the first line of a review that nobody asked for. */
export function parseUnaskedReviewLine(line: string): { readonly when: string } | undefined {
  const when = /^\[tab\] Review ((?:after|before|at) [^:]{1,80}):$/.exec(line)?.[1];
  return when === undefined ? undefined : { when };
}

/** The review where nobody asked for it: after a context compaction, at a checkpoint. `when` finishes `Review …`. */
export async function renderUnaskedReview(view: View, when: string): Promise<string> {
  const page = await renderReview(view, { offset: 0, limit: limits.pageItems });
  return `[tab] Review ${when}:\n${page.text}`;
}
