import { createHash } from "node:crypto";
import type { Change, FileDiff } from "../file-diff.ts";
import type { Renderer } from "../renderer.ts";
import type { FileChange, WorkspaceDiff } from "../workspaces/workspace-diff.ts";
import { htmlLine } from "./escape-html.ts";
import { htmlChange, MARKS } from "./html-change.ts";
import { HTML_STYLE } from "./html-style.ts";
import { placeText, sheetOf } from "./place-text.ts";

/**
 * One HTML page that needs nothing beside itself: no script, no image, no font, no request. All content is escaped, and
 * a content security policy allows the page's own style alone, so that no file can act in the browser of who reviews it.
 * Light or dark as the reader's system; before and after side by side where the window is wide; each kind of change can
 * be left out by a click.
 */
export function createHtmlRenderer(): Renderer {
  return {
    name: "html",
    render: (diff) =>
      page({
        title: `${diff.path}: ${diff.summary}`,
        heading: diff.path,
        summary: diff.summary,
        badge: diff.format,
        kinds: countKinds(diff.changes),
        main: fileBody(diff, ""),
      }),
    renderWorkspace: (diff) =>
      page({
        title: diff.summary,
        heading: "What changed in the workspace",
        summary: diff.summary,
        badge: `${diff.unchanged} ${diff.unchanged === 1 ? "file" : "files"} unchanged`,
        kinds: countKinds(diff.files.flatMap((file) => file.diff?.changes ?? [])),
        main: workspaceBody(diff),
      }),
  };
}

const STYLE_HASH = createHash("sha256").update(HTML_STYLE).digest("base64");
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'`;

interface Page {
  readonly title: string;
  readonly heading: string;
  readonly summary: string;
  readonly badge: string;
  readonly kinds: ReadonlyMap<Change["kind"], number>;
  readonly main: readonly string[];
}

function page({ title, heading, summary, badge, kinds, main }: Page): string {
  return `${[
    "<!doctype html>",
    '<html lang="en">',
    "<head>",
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${htmlLine(title)}</title>`,
    `<style>${HTML_STYLE}</style>`,
    "</head>",
    "<body>",
    "<header>",
    `<h1><bdi>${htmlLine(heading)}</bdi> <span class="badge">${htmlLine(badge)}</span></h1>`,
    `<p class="summary"><bdi>${htmlLine(summary)}</bdi></p>`,
    ...legend(kinds),
    "</header>",
    "<main>",
    ...main,
    "</main>",
    "</body>",
    "</html>",
  ].join("\n")}\n`;
}

/** What the marks mean, and how many there are of each; a kind whose box is not ticked is hidden. */
function legend(kinds: ReadonlyMap<Change["kind"], number>): readonly string[] {
  if (kinds.size === 0) return [];
  const entries = [...kinds].map(
    ([kind, count]) =>
      `<label class="${kind}"><input type="checkbox" id="show-${kind}" checked> <span class="mark" aria-hidden="true">${MARKS[kind]}</span> ${count} ${kind}</label>`,
  );
  return [`<div class="legend" role="group" aria-label="Kinds of change shown">${entries.join(" ")}</div>`];
}

/** In the order of the marks. */
function countKinds(changes: readonly Change[]): ReadonlyMap<Change["kind"], number> {
  const counts = new Map<Change["kind"], number>();
  for (const kind of Object.keys(MARKS) as Change["kind"][]) {
    const count = changes.filter((change) => change.kind === kind).length;
    if (count > 0) counts.set(kind, count);
  }
  return counts;
}

/** `prefix` keeps the ids of several files on one page apart. */
function fileBody({ changes, notes, risks = [], truncated }: FileDiff, prefix: string): readonly string[] {
  const idOf = (index: number): string => `${prefix}c${index + 1}`;
  const riskItems = risks.map(({ address, detail }) => {
    const index = address === "" ? -1 : changes.findIndex((change) => change.address === address);
    const place = address === "" ? "" : ` — <bdi>${htmlLine(placeText(address))}</bdi>`;
    const text = `${htmlLine(detail)}${place}`;
    return `<li>${index < 0 ? text : `<a href="#${idOf(index)}">${text}</a>`}</li>`;
  });
  const others = notes.filter((note) => !note.startsWith("Look twice"));
  return [
    ...(truncated ? ['<p class="banner">Not all changes are shown: there are more than the limit.</p>'] : []),
    ...section("risks", "Look twice", riskItems),
    ...(changes.length > 0 ? groupedChanges(changes, idOf) : ['<p class="nothing">Nothing to review.</p>']),
    ...section(
      "notes",
      "Notes",
      others.map((note) => `<li>${htmlLine(note)}</li>`),
    ),
  ];
}

/** Changes in a workbook stand under the name of their sheet. */
function groupedChanges(changes: readonly Change[], idOf: (index: number) => string): readonly string[] {
  const lines: string[] = [];
  let current: string | undefined | null = null;
  for (const [index, change] of changes.entries()) {
    const sheet = sheetOf(change.address);
    if (sheet !== current) {
      if (current !== null) lines.push("</ol>");
      if (sheet !== undefined) lines.push(`<h2 class="group"><bdi>${htmlLine(sheet)}</bdi></h2>`);
      lines.push("<ol>");
      current = sheet;
    }
    lines.push(htmlChange(change, idOf(index)));
  }
  return [...lines, "</ol>"];
}

function section(name: string, heading: string, items: readonly string[]): readonly string[] {
  if (items.length === 0) return [];
  return [`<section class="${name}">`, `<h2>${heading}</h2>`, "<ul>", ...items, "</ul>", "</section>"];
}

function workspaceBody({ files, notes }: WorkspaceDiff): readonly string[] {
  return [
    ...files.flatMap(fileSection),
    ...(files.length === 0 ? ['<p class="nothing">Nothing to review.</p>'] : []),
    ...section(
      "notes",
      "Notes",
      notes.map((note) => `<li>${htmlLine(note)}</li>`),
    ),
  ];
}

/** Of many files one is opened after the other; a file that was only renamed has nothing to open. */
function fileSection(file: FileChange, index: number): readonly string[] {
  const { kind, path, summary, diff } = file;
  const line = `<span class="mark ${kind}" aria-hidden="true">${MARKS[kind]}</span> <bdi class="path">${htmlLine(path)}</bdi> <span class="line"><bdi>${htmlLine(summary)}</bdi></span>`;
  if (diff === undefined) return [`<p class="file">${line}</p>`];
  return [
    `<details class="file" id="f${index + 1}">`,
    `<summary>${line}</summary>`,
    ...fileBody(diff, `f${index + 1}-`),
    "</details>",
  ];
}
