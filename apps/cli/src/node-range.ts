/**
 * Whether a version lies in a range of the two forms that our `engines` use, joined by `||`: `^22.18` (from 22.18 below
 * 23) and `>=26`. A part in any other form holds nothing.
 */
export function satisfiesRange(version: string, range: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return range.split("||").some((part) => {
    const match = /^\s*(\^|>=)(\d+)(?:\.(\d+))?\s*$/.exec(part);
    if (match === null) return false;
    const [least, leastMinor] = [Number(match[2]), Number(match[3] ?? 0)];
    const isSame = major === least && minor >= leastMinor;
    return match[1] === "^" ? isSame : isSame || major > least;
  });
}
