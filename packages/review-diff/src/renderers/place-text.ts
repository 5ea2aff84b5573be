/** What needs no word before it. */
const BARE = new Set(["sheet", "path", "name"]);

/** An address for a reader: `Q1 plan › B12` of `sheet=Q1%20plan&cell=B12`, `lines 10–12` of `L10-L12`. */
export function placeText(address: string): string {
  return address
    .split("&")
    .map((piece) => {
      const [, first, last] = /^L(\d+)(?:-L(\d+))?$/.exec(piece) ?? [];
      if (first !== undefined) return last === undefined ? `line ${first}` : `lines ${first}–${last}`;
      const at = piece.indexOf("=");
      if (at < 0) return piece;
      const [key, value] = [piece.slice(0, at), decoded(piece.slice(at + 1))];
      if (key === "path" && value === "") return "the whole value";
      const isCellOfSheet = key === "cell" && address.startsWith("sheet=");
      return BARE.has(key) || isCellOfSheet ? value : `${key} ${value}`;
    })
    .join(" › ");
}

/** The sheet that an address is in, as it is called; `undefined` outside of workbooks, and for the sheet itself. */
export function sheetOf(address: string): string | undefined {
  const [, sheet] = /^sheet=([^&]*)&/.exec(address) ?? [];
  return sheet === undefined ? undefined : decoded(sheet);
}

/** The rest of such an address for a reader: `B12`. */
export function placeInSheet(address: string): string {
  return placeText(address).slice(`${sheetOf(address) ?? ""} › `.length);
}

/** What is not percent-encoded stands as it is. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
