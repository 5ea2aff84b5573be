import type { RequirementId } from "../event-store.ts";
import { oneLine } from "../file-text.ts";
import type { Requirement } from "../state.ts";
import type { DeliverableText } from "../tab.ts";
import { isLookedFor, readClaim } from "./claim.ts";
import { holdsClaim } from "./holds-claim.ts";
import { readText, type WrittenText } from "./written-text.ts";

/** What became of one requirement's value. */
export type Delivery =
  | { readonly id: RequirementId; readonly status: "found"; readonly where: string }
  | { readonly id: RequirementId; readonly status: "missing"; readonly text: string }
  /** It is in nothing that could be read; `unread` names what could not. */
  | { readonly id: RequirementId; readonly status: "could not check"; readonly text: string; readonly unread: string };

export interface Delivered {
  /** The files handed over; absent when nobody knows which. */
  readonly deliverables?: readonly DeliverableText[];
  readonly finalMessage?: string;
}

/**
 * Looks for the value of every requirement that is done in the deliverables and the final message. Without deliverables
 * the final message is what is delivered; where nobody knows the deliverables nothing is missing. `value: none` claims
 * nothing. What was delivered is read once, at the first value, however often requirements are checked against it.
 */
export function createDeliveryCheck(
  delivered: Delivered,
): (requirements: Iterable<Requirement>) => readonly Delivery[] {
  const { deliverables, finalMessage = "" } = delivered;
  const readable = (deliverables ?? []).flatMap(({ path, text }) =>
    text === undefined ? [] : [{ where: path, text }],
  );
  const sources =
    finalMessage.trim() === "" ? readable : [...readable, { where: "the final message", text: finalMessage }];
  const unread = unreadParts(deliverables ?? []);
  const isJudged = deliverables !== undefined && (readable.length > 0 || deliverables.length === 0);
  let texts: readonly { readonly where: string; readonly read: WrittenText }[] | undefined;

  return (requirements) => {
    const claims = [...requirements].flatMap((requirement) => {
      if (requirement.status !== "done" || requirement.value === undefined) return [];
      const claim = readClaim(requirement.value, requirement);
      return isLookedFor(claim) ? [{ requirement, value: requirement.value, claim }] : [];
    });
    if (claims.length === 0 || sources.length === 0) return [];
    texts ??= sources.map(({ where, text }) => ({ where, read: readText(text) }));
    const searched = texts;
    return claims.flatMap(({ requirement, value, claim }): readonly Delivery[] => {
      const { id, evidence } = requirement;
      const holding = searched.find(({ read }) => holdsClaim(claim, read));
      if (holding !== undefined) return [{ id, status: "found", where: holding.where }];
      if (unread !== "") return [{ id, status: "could not check", text: couldNotCheck(requirement, unread), unread }];
      const text = `${id} done (${evidence.join(", ")}) but "${oneLine(value, 100)}" is in no deliverable`;
      return isJudged ? [{ id, status: "missing", text }] : [];
    });
  };
}

function couldNotCheck({ id, value = "" }: Requirement, unread: string): string {
  return `${id} could not be checked: "${oneLine(value, 100)}" is in nothing that could be read (${oneLine(unread, 200)})`;
}

/** `chart.xlsx (chart), scan.pdf (image)`: everything where a value may stand unseen. */
function unreadParts(deliverables: readonly DeliverableText[]): string {
  const parts = deliverables.flatMap(({ path, text, reason, unread = [] }) => {
    if (text === undefined) return [`${path} (${reason ?? "no text"})`];
    const formulas = text.includes("(not computed)") ? ["formula without a value"] : [];
    return [...unread, ...formulas].map((part) => `${path} (${part})`);
  });
  return parts.join(", ");
}
