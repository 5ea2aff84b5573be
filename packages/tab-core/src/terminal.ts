/**
 * Terminal escapes: control sequences, strings (title, clipboard, hyperlinks) up to their end, two-character escapes. A
 * string without an end is no escape here, so that it cannot swallow the text after it. Linear: nothing is scanned twice.
 */
const escapeSource =
  "(?:\\u001b\\[|\\u009b)[0-?]*[ -/]*[@-~]" +
  "|(?:\\u001b[\\]PX^_]|[\\u0090\\u0098\\u009d-\\u009f])[^\\u0007\\u001b\\u0090-\\u009f\\n]*(?:\\u0007|\\u001b\\\\|\\u009c)" +
  "|\\u001b[ -/]*[0-OQ-WYZ`-~]";
const escapes = new RegExp(escapeSource, "gu");
const escapeHere = new RegExp(escapeSource, "uy");

/** C0 and C1 but tab and line feed, and the marks that turn the direction of text around. */
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/gu;

/** Without terminal escapes, control characters (tab and line feed stay) and direction overrides. */
export function withoutControls(text: string): string {
  return withoutEscapes(text).replaceAll(controls, "");
}

export function withoutEscapes(text: string): string {
  return text.replaceAll(escapes, "");
}

/** Where the escape that starts at `at` ends, if one starts there. */
export function endOfEscape(text: string, at: number): number | undefined {
  const code = text.charCodeAt(at);
  if (code !== 0x1b && (code < 0x90 || code > 0x9f)) return undefined;
  escapeHere.lastIndex = at;
  return escapeHere.test(text) ? escapeHere.lastIndex : undefined;
}
