import type { Run } from "../../parts.ts";
import { appendRun } from "./runs.ts";

/** Text that is set higher or lower than the text around it. */
export type Script = "super" | "sub";

/** A run before its script is written out. */
export type ScriptedRun = Run & { readonly script?: Script };

/**
 * Writes raised and lowered text as a person types it on one line, since `10` and a raised `2` are no `102`. Stretches of
 * one script are written as one, whatever their looks. Text that begins a paragraph or a word, as the mark before the text
 * of a note, needs no sign.
 */
export function writeScripts(runs: readonly ScriptedRun[]): Run[] {
  if (runs.every(({ script }) => script === undefined)) return [...runs];
  const written: Run[] = [];
  const append = (text: string, { hidden, revision, style }: Run): void =>
    appendRun(written, text, { hidden: hidden === true, revision, style });
  for (let at = 0; at < runs.length;) {
    const first = runs[at]!;
    const stretch = [first];
    while (isSame(runs[at + stretch.length], first)) stretch.push(runs[at + stretch.length]!);
    at += stretch.length;
    const text = stretch.map((run) => run.text).join("");
    const next = runs[at]?.script === undefined ? (runs[at]?.text ?? "") : "";
    const [before, behind] = signsOf(first.script, text, written.at(-1)?.text ?? "", next);
    // The signs stand at the text, not at the white space around it.
    const start = stretch.findIndex((run) => run.text.trim() !== "");
    const end = stretch.findLastIndex((run) => run.text.trim() !== "");
    for (const [index, run] of stretch.entries()) {
      let own = run.text;
      if (index === end) own = own.trimEnd() + behind + /\s*$/.exec(own)![0];
      if (index === start) own = /^\s*/.exec(own)![0] + before + own.trimStart();
      append(own, run);
    }
  }
  return written;
}

function isSame(run: ScriptedRun | undefined, { script, revision }: ScriptedRun): boolean {
  return run !== undefined && run.script === script && run.revision === revision;
}

/** What stands before and behind a stretch, by the text around it. */
function signsOf(
  script: Script | undefined,
  text: string,
  textBefore: string,
  textBehind: string,
): readonly [before: string, behind: string] {
  const words = text.trim();
  const last = /[\p{L}\p{N})\]]$/u.exec(textBefore)?.[0];
  if (script === undefined || last === undefined || /^\s/.test(text) || !/[\p{L}\p{N}]/u.test(words)) return NONE;
  // `[1]` and `(a)` are set apart already.
  if (/^[[(]/.test(words)) return NONE;
  // `H₂O` is typed as H2O; only beside a figure it would become another one.
  const joinsFigures =
    (/\p{N}/u.test(last) && /^\p{N}/u.test(words)) || (/\p{N}$/u.test(words) && /^\p{N}/u.test(textBehind));
  if (script === "sub" && !joinsFigures) return NONE;
  // `1st`, `20th`, a trade mark: letters change no figure.
  if (script === "super" && /^\p{L}{2,}\.?$/u.test(words)) return NONE;
  const sign = script === "super" ? "^" : "_";
  const isOneWord = /^[-−+±]?[\p{L}\p{N}.,]+[-−+]?$/u.test(words);
  return isOneWord && !/^[\p{L}\p{N}]/u.test(textBehind) ? [sign, ""] : [`${sign}(`, ")"];
}

const NONE = ["", ""] as const;
