/** Built-in styles by their fixed number: 1 to 9 are the headings. */
const HEADINGS = { first: 1, last: 9 } as const;
const TITLE = 62;
const NO_BASE = 0xfff;

/**
 * The heading level of each style in a style sheet (`STSH`), by its number: of the built-in headings, and of styles that
 * are based on them.
 */
export function readHeadingLevels(sheet: Buffer): ReadonlyMap<number, number> {
  const levels = new Map<number, number>();
  const bases = new Map<number, number>();
  if (sheet.length < 4) return levels;
  const headBytes = sheet.readUInt16LE(0);
  const count = sheet.readUInt16LE(2);
  let at = 2 + headBytes;
  for (let style = 0; style < count && at + 2 <= sheet.length; style++) {
    const length = sheet.readUInt16LE(at);
    at += 2;
    if (length >= 4 && at + 4 <= sheet.length) {
      const builtIn = sheet.readUInt16LE(at) & 0xfff;
      if (builtIn >= HEADINGS.first && builtIn <= HEADINGS.last) levels.set(style, builtIn);
      else if (builtIn === TITLE) levels.set(style, 1);
      else bases.set(style, sheet.readUInt16LE(at + 2) >> 4);
    }
    at += length;
  }
  for (const style of bases.keys()) {
    let base = bases.get(style);
    // Styles that are based on each other in a ring are headings of no level.
    for (let steps = 0; base !== undefined && base !== NO_BASE && steps < 20; steps++) {
      const level = levels.get(base);
      if (level !== undefined) {
        levels.set(style, level);
        break;
      }
      base = bases.get(base);
    }
  }
  return levels;
}
