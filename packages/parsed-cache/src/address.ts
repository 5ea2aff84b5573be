import { cellPlace } from "./column-name.ts";
import { ParsedCacheError } from "./parsed-cache-error.ts";
import type { Address } from "./parts.ts";

/** A whole address taken apart. */
export interface ParsedAddress {
  readonly path: string;
  /** The place in its written form; absent when the address names the whole document. */
  readonly place?: Address;
}

/**
 * A place taken apart. Numbers count from 1; `to` equals `from` for a single one. `named` is any other place that a
 * parser gives, such as `table=1&row=3` or `footnote=2`, and is compared as text.
 */
export type Place =
  | { readonly type: "lines" | "page" | "slide" | "paragraph" | "cell"; readonly from: number; readonly to: number }
  | { readonly type: "sheet"; readonly sheet: string; readonly cell?: string; readonly range?: string }
  | { readonly type: "named"; readonly text: string };

/**
 * `report.pdf#page=3`. In the path only what would be mistaken is percent-encoded (`#`, `%`, control characters), so
 * that addresses stay readable and can be typed: spaces and letters of any script stand as they are.
 */
export function formatAddress(path: string, place?: Address): string {
  // oxlint-disable-next-line no-control-regex
  const encoded = path.replace(/[#%\u0000-\u001f\u007f]/g, (character) => encodeURIComponent(character));
  return place === undefined || place === "" ? encoded : `${encoded}#${place}`;
}

/** The place of a cell, a range or a whole sheet. `=`, `&`, `#`, spaces and the like in the name are percent-encoded. */
export function sheetPlace(sheet: string, within: { readonly cell?: string; readonly range?: string } = {}): Address {
  const name = `sheet=${encodeURIComponent(sheet)}`;
  if (within.cell !== undefined) return `${name}&cell=${within.cell}`;
  return within.range === undefined ? name : `${name}&range=${within.range}`;
}

/**
 * An address as a person or a program wrote it. Everything after the first `#` is the place; a bare `%` that starts no
 * escape is taken as it is. Throws `address-invalid` for an empty path and for a place that cannot be (`page=0`).
 */
export function parseAddress(text: string): ParsedAddress {
  const hash = text.indexOf("#");
  const path = decode(hash < 0 ? text : text.slice(0, hash));
  if (path === "") throw invalid(text, "it names no file");
  const place = hash < 0 ? "" : withEncodedNames(text.slice(hash + 1));
  if (place === "") return { path };
  parsePlace(place);
  return { path, place };
}

/** The names of members as parsers write them, however they were typed: `member=a/plan.xlsx` is `member=a%2Fplan.xlsx`. */
function withEncodedNames(place: Address): Address {
  const container = containerOf(`${place}&`).slice(0, place.length);
  const encoded = container.replaceAll(/=([^&]*)/g, (_, name: string) => `=${encodeURIComponent(decode(name))}`);
  return encoded + place.slice(container.length);
}

/** A place taken apart. Throws `address-invalid` for numbers below 1, ranges that run backwards and bad cell names. */
export function parsePlace(place: Address): Place {
  const lines = /^L(\d+)(?:-L?(\d+))?$/.exec(place);
  if (lines !== null) return { type: "lines", ...span(place, lines[1]!, lines[2]) };
  const numbered = /^(page|slide|paragraph|cell)=(\d+)(?:-(\d+))?$/.exec(place);
  if (numbered !== null) {
    return { type: numbered[1] as "page" | "slide" | "paragraph" | "cell", ...span(place, numbered[2]!, numbered[3]) };
  }
  const sheet = /^sheet=([^&]+)(?:&(cell|range)=([^&]+))?$/.exec(place);
  if (sheet === null) return { type: "named", text: place };
  const name = decode(sheet[1]!);
  const within = sheet[3]?.toUpperCase();
  if (within === undefined) return { type: "sheet", sheet: name };
  const corners = within.split(":");
  const isCell = sheet[2] === "cell";
  if (corners.length > (isCell ? 1 : 2) || corners.some((corner) => cellPlace(corner) === undefined)) {
    throw invalid(place, isCell ? "a cell looks like B12" : "a range looks like A1:C9");
  }
  return isCell ? { type: "sheet", sheet: name, cell: within } : { type: "sheet", sheet: name, range: within };
}

/**
 * The stretch of a place that names a document inside the document, with the `&` behind it: `attachment=2&` of
 * `attachment=2&page=1`. Empty for what stands in the document itself.
 */
export function containerOf(place: Address): string {
  return /^(?:(?:attachment|member|message|chapter)=[^&]*&)*/.exec(place)![0];
}

function span(place: string, first: string, last: string | undefined): { from: number; to: number } {
  const from = Number(first);
  const to = Number(last ?? first);
  if (from < 1 || to < from) throw invalid(place, "numbers count from 1 and ranges run forwards");
  return { from, to };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replace(/%[0-9a-f]{2}/gi, (escape) => {
      try {
        return decodeURIComponent(escape);
      } catch {
        return escape;
      }
    });
  }
}

function invalid(text: string, why: string): ParsedCacheError {
  return new ParsedCacheError({
    code: "address-invalid",
    message: `${JSON.stringify(text)} is no address: ${why}. Addresses look like report.pdf#page=3, plan.xlsx#sheet=Q1&cell=B12, notes.md#L10-L20.`,
    data: { text },
  });
}
