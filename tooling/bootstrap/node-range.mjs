/**
 * Whether a version satisfies a range of the forms that `engines` uses here: `^A.B`, `>=A`, joined by `||`.
 * @param {string} version such as `24.11.0`
 * @param {string} range such as `^22.18 || ^24.11 || >=26`
 * @returns {boolean}
 */
export function satisfiesRange(version, range) {
  const [major, minor] = version.split(".").map(Number);
  return range.split("||").some((part) => {
    const form = /^(\^|>=)(\d+)(?:\.(\d+))?$/.exec(part.trim());
    if (form === null) throw new Error(`Cannot read the Node range ${JSON.stringify(range)}.`);
    const [, operator, wantedMajor, wantedMinor = "0"] = form;
    if (operator === "^") return major === Number(wantedMajor) && minor >= Number(wantedMinor);
    return major > Number(wantedMajor) || (major === Number(wantedMajor) && minor >= Number(wantedMinor));
  });
}
