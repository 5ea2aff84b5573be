import { rankByContent } from "../content-ranking.ts";
import type { Delivery } from "../delivery/delivery-check.ts";
import type { Projection } from "../fold.ts";
import { limits } from "../limits.ts";
import type { Requirement } from "../state.ts";
import { renderPage } from "./page.ts";
import { createBlockRenderer, fileName, resolvedLine, type View } from "./review.ts";

/** What a stop would leave behind. Unopened candidates and what could not be checked owe nothing. */
export interface Owed {
  readonly count: number;
  readonly open: readonly Requirement[];
  /** Values that no readable deliverable states. */
  readonly missing: readonly Delivery[];
  /** None recorded although the task read or listed files. */
  readonly noneRecorded: boolean;
}

export function owedBy(tab: Projection, deliveries: readonly Delivery[]): Owed {
  if (tab.closed) return { count: 0, open: [], missing: [], noneRecorded: false };
  const open = [...tab.requirements.values()].filter((one) => one.status === "open");
  const missing = deliveries.filter((one) => one.status === "missing");
  const touchedFiles = tab.candidates.size > 0 || tab.log.some((entry) => entry.paths.length > 0);
  // Nothing is owed for a look at some files that has not become a task.
  const noneRecorded = tab.taskText !== undefined && tab.requirements.size === 0 && touchedFiles;
  return { count: open.length + missing.length + Number(noneRecorded), open, missing, noneRecorded };
}

export async function renderFinishCheck(
  view: View,
  { number, atMost }: { readonly number: number; readonly atMost: number },
  deliveries: readonly Delivery[],
): Promise<string> {
  const { open, missing, noneRecorded } = owedBy(view.tab, deliveries);
  const lines = [`[tab] Finish check ${number} of at most ${atMost}: you stopped.`];
  if (noneRecorded) {
    lines.push("No requirement items were recorded. Add one per fact, figure, or deliverable element the task names");
  }
  if (open.length > 0) {
    const header = open.length === 1 ? "1 requirement is still open:" : `${open.length} requirements are still open:`;
    const page = { offset: 0, limit: open.length };
    const blocks = await renderPage(header, open, page, createBlockRenderer(view));
    lines.push(blocks.text);
  }
  lines.push(...(await deliveryLines(deliveries)), ...(await doubtfulLines(view)));
  const files = await unopenedFiles(view);
  if (files.length > 0) lines.push("Listed but never opened (* above threshold):", ...files);
  const forMissing =
    'State each missing value in the deliverable, or resolve it anew with what you deliver (value "none" for an input)';
  if (missing.length === 0) lines.push(forOpen);
  else lines.push(open.length === 0 && !noneRecorded ? `${forMissing}; then finish.` : `${forMissing}.\n${forOpen}`);
  return lines.join("\n");
}

const forOpen = "Resolve each against what you read, open what is missing, or set it aside with a reason; then finish.";

/** Missing values, and in one line each those that could not be checked. */
async function deliveryLines(deliveries: readonly Delivery[]): Promise<readonly string[]> {
  const said = deliveries.flatMap((one) => (one.status === "found" ? [] : [one]));
  if (said.length === 0) return [];
  const missing = said.filter((one) => one.status === "missing");
  const header =
    missing.length === 0
      ? "Values that could not be looked for:"
      : `${missing.length === 1 ? "1 value is" : `${missing.length} values are`} missing from the deliverables:`;
  const unchecked = said.filter((one) => one.status === "could not check");
  const request = { offset: 0, limit: said.length, maxLength: limits.deliveries };
  const page = await renderPage(header, [...missing, ...unchecked], request, ({ text }) => text);
  return page.text.split("\n").map(withoutOffset);
}

/** `tab_list` does not page through these: what does not fit is counted. */
function withoutOffset(line: string): string {
  return line.replace(/^(…\d+ more): tab_list offset=\d+$/, "$1");
}

/** What was closed on evidence that is weak, disputed or stale by now. Nothing is owed for it. */
async function doubtfulLines(view: View): Promise<readonly string[]> {
  const done = [...view.tab.requirements.values()].filter((one) => one.status === "done");
  const lines = await Promise.all(done.map((one) => resolvedLine(view, one)));
  const doubtful = done.flatMap(({ verdict }, index) => {
    const line = lines[index] ?? "";
    return verdict === "weak" || verdict === "disputed" || line.includes("; stale: ") ? [line] : [];
  });
  if (doubtful.length === 0) return [];
  const request = { offset: 0, limit: doubtful.length, maxLength: limits.doubtful };
  const page = await renderPage("Closed on doubtful evidence:", doubtful, request, (line) => line);
  return page.text.split("\n").map(withoutOffset);
}

async function unopenedFiles(view: View): Promise<readonly string[]> {
  const options = { topK: limits.filesPerFinishCheck, all: true };
  const { candidates: top } = await rankByContent(view.tab.taskText ?? "", view, options);
  const left = view.tab.candidates.size - top.length;
  const lines = top.map((candidate, index) => `${index + 1}. ${fileName(candidate)}`);
  return left > 0 ? [...lines, `…${left} more: tab_list kind=candidates offset=${top.length}`] : lines;
}

/** Strict: reads back the first line of a finish check. */
export function parseFinishCheckLine(line: string): { readonly number: number; readonly atMost: number } | undefined {
  const match = /^\[tab\] Finish check (\d+) of at most (\d+): you stopped\.$/.exec(line);
  return match ? { number: Number(match[1]), atMost: Number(match[2]) } : undefined;
}
