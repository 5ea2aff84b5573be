import type { CellContents } from "./cell-contents.ts";
import type { Sheet } from "./sheet-model.ts";
import { createSketch, hashInteger, sketchSimilarity } from "./sketch.ts";

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

/** Sheets with one name are the same; of the others, those with most of their values in common were renamed. */
export function matchSheets(before: readonly Sheet[], after: readonly Sheet[], contents: CellContents): SheetMatches {
  const partners = new Map<Sheet, Sheet>();
  const byName = new Map(before.map((sheet) => [sheet.name, sheet]));
  for (const sheet of after) {
    const partner = byName.get(sheet.name);
    if (partner !== undefined) partners.set(sheet, partner);
  }
  const taken = new Set(partners.values());
  const sketchOf = (sheet: Sheet): Uint32Array =>
    createSketch(Uint32Array.from(sheet.contents, (content) => hashInteger(contents.valueOf(content))));
  const free = before.filter((sheet) => !taken.has(sheet)).map((sheet) => ({ sheet, sketch: sketchOf(sheet) }));
  const candidates = after
    .filter((sheet) => free.length > 0 && !partners.has(sheet))
    .flatMap((sheet) => {
      const sketch = sketchOf(sheet);
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
