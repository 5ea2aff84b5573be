import { changeLine } from "../change-line.ts";
import { escapeHtml, htmlPage, preformatted } from "../html.ts";
import { REPLAY_STYLE } from "./html-style.ts";
import type { Replay, ReplayCall, ReplayStep, TabCounts } from "./replay.ts";
import { countsLine } from "./replay-lines.ts";

/** One page: a timeline of the tab over the steps, each a link to its step below, where observations are folded away. */
export function replayHtml(replay: Replay): string {
  const { run, steps, status } = replay;
  return htmlPage({
    title: `Replay of ${run.runId}`,
    style: REPLAY_STYLE,
    body: [
      "<header>",
      `<h1>Replay of <bdi>${escapeHtml(run.runId)}</bdi></h1>`,
      "<dl>",
      row("Status", status ?? "no end was recorded: killed, or still under way"),
      row("Model", `${run.provider}/${run.model}`),
      row("Workspace", run.root),
      row("Began", run.startedAt),
      "</dl>",
      `<details open><summary>The task</summary>${preformatted(run.task)}</details>`,
      "</header>",
      timeline(steps.filter(({ turn }) => turn > 0)),
      "<main>",
      ...steps.map(section),
      "</main>",
    ],
  });
}

function row(name: string, value: string): string {
  return `<dt>${name}</dt><dd><bdi>${escapeHtml(value)}</bdi></dd>`;
}

const CHART = { width: 900, height: 120, left: 8, base: 100 } as const;

/** Bars of requirements, done below open, and above them a line of the read log's length, each to its own greatest. */
function timeline(steps: readonly ReplayStep[]): string {
  if (steps.length === 0) return "";
  const width = (CHART.width - 2 * CHART.left) / steps.length;
  const mostRequirements = Math.max(1, ...steps.map(({ after }) => requirementsOf(after)));
  const mostEntries = Math.max(1, ...steps.map(({ after }) => after.entries));
  const heightOf = (count: number, most: number): number => (count / most) * (CHART.base - 10);
  const bars = steps.map(({ turn, after, calls, edits }, index) => {
    const x = CHART.left + index * width;
    const closed = heightOf(after.done + after.unavailable, mostRequirements);
    const all = heightOf(requirementsOf(after), mostRequirements);
    const title = `Step ${turn}: ${countsLine(after, after)}, ${calls.length} calls, ${edits.length} files changed`;
    return [
      `<a href="#step-${turn}"><title>${escapeHtml(title)}</title>`,
      `<rect class="hit" x="${round(x)}" y="0" width="${round(width)}" height="${CHART.height}"/>`,
      `<rect class="open" x="${round(x + width * 0.1)}" y="${round(CHART.base - all)}" width="${round(width * 0.8)}" height="${round(all - closed)}"/>`,
      `<rect class="done" x="${round(x + width * 0.1)}" y="${round(CHART.base - closed)}" width="${round(width * 0.8)}" height="${round(closed)}"/>`,
      ...(edits.length > 0 ? [`<circle class="edit" cx="${round(x + width / 2)}" cy="${CHART.base + 6}" r="3"/>`] : []),
      ...(isLabelled(index, steps.length)
        ? [`<text x="${round(x + width / 2)}" y="${CHART.height - 1}">${turn}</text>`]
        : []),
      "</a>",
    ].join("");
  });
  const points = steps.map(
    ({ after }, index) =>
      `${round(CHART.left + (index + 0.5) * width)},${round(CHART.base - heightOf(after.entries, mostEntries))}`,
  );
  return [
    '<nav aria-label="Timeline">',
    `<svg viewBox="0 0 ${CHART.width} ${CHART.height}" role="img">`,
    `<title>The tab after each of ${steps.length} steps</title>`,
    ...bars,
    `<polyline class="entries" points="${points.join(" ")}"/>`,
    "</svg>",
    `<p class="legend"><span class="done">requirements closed</span> <span class="open">open</span> <span class="entries">read log, to ${mostEntries} entries</span> <span class="edit">files changed</span></p>`,
    "</nav>",
  ].join("\n");
}

function requirementsOf({ open, done, unavailable }: TabCounts): number {
  return open + done + unavailable;
}

/** At most about twenty numbers stand side by side. */
function isLabelled(index: number, count: number): boolean {
  return index % Math.ceil(count / 20) === 0;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function section(step: ReplayStep): string {
  const { turn, at, told, said, reasoning, tokens, calls, before, after, requirements, edits } = step;
  const cost = tokens === undefined ? "" : ` <span class="soft">${tokens.input} tokens in, ${tokens.output} out</span>`;
  const time = at === undefined ? "" : ` <time datetime="${escapeHtml(at)}">${escapeHtml(at.slice(11, 19))}</time>`;
  return [
    `<section id="step-${turn}">`,
    `<h2>${turn === 0 ? "Before the first step" : `Step ${turn}`}${time}${cost}</h2>`,
    ...told.map(
      ({ about, text }) => `<details><summary>Told: ${escapeHtml(about)}</summary>${preformatted(text)}</details>`,
    ),
    ...(reasoning === "" ? [] : [`<details><summary>Thought</summary>${preformatted(reasoning)}</details>`]),
    ...(said === "" ? [] : [`<div class="said">${preformatted(said)}</div>`]),
    ...calls.map(callBlock),
    ...(turn === 0 ? [] : [`<p class="tab"><strong>Tab</strong> ${escapeHtml(countsLine(before, after))}</p>`]),
    ...(requirements.length === 0
      ? []
      : [`<ul>${requirements.map((line) => `<li><bdi>${escapeHtml(line)}</bdi></li>`).join("")}</ul>`]),
    ...edits.map(
      ({ edit, actor, diff }) =>
        `<details class="delta" open><summary>Δ <code>${escapeHtml(changeLine(edit))}</code>${actor === "agent" ? "" : ` (${escapeHtml(actor)})`}</summary>${diff === undefined ? "<p>A side of this change was not kept.</p>" : preformatted(diff)}</details>`,
    ),
    "</section>",
  ].join("\n");
}

function callBlock({ command, input, text, isError, hasImage, captured, listed }: ReplayCall): string {
  const lines = text === "" ? 0 : text.trimEnd().split("\n").length;
  return [
    `<div class="call${isError ? " error" : ""}">`,
    `<details><summary><code>${escapeHtml(command)}</code> <span class="soft">${isError ? "error, " : ""}${lines} lines${hasImage ? ", shown as an image" : ""}</span></summary>`,
    ...(input === "" ? [] : [`<p class="soft">Arguments</p>${preformatted(input)}`]),
    `<p class="soft">Observation</p>${preformatted(text)}`,
    "</details>",
    ...(captured.length + listed.length === 0 ? [] : [`<ul class="captured">${capturedItems(captured, listed)}</ul>`]),
    "</div>",
  ].join("\n");
}

function capturedItems(captured: ReplayCall["captured"], listed: ReplayCall["listed"]): string {
  const entries = captured.map(({ id, origin, paths, partial, confidence, length }) => {
    const marks = [origin, partial && "in part", confidence < 1 && `confidence ${confidence}`, `${length} characters`];
    return `<li><span class="id">${id}</span> <code>${escapeHtml(paths.join(", ") || "attributed to nothing")}</code> <span class="soft">${marks.filter((mark) => mark !== false).join(", ")}</span></li>`;
  });
  const list =
    listed.length === 0
      ? []
      : [`<li><details><summary>${listed.length} listed</summary>${preformatted(listed.join("\n"))}</details></li>`];
  return [...entries, ...list].join("");
}
