import type { Change } from "../file-diff.ts";
import { type Movement, moveReferences } from "./formula-references.ts";
import type { DefinedName } from "./sheet-model.ts";

/** Kept by the program for itself, rewritten whenever a filter is used. */
const INTERNAL = "_xlnm._FilterDatabase";

/** Adds names that came, went or stand for something else; a range that only moved with its cells is the same. */
export function compareNames(
  before: readonly DefinedName[],
  after: readonly DefinedName[],
  movement: Movement,
  add: (change: Omit<Change, "id">) => void,
): void {
  const isShown = ({ name }: DefinedName): boolean => name !== INTERNAL;
  const moved = new Map(
    before.filter(isShown).map((name) => {
      const sheet = name.sheet === undefined ? undefined : movement.sheetName(name.sheet);
      return [
        keyOf({ name: name.name, sheet }),
        { ...name, expected: moveReferences(name.ref, "", movement) },
      ] as const;
    }),
  );
  const names = new Map(after.filter(isShown).map((name) => [keyOf(name), name]));
  for (const [key, { ref }] of moved) {
    if (!names.has(key)) add({ kind: "removed", subject: "defined-name", address: key, before: ref });
  }
  for (const [address, { ref }] of names) {
    const was = moved.get(address);
    const shared = { subject: "defined-name", address, after: ref };
    if (was === undefined) add({ kind: "added", ...shared });
    else if (was.ref !== ref && was.expected !== ref) add({ kind: "changed", ...shared, before: was.ref });
  }
}

/** `name=Rate`, or `sheet=Data&name=Rate` of a name that holds in one sheet. */
function keyOf({ name, sheet }: { readonly name: string; readonly sheet?: string | undefined }): string {
  const place = `name=${encodeURIComponent(name)}`;
  return sheet === undefined ? place : `sheet=${encodeURIComponent(sheet)}&${place}`;
}
