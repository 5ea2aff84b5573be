/** What a harness adds to an output, in its own words. */
export interface Notices {
  /** Where the tool's own text begins and ends: UTF-16 offsets, `end` not included. */
  readonly start: number;
  readonly end: number;
  /** Whether it says that text was left out. */
  readonly truncated: boolean;
  /** Whether what is left out comes after what is shown, so that lines count from the first one. */
  readonly fromStart: boolean;
  readonly exitCode: number | undefined;
}

const EXIT =
  /^[[(<]?(?:(?:the )?command (?:exited|failed) with (?:exit )?(?:code|status)|(?:ended [^\]\n]{0,200}; )?exit(?:ed with)? (?:code|status)):? ?(-?\d{1,5})[\])>]?\.?$/i;
const ENDED = /^\[ended (?:after|: it)[^\n]{0,200}\]$/i;
const NOTHING = /^\s*[(<[](?:no output|empty|.{0,40}completed with no output|no content)[)>\]]\s*$/i;
const LEFT_OUT =
  /^[[(<….\s]+(?:[^\n]{0,80}\b)?(?:truncated|omitted|left out|elided|(?:characters?|bytes|lines?)(?: of output)?(?: \(\d+ lines\))? (?:cut|removed|dropped))\b[^\n]{0,160}$/i;
const SHOWING =
  /^[[(]?(?:showing lines \d+|\d+ more lines? in file|end of file|output capped|results are truncated|\(?file has more lines)[^\n]{0,200}$/i;
/** Lines that stand before a command's output: `Exit code: 0`, `Wall time: 0.1 seconds`, `Output:`. */
const HEAD =
  /^(?:(?:Exit code|Wall time|Chunk ID|Process exited with code|Process running with session ID|Original token count|Total output lines):? [^\n]{1,80}\r?\n){1,8}(?:\r?\n)?Output:\r?\n?/;
const HEAD_EXIT = /^(?:Exit code:|Process exited with code) (-?\d{1,5})\r?$/m;
/** `<output>…</output>` with `<exit_code>0</exit_code>` and the like around it. */
const TAGGED = /^\s*<(output|stdout|result|bash-stdout|command_output)>\r?\n?/;
const TAGGED_EXIT = /<(?:exit_?code|returncode|exit_status)>\s*(-?\d{1,5})\s*</;
const REMINDER = /\s*<system-reminder>[\s\S]*$/;
/** Only this much at the end is searched for notices. */
const TAIL = 4000;

/** Finds the lines that harnesses put before and after a tool's text: exit codes, truncation, reminders. */
export function findNotices(output: string): Notices {
  let end = output.length;
  let start = 0;
  let truncated = false;
  let fromStart = true;
  let exitCode: number | undefined;
  if (output.length < 200 && NOTHING.test(output))
    return { start: 0, end: 0, truncated: false, fromStart: true, exitCode: undefined };
  const tailFrom = Math.max(0, end - TAIL);
  const reminder = REMINDER.exec(output.slice(tailFrom));
  if (reminder !== null) end = tailFrom + reminder.index;
  for (let round = 0; round < 6; round++) {
    const trimmed = lastNonBlank(output, end);
    const from = output.lastIndexOf("\n", trimmed - 1) + 1;
    if (trimmed <= 0 || trimmed - from > 300) break;
    const line = output.slice(from, trimmed).trim();
    const exit = EXIT.exec(line);
    if (exit !== null) {
      exitCode = Number(exit[1]);
      truncated ||= /^\[ended/i.test(line);
    } else if (SHOWING.test(line)) {
      truncated ||= !/^\(?end of file/i.test(line);
      fromStart &&= !/lines (?!1\b)\d/i.test(line);
    } else if (LEFT_OUT.test(line) || ENDED.test(line)) truncated = true;
    else break;
    end = from;
    // A blank line before the harness's words is the harness's too.
    if (/\n\r?\n$/.test(output.slice(Math.max(0, end - 4), end))) end = output.lastIndexOf("\n", end - 2) + 1;
  }
  const head = HEAD.exec(output.slice(0, 1000));
  const tag = head === null ? TAGGED.exec(output.slice(0, 100)) : null;
  const closing = tag === null ? -1 : output.lastIndexOf(`</${tag[1]}>`);
  if (head !== null) {
    exitCode ??= Number(HEAD_EXIT.exec(head[0])?.[1] ?? Number.NaN);
    if (Number.isNaN(exitCode)) exitCode = undefined;
    start = head[0].length;
  } else if (tag !== null && closing >= tag[0].length && output.length - closing < 2000) {
    const said = TAGGED_EXIT.exec(output.slice(closing));
    if (said !== null) exitCode ??= Number(said[1]);
    start = tag[0].length;
    end = closing;
  }
  const firstBreak = output.indexOf("\n");
  const first = EXIT.exec(
    output.slice(0, firstBreak < 0 ? Math.min(output.length, 60) : Math.min(firstBreak, 60)).trim(),
  );
  if (first !== null && end > 0 && start === 0) {
    exitCode ??= Number(first[1]);
    start = firstBreak < 0 ? end : Math.min(end, firstBreak + 1);
  }
  if (hasGap(output.slice(start, end))) {
    truncated = true;
    fromStart = false;
  }
  return { start, end: Math.max(start, end), truncated, fromStart, exitCode };
}

function lastNonBlank(text: string, end: number): number {
  let at = end;
  while (at > 0 && /\s/.test(text[at - 1]!)) at--;
  return at;
}

/** A line of a clamped output that stands for what was left out, such as `[… 1,200 characters left out …]`. */
function hasGap(output: string): boolean {
  for (let at = 0; at >= 0 && at < output.length;) {
    const stop = output.indexOf("\n", at);
    const end = stop < 0 ? output.length : stop;
    const first = output[at];
    if (
      end - at < 260 &&
      (first === "[" || first === "(" || first === "<" || first === "…" || (first === "." && output[at + 1] !== "/")) &&
      LEFT_OUT.test(output.slice(at, end))
    )
      return true;
    at = stop < 0 ? -1 : stop + 1;
  }
  return false;
}
