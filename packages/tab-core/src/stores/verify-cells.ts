import type { DatabaseSync } from "node:sqlite";
import { changedCells } from "../cells.ts";
import type { StoredEvent } from "../event-store.ts";
import { fold, FOLD_VERSION } from "../fold.ts";
import { upcastEvent } from "../upcast.ts";
import { sumOf } from "./sqlite-schema.ts";

/**
 * Whether the kept state of a task is as it was written, and that of the present fold what the events up to it give: a row
 * that is missing changes no sum. What is wrong, as sentences.
 */
export function* verifyCells(database: DatabaseSync, number: number): Generator<string> {
  const seqs = new Map<number, number>();
  const projections = database.prepare("SELECT fold_version, seq, sum FROM projection WHERE task = ?").all(number);
  for (const { fold_version, seq, sum } of projections) {
    seqs.set(Number(fold_version), Number(seq));
    if (sum === sumOf(Number(fold_version), Number(seq))) continue;
    yield `the place of the state kept for fold version ${String(fold_version)} was changed`;
  }
  const kept = new Map<string, string>();
  for (const { fold_version, key, value, sum } of database
    .prepare("SELECT fold_version, key, value, sum FROM cell WHERE task = ?")
    .iterate(number)) {
    const name = `"${String(key)}" of the state kept for fold version ${String(fold_version)}`;
    if (!seqs.has(Number(fold_version))) yield `${name} belongs to no kept state`;
    if (sum !== sumOf(Number(fold_version), String(key), String(value))) yield `${name} was changed; it is passed over`;
    if (Number(fold_version) === FOLD_VERSION) kept.set(String(key), String(value));
  }
  const seq = seqs.get(FOLD_VERSION);
  if (seq === undefined) return;
  const expected = changedCells(fold(eventsUpTo(database, number, seq)));
  const differing = [...new Set([...expected.keys(), ...kept.keys()])].filter(
    (key) => expected.get(key) !== kept.get(key),
  );
  if (differing.length > 0) {
    yield `the kept state is not that of the events: ${differing.length} of its cells differ, "${differing[0]}" for one`;
  }
}

function* eventsUpTo(database: DatabaseSync, number: number, seq: number): Generator<StoredEvent> {
  const select = database.prepare("SELECT seq, key, body FROM event WHERE task = ? AND seq <= ? ORDER BY seq");
  for (const row of select.iterate(number, seq)) {
    const event = upcastEvent(JSON.parse(String(row["body"])));
    yield { seq: Number(row["seq"]), key: String(row["key"]), event };
  }
}
