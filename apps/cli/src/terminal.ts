import type { Writable } from "node:stream";

/**
 * Everything that could move a cursor, set a clipboard or turn text around: C0 and C1 controls but tab and line feed,
 * and the characters that change the writing direction.
 */
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Text from files and names as it may be printed: live controls become visible escapes (`\x1b`). */
export function escapeControls(text: string): string {
  return text.replaceAll(UNSAFE, (character) => {
    if (character === "\r") return "";
    const code = character.codePointAt(0) ?? 0;
    return code < 0x100 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u{${code.toString(16)}}`;
  });
}

/** A name as part of a line: one that holds line breaks must not look like lines of ours. */
export function onOneLine(name: string): string {
  return name.replaceAll("\n", String.raw`\n`);
}

/** Characters that take two columns: East Asian scripts, full-width forms, pictographs. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;

/** The beginning of a line that fits so many columns. */
function withinColumns(line: string, columns: number): string {
  let used = 0;
  let end = 0;
  for (const character of line) {
    used += WIDE.test(character) ? 2 : 1;
    if (used > columns) break;
    end += character.length;
  }
  return line.slice(0, end);
}

/** Where a command speaks: data on stdout, everything else on stderr. File text passes through `escapeControls` here. */
export interface Terminal {
  /** Whether stderr is a terminal that may be redrawn. */
  readonly isInteractive: boolean;
  /** Whether data on stdout may carry colours of our own. */
  readonly hasColor: boolean;
  /** One line or block of data on stdout; controls are escaped. */
  print(text: string): void;
  /** One JSON value a line on stdout. */
  printJson(value: unknown): void;
  /** Data made by our own renderers, with their own colours: stdout, as it is when colours are on, else without them. */
  printStyled(text: string): void;
  /** A message for the person on stderr. */
  note(text: string): void;
  /** Lines on stderr that replace themselves; shown only where stderr is a terminal. Empty text removes them. */
  progress(text: string): void;
  bold(text: string): string;
  dim(text: string): string;
}

export function createTerminal(options: {
  readonly stdout: Writable;
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly color: boolean;
}): Terminal {
  const { stdout, stderr, color } = options;
  const isInteractive = stderr.isTTY === true;
  let progressLines = 0;
  const clearProgress = (): void => {
    if (progressLines > 0) stderr.write(`\r\x1b[2K${"\x1b[1A\x1b[2K".repeat(progressLines - 1)}`);
    progressLines = 0;
  };
  const style = (code: number, text: string): string => (color ? `\x1b[${code}m${text}\x1b[0m` : text);
  const withEnd = (text: string): string => (text.endsWith("\n") ? text : `${text}\n`);
  return {
    isInteractive,
    hasColor: color,
    print: (text) => {
      clearProgress();
      stdout.write(withEnd(escapeControls(text)));
    },
    printJson: (value) => {
      clearProgress();
      // JSON escapes C0 controls; C1 and direction controls are escaped here, in a form JSON readers undo.
      const line = JSON.stringify(value).replaceAll(
        UNSAFE,
        (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
      );
      stdout.write(`${line}\n`);
    },
    printStyled: (text) => {
      clearProgress();
      // eslint-disable-next-line no-control-regex -- our own colour codes
      stdout.write(withEnd(color ? text : text.replaceAll(/\x1b\[[0-9;]*m/g, "")));
    },
    note: (text) => {
      clearProgress();
      stderr.write(withEnd(escapeControls(text)));
    },
    progress: (text) => {
      if (!isInteractive) return;
      clearProgress();
      if (text === "") return;
      // A line that the terminal would wrap could not be taken back.
      const lines = escapeControls(text)
        .split("\n")
        .map((line) => withinColumns(line, (stderr.columns ?? 80) - 1));
      stderr.write(lines.join("\r\n"));
      progressLines = lines.length;
    },
    bold: (text) => style(1, text),
    dim: (text) => style(2, text),
  };
}
