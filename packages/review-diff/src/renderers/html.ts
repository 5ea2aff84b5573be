import { createHash } from "node:crypto";
import type { Change, FileDiff, Renderer, Span } from "../file-diff.ts";
import { changeTitle } from "./change-title.ts";
import { escapeControls, escapeLine } from "./escape-controls.ts";
import { HTML_STYLE } from "./html-style.ts";

/**
 * One HTML page that needs nothing beside itself: no script, no image, no font, no request. All content is escaped, and
 * a content security policy allows the page's own style alone, so that no file can act in the browser of who reviews it.
 * Light or dark as the reader's system; before and after side by side where the window is wide.
 */
export function createHtmlRenderer(): Renderer {
  return {
    name: "html",
    render: (diff) => `${page(diff)}\n`,
  };
}

const STYLE_HASH = createHash("sha256").update(HTML_STYLE).digest("base64");
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'`;

const MARKS: Readonly<Record<Change["kind"], string>> = {
  added: "+",
  removed: "−",
  changed: "~",
  moved: "→",
  renamed: "→",
};

function page({ path, format, summary, changes, notes }: FileDiff): string {
  return [
    "<!doctype html>",
    '<html lang="en">',
    "<head>",
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(escapeLine(path))}: ${escapeHtml(escapeLine(summary))}</title>`,
    `<style>${HTML_STYLE}</style>`,
    "</head>",
    "<body>",
    "<header>",
    `<h1><bdi>${escapeHtml(escapeLine(path))}</bdi></h1>`,
    `<p><bdi>${escapeHtml(escapeLine(summary))}</bdi> <span class="format">${escapeHtml(escapeLine(format))}</span></p>`,
    "</header>",
    "<main>",
    ...(changes.length > 0 ? ["<ol>", ...changes.map(changeItem), "</ol>"] : []),
    ...(notes.length > 0 ? [notesSection(notes)] : []),
    "</main>",
    "</body>",
    "</html>",
  ].join("\n");
}

function changeItem(change: Change): string {
  const { kind, address, from, before, after, spans } = change;
  const places = [from, address].filter((place) => place !== undefined && place !== "");
  const where = places.map((place) => `<code>${escapeHtml(escapeLine(place ?? ""))}</code>`).join(" → ");
  const mark = `<span class="mark" aria-hidden="true">${MARKS[kind]}</span>`;
  const sides = [
    ...(before === undefined
      ? []
      : [side("before", spans === undefined ? escapeText(before) : words(spans, "removed"))]),
    ...(after === undefined ? [] : [side("after", spans === undefined ? escapeText(after) : words(spans, "added"))]),
  ];
  return [
    `<li class="${kind}">`,
    `<h2>${mark} ${escapeHtml(escapeLine(changeTitle(change)))} ${where}</h2>`,
    ...(sides.length > 0 ? [`<div class="sides">${sides.join("")}</div>`] : []),
    "</li>",
  ].join("\n");
}

/** `pre` swallows a newline that stands first, so one is put there for it to swallow. */
function side(name: "before" | "after", html: string): string {
  return `<figure class="${name}"><figcaption>${name}</figcaption><pre dir="auto">\n${html}</pre></figure>`;
}

function words(spans: readonly Span[], kind: "added" | "removed"): string {
  const element = kind === "added" ? "ins" : "del";
  return spans
    .filter((span) => span.kind === "same" || span.kind === kind)
    .map((span) => (span.kind === "same" ? escapeText(span.text) : `<${element}>${escapeText(span.text)}</${element}>`))
    .join("");
}

function notesSection(notes: readonly string[]): string {
  const items = notes.map((note) => `<li>${escapeHtml(escapeLine(note))}</li>`).join("\n");
  return `<section class="notes">\n<h2>Notes</h2>\n<ul>\n${items}\n</ul>\n</section>`;
}

function escapeText(text: string): string {
  return escapeHtml(escapeControls(text));
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
