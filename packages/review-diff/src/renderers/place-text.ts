const NAMES: ReadonlyMap<string, string> = new Map([
  ["sheet", ""],
  ["cell", ""],
  ["path", ""],
  ["name", ""],
]);

/** An address for a reader: `Q1 plan › B12` of `sheet=Q1%20plan&cell=B12`, `lines 10–12` of `L10-L12`. */
export function placeText(address: string): string {
  const [, first, last] = /^L(\d+)(?:-L(\d+))?$/.exec(address) ?? [];
  if (first !== undefined) return last === undefined ? `line ${first}` : `lines ${first}–${last}`;
  return address
    .split("&")
    .map((piece) => {
      const at = piece.indexOf("=");
      if (at < 0) return piece;
      const [key, value] = [piece.slice(0, at), decoded(piece.slice(at + 1))];
      if (key === "path" && value === "") return "the whole value";
      return `${NAMES.get(key) ?? `${key} `}${value}`;
    })
    .join(" › ");
}

/** What is not percent-encoded stands as it is. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
