import { escapeControls, escapeLine } from "./escape-controls.ts";

/** Text for HTML, acting characters written out; newlines and tabs stay. */
export function htmlText(text: string): string {
  return escapeHtml(escapeControls(text));
}

/** The same on one line. */
export function htmlLine(text: string): string {
  return escapeHtml(escapeLine(text));
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
