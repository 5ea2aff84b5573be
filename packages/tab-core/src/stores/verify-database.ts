import type { DatabaseSync } from "node:sqlite";
import { chainLink, chainStart } from "../chain.ts";
import type { Damage, TaskId, Verification, VerifiedTask } from "../event-store.ts";
import { loadSqlite } from "./load-sqlite.ts";
import { schema } from "./sqlite-schema.ts";
import { verifyCells } from "./verify-cells.ts";

type Report = (found: string, seq?: number) => void;

/** More would tell nobody more. */
const damageListed = 100;

/** Every row against the chain and the rows that follow from it; without a task also the file's own structure. */
export function verifyDatabase(database: DatabaseSync, only?: TaskId): Verification {
  const damage: Damage[] = [];
  let damageCount = 0;
  const reportFor =
    (task?: TaskId): Report =>
    (found, seq) => {
      damageCount++;
      if (damage.length < damageListed)
        damage.push({ ...(task !== undefined && { task }), ...(seq !== undefined && { seq }), found });
    };
  const tasks: VerifiedTask[] = [];
  // One view of the file, whatever others append meanwhile.
  database.exec("BEGIN");
  try {
    if (only === undefined) verifyFile(database, reportFor());
    const rows = database.prepare("SELECT number, name, seq, head, opened_at, text FROM task ORDER BY number").all();
    for (const row of rows) {
      const task = String(row["name"]);
      if (only === undefined || only === task) tasks.push(verifyTask(database, row, reportFor(task)));
    }
  } finally {
    if (database.isTransaction) database.exec("ROLLBACK");
  }
  return { tasks, damage, damageCount };
}

function verifyFile(database: DatabaseSync, report: Report): void {
  for (const row of database.prepare("PRAGMA integrity_check").all()) {
    const said = String(row["integrity_check"]);
    if (said !== "ok") report(`the database's structure is damaged: ${said}`);
  }
  for (const { table } of database.prepare("PRAGMA foreign_key_check").all()) {
    report(`a row of "${String(table)}" belongs to no task`);
  }
  const expected = new (loadSqlite().DatabaseSync)(":memory:");
  try {
    expected.exec(schema);
    if (definitions(expected) !== definitions(database)) report("the definitions of the tables were changed");
  } finally {
    expected.close();
  }
}

function definitions(database: DatabaseSync): string {
  const rows = database.prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name").all();
  return JSON.stringify(rows.map((row) => Object.values(row)));
}

function verifyTask(database: DatabaseSync, row: Record<string, unknown>, tell: Report): VerifiedTask {
  let isWhole = true;
  const report: Report = (found, seq) => {
    isWhole = false;
    tell(found, seq);
  };
  const number = Number(row["number"]);
  const task = String(row["name"]);
  const selectExcerpt = database.prepare("SELECT text FROM excerpt WHERE task = ? AND id = ?");
  const batches = new Map<string, number>();
  let previous = chainStart(task);
  let opening: { readonly at: unknown; readonly text: unknown } | undefined;
  let events = 0;
  let excerpts = 0;

  const rows = database.prepare("SELECT seq, key, body, chain FROM event WHERE task = ? ORDER BY seq").iterate(number);
  for (const stored of rows) {
    const seq = Number(stored["seq"]);
    const key = String(stored["key"]);
    const body = String(stored["body"]);
    const event = parse(body);
    if (seq !== events + 1) report(`the event before it is ${events}: one was taken out or put in`, seq);
    const id = event?.type === "read.recorded" ? event.entry?.id : undefined;
    const text = typeof id === "string" ? selectExcerpt.get(number, id)?.["text"] : undefined;
    if (text !== undefined) excerpts++;
    const excerpt = text === undefined ? undefined : String(text);
    if (chainLink(previous, { seq, key, body, excerpt }) !== stored["chain"]) {
      report(
        `the event${typeof id === "string" ? `, the text of ${id}` : ""} or its place in the history was changed`,
        seq,
      );
    }
    // From the stored link on, so that what is whole behind a damaged event counts as whole.
    previous = String(stored["chain"]);
    batches.set(key, seq);
    if (opening === undefined) opening = { at: event?.at, text: "" };
    if (event?.type === "task.opened") opening = { at: event.at, text: event.text };
    events = seq;
  }

  if (row["seq"] !== events || row["head"] !== previous) {
    report(`the task says that it ends with event ${String(row["seq"])}; its last event is ${events}`);
  }
  if (row["opened_at"] !== opening?.at || row["text"] !== JSON.stringify(opening?.text)) {
    report("the task's text or time is not that of its opening");
  }
  verifyBatches(database, number, batches, report);
  const held = Number(database.prepare("SELECT count(*) AS n FROM excerpt WHERE task = ?").get(number)?.["n"]);
  if (held !== excerpts) report(`${held} excerpts are held, ${excerpts} belong to events`);
  // Damaged events give no state to compare with; they have been reported.
  if (isWhole) for (const found of verifyCells(database, number)) report(found);
  return { task, events, excerpts, head: previous };
}

/** An idempotency key that was changed or lost would let a retried call be recorded twice. */
function verifyBatches(database: DatabaseSync, number: number, expected: Map<string, number>, report: Report): void {
  for (const { key, last_seq } of database.prepare("SELECT key, last_seq FROM batch WHERE task = ?").iterate(number)) {
    if (expected.get(String(key)) !== Number(last_seq))
      report(`no batch "${String(key)}" ends with event ${String(last_seq)}`);
    expected.delete(String(key));
  }
  for (const [key, seq] of expected) report(`the key "${key}" is not held as known`, seq);
}

/** As far as verification looks into an event; anything may be in a damaged one. */
interface LooseEvent {
  readonly type?: unknown;
  readonly at?: unknown;
  readonly text?: unknown;
  readonly entry?: { readonly id?: unknown };
}

function parse(body: string): LooseEvent | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
