import type { Range } from "../capture-strategy.ts";
import { hullOf, rangeBetween } from "./addresses.ts";
import type { PlaceSpan } from "./judge-lines.ts";
import type { IndexedFile, LineIndex } from "./line-index.ts";

/** Places that a read names one by one; of more, only the hull is given. */
const MOST_RANGES = 50;

/** Where in a file the text at these places stands: a hull, and the parts if there are several. Empty without addresses of lines, pages, slides or cells. */
export function shownRanges(
  file: IndexedFile,
  spans: readonly PlaceSpan[],
  index: LineIndex,
): { readonly range?: Range; readonly ranges?: readonly Range[] } {
  const addressOf = (place: number): string => file.addresses.at(index.lineAt(place) - file.firstLine) ?? "";
  const parts: Range[] = [];
  for (const { first, end } of spans.toSorted((one, other) => one.first - other.first)) {
    const range = rangeBetween(addressOf(first), addressOf(end - 1));
    if (range === undefined) return {};
    const last = parts.at(-1);
    const joined = last === undefined ? undefined : joinAdjacent(last, range);
    if (joined === undefined) parts.push(range);
    else parts[parts.length - 1] = joined;
  }
  const [first] = parts;
  if (first === undefined) return {};
  const hull = parts.slice(1).reduce<Range | undefined>((whole, part) => whole && hullOf(whole, part), first);
  if (hull === undefined) return {};
  return { range: hull, ...(parts.length > 1 && parts.length <= MOST_RANGES && { ranges: parts }) };
}

function joinAdjacent(one: Range, other: Range): Range | undefined {
  const hull = hullOf(one, other);
  if (one.unit !== "cell" && other.unit !== "cell") return other.start <= one.end + 1 ? hull : undefined;
  if (hull?.unit !== "cell" || one.unit !== "cell" || other.unit !== "cell") return undefined;
  return rowsOf(hull.cells) <= rowsOf(one.cells) + rowsOf(other.cells) ? hull : undefined;
}

function rowsOf(cells: string): number {
  const rows = cells.match(/\d+/g)!.map(Number);
  return rows.at(-1)! - rows[0]! + 1;
}
