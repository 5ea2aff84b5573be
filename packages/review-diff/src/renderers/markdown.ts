import type { Change, FileDiff } from "../file-diff.ts";
import type { Renderer } from "../renderer.ts";
import { changeTitle } from "./change-title.ts";
import { escapeControls, escapeLine } from "./escape-controls.ts";

/**
 * Markdown for a pull request or a chat. Content stands in fenced blocks that it cannot close, and elsewhere every
 * character with a meaning in Markdown or HTML is escaped, so that no file can add links, images or headings.
 */
export function createMarkdownRenderer(): Renderer {
  return {
    name: "markdown",
    render: (diff) => `${fileSections(diff).join("\n\n")}\n`,
    renderWorkspace({ files, summary, notes }) {
      const lines = files.map(({ path, summary: line }) => `- **${escapeMarkdown(path)}** ${escapeMarkdown(line)}`);
      const sections = [
        escapeMarkdown(summary),
        ...(lines.length > 0 ? [lines.join("\n")] : []),
        ...files.flatMap((file) => (file.diff === undefined ? [] : fileSections(file.diff))),
        ...noteSections(notes),
      ];
      return `${sections.join("\n\n")}\n`;
    },
  };
}

function fileSections({ path, summary, changes, notes }: FileDiff): readonly string[] {
  return [
    `### ${escapeMarkdown(path)}`,
    escapeMarkdown(summary),
    ...changes.map(changeSection),
    ...noteSections(notes),
  ];
}

function noteSections(notes: readonly string[]): readonly string[] {
  return notes.length > 0 ? [notes.map((note) => `> ${escapeMarkdown(note)}`).join("\n>\n")] : [];
}

function changeSection(change: Change): string {
  const where = change.address === "" ? "" : ` at ${escapeMarkdown(change.address)}`;
  const from = change.from === undefined ? "" : ` from ${escapeMarkdown(change.from)}`;
  const title = `**${escapeMarkdown(changeTitle(change))}**${from}${where}`;
  const lines = [...sideLines("-", change.before), ...sideLines("+", change.after)];
  if (lines.length === 0) return title;
  const fence = "`".repeat(longestBacktickRun(lines) + 1);
  return [title, "", `${fence}diff`, ...lines, fence].join("\n");
}

function sideLines(mark: string, text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  return escapeControls(text)
    .split("\n")
    .map((line) => `${mark} ${line}`);
}

/** At least the two that make the shortest fence one longer. */
function longestBacktickRun(lines: readonly string[]): number {
  const runs = lines.flatMap((line) => line.match(/`+/g) ?? []).map((run) => run.length);
  return runs.reduce((longest, length) => Math.max(longest, length), 2);
}

function escapeMarkdown(text: string): string {
  return escapeLine(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replace(/[\\`*_{}[\]()#+!|~@:-]/g, "\\$&");
}
