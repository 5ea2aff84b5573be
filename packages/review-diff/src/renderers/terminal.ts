import type { Change, FileDiff, Span } from "../file-diff.ts";
import type { Renderer } from "../renderer.ts";
import type { FileChange } from "../workspaces/workspace-diff.ts";
import { changeTitle } from "./change-title.ts";
import { escapeControls, escapeLine } from "./escape-controls.ts";

export interface TerminalRendererOptions {
  /** Whether to use colour (ANSI escapes of our own). Default false; decide by `NO_COLOR` and whether it is a terminal. */
  readonly color?: boolean;
}

type Paint = (text: string) => string;

interface Palette {
  readonly removed: Paint;
  readonly added: Paint;
  readonly strong: Paint;
  readonly faint: Paint;
}

const PLAIN: Palette = {
  removed: (text) => text,
  added: (text) => text,
  strong: (text) => text,
  faint: (text) => text,
};
const COLOR: Palette = { removed: ansi(31), added: ansi(32), strong: ansi(1), faint: ansi(2) };

const MARKS: Readonly<Record<Change["kind"], string>> = {
  added: "+",
  removed: "-",
  changed: "~",
  moved: ">",
  renamed: ">",
};

/**
 * For a terminal: a heading, then each change with its address and its lines. Content can never act on the terminal:
 * its control characters are written out.
 */
export function createTerminalRenderer({ color = false }: TerminalRendererOptions = {}): Renderer {
  const palette = color ? COLOR : PLAIN;
  return {
    name: "terminal",
    render(diff) {
      return `${[headLine(diff, palette), ...diff.changes.flatMap((change) => changeLines(change, palette)), ...noteLines(diff, palette)].join("\n")}\n`;
    },
    renderWorkspace: ({ files, summary, notes }) =>
      `${[...files.map((file) => fileLine(file, palette)), escapeLine(summary), ...noteLines({ notes }, palette)].join("\n")}\n`,
  };
}

function headLine({ path, format, summary }: FileDiff, palette: Palette): string {
  return `${palette.strong(escapeLine(path))} ${palette.faint(`(${escapeLine(format)})`)} ${escapeLine(summary)}`;
}

function changeLines(change: Change, palette: Palette): readonly string[] {
  const from = change.from === undefined ? "" : ` from ${escapeLine(change.from)}`;
  const title =
    `${MARKS[change.kind]} ${palette.strong(escapeLine(change.address))} ${changeTitle(change)}${from}`.replace(
      "  ",
      " ",
    );
  const effect = change.effect === undefined ? [] : effectLines(change.effect, palette);
  if (change.spans !== undefined) return [title, ...spanLines(change.spans, palette), ...effect];
  return [
    title,
    ...sideLines("-", change.before, palette.removed),
    ...sideLines("+", change.after, palette.added),
    ...effect,
  ];
}

function effectLines({ before, after }: NonNullable<Change["effect"]>, palette: Palette): readonly string[] {
  return [palette.faint(`    shows ${escapeLine(before)} → ${escapeLine(after)}`)];
}

function sideLines(mark: string, text: string | undefined, paint: Paint): readonly string[] {
  if (text === undefined) return [];
  return escapeControls(text)
    .split("\n")
    .map((line) => paint(`  ${mark} ${line}`.trimEnd()));
}

/** The two sides, the words that differ marked: `[-old-]`, `{+new+}`. */
function spanLines(spans: readonly Span[], palette: Palette): readonly string[] {
  const side = (kind: "added" | "removed"): string =>
    spans
      .filter((span) => span.kind === "same" || span.kind === kind)
      .map(({ kind: spanKind, text }) => (spanKind === "same" ? text : markWords(text, kind)))
      .join("");
  return [...sideLines("-", side("removed"), palette.removed), ...sideLines("+", side("added"), palette.added)];
}

/** Each line is marked by itself, since each is printed by itself. */
function markWords(text: string, kind: "added" | "removed"): string {
  const [open, close] = kind === "removed" ? ["[-", "-]"] : ["{+", "+}"];
  return text
    .split("\n")
    .map((line) => (line === "" ? "" : `${open}${line}${close}`))
    .join("\n");
}

function fileLine({ kind, path, summary }: FileChange, palette: Palette): string {
  return `${MARKS[kind]} ${palette.strong(escapeLine(path))} ${escapeLine(summary)}`;
}

function noteLines({ notes }: Pick<FileDiff, "notes">, palette: Palette): readonly string[] {
  return notes.map((note) => palette.faint(`note: ${escapeLine(note)}`));
}

function ansi(code: number): Paint {
  return (text) => `\u001b[${code}m${text}\u001b[0m`;
}
