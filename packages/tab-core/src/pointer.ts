import type { LogId, RequirementId } from "./event-store.ts";
import { oneLine } from "./file-text.ts";
import { pointerKey, type Projection } from "./fold.ts";
import { limits } from "./limits.ts";
import type { Requirement } from "./state.ts";

/** One next step that a status line names: resolve with an entry, or open a file. */
export interface Pointer {
  readonly id: RequirementId;
  readonly entry?: LogId;
  readonly path?: string;
}

/** `r3 ← L2`, `r3 ← open policies/travel_2024.docx`. */
export function pointerText({ id, entry, path }: Pointer): string {
  return `${id} ← ${entry ?? `open ${oneLine(path ?? "", limits.statusLine)}`}`;
}

/** The entry and the unopened file that match a requirement best. */
export type PointerMatches = (requirement: Requirement) => {
  readonly entry: LogId | undefined;
  readonly path: string | undefined;
};

/**
 * The first open requirement with a pointer that fits and was not shown twice yet: to the entry that matches it best
 * once a review was seen, else to the unopened file that matches it best.
 */
export function choosePointer(
  tab: Projection,
  fits: (pointer: Pointer) => boolean,
  matches: PointerMatches,
): Pointer | undefined {
  const isFresh = (pointer: Pointer): boolean =>
    (tab.pointers.get(pointerKey(pointer)) ?? 0) < limits.showingsOfPointer;
  const open = [...tab.requirements.values()].filter((one) => one.status === "open");
  for (const requirement of open.slice(0, limits.requirementsForPointer)) {
    const { id } = requirement;
    const { entry, path } = matches(requirement);
    const pointers: Pointer[] = [];
    if (entry !== undefined && tab.reviewed) pointers.push({ id, entry });
    if (path !== undefined) pointers.push({ id, path });
    const fresh = pointers.find((pointer) => isFresh(pointer) && fits(pointer));
    if (fresh !== undefined) return fresh;
  }
  return undefined;
}
