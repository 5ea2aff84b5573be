import type { EvidenceQuestion } from "../evidence-policy.ts";
import type { LogEntry } from "../events.ts";
import { oneLine } from "../file-text.ts";

/** Text that stands in the command itself (`echo "headcount 128"`): no evidence for anything. */
export function isOwnWords(entry: LogEntry): boolean {
  return entry.origin === "own" && entry.paths.length === 0;
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
  return `${namesOf(cited)} ${cited.length === 1 ? "holds" : "hold"} only your own words, which prove nothing`;
}

export function sharesNoTerm(cited: EvidenceQuestion["cited"], requirement: { readonly text: string }): string {
  return `${cited.length === 1 ? "shares" : "share"} no term with "${oneLine(requirement.text, 160)}"`;
}

export function listed(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
