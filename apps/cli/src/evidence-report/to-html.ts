import { createHash } from "node:crypto";
import { escapeControls } from "../terminal.ts";
import type { EvidenceReport, ReportedEntry, ReportedRequirement, ReportedSource } from "./evidence-report.ts";
import { EVIDENCE_STYLE } from "./html-style.ts";
import { countsLine, entryLine, FRESHNESS, lossesLine, shortHash, VERDICT } from "./report-words.ts";

const STYLE_HASH = createHash("sha256").update(EVIDENCE_STYLE).digest("base64");
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'`;

/**
 * One page that needs nothing beside itself. All text of files is escaped, and the page's content security policy allows
 * its own style alone.
 */
export function evidenceHtml(report: EvidenceReport): string {
  return `${[
    "<!doctype html>",
    '<html lang="en">',
    "<head>",
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>Evidence of ${escape(report.task)}</title>`,
    `<style>${EVIDENCE_STYLE}</style>`,
    "</head>",
    "<body>",
    "<header>",
    `<h1>Evidence of <bdi>${escape(report.task)}</bdi></h1>`,
    `<p class="counts">${escape(countsLine(report))}</p>`,
    ...(report.text === ""
      ? []
      : [`<details><summary>The task</summary><pre dir="auto">\n${escape(report.text)}</pre></details>`]),
    "</header>",
    "<main>",
    ...(report.requirements.length === 0
      ? ["<p>No requirements were added to this task.</p>"]
      : report.requirements.map(section)),
    "</main>",
    "</body>",
    "</html>",
  ].join("\n")}\n`;
}

function section({ id, text, status, value, quote, verdict, note, reason, evidence }: ReportedRequirement): string {
  return [
    `<section class="${status}" id="${escape(id)}">`,
    `<h2><span class="status">${status}</span> <span class="id">${escape(id)}</span> <bdi>${escape(text)}</bdi></h2>`,
    ...(value === undefined ? [] : [`<p class="value"><bdi>${escape(value)}</bdi></p>`]),
    ...(quote === undefined ? [] : [`<blockquote dir="auto">${escape(quote)}</blockquote>`]),
    ...(verdict === undefined ? [] : [`<p class="verdict ${verdict}">${escape(VERDICT[verdict] ?? verdict)}</p>`]),
    ...(note === undefined ? [] : [`<p class="note">${escape(note)}</p>`]),
    ...(reason === undefined ? [] : [`<p class="reason">Unavailable: <bdi>${escape(reason)}</bdi></p>`]),
    ...evidence.map(entryBlock),
    "</section>",
  ].join("\n");
}

function entryBlock(entry: ReportedEntry): string {
  return [
    '<div class="entry">',
    `<p class="how">${escape(entryLine(entry))}</p>`,
    ...(entry.sources.length === 0 ? [] : ["<ul>", ...entry.sources.map(sourceItem), "</ul>"]),
    ...(entry.excerpt === ""
      ? []
      : [`<details><summary>What it said</summary><pre dir="auto">\n${escape(entry.excerpt)}</pre></details>`]),
    "</div>",
  ].join("\n");
}

function sourceItem(source: ReportedSource): string {
  const { address, hash, freshness } = source;
  const losses = lossesLine(source);
  return [
    `<li><code>${escape(address)}</code>`,
    ` <span class="freshness ${freshness}">${FRESHNESS[freshness]}</span>`,
    ...(hash === undefined
      ? []
      : [` <span class="hash" title="${escape(hash)}">version ${escape(shortHash(hash))}</span>`]),
    ...(losses === undefined ? [] : [`<br><span class="losses">Left out or decided: ${escape(losses)}</span>`]),
    "</li>",
  ].join("");
}

function escape(text: string): string {
  return escapeControls(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
