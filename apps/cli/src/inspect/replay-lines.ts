import { changeLine } from "../change-line.ts";
import { escapeControls, onOneLine } from "../terminal.ts";
import type { Replay, ReplayCall, ReplayStep, TabCounts } from "./replay.ts";

export interface ReplayStyle {
  /** Lines of one observation, message or diff at most; the rest is counted. */
  readonly mostLines: number;
  bold(text: string): string;
  dim(text: string): string;
}

export function headerLines({ run, steps, status }: Replay, style: ReplayStyle): readonly string[] {
  return [
    style.bold(oneLine(run.runId)),
    `model      ${oneLine(`${run.provider}/${run.model}`)}`,
    `workspace  ${oneLine(run.root)}`,
    `began      ${run.startedAt}`,
    `steps      ${steps.filter(({ turn }) => turn > 0).length}, ${status ?? "no end was recorded: killed, or still under way"}`,
    "task",
    ...clipped(run.task, style, "    "),
  ];
}

/**
 * A step as the terminal shows it: what was said, each observation with what was captured of it, the tab, Δ. Text of files
 * is escaped, so that the lines may be printed with their style.
 */
export function stepLines(step: ReplayStep, style: ReplayStyle): readonly string[] {
  const { turn, told, said, reasoning, tokens, calls, before, after, requirements, edits } = step;
  const { bold, dim } = style;
  const cost = tokens === undefined ? "" : dim(`  ${tokens.input} tokens in, ${tokens.output} out`);
  return [
    "",
    `${bold(turn === 0 ? "Before the first step" : `Step ${turn}`)}${cost}`,
    ...told.flatMap(({ about, text }) => [dim(`  ${about}:`), ...clipped(text, style, "    ")]),
    ...(reasoning === "" ? [] : [dim("  thought:"), ...clipped(reasoning, style, "    ").map(dim)]),
    ...(said === "" ? [] : ["  said:", ...clipped(said, style, "    ")]),
    ...calls.flatMap((call) => callLines(call, style)),
    ...(turn === 0 ? [] : [`  tab  ${countsLine(before, after)}`]),
    ...requirements.map((line) => `       ${oneLine(line)}`),
    ...edits.flatMap(({ edit, actor, diff }) => [
      `  Δ    ${escapeControls(changeLine(edit))}${actor === "agent" ? "" : ` (${actor})`}`,
      ...(diff === undefined ? [] : clipped(diff, style, "       ")),
    ]),
  ];
}

function callLines({ command, text, isError, hasImage, captured, listed }: ReplayCall, style: ReplayStyle) {
  const { bold, dim } = style;
  return [
    `  ${bold("→")} ${oneLine(command)}${isError ? "  (error)" : ""}`,
    ...clipped(text, style, "    ").map(dim),
    ...(hasImage ? [dim("    (shown as an image)")] : []),
    ...captured.map((entry) => {
      const { id, origin, paths, partial, confidence, redacted } = entry;
      const marks = [partial && "in part", redacted && "redacted", confidence < 1 && `confidence ${confidence}`];
      const said = marks.filter((mark) => mark !== false).join(", ");
      return `    ✓ ${id} ${origin} ${oneLine(paths.join(", ") || "attributed to nothing")}${said === "" ? "" : dim(` (${said})`)}`;
    }),
    ...(listed.length === 0
      ? []
      : [`    ✓ listed ${listed.length}: ${oneLine(listed.slice(0, 3).join(", "))}${listed.length > 3 ? ", …" : ""}`]),
  ];
}

function oneLine(text: string): string {
  return onOneLine(escapeControls(text));
}

/** `3 open → 2, 0 done → 1, 12 entries, 94 candidates → 93`: only what changed has an arrow. */
export function countsLine(before: TabCounts, after: TabCounts): string {
  const names: readonly [keyof TabCounts, string][] = [
    ["open", "open"],
    ["done", "done"],
    ["unavailable", "unavailable"],
    ["entries", "entries"],
    ["candidates", "unopened"],
  ];
  return names
    .map(([key, name]) =>
      before[key] === after[key] ? `${after[key]} ${name}` : `${before[key]} → ${after[key]} ${name}`,
    )
    .join(", ");
}

function clipped(text: string, { mostLines }: ReplayStyle, indent: string): readonly string[] {
  const lines = escapeControls(text).trimEnd().split("\n");
  const shown = lines
    .slice(0, mostLines)
    .map((line) => `${indent}${line.length > 200 ? `${line.slice(0, 200)}…` : line}`);
  const hidden = lines.length - shown.length;
  return hidden > 0 ? [...shown, `${indent}… ${hidden} more lines`] : shown;
}
