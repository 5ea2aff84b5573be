import { chainStart } from "./chain.ts";
import type { AppendBatch, EventStore, LogId, StoredEvent, TaskId } from "./event-store.ts";
import { foldEvents } from "./fold.ts";
import { TabError } from "./tab-error.ts";
import { entryOf, exportVersion, linkOf } from "./export-task.ts";
import { requireTaskName } from "./task-name.ts";
import { isEvent, upcastEvent } from "./upcast.ts";

export type ImportResult =
  | { readonly status: "imported"; readonly task: TaskId; readonly events: number }
  /** The store holds a task of this name, with this history (`isSame`) or another; nothing was changed. */
  | { readonly status: "exists"; readonly task: TaskId; readonly isSame: boolean };

export interface ImportOptions {
  /** Name of the task in this store; default: the one it was exported under. */
  readonly task?: TaskId;
}

/**
 * Puts an exported task into a store, with its keys and excerpts. All lines are read and verified before anything is
 * written; an import that was interrupted goes on where it stopped when it is run again. Rejects with `IMPORT_DAMAGED` for
 * lines that are not as they were exported, `STORE_NEWER` for lines of a newer version, `INVALID_ARGUMENT` for a name that
 * cannot be a task's, and `CONFLICT_UNRESOLVED` when somebody writes to the task meanwhile.
 */
export async function importTask(
  store: EventStore,
  lines: AsyncIterable<string> | Iterable<string>,
  options: ImportOptions = {},
): Promise<ImportResult> {
  const { task: exportedAs, events, excerpts } = await readExport(lines);
  const task = options.task ?? exportedAs;
  requireTaskName(task);
  const held = await store.read(task, 0);
  const isPrefix = JSON.stringify(held) === JSON.stringify(events.slice(0, held.length));
  if (held.length > 0 && (!isPrefix || held.length === events.length)) {
    return { status: "exists", task, isSame: isPrefix };
  }
  for (const batch of batchesOf(events.slice(held.length), excerpts)) {
    const { status } = await store.append(task, batch);
    if (status !== "appended") {
      throw new TabError("CONFLICT_UNRESOLVED", {
        message: `Task ${task}: somebody else wrote to it while it was imported. Import it under another name.`,
        data: { task, key: batch.key },
      });
    }
  }
  return { status: "imported", task, events: events.length };
}

interface Export {
  readonly task: TaskId;
  readonly events: readonly StoredEvent[];
  readonly excerpts: ReadonlyMap<LogId, string>;
}

async function readExport(lines: AsyncIterable<string> | Iterable<string>): Promise<Export> {
  const events: StoredEvent[] = [];
  const excerpts = new Map<LogId, string>();
  const keys = new Set<string>();
  const entries = new Set<LogId>();
  let task: TaskId | undefined;
  let chain = "";
  let hasEnd = false;
  let line = 0;
  for await (const text of lines) {
    line++;
    if (text.trim() === "") continue;
    if (hasEnd) throw damaged(line, "something follows the end");
    const { type, ...fields } = parseLine(text, line);
    if (task === undefined) {
      task = readHeader(type, fields, line);
      chain = chainStart(task);
    } else if (type === "event") {
      const { stored, excerpt } = readEvent(fields, line);
      const id = entryOf(stored);
      if (stored.seq !== events.length + 1) throw damaged(line, `event ${stored.seq} follows event ${events.length}`);
      // As it was exported: upcasting comes after.
      chain = linkOf(chain, stored, excerpt);
      if (chain !== fields["chain"]) throw damaged(line, `event ${stored.seq} is not as it was exported`);
      if (keys.has(stored.key) && events.at(-1)?.key !== stored.key) throw damaged(line, "a call stands in two places");
      if (id !== undefined && entries.has(id)) throw damaged(line, `${id} is recorded twice`);
      keys.add(stored.key);
      if (id !== undefined) entries.add(id);
      if (id !== undefined && excerpt !== undefined) excerpts.set(id, excerpt);
      events.push({ ...stored, event: upcastEvent(stored.event) });
    } else if (type === "end") {
      if (fields["events"] !== events.length)
        throw damaged(line, `it holds ${events.length} events, not ${String(fields["events"])}`);
      hasEnd = true;
    } else {
      throw damaged(line, `it is a line of an unknown type`);
    }
  }
  if (task === undefined || !hasEnd || events.length === 0) throw damaged(line, "it ends before its end");
  try {
    foldEvents(events);
  } catch (cause) {
    throw damaged(line, "its events are no history of a tab", cause);
  }
  return { task, events, excerpts };
}

type Fields = Readonly<Record<string, unknown>>;

function parseLine(text: string, line: number): Fields {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Fields;
  } catch (cause) {
    throw damaged(line, "it is no JSON", cause);
  }
  throw damaged(line, "it is no JSON object");
}

function readHeader(type: unknown, { version, task }: Fields, line: number): TaskId {
  if (type !== "tab" || typeof version !== "number" || typeof task !== "string") {
    throw damaged(line, "an export begins with its version and task");
  }
  if (version > exportVersion) {
    throw new TabError("STORE_NEWER", {
      message: `This export has version ${version}; this version reads up to ${exportVersion}. Upgrade @runningtab/tab-core.`,
      data: { found: version, supported: exportVersion },
    });
  }
  return task;
}

function readEvent(
  { seq, key, event, excerpt }: Fields,
  line: number,
): { readonly stored: StoredEvent; readonly excerpt: string | undefined } {
  if (typeof seq !== "number" || typeof key !== "string" || !isEvent(event)) {
    throw damaged(line, "an event has a number, a key and an event");
  }
  if (excerpt !== undefined && typeof excerpt !== "string") throw damaged(line, "an excerpt is text");
  // What it holds is looked at by the chain, by upcasting and by the fold.
  return { stored: { seq, key, event: event as unknown as StoredEvent["event"] }, excerpt };
}

function* batchesOf(events: readonly StoredEvent[], excerpts: ReadonlyMap<LogId, string>): Generator<AppendBatch> {
  for (let start = 0; start < events.length;) {
    const { key, seq } = events[start]!;
    const found = events.findIndex((one, index) => index > start && one.key !== key);
    const end = found === -1 ? events.length : found;
    const batch = events.slice(start, end);
    const ids = batch.flatMap((stored) => entryOf(stored) ?? []);
    yield {
      key,
      expectedSeq: seq - 1,
      events: batch.map(({ event }) => event),
      excerpts: new Map(ids.flatMap((id): [LogId, string][] => (excerpts.has(id) ? [[id, excerpts.get(id)!]] : []))),
    };
    start = end;
  }
}

function damaged(line: number, found: string, cause?: unknown): TabError {
  return new TabError("IMPORT_DAMAGED", {
    message: `Nothing was imported: at line ${line}, ${found}. Export the task again.`,
    data: { line, found },
    ...(cause !== undefined && { cause }),
  });
}
