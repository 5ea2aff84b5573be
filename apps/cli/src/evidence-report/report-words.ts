import type { Verdict } from "@runningtab/tab-core";
import type { ReportedEntry, ReportedSource } from "./evidence-report.ts";

/** The words that all written forms of a report share. */

export function freshnessLine({ freshness, unknownBecause }: ReportedSource): string {
  return freshness === "unknown" ? UNKNOWN[unknownBecause ?? "several files"] : FRESHNESS[freshness];
}

const FRESHNESS: Readonly<Record<Exclude<ReportedSource["freshness"], "unknown">, string>> = {
  current: "the file is as it was read",
  changed: "the file has changed since it was read",
  gone: "the file is no longer there",
};

const UNKNOWN: Readonly<Record<NonNullable<ReportedSource["unknownBecause"]>, string>> = {
  "several files": "no single version: the output covers several files",
  "web page": "a page of the web: whether it still says so was not looked up",
};

export const VERDICT: Readonly<Record<Verdict, string>> = {
  strong: "strong: verified quote, and shares the requirement's terms, an alias or the value",
  plain: "plain: shares a term with the requirement",
  weak: "weak: holds the quote alone, or is the agent's own text or output",
  disputed: "disputed: the evidence also states another value",
};

/** How the reader of the entry came to it. */
export function entryLine({ entry, citedAs, origin, command, turn }: ReportedEntry): string {
  const role = origin === "computed" ? "computed from the files below" : ORIGINS[origin];
  return `${entry}, ${role}, turn ${turn}${citedAs === "reason" ? ", named in the reason" : ""}: ${command}`;
}

const ORIGINS: Readonly<Record<Exclude<ReportedEntry["origin"], "computed">, string>> = {
  read: "read",
  search: "lines of a search",
  derived: "derived from files read before",
  own: "the agent's own words",
  unattributed: "of unknown source",
};

/** `2 × hidden rows (Sheet1)`; `undefined` where the version was never parsed. */
export function lossesLine({ losses }: ReportedSource): string | undefined {
  if (losses === undefined) return undefined;
  if (losses.length === 0) return "nothing left out";
  return losses
    .map(({ kind, count, detail }) => `${count} × ${kind}${detail === undefined ? "" : ` (${detail})`}`)
    .join("; ");
}

/** Enough of a hash to tell versions apart by eye. */
export function shortHash(hash: string): string {
  return hash.replace(/^sha256:/, "").slice(0, 12);
}
