import type { ParsedPart } from "../parts.ts";
import { resolveEntities } from "./office/entities.ts";

type Block = Extract<ParsedPart, { readonly type: "block" }>;

/** Headers and footers stand behind the cells, among the last elements of a sheet. */
const TAIL_BYTES = 65_536;

/** What is printed above and below a sheet, at `sheet=Q1&header=1`, without the codes that stand for numbers and dates. */
export function readSheetMargins(worksheet: Uint8Array | undefined, sheet: string): readonly Block[] {
  const tail = new TextDecoder().decode(worksheet?.subarray(-TAIL_BYTES));
  const numbers = { header: 0, footer: 0 };
  const seen = new Set<string>();
  const found = tail.matchAll(/<(?:\w+:)?(?:odd|even|first)(Header|Footer)>([^<]*)</g);
  return [...found].flatMap(([, name, stored]) => {
    const kind = name === "Header" ? "header" : "footer";
    const text = marginText(resolveEntities(stored ?? ""));
    if (text === "" || seen.has(`${kind} ${text}`)) return [];
    seen.add(`${kind} ${text}`);
    const address = `sheet=${encodeURIComponent(sheet)}&${kind}=${++numbers[kind]}`;
    return [{ type: "block", address, kind, runs: [{ text }] }];
  });
}

/** `&L`, `&C` and `&R` begin a section; `&"Arial,Bold"`, `&12` and `&K00FF00` set its look, `&P` and the like stand for values. */
function marginText(stored: string): string {
  return stored
    .replaceAll(/&(?:"[^"]*"|\d+|K[0-9A-Fa-f]{6}|[LCRBIUEXYSPNDTZFAGHO+-])/g, (code) =>
      /^&[LCR]$/.test(code) ? "\n" : "",
    )
    .replaceAll("&&", "&")
    .split("\n")
    .map((section) => section.trim())
    .filter((section) => /[\p{L}\p{N}]/u.test(section))
    .join(" | ");
}
