/**
 * Characters that act instead of showing: controls (an escape can move the cursor or retitle a terminal) and marks that
 * turn the direction of writing, with which a text can show other than it reads.
 */
const ACTING =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** Text with every acting character written out (`\x1b`, `\u202e`); newlines and tabs stay. */
export function escapeControls(text: string): string {
  return text.replace(ACTING, (character) => {
    const code = character.charCodeAt(0).toString(16);
    return code.length <= 2 ? `\\x${code.padStart(2, "0")}` : `\\u${code.padStart(4, "0")}`;
  });
}

/** The same on one line: newlines and tabs too are written out. */
export function escapeLine(text: string): string {
  return escapeControls(text).replaceAll("\n", "\\n").replaceAll("\t", "\\t");
}
