import type { Change, Span } from "../file-diff.ts";
import { columnName } from "../sheets/cell-place.ts";
import { changeTitle } from "./change-title.ts";
import { htmlLine, htmlText } from "./escape-html.ts";
import { placeInSheet, placeText, sheetOf } from "./place-text.ts";

export const MARKS: Readonly<Record<Change["kind"], string>> = {
  added: "+",
  removed: "−",
  changed: "~",
  moved: "→",
  renamed: "→",
};

/** Sides as short as this stand beside each other on the line of the title. */
const SHORT = 48;
/** Of a row so many cells are shown. */
const SHOWN_CELLS = 30;
/** Texts that people read as running text: one paragraph with the words struck out and put in says most. */
const PROSE = new Set(["paragraph", "heading", "list", "header", "footer", "note", "comment", "title", "page"]);

/** One change as an item of the list; `id` is what a risk refers to. In the group of its sheet, it is not named again. */
export function htmlChange(change: Change, id: string): string {
  const { kind, address, from } = change;
  const body = bodyOf(change);
  const sheet = sheetOf(address);
  const shown = (place: string): string =>
    sheet !== undefined && sheetOf(place) === sheet ? placeInSheet(place) : placeText(place);
  const origin = from === undefined ? "" : ` <span class="from">from ${htmlLine(shown(from))}</span>`;
  const place = address === "" ? "" : `<span class="place"><bdi>${htmlLine(shown(address))}</bdi>${origin}</span>`;
  return [
    `<li class="${kind}${body.isShort ? " short" : ""}" id="${id}">`,
    `<h3><span class="mark" aria-hidden="true">${MARKS[kind]}</span> ${place} <span class="what">${htmlLine(changeTitle(change))}</span></h3>`,
    body.html,
    address === "" ? "" : `<code class="address">${htmlLine(address).replaceAll("&amp;", "<wbr>&amp;")}</code>`,
    "</li>",
  ]
    .filter((line) => line !== "")
    .join("\n");
}

interface Body {
  readonly html: string;
  readonly isShort: boolean;
}

function bodyOf(change: Change): Body {
  const { kind, subject, before, after, cells, spans } = change;
  if (before === undefined && after === undefined) return { html: "", isShort: true };
  if (cells !== undefined && subject === "row") return { html: rowTable(change, cells), isShort: false };
  if (spans !== undefined && PROSE.has(subject)) {
    return { html: `<p class="prose" dir="auto">${woven(spans)}</p>`, isShort: false };
  }
  if (isShortText(before) && isShortText(after)) {
    const font = subject === "line" ? " code" : "";
    if (spans !== undefined && subject !== "line") {
      return { html: `<p class="values woven" dir="auto">${woven(spans)}${effectOf(change)}</p>`, isShort: true };
    }
    const sides = [
      before === undefined ? "" : inlineSide("before", before, spans, "removed", kind),
      after === undefined ? "" : inlineSide("after", after, spans, "added", kind),
    ].filter((side) => side !== "");
    return {
      html: `<p class="values${font}">${sides.join('<span class="to">→</span>')}${effectOf(change)}</p>`,
      isShort: true,
    };
  }
  const tag = PROSE.has(subject) ? "prose" : "";
  const figures = [
    before === undefined ? "" : figure("before", before, spans, "removed", tag),
    after === undefined ? "" : figure("after", after, spans, "added", tag),
  ];
  return { html: `<div class="sides">${figures.join("")}</div>${effectOf(change)}`, isShort: false };
}

function isShortText(text: string | undefined): boolean {
  return text === undefined || (text.length <= SHORT && !text.includes("\n"));
}

function inlineSide(
  side: "before" | "after",
  text: string,
  spans: readonly Span[] | undefined,
  kind: "added" | "removed",
  change: Change["kind"],
): string {
  const tag = change === "moved" || change === "renamed" ? "span" : side === "before" ? "del" : "ins";
  const content = spans === undefined ? htmlText(text) : words(spans, kind);
  return `<${tag} class="${side}" dir="auto">${text === "" ? "<i>empty</i>" : content}</${tag}>`;
}

/** `pre` swallows a newline that stands first, so one is put there for it to swallow. */
function figure(
  side: "before" | "after",
  text: string,
  spans: readonly Span[] | undefined,
  kind: "added" | "removed",
  tag: string,
): string {
  const content = spans === undefined ? htmlText(text) : words(spans, kind);
  return `<figure class="${side}"><figcaption>${side}</figcaption><pre${tag === "" ? "" : ` class="${tag}"`} dir="auto">\n${content}</pre></figure>`;
}

/** One side, its words that differ marked. */
function words(spans: readonly Span[], kind: "added" | "removed"): string {
  return spans
    .filter((span) => span.kind === "same" || span.kind === kind)
    .map(word)
    .join("");
}

/** Both sides as one text. */
function woven(spans: readonly Span[]): string {
  return spans.map(word).join("");
}

function word({ kind, text }: Span): string {
  if (kind === "same") return htmlText(text);
  const tag = kind === "added" ? "ins" : "del";
  // A line end alone would show nothing.
  const shown = text.trim() === "" ? text.replaceAll("\n", "↵\n") : text;
  return `<${tag}>${htmlText(shown)}</${tag}>`;
}

/** A row as it stands in its sheet, under the letters of its columns. */
function rowTable({ kind, before }: Change, cells: readonly string[]): string {
  const first = Math.max(
    0,
    cells.findIndex((cell) => cell !== ""),
  );
  const shown = cells.slice(first, first + SHOWN_CELLS);
  const rest = cells.length - first - shown.length;
  const more = rest > 0 ? `<td class="more">… ${rest} more</td>` : "";
  const side = kind === "removed" || (kind === "changed" && before !== "") ? "before" : "after";
  const heads = shown.map((_, index) => `<th scope="col">${columnName(first + index + 1)}</th>`).join("");
  const fields = shown.map((cell) => `<td dir="auto">${htmlText(cell)}</td>`).join("");
  return `<div class="row ${side}"><table><thead><tr>${heads}</tr></thead><tbody><tr>${fields}${more}</tr></tbody></table></div>`;
}

function effectOf({ effect }: Change): string {
  if (effect === undefined) return "";
  return ` <span class="effect">shows <del>${htmlLine(effect.before)}</del> <span class="to">→</span> <ins>${htmlLine(effect.after)}</ins></span>`;
}
