import type { Change } from "./file-diff.ts";

/**
 * The lines of the after version, made of those before and the accepted changes. What was removed is addressed in the
 * before version, everything else by the lines that it has in the after version. Throws an `Error` that says which line
 * does not fit.
 */
export function applyToLines(
  before: readonly string[],
  changes: readonly Change[],
  isAccepted: (change: Change) => boolean,
): readonly string[] {
  const lineChanges = changes.filter(({ subject }) => subject === "line");
  const taken = new Map<number, Change>();
  const placed = new Map<number, Change>();
  for (const change of lineChanges) {
    if (change.kind !== "removed") placed.set(lineNumbers(change.address).first, change);
    const leaves = change.kind === "removed" ? change.address : change.kind === "moved" ? change.from : undefined;
    if (leaves === undefined) continue;
    const { first, last } = lineNumbers(leaves);
    for (let line = first; line <= last; line++) taken.set(line, change);
    const lines = before.slice(first, last + 1).join("\n");
    if (lines !== (change.before ?? change.after)) throw new Error(`line ${first + 1} is not the one it was made from`);
  }

  const result: string[] = [];
  let next = 0;
  const addLeftBehind = (): void => {
    for (let change = taken.get(next); change !== undefined; change = taken.get(++next)) {
      if (!isAccepted(change)) result.push(before[next]!);
    }
  };
  addLeftBehind();
  let [after, unplaced] = [0, placed.size];
  while (next < before.length || unplaced > 0) {
    const change = placed.get(after);
    if (change === undefined) {
      const line = before[next++];
      if (line === undefined) throw new Error(`there is no line ${next}`);
      result.push(line);
      after++;
      addLeftBehind();
      continue;
    }
    unplaced--;
    const lines = (change.after ?? "").split("\n");
    after += lines.length;
    if (change.kind === "changed") {
      const replaced = (change.before ?? "").split("\n");
      for (const line of replaced) {
        if (before[next] !== line) throw new Error(`line ${next + 1} is not the one it was made from`);
        next++;
      }
      result.push(...(isAccepted(change) ? lines : replaced));
      addLeftBehind();
    } else if (isAccepted(change)) for (const line of lines) result.push(line);
  }
  return result;
}

/** Of `L10` or `L10-L12`, from 0. */
function lineNumbers(address: string): { readonly first: number; readonly last: number } {
  const [, first = "", last = first] = /^L(\d+)(?:-L(\d+))?$/.exec(address) ?? [];
  return { first: Number(first) - 1, last: Number(last) - 1 };
}
