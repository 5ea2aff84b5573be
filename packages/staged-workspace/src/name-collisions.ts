import { compareByCodePoint } from "./path-order.ts";

/**
 * The paths of names in one folder that are one and the same name to file systems which ignore case (Windows, macOS) or
 * normalise (macOS): copied there, one would replace the other. `folder` is empty or ends with `/`.
 */
export function nameCollisions(folder: string, names: readonly string[]): readonly (readonly string[])[] {
  const byFolded = new Map<string, string[]>();
  for (const name of names) {
    const folded = fold(name);
    const same = byFolded.get(folded);
    if (same === undefined) byFolded.set(folded, [name]);
    else same.push(name);
  }
  if (byFolded.size === names.length) return [];
  return [...byFolded.values()]
    .filter((same) => same.length > 1)
    .map((same) => same.toSorted(compareByCodePoint).map((name) => `${folder}${name}`));
}

/** Upper case first, since it also takes `ß` to `ss` and `ſ` to `s`, as case folding does. */
function fold(name: string): string {
  if (/^[\x20-\x7e]*$/.test(name)) return name.toLowerCase();
  return name.normalize("NFC").toUpperCase().toLowerCase().normalize("NFC");
}
