import { createChangeIds } from "./change-id.ts";
import type { Change, FileDiff, Risk } from "./file-diff.ts";
import { risksOf } from "./risks.ts";
import { summarise, type SummaryCount } from "./summary.ts";

/** Risks listed at most; the others are counted. */
const MAX_RISKS = 100;

/** Gathers the changes of one diff: gives them ids, counts all of them, and keeps as many as the limit allows. */
export interface ChangeList {
  /**
   * `place` names the sheet or other part, and `size` how many of the subject (default 1), for the summary. `content` is
   * what changed where the change does not hold it, such as the text of a slide that moved; its id is made of it.
   */
  add(change: Omit<Change, "id">, place?: string, size?: number, content?: string): void;
  note(text: string): void;
  /** Adds a risk beside those that are read from the changes, also from changes beyond the limit. */
  risk(risk: Risk): void;
  toFileDiff(format: string, path: string): FileDiff;
  /** Changes added so far, also those beyond the limit. */
  readonly count: number;
}

export function createChangeList(maxChanges: number): ChangeList {
  const changes: Change[] = [];
  const notes: string[] = [];
  const idOf = createChangeIds();
  const counts = new Map<string, SummaryCount>();
  const places = new Set<string>();
  const risks: Risk[] = [];
  let riskCount = 0;
  const addRisk = (risk: Risk): void => {
    if (riskCount++ < MAX_RISKS) risks.push(risk);
  };
  let count = 0;
  return {
    add(change, place = "", size = 1, content?: string) {
      count++;
      places.add(place);
      const kind = change.revision?.state ?? change.kind;
      const countKey = `${change.subject} ${kind}`;
      const counted = counts.get(countKey) ?? { subject: change.subject, kind, count: 0 };
      counts.set(countKey, { ...counted, count: counted.count + size });
      for (const risk of risksOf(change)) addRisk(risk);
      if (changes.length >= maxChanges) return;
      changes.push({ id: idOf(change, content), ...change });
    },
    note(text) {
      if (!notes.includes(text)) notes.push(text);
    },
    risk: addRisk,
    toFileDiff(format, path) {
      const truncated = count > changes.length;
      if (truncated) notes.push(`${count - changes.length} more changes were left out: the limit is ${maxChanges}.`);
      const warnings = risks.map(
        ({ address, detail }) => `Look twice${address === "" ? "" : ` at ${address}`}: ${detail}.`,
      );
      if (riskCount > risks.length) warnings.push(`Look twice: ${riskCount - risks.length} more risks are not listed.`);
      const [place] = places.size === 1 ? places : [""];
      return {
        format,
        path,
        equal: count === 0,
        changes,
        summary: summarise([...counts.values()], place),
        notes: [...warnings, ...notes],
        truncated,
        ...(risks.length > 0 && { risks }),
      };
    },
    get count() {
      return count;
    },
  };
}
