import type { Change, FileDiff } from "./file-diff.ts";
import { summarise, type SummaryCount } from "./summary.ts";

/** Gathers the changes of one diff: gives them ids, counts all of them, and keeps as many as the limit allows. */
export interface ChangeList {
  /** `place` names the sheet or other part, and `size` how many of the subject (default 1), for the summary. */
  add(change: Omit<Change, "id">, place?: string, size?: number): void;
  note(text: string): void;
  toFileDiff(format: string, path: string): FileDiff;
  /** Changes added so far, also those beyond the limit. */
  readonly count: number;
}

export function createChangeList(maxChanges: number): ChangeList {
  const changes: Change[] = [];
  const notes: string[] = [];
  const timesUsed = new Map<string, number>();
  const counts = new Map<string, SummaryCount>();
  const places = new Set<string>();
  let count = 0;
  return {
    add(change, place = "", size = 1) {
      count++;
      places.add(place);
      const countKey = `${change.subject} ${change.kind}`;
      const counted = counts.get(countKey) ?? { subject: change.subject, kind: change.kind, count: 0 };
      counts.set(countKey, { ...counted, count: counted.count + size });
      if (changes.length >= maxChanges) return;
      // Made of what the change is and where, so that it stays the same when other changes come and go.
      const key = `${change.kind}:${change.subject}:${change.address}`;
      const times = (timesUsed.get(key) ?? 0) + 1;
      timesUsed.set(key, times);
      changes.push({ id: times === 1 ? key : `${key}#${times}`, ...change });
    },
    note(text) {
      if (!notes.includes(text)) notes.push(text);
    },
    toFileDiff(format, path) {
      const truncated = count > changes.length;
      if (truncated) notes.push(`${count - changes.length} more changes were left out: the limit is ${maxChanges}.`);
      const [place] = places.size === 1 ? places : [""];
      return {
        format,
        path,
        equal: count === 0,
        changes,
        summary: summarise([...counts.values()], place),
        notes,
        truncated,
      };
    },
    get count() {
      return count;
    },
  };
}
