import type { LogEntry } from "../events.ts";
import type { RequirementId } from "../event-store.ts";
import { limits } from "../limits.ts";
import { oneLine } from "../file-text.ts";
import type { Candidate, Requirement } from "../state.ts";
import type { ListInput } from "../tab.ts";
import { renderCandidates, renderLog } from "../texts/listings.ts";
import { renderReview } from "../texts/review.ts";
import { type Operation, refuse, requirementSpan } from "./operation.ts";

/** The page of a listing, typed. `total` counts what there is on all pages. */
export type Listing =
  | { readonly kind: "requirements"; readonly items: readonly Requirement[]; readonly total: number }
  | { readonly kind: "candidates"; readonly items: readonly Candidate[]; readonly total: number }
  | { readonly kind: "log"; readonly items: readonly LogEntry[]; readonly total: number };

const pageSizes = { requirements: limits.pageItems, candidates: limits.candidatesPage, log: limits.logPage } as const;

/** `tab_list`: the review, the ranked candidates, or the log. */
export const list: Operation<ListInput, Listing> = (input, { view }) => {
  const { kind, offset = 0 } = input;
  if (!Object.hasOwn(pageSizes, kind)) return refuse('tab_list: kind is "requirements", "candidates" or "log".');
  const limit = input.limit ?? pageSizes[kind];
  if (!Number.isInteger(limit) || limit < 1 || limit > limits.pageItems) {
    return refuse(`tab_list: limit is a whole number from 1 to ${limits.pageItems}.`);
  }
  if (!Number.isInteger(offset) || offset < 0) return refuse("tab_list: offset is a whole number, 0 or more.");
  const requirement = view.tab.requirements.get(input.requirement as RequirementId);
  if (input.requirement !== undefined && !requirement) {
    return refuse(`tab_list: there is no ${oneLine(input.requirement, 20)}; ${requirementSpan(view.tab)}.`);
  }
  return {
    ok: true,
    events: [],
    ...(kind === "requirements" && { review: true }),
    reply: async (after) => {
      const request = { offset, limit };
      switch (kind) {
        case "requirements": {
          const { text, ...page } = await renderReview(after, request);
          return { text, value: { kind, ...page } };
        }
        case "candidates": {
          const { text, ...page } = await renderCandidates(after, request, requirement);
          return { text, value: { kind, ...page } };
        }
        case "log": {
          const { text, ...page } = await renderLog(after, request);
          return { text, value: { kind, ...page } };
        }
      }
    },
  };
};
