import type { Revision, Run } from "../../parts.ts";
import type { Script, ScriptedRun } from "./scripts.ts";
import { CELL_SEPARATOR, escapeCell } from "../../table-cell.ts";

/** What holds for a piece of text. */
export interface RunFormat {
  readonly hidden: boolean;
  readonly revision?: Revision | undefined;
  /** As `Run.style`. */
  readonly style?: string | undefined;
  /** Kept with the run until `writeScripts` writes it out. */
  readonly script?: Script | undefined;
}

/** Whether text of this format goes on in the last run; revisions are compared by identity. */
export function continuesRun(runs: readonly ScriptedRun[], { hidden, revision, style, script }: RunFormat): boolean {
  const last = runs.at(-1);
  if (last === undefined) return false;
  if (last.revision !== revision || last.script !== script) return false;
  return (last.hidden === true) === hidden && last.style === style;
}

/** Adds text to the last run where that has the same format, else as a run of its own. Empty text adds none. */
export function appendRun(runs: ScriptedRun[], text: string, format: RunFormat): void {
  if (text === "") return;
  if (continuesRun(runs, format)) {
    const last = runs.at(-1)!;
    runs[runs.length - 1] = { ...last, text: last.text + text };
    return;
  }
  const { hidden, revision, style, script } = format;
  runs.push({
    text,
    ...(revision !== undefined && { revision }),
    ...(hidden && { hidden: true as const }),
    ...(style !== undefined && { style }),
    ...(script !== undefined && { script }),
  });
}

/** What `Run.style` says of a text that is emphasised in these ways and has a character style of this name. */
export function runStyle(
  emphasis: Readonly<{ bold: boolean; italic: boolean; underlined: boolean; struck: boolean }>,
  name?: string,
): string | undefined {
  const words = [
    ...(emphasis.bold ? ["bold"] : []),
    ...(emphasis.italic ? ["italic"] : []),
    ...(emphasis.underlined ? ["underlined"] : []),
    ...(emphasis.struck ? ["struck through"] : []),
    ...(name === undefined || name === "" ? [] : [name]),
  ];
  return words.length === 0 ? undefined : words.join(", ");
}

/** Pieces one after the other with a separator of no format between them, such as the lines of a note. */
export function joinRuns(pieces: readonly (readonly Run[])[], separator: string): Run[] {
  return pieces.flatMap((piece, index) => (index === 0 ? piece : [{ text: separator }, ...piece]));
}

/** The cells of a row, as views write rows. */
export function rowRuns(cells: readonly (readonly Run[])[]): Run[] {
  const escaped = cells.map((cell) => cell.map((run) => ({ ...run, text: escapeCell(run.text) })));
  return joinRuns(escaped, CELL_SEPARATOR);
}
