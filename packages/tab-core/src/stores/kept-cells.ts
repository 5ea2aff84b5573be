import type { CellChanges, KeptCells, TaskId } from "../event-store.ts";
import type { Connection } from "./connection.ts";
import { sumOf } from "./sqlite-schema.ts";

/** The state kept for one version of the fold, or the cells of it with these keys; `undefined` when a row was changed. */
export function readCells(
  { database, prepared }: Connection,
  task: TaskId,
  version: number,
  keys: readonly string[] | undefined,
): KeptCells | undefined {
  // One state of the file, though it takes several statements.
  database.exec("BEGIN");
  try {
    const row = prepared("selectProjection").get(task, version);
    if (row === undefined) return undefined;
    const [number, seq] = [Number(row["number"]), Number(row["seq"])];
    if (row["sum"] !== sumOf(version, seq)) return undefined;
    const rows = keys
      ? keys.map((key) => prepared("selectCell").get(number, version, key)).filter((cell) => cell !== undefined)
      : prepared("selectCells").all(number, version);
    const cells = new Map<string, string>();
    for (const { key, value, sum } of rows) {
      if (sum !== sumOf(version, String(key), String(value))) return undefined;
      cells.set(String(key), String(value));
    }
    return { seq, head: Number(row["head"]), cells };
  } finally {
    if (database.isTransaction) database.exec("COMMIT");
  }
}

/** Inside the transaction of the batch that ends at `seq`. */
export function writeCells(
  { prepared }: Connection,
  number: number,
  seq: number,
  { version, base, changed }: CellChanges,
): void {
  const kept = prepared("selectProjectionSeq").get(number, version)?.["seq"];
  if (base > 0 && (kept === undefined || Number(kept) < base)) return;
  if (base === 0) {
    // Those of older versions have no reader any more.
    prepared("deleteCells").run(number, version);
    prepared("deleteProjections").run(number, version);
  }
  for (const [key, value] of changed) {
    prepared("upsertCell").run(number, version, key, value, sumOf(version, key, value));
  }
  prepared("upsertProjection").run(number, version, seq, sumOf(version, seq));
}
