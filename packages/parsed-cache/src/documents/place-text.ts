import { containerOf, parsePlace, type Place, sheetPlace } from "../address.ts";
import { cellPlace } from "../column-name.ts";
import type { Address, ParsedPart } from "../parts.ts";
import { renderBlocks } from "../render-blocks.ts";
import { renderParts } from "../render-parts.ts";
import { type EarlierLine, earlierNotes, type RenderedPage } from "../rendered-page.ts";
import { cellText, renderSheet } from "../render-sheet.ts";

/** What stands at a place: its text, the places shown and how that is worded, such as `cell B12 of sheet Q1 shown`. */
export interface PlaceText {
  readonly text: string;
  readonly addresses: readonly Address[];
  readonly shown: string;
}

/** Exactly what stands at `place`; a string that says why not when there is no such place. */
export function placeText(place: Address, parts: readonly ParsedPart[]): PlaceText | string {
  const nested = nestedText(place, parts);
  if (nested !== undefined) return nested;
  const pages = renderParts(parts);
  const parsed = parsePlace(place);
  switch (parsed.type) {
    case "lines":
      return linesAt(parsed, pages);
    case "sheet":
      return sheetAt(parsed, parts, pages);
    case "paragraph":
    case "cell":
      return blocksAt(place, parts, pages, (address) => isWithin(address, parsed));
    case "named":
      return blocksAt(place, parts, pages, (address) => isBelow(address, parsed.text));
    case "page":
    case "slide":
      return `there is no ${place}`;
    default:
      return parsed satisfies never;
  }
}

/** What stands in a document inside the document; `undefined` when the place is none such, or nothing of it was read. */
function nestedText(place: Address, parts: readonly ParsedPart[]): PlaceText | string | undefined {
  const whole = `${place}&`;
  const container = containerOf(place) || (containerOf(whole) === whole ? whole : "");
  if (container === "") return undefined;
  const inside = parts.flatMap((part) =>
    (part.type === "page" || part.type === "block" || part.type === "sheet") && part.address.startsWith(container)
      ? [{ ...part, address: part.address.slice(container.length) }]
      : [],
  );
  if (inside.length === 0) return undefined;
  const inner = place.slice(container.length);
  const pages = renderParts(inside).filter(({ address }) => inner === "" || address === inner);
  const found =
    pages.length > 0
      ? { text: pages.map(({ text }) => text).join("\n\n"), addresses: pages.map(({ address }) => address), shown: "" }
      : placeText(inner, inside);
  if (typeof found === "string") return found;
  const addresses = found.addresses.map((address) => container + address);
  return { text: found.text, addresses, shown: `${place} shown` };
}

function linesAt({ from, to }: { from: number; to: number }, pages: readonly RenderedPage[]): PlaceText | string {
  const texts: string[] = [];
  let last = 0;
  for (const page of pages) {
    const lines = page.text.split("\n");
    for (const [index, line] of (page.lines ?? []).entries()) {
      const number = Number(/^L(\d+)$/.exec(line.address)?.[1]);
      if (Number.isNaN(number)) continue;
      last = number;
      if (number >= from && number <= to) texts.push(lines[index]!);
    }
  }
  if (last === 0) return "the document has no line addresses";
  if (texts.length === 0) return `there is no line ${from}; the document has ${last}`;
  const end = from + texts.length - 1;
  const [address, which] = end === from ? [`L${from}`, `line ${from}`] : [`L${from}-L${end}`, `lines ${from}–${end}`];
  return { text: texts.join("\n"), addresses: [address], shown: `${which} of ${last} shown` };
}

type SheetPart = Extract<ParsedPart, { readonly type: "sheet" }>;

