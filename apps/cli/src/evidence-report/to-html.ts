import { countsLine, statusWord } from "../requirement-counts.ts";
import { escapeHtml, htmlPage, preformatted } from "../html.ts";
import type { EvidenceReport, ReportedEntry, ReportedRequirement, ReportedSource } from "./evidence-report.ts";
import { EVIDENCE_STYLE } from "./html-style.ts";
import { entryLine, freshnessLine, lossesLine, shortHash, VERDICT } from "./report-words.ts";

/** A page for whoever has to trust the deliverable; what an entry said is folded away. */
export function evidenceHtml(report: EvidenceReport): string {
  const { task, text, counts, requirements } = report;
  return htmlPage({
    title: `Evidence of ${task}`,
    style: EVIDENCE_STYLE,
    body: [
      "<header>",
      `<h1>Evidence of <bdi>${escapeHtml(task)}</bdi></h1>`,
      `<p class="counts">${escapeHtml(countsLine(counts))}</p>`,
      ...(text === "" ? [] : [`<details><summary>The task</summary>${preformatted(text)}</details>`]),
      "</header>",
      "<main>",
      ...(requirements.length === 0 ? ["<p>No requirements were added to this task.</p>"] : requirements.map(section)),
      "</main>",
    ],
  });
}

function section(requirement: ReportedRequirement): string {
  const { id, text, status, value, quote, verdict, note, reason, evidence } = requirement;
  const word = statusWord(requirement);
  return [
    `<section class="${status}" id="${escapeHtml(id)}">`,
    `<h2><span class="status">${word}</span> <span class="id">${escapeHtml(id)}</span> <bdi>${escapeHtml(text)}</bdi></h2>`,
    ...(value === undefined ? [] : [`<p class="value"><bdi>${escapeHtml(value)}</bdi></p>`]),
    ...(quote === undefined ? [] : [`<blockquote dir="auto">${escapeHtml(quote)}</blockquote>`]),
    ...(verdict === undefined ? [] : [`<p class="verdict ${verdict}">${escapeHtml(VERDICT[verdict])}</p>`]),
    ...(note === undefined ? [] : [`<p class="note">${escapeHtml(note)}</p>`]),
    ...(reason === undefined
      ? []
      : [`<p class="reason">${word === "computed" ? "" : "Unavailable: "}<bdi>${escapeHtml(reason)}</bdi></p>`]),
    ...evidence.map(entryBlock),
    "</section>",
  ].join("\n");
}

function entryBlock(entry: ReportedEntry): string {
  return [
    '<div class="entry">',
    `<p class="how">${escapeHtml(entryLine(entry))}</p>`,
    ...(entry.sources.length === 0 ? [] : ["<ul>", ...entry.sources.map(sourceItem), "</ul>"]),
    ...(entry.excerpt === ""
      ? []
      : [`<details><summary>What it said</summary>${preformatted(entry.excerpt)}</details>`]),
    "</div>",
  ].join("\n");
}

function sourceItem(source: ReportedSource): string {
  const { address, hash, freshness } = source;
  const losses = lossesLine(source);
  return [
    `<li><code>${escapeHtml(address)}</code>`,
    ` <span class="freshness ${freshness}">${freshnessLine(source)}</span>`,
    ...(hash === undefined
      ? []
      : [` <span class="hash" title="${escapeHtml(hash)}">version ${escapeHtml(shortHash(hash))}</span>`]),
    ...(losses === undefined ? [] : [`<br><span class="losses">Left out or decided: ${escapeHtml(losses)}</span>`]),
    "</li>",
  ].join("");
}
