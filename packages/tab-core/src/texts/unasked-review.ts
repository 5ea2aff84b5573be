import { renderReview, type View } from "./review.ts";
import { limits } from "../limits.ts";

/** The review where nobody asked for it: after a context compaction, at a checkpoint. `when` finishes `Review …`. */
export async function renderUnaskedReview(view: View, when: string): Promise<string> {
  const page = await renderReview(view, { offset: 0, limit: limits.pageItems });
  return `[tab] Review ${when}:\n${page.text}`;
}
