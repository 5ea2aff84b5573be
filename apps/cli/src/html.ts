import { createHash } from "node:crypto";
import { escapeControls } from "./terminal.ts";

/** Text from files as it may stand in HTML, in content and in quoted attributes; live controls become visible escapes. */
export function escapeHtml(text: string): string {
  return escapeControls(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

/** Text with its line breaks. `pre` swallows a newline that stands first, so one is put there for it to swallow. */
export function preformatted(text: string): string {
  return `<pre dir="auto">\n${escapeHtml(text)}</pre>`;
}

/**
 * A page that needs nothing beside itself: its content security policy allows its own style alone, so that nothing that
 * files say can act in the browser of who reads it.
 */
export function htmlPage({
  title,
  style,
  body,
}: {
  readonly title: string;
  readonly style: string;
  readonly body: readonly string[];
}): string {
  const hash = createHash("sha256").update(style).digest("base64");
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  return `${[
    "<!doctype html>",
    '<html lang="en">',
    "<head>",
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(title)}</title>`,
    `<style>${style}</style>`,
    "</head>",
    "<body>",
    ...body,
    "</body>",
    "</html>",
  ].join("\n")}\n`;
}
