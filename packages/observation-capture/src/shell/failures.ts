import { isBlank, linesOf } from "../text/lines.ts";
import type { Piece } from "./pieces.ts";

const COMPLAINT =
  /^([\w.+/-]{1,64}): (?:.{0,1000}(?:No such file or directory|Permission denied|Is a directory|is a directory|Not a directory|command not found|not found|cannot open|cannot access|cannot stat|cannot read|can't open|can't read|invalid option|unrecognized option|option used in invalid context|missing operand|extra operand|Input\/output error|binary file matches)\b|line \d+: )/;
const CONVERTER_COMPLAINT =
  /^(?:Syntax (?:Error|Warning)|I\/O Error|Command Line Error|Traceback \(most recent call last\))\b/;
const SHELLS = new Set(["bash", "sh", "zsh", "dash", "/bin/bash", "/bin/sh", "/usr/bin/bash", "/usr/bin/sh"]);

/** Whether a line is a program's complaint rather than text of a file. Only programs that the command names complain. */
export function isComplaint(line: string, command: string): boolean {
  if (CONVERTER_COMPLAINT.test(line)) return true;
  const found = COMPLAINT.exec(line);
  if (found === null) return false;
  return SHELLS.has(found[1]!) || command.includes(found[1]!.slice(found[1]!.lastIndexOf("/") + 1));
}

/** What `time` adds after a command's output. */
const TIMING = /^(?:real|user|sys)\s+(?:\d+m)?[\d.,]+s?$/;

export interface Trimmed {
  readonly start: number;
  readonly end: number;
  /** The first complaint left out. */
  readonly complaint: string | undefined;
}

/** The stretch without the complaints, and the timings of `time`, at its two ends. */
export function withoutComplaints(text: string, start: number, end: number, command: string): Trimmed {
  const lines = linesOf(text, start, end);
  let complaint: string | undefined;
  const isNoise = (index: number): boolean => {
    const line = text.slice(lines[index]!.start, Math.min(lines[index]!.end, lines[index]!.start + 1200));
    if (TIMING.test(line)) return /\btime\b/.test(command);
    if (!isComplaint(line, command)) return false;
    complaint ??= line.slice(0, 200);
    return true;
  };
  let first = 0;
  let last = lines.length;
  while (first < last && isNoise(first)) first++;
  while (last > first && isNoise(last - 1)) last--;
  if (first === 0 && last === lines.length) return { start, end, complaint };
  // `time` and some complaints come after a blank line of their own.
  while (last > first && last < lines.length && lines[last - 1]!.start === lines[last - 1]!.end) last--;
  if (first === last) return { start, end: start, complaint };
  return { start: lines[first]!.start, end: last === lines.length ? end : lines[last - 1]!.next, complaint };
}

/** Exit codes that mean something other than failure. */
function isBenign(exitCode: number, piece: Piece): boolean {
  // 141: the reader of a pipe had enough. 124: stopped by `timeout` after what is shown.
  if (exitCode === 141 || exitCode === 124) return true;
  return exitCode === 1 && /^(?:\S*\s)*?(?:diff|colordiff|cmp|comm|join|sdiff|git)\b/.test(piece.command);
}

/**
 * The pieces that may count although the command failed. The exit code is the last command's: a search that ends with
 * 1 found nothing; a reader that failed for no visible reason read nothing; what ran before it stands. Programs that
 * convert documents may fail half-way, so none of them counts.
 */
export function afterFailure(
  pieces: readonly Piece[],
  facts: { readonly exitCode: number; readonly explained: boolean; readonly text: string },
): { readonly pieces: readonly Piece[]; readonly note: string | undefined } {
  const last = pieces.at(-1);
  if (last === undefined) return { pieces, note: undefined };
  const isSearch = last.type === "search" || (last.type === "content" && last.via === "search");
  const kept = pieces.map((piece): Piece =>
    piece.type === "content" && piece.converter === true
      ? { type: "unknown", command: piece.command, inputs: piece.sources }
      : piece,
  );
  if (isSearch && facts.exitCode === 1 && !facts.explained) return { pieces: kept.slice(0, -1), note: undefined };
  if (
    last.type !== "content" ||
    (last.headings !== undefined && facts.text.includes("==> ")) ||
    isBenign(facts.exitCode, last) ||
    (facts.explained && last.converter !== true)
  )
    return { pieces: kept, note: undefined };
  const note = isBlank(facts.text, 0, facts.text.length)
    ? undefined
    : `\`${last.command}\` failed (exit ${facts.exitCode}): its output is kept but not counted as read`;
  return { pieces: [...kept.slice(0, -1), { type: "unknown", command: last.command, inputs: [] }], note };
}
