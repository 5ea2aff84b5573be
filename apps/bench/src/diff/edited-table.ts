/** A table of the size asked for and an edited version, always the same for the same numbers. */
export interface TablePair {
  readonly before: readonly (readonly string[])[];
  readonly after: readonly (readonly string[])[];
  /** Edits made: a row inserted or removed, or a cell changed. */
  readonly edits: number;
}

/** One edit in 500 rows, at least 4. */
export function editedTable(rows: number, seed = 1): TablePair {
  const before = Array.from({ length: rows }, (_, row) => [
    `id ${row}`,
    String(row * 7),
    String(row % 9),
    `note ${row % 40}`,
    (row * 0.37).toFixed(2),
    `place ${row % 1000}`,
  ]);
  const next = random(seed);
  const after = before.map((row) => [...row]);
  const edits = Math.max(4, Math.floor(rows / 500));
  for (let edit = 0; edit < edits; edit++) {
    const at = next(after.length);
    if (edit % 3 === 0) after.splice(at, 0, [`new ${edit}`, String(edit), "0", "note", "1.00", "place"]);
    else if (edit % 3 === 1) after.splice(at, 1);
    else after[at]![2] = `changed ${edit}`;
  }
  return { before, after, edits };
}

export function toCsv(rows: readonly (readonly string[])[]): Uint8Array {
  return Buffer.from(`${rows.map((row) => row.join(",")).join("\n")}\n`);
}

/** Lines of words, and the same with one edit in 200 lines. */
export function editedText(lines: number, seed = 1): { readonly before: string; readonly after: string } {
  const next = random(seed);
  const before = Array.from({ length: lines }, (_, line) => `line ${line} says ${next(5_000)} and ${next(50)} again`);
  const after = [...before];
  for (let edit = 0; edit < Math.max(3, lines / 200); edit++) {
    const at = next(after.length);
    if (edit % 3 === 0) after.splice(at, 0, `a new line ${edit}`);
    else if (edit % 3 === 1) after.splice(at, 1);
    else after[at] = `${after[at]} changed`;
  }
  return { before: `${before.join("\n")}\n`, after: `${after.join("\n")}\n` };
}

/** A linear congruential generator (the constants of ANSI C): no more is needed to place edits. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state % below;
  };
}
