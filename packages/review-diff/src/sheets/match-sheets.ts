import type { Sheet } from "./sheet-model.ts";
import { createSketch, sketchSimilarity } from "./sketch.ts";

/** Of cells in common, from which a sheet under a new name is the old one. */
const SAME_SHEET = 0.5;

export interface SheetMatch {
  readonly before: Sheet;
  readonly after: Sheet;
}

export interface SheetMatches {
  /** In the order of the after version. */
  readonly matched: readonly SheetMatch[];
  readonly removed: readonly Sheet[];
  readonly added: readonly Sheet[];
}

/** Sheets with one name are the same; of the others, those with most of their cells in common were renamed. */
export function matchSheets(before: readonly Sheet[], after: readonly Sheet[]): SheetMatches {
  const partners = new Map<Sheet, Sheet>();
  const byName = new Map(before.map((sheet) => [sheet.name, sheet]));
  for (const sheet of after) {
    const partner = byName.get(sheet.name);
    if (partner !== undefined) partners.set(sheet, partner);
  }
  const taken = new Set(partners.values());
  const free = before
    .filter((sheet) => !taken.has(sheet))
    .map((sheet) => ({ sheet, sketch: createSketch(keysOf(sheet)) }));
  const candidates = after
    .filter((sheet) => !partners.has(sheet))
    .flatMap((sheet) => {
      const sketch = createSketch(keysOf(sheet));
      return free.map((other) => ({ sheet, other: other.sheet, alike: sketchSimilarity(sketch, other.sketch) }));
    })
    .filter(({ alike }) => alike >= SAME_SHEET)
    .toSorted((one, other) => other.alike - one.alike);
  for (const { sheet, other } of candidates) {
    if (partners.has(sheet) || taken.has(other)) continue;
    partners.set(sheet, other);
    taken.add(other);
  }
  return {
    matched: after.flatMap((sheet) => {
      const partner = partners.get(sheet);
      return partner === undefined ? [] : [{ before: partner, after: sheet }];
    }),
    removed: before.filter((sheet) => !taken.has(sheet)),
    added: after.filter((sheet) => !partners.has(sheet)),
  };
}

function* keysOf({ rows }: Sheet): Generator<string> {
  for (const { cells } of rows) for (const { key } of cells) yield key;
}
