import { statusWord } from "../requirement-counts.ts";
import { escapeControls } from "../terminal.ts";
import type { EvidenceReport } from "./evidence-report.ts";
import { lossesLine } from "./report-words.ts";

const COLUMNS = [
  "id",
  "requirement",
  "status",
  "value",
  "verdict",
  "quote",
  "reason",
  "note",
  "entry",
  "cited as",
  "origin",
  "address",
  "path",
  "hash",
  "freshness",
  "losses",
];

/**
 * One row for each requirement and source (RFC 4180, UTF-8 with a byte order mark, which spreadsheet programs need to
 * read it as such). A cell that a spreadsheet could take for a formula begins with an apostrophe, by the signs of OWASP's
 * list on CSV injection, and so does one that begins with an apostrophe itself: taking one away gives back every quote as it
 * stood. Numbers with a sign stay numbers.
 */
export function evidenceCsv(report: EvidenceReport): string {
  const rows = report.requirements.flatMap((requirement) => {
    const { id, text, value, verdict, quote, reason, note, evidence } = requirement;
    const head = [id, text, statusWord(requirement), value, verdict, quote, reason, note];
    if (evidence.length === 0) return [head];
    return evidence.flatMap(({ entry, citedAs, origin, sources }) => {
      const start = [...head, entry, citedAs, origin];
      if (sources.length === 0) return [start];
      return sources.map((source) => [
        ...start,
        source.address,
        source.path,
        source.hash,
        source.unknownBecause === undefined ? source.freshness : `${source.freshness}: ${source.unknownBecause}`,
        lossesLine(source) ?? "never parsed",
      ]);
    });
  });
  const lines = [COLUMNS, ...rows].map((row) => COLUMNS.map((_, column) => field(row[column] ?? "")).join(","));
  return `\ufeff${lines.join("\r\n")}\r\n`;
}

/** Also in full width, which some programs fold. */
const FORMULA_OR_MARK = /^[=+\-@\t\n\uff1d\uff0b\uff0d\uff20']/;

function field(text: string): string {
  const shown = escapeControls(text);
  const isNumber = /^[+-][\d.,]+%?$/.test(shown);
  const safe = FORMULA_OR_MARK.test(shown) && !isNumber ? `'${shown}` : shown;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