function sheetAt(
  place: Extract<Place, { type: "sheet" }>,
  parts: readonly ParsedPart[],
  pages: readonly RenderedPage[],
): PlaceText | string {
  const chunks = parts.filter((part): part is SheetPart => part.type === "sheet" && part.name === place.sheet);
  if (chunks.length === 0) {
    const names = new Set(parts.flatMap((part) => (part.type === "sheet" ? [part.name] : [])));
    return `there is no sheet ${place.sheet}${names.size > 0 ? `; the sheets are ${[...names].join(", ")}` : ""}`;
  }
  const address = sheetPlace(place.sheet, place);
  if (place.cell !== undefined) {
    const text = cellAt(place.cell, chunks);
    return { text, addresses: [address], shown: `cell ${place.cell} of sheet ${place.sheet} shown` };
  }
  if (place.range !== undefined) {
    const inRange = rangeTest(place.range);
    const cut = chunks.map((chunk) => ({ ...chunk, cells: chunk.cells.filter(({ ref }) => inRange(ref)) }));
    const text = renderSheet(cut)
      .map((page) => page.text)
      .join("\n\n");
    return { text, addresses: [address], shown: `range ${place.range} of sheet ${place.sheet} shown` };
  }
  const own = pages.filter((page) => page.address === address || page.address.startsWith(`${address}&range=`));
  return {
    text: own.map((page) => page.text).join("\n\n"),
    addresses: own.map((page) => page.address),
    shown: `sheet ${place.sheet} shown`,
  };
}

/** A cell's line. One of a merged range shows what the range's first cell holds, and is told apart from an empty one. */
function cellAt(ref: string, chunks: readonly SheetPart[]): string {
  const cells = chunks.flatMap((chunk) => chunk.cells);
  const lineOf = (wanted: string): string => {
    const cell = cells.find((one) => one.ref === wanted);
    return cell === undefined ? "(empty)" : `${cellText(cell)}${cell.hidden === true ? " (hidden)" : ""}`;
  };
  const merged = chunks[0]?.merged?.find((range) => rangeTest(range)(ref));
  const first = merged?.split(":")[0];
  if (merged === undefined || first === undefined) return `${ref}: ${lineOf(ref)}`;
  const note = first === ref ? `merged: ${merged}` : `merged into ${merged}`;
  return `${ref}: ${lineOf(first)} (${note})`;
}

function rangeTest(range: string): (ref: string) => boolean {
  const [first, second] = range.split(":") as [string, string?];
  const a = cellPlace(first)!;
  const b = cellPlace(second ?? first)!;
  return (ref) => {
    const at = cellPlace(ref);
    if (at === undefined) return false;
    const between = (value: number, one: number, other: number): boolean =>
      value >= Math.min(one, other) && value <= Math.max(one, other);
    return between(at.row, a.row, b.row) && between(at.column, a.column, b.column);
  };
}

function blocksAt(
  place: Address,
  parts: readonly ParsedPart[],
  pages: readonly RenderedPage[],
  isShown: (address: Address) => boolean,
): PlaceText | string {
  const blocks = parts.filter((part) => part.type === "block");
  const first = blocks.findIndex(({ address }) => isShown(address));
  if (first < 0) return `there is no ${place}`;
  const last = blocks.findLastIndex(({ address }) => isShown(address));
  // What stands between two paragraphs, such as a table, belongs to a range of paragraphs.
  const rendered = renderBlocks(blocks.slice(first, last + 1));
  const within = new Set(blocks.slice(first, last + 1).map(({ address }) => address));
  const earlier = pages.flatMap((page) => page.earlier ?? []).filter(({ address }) => within.has(address));
  const accepted = rendered.map((page) => page.text).join("\n\n");
  // A range reads on as a page does; one of which nothing is left says what became of it.
  const text = within.size > 1 && accepted !== "" ? accepted : withEarlier(accepted, earlier);
  return { text, addresses: [place], shown: `${place.replace("=", " ").replace("-", "–")} shown` };
}

function isBelow(address: Address, place: Address): boolean {
  return address === place || address.startsWith(`${place}&`);
}

/** Whoever asks for one place sees both readings of it. */
export function withEarlier(text: string, earlier: readonly EarlierLine[] = []): string {
  return [...(text === "" ? [] : [text]), ...earlierNotes(earlier)].join("\n");
}

function isWithin(address: Address, { type, from, to }: { type: string; from: number; to: number }): boolean {
  const match = /^(paragraph|cell)=(\d+)(?:&output=\d+)?$/.exec(address);
  return match?.[1] === type && Number(match[2]) >= from && Number(match[2]) <= to;
}
