import { pathAnalyzer } from "@runningtab/terms";
import type { EvidenceQuestion } from "../evidence-policy.ts";
import type { LogEntry } from "../events.ts";
import { oneLine } from "../file-text.ts";
import { requirementTerms } from "../shared-terms.ts";
import { namesDeliverable } from "./deliverable-words.ts";

/** Text that stands in the command itself (`echo "headcount 128"`): no evidence for anything. */
export function isOwnWords(entry: LogEntry): boolean {
  return entry.origin === "own" && entry.paths.length === 0;
}

/** Whether an entry can be evidence at all: the agent's words never, its own files for requirements about the deliverable. */
export function isUsable(entry: LogEntry, requirement: EvidenceQuestion["requirement"]): boolean {
  if (entry.origin !== "own") return true;
  if (entry.paths.length === 0) return false;
  const wanted = requirementTerms(requirement);
  const isNamed = entry.paths.some((path) => pathAnalyzer.terms(path).some((term) => wanted.has(term)));
  return isNamed || namesDeliverable(requirement);
}

/** Evidence that only the agent's own work, or nothing, stands behind. */
export function isWeakOrigin(entry: LogEntry): boolean {
  return entry.origin === "computed" || entry.origin === "unattributed" || entry.origin === "own";
}

/** `L7 (notes/menu.txt)`; several: `L7 (notes/menu.txt) and L9 (b.txt)`. */
export function namesOf(cited: EvidenceQuestion["cited"]): string {
  return listed(
    cited.map(({ entry }) => (entry.paths[0] ? `${entry.id} (${oneLine(entry.paths[0], 120)})` : entry.id)),
  );
}

/** Why nothing that was cited can count, when not even one entry is left to look at. */
export function nothingUsable(cited: EvidenceQuestion["cited"]): string {
  if (cited.length === 0) return "nothing is cited";
  if (cited.every(({ entry }) => isOwnWords(entry))) {
    return `${namesOf(cited)} ${cited.length === 1 ? "holds" : "hold"} only your own words, which prove nothing`;
  }
  return `${namesOf(cited)} ${cited.length === 1 ? "is" : "are"} your own, which closes only requirements about the deliverable`;
}

export function sharesNoTerm(cited: EvidenceQuestion["cited"], requirement: { readonly text: string }): string {
  return `${cited.length === 1 ? "shares" : "share"} no term with "${oneLine(requirement.text, 160)}"`;
}

export function listed(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
