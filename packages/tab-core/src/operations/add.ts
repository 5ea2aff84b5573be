import type { RequirementId } from "../event-store.ts";
import type { TabEvent } from "../events.ts";
import { limits } from "../limits.ts";
import { oneLine } from "../file-text.ts";
import type { Requirement } from "../state.ts";
import type { RequirementInput } from "../tab.ts";
import { type Decided, type Operation, refuse, requirementSpan } from "./operation.ts";

/** `tab_add`: new requirements, the ids of those that are there already, and rewordings. All of a call or nothing. */
export const add: Operation<readonly (string | RequirementInput)[], { readonly ids: readonly RequirementId[] }> = (
  inputs,
  { view, stamp, turn },
): Decided<{ readonly ids: readonly RequirementId[] }> => {
  if (inputs.length === 0) return refuse("tab_add: give at least one requirement, one per fact the task names.");
  if (inputs.length > limits.requirementsPerCall) {
    return refuse(
      `tab_add: at most ${limits.requirementsPerCall} requirements a call, not ${inputs.length}; add the others in another call.`,
    );
  }
  const known = new Map([...view.tab.requirements.values()].map((one) => [normalise(one.text), one.id]));
  const events: TabEvent[] = [];
  const { taskText, closed } = view.tab;
  // What is asked for opens a task where there is none, and goes on with one that was closed.
  const asked = inputs.map((one) => (typeof one === "string" ? one : one.text)).join("\n");
  if (taskText === undefined || closed) events.push({ ...stamp, type: "task.opened", text: taskText ?? asked });
  const outcome = {
    ids: [] as RequirementId[],
    added: [] as RequirementId[],
    found: [] as RequirementId[],
    reworded: [] as RequirementId[],
  };
  let next = view.tab.requirements.size + 1;

  for (const given of inputs) {
    const input = typeof given === "string" ? { text: given } : given;
    const text = input.text.replaceAll(/\s+/gu, " ").trim();
    const aliases = view.switches.aliases ? aliasesOf(input) : [];
    const problem = problemOf(text, aliases);
    if (problem !== undefined) return refuse(`tab_add: ${problem}`);
    const same = known.get(normalise(text));
    if (input.id !== undefined) {
      const before = view.tab.requirements.get(input.id as RequirementId);
      if (!before)
        return refuse(`tab_add: there is no ${oneLine(input.id, 20)} to reword; ${requirementSpan(view.tab)}.`);
      if (same !== undefined && same !== before.id)
        return refuse(`tab_add: ${same} already says that; ${before.id} stays as it is.`);
      const merged = input.aliases === undefined ? before.aliases : aliases;
      if (isChanged(before, text, merged)) {
        events.push({ ...stamp, type: "requirement.reworded", id: before.id, text, aliases: merged });
      }
      known.delete(normalise(before.text));
      known.set(normalise(text), before.id);
      outcome.reworded.push(before.id);
      outcome.ids.push(before.id);
    } else if (same !== undefined) {
      outcome.found.push(same);
      outcome.ids.push(same);
    } else {
      const id: RequirementId = `r${next++}`;
      events.push({ ...stamp, type: "requirement.added", id, text, aliases, turn });
      known.set(normalise(text), id);
      outcome.added.push(id);
      outcome.ids.push(id);
    }
  }
  return {
    ok: true,
    events,
    reply: (after) => {
      const parts = [
        outcome.added.length > 0 && `Added ${outcome.added.join(", ")}.`,
        outcome.found.length > 0 && `Already there: ${[...new Set(outcome.found)].join(", ")}.`,
        outcome.reworded.length > 0 && `Reworded ${outcome.reworded.join(", ")}.`,
        `${after.tab.counts.open} open.`,
      ];
      return { text: parts.filter((part) => part !== false).join(" "), value: { ids: outcome.ids } };
    },
  };
};

function aliasesOf(input: RequirementInput): readonly string[] {
  const folded = (input.aliases ?? []).map((alias) => alias.replaceAll(/\s+/gu, " ").trim());
  return [...new Set(folded.filter((alias) => alias !== ""))];
}

function problemOf(text: string, aliases: readonly string[]): string | undefined {
  if (text === "") return 'a requirement needs a text, such as "headcount at the end of 2024".';
  if (text.length > limits.requirementText) {
    return `a requirement has at most ${limits.requirementText} characters, not ${text.length}; split it into one per fact.`;
  }
  if (aliases.length > limits.aliases || aliases.some((alias) => alias.length > limits.alias)) {
    return `at most ${limits.aliases} aliases of ${limits.alias} characters each.`;
  }
  return undefined;
}

function isChanged(before: Requirement, text: string, aliases: readonly string[]): boolean {
  return before.text !== text || before.aliases.join("\n") !== aliases.join("\n");
}

/** Two texts that differ in case, width, white space or a final mark are one requirement. */
function normalise(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/\s+/gu, " ")
    .trim()
    .replace(/[.;:,。；：]+$/u, "");
}
