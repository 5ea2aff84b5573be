import { rankCandidates } from "../candidates.ts";
import type { Projection } from "../fold.ts";
import { limits } from "../limits.ts";
import type { Requirement } from "../state.ts";
import { renderPage } from "./page.ts";
import { createBlockRenderer, fileName, type View } from "./review.ts";

/**
 * What a stop would leave behind: requirements that are open, or the first one, when none was recorded although the task
 * read or listed files. Unopened candidates owe nothing.
 */
export function owedBy(tab: Projection): { readonly count: number; readonly open: readonly Requirement[] } {
  if (tab.closed) return { count: 0, open: [] };
  const open = [...tab.requirements.values()].filter((one) => one.status === "open");
  if (tab.requirements.size > 0) return { count: open.length, open };
  const touchedFiles = tab.candidates.size > 0 || tab.log.some((entry) => entry.paths.length > 0);
  return { count: touchedFiles ? 1 : 0, open };
}

export async function renderFinishCheck(view: View, number: number, atMost: number): Promise<string> {
  const { open } = owedBy(view.tab);
  const lines = [`[tab] Finish check ${number} of at most ${atMost}: you stopped.`];
  if (open.length === 0) {
    lines.push("No requirement items were recorded. Add one per fact, figure, or deliverable element the task names");
  } else {
    const header = open.length === 1 ? "1 requirement is still open:" : `${open.length} requirements are still open:`;
    const page = { offset: 0, limit: open.length };
    const blocks = await renderPage(header, open, page, createBlockRenderer(view));
    lines.push(blocks.text);
  }
  const files = unopenedFiles(view);
  if (files.length > 0) lines.push("Listed but never opened (* above threshold):", ...files);
  lines.push("Resolve each against what you read, open what is missing, or set it aside with a reason; then finish.");
  return lines.join("\n");
}

function unopenedFiles(view: View): readonly string[] {
  const candidates = [...view.tab.candidates.values()];
  const options = { topK: limits.filesPerFinishCheck, all: true };
  const top = rankCandidates(candidates, view.tab.taskText ?? "", view.ranker, options);
  const left = candidates.length - top.length;
  const lines = top.map((candidate, index) => `${index + 1}. ${fileName(candidate)}`);
  return left > 0 ? [...lines, `…${left} more: tab_list kind=candidates offset=${top.length}`] : lines;
}

/** Strict: reads back the first line of a finish check. */
export function parseFinishCheckLine(line: string): { readonly number: number; readonly atMost: number } | undefined {
  const match = /^\[tab\] Finish check (\d+) of at most (\d+): you stopped\.$/.exec(line);
  return match ? { number: Number(match[1]), atMost: Number(match[2]) } : undefined;
}
