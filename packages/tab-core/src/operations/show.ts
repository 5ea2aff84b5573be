import type { RequirementId } from "../event-store.ts";
import type { LogEntry } from "../events.ts";
import { limits } from "../limits.ts";
import { fileText, oneLine } from "../file-text.ts";
import type { Requirement } from "../state.ts";
import type { ShowInput } from "../tab.ts";
import { entryHead } from "../texts/listings.ts";
import { createBlockRenderer, headOf, type View } from "../texts/review.ts";
import { isLogId, logSpan, type Operation, refuse, requirementSpan } from "./operation.ts";

export type Shown = { readonly entry: LogEntry; readonly excerpt: string } | { readonly requirement: Requirement };

/** `tab_show`: an entry's excerpt, or all about a requirement. */
export const show: Operation<ShowInput, Shown> = (input, { view }) => {
  const entry = isLogId(input.id) ? view.tab.log[Number(input.id.slice(1)) - 1] : undefined;
  const requirement = view.tab.requirements.get(input.id as RequirementId);
  if (entry) {
    const { range } = input;
    if (
      range &&
      !(Number.isInteger(range.start) && Number.isInteger(range.end) && range.start >= 1 && range.end >= range.start)
    ) {
      return refuse("tab_show: range is { start, end }, lines from 1 on, both included.");
    }
    return { ok: true, events: [], reply: (after) => showEntry(entry, input.range, after) };
  }
  if (requirement) {
    return {
      ok: true,
      events: [],
      reply: async (after) => ({ text: await aboutRequirement(requirement, after), value: { requirement } }),
    };
  }
  return refuse(`tab_show: there is no ${oneLine(input.id, 20)}; ${logSpan(view.tab)}, ${requirementSpan(view.tab)}.`);
};

async function showEntry(
  entry: LogEntry,
  range: ShowInput["range"],
  view: View,
): Promise<{ readonly text: string; readonly value: Shown }> {
  const excerpt = await view.excerpts.get(entry.id);
  const lines = fileText(excerpt).split("\n");
  const first = range?.start ?? 1;
  const wanted = lines.slice(first - 1, range?.end ?? lines.length);
  const shown = cut(wanted);
  const last = first + shown.count - 1;
  const rest = Math.min(range?.end ?? lines.length, lines.length) - last;
  const text = [
    entryHead(entry),
    `command: ${oneLine(entry.command, 300)}`,
    range && shown.count === 0
      ? `--- nothing from line ${first} on: there are ${lines.length}`
      : range
        ? `--- lines ${first}-${last} of ${lines.length}`
        : "---",
    ...(shown.count > 0 ? [shown.text] : []),
    ...(shown.hidden > 0 ? [`…${shown.hidden} more characters of line ${first}, which is too long to show whole`] : []),
    ...(rest > 0 ? [`…${rest} more lines: tab_show ${entry.id} range=${last + 1}-${lines.length}`] : []),
  ].join("\n");
  return { text, value: { entry, excerpt } };
}

/** As many whole lines as fit; one line that is longer than the bound is cut. */
function cut(lines: readonly string[]): { readonly text: string; readonly count: number; readonly hidden: number } {
  let length = 0;
  let count = 0;
  while (count < lines.length && length + lines[count]!.length <= limits.shown) length += lines[count++]!.length + 1;
  if (count === 0 && lines.length > 0) {
    return { text: `${lines[0]!.slice(0, limits.shown)}…`, count: 1, hidden: lines[0]!.length - limits.shown };
  }
  return { text: lines.slice(0, count).join("\n"), count, hidden: 0 };
}

async function aboutRequirement(requirement: Requirement, view: View): Promise<string> {
  const block = requirement.status === "open" ? await createBlockRenderer(view)(requirement) : headOf(requirement);
  const entries = requirement.evidence.flatMap((id) => view.tab.log[Number(id.slice(1)) - 1] ?? []);
  const lines = [
    block,
    requirement.aliases.length > 0 && `    aliases: ${oneLine(requirement.aliases.join(", "), 500)}`,
    ...entries.map((entry) => `    evidence: ${entryHead(entry)}`),
    requirement.quote !== undefined && `    quote: "${oneLine(requirement.quote, limits.quote)}"`,
    requirement.value !== undefined && `    value: ${oneLine(requirement.value, limits.value)}`,
    requirement.reason !== undefined && `    reason: ${oneLine(requirement.reason, limits.reason)}`,
    requirement.note !== undefined && `    note: ${oneLine(requirement.note, limits.reason)}`,
  ];
  return lines.filter((line) => line !== false).join("\n");
}
