import type { ParserPool } from "../jail/parser-pool.ts";
import { isEmptyDocument, textTypeOf } from "../media-type.ts";
import { limitExceeded } from "../parsed-cache-error.ts";
import { NO_PARSER, parserFor, parseRecord, type ParseSettings, type ParseSubject } from "../parse-record.ts";
import type { ParsedRecord } from "../parsed-record.ts";
import type { RecordStore, RecordSummary } from "../record-store.ts";
import type { FileState, FileTable } from "./file-table.ts";
import { soundRecord } from "./sound-record.ts";
import type { ReadSource } from "./source-reader.ts";

export interface ParseProgress {
  readonly path: string;
  readonly status: "ok" | "failed";
  readonly reason?: string;
  /** Files of this sync that are settled, this one included. */
  readonly done: number;
  readonly total: number;
}

/** Brings files and records together: from the store where it has them, else by parsing. */
export interface ParseQueue {
  /** Gives a file the record that the store has for it; whether there was one. */
  adopt(state: FileState): Promise<boolean>;
  /**
   * Parses a file's version, once however often it is asked; resolves when it is settled, rejects on abort. An urgent
   * one goes before those that nobody waits for.
   */
  parse(state: FileState, signal?: AbortSignal, isUrgent?: boolean): Promise<void>;
}

interface Job {
  readonly settled: Promise<void>;
  /** Someone may come to wait for it later. */
  readonly wish: { isUrgent: boolean };
}

export interface ParseQueueParts {
  readonly table: FileTable;
  readonly store: RecordStore;
  readonly pool: ParserPool;
  readonly read: ReadSource;
  readonly settings: ParseSettings;
}

export function createParseQueue({ table, store, pool, read, settings }: ParseQueueParts): ParseQueue {
  const { parsers, limits } = settings;
  const jobs = new Map<string, Job>();

  /** Equal bytes are parsed once, except that plain text of two kinds is two documents, and an empty one may be damage. */
  const jobName = (state: FileState): string =>
    `${state.hash} ${isEmptyDocument(state) ? "empty" : textTypeOf(state.path)}`;

  /** The files that one parse settles. */
  const alike = (state: FileState): FileState[] =>
    table.withHash(state.hash).filter((other) => other.refused === undefined && jobName(other) === jobName(state));

  const show = (state: FileState, record: Omit<ParsedRecord, "parts" | "jail" | "code">): void => {
    const { key, status, reason, parsedAt, mediaType } = record;
    // The file may have changed since: a record is shown by those paths alone that hold its bytes now.
    for (const { path } of alike(state)) {
      table.update(path, { shown: { key, status, reason, parsedAt, mediaType: mediaType.type }, problem: undefined });
    }
  };

  const fits = ({ key, mediaType }: RecordSummary, state: FileState): boolean => {
    if (isEmptyDocument(state)) return false;
    if (mediaType.decidedBy === "name" && mediaType.type !== textTypeOf(state.path)) return false;
    const parser = parserFor(mediaType.type, parsers) ?? NO_PARSER;
    return (
      key.parserId === parser.id &&
      key.parserVersion === parser.version &&
      JSON.stringify(key.options) === JSON.stringify(parser.options)
    );
  };

  const adopt = async (state: FileState): Promise<boolean> => {
    const summary = (await store.list(state.hash)).findLast((candidate) => fits(candidate, state));
    if (summary === undefined) return false;
    const record = summary.status === "failed" ? await soundRecord(store, summary.key) : summary;
    if (record === undefined) return false;
    show(state, record);
    return true;
  };

  const fail = (state: FileState, problem: string): void => {
    for (const { path } of alike(state)) table.update(path, { problem });
  };

  /** The bytes of this version from whichever path still has them, or why none does. */
  const readAny = async (state: FileState): Promise<ParseSubject | string> => {
    const tried = new Set<string>();
    let problem = "The file was gone when it was to be parsed; sync again.";
    for (;;) {
      // Asked anew each time: a sync may have moved the bytes to another path meanwhile.
      const path = alike(state).find((other) => !tried.has(other.path))?.path;
      if (path === undefined) return problem;
      tried.add(path);
      try {
        const source = await read(path);
        if (source?.hash === state.hash) return { ...source, path };
        if (source !== undefined) problem = "The file changed after the last sync; sync again.";
      } catch (error) {
        problem = error instanceof Error ? error.message : String(error);
      }
    }
  };

  const settle = async (state: FileState, signal: AbortSignal | undefined, isUrgent: () => boolean): Promise<void> => {
    await pool.schedule(
      async (parse) => {
        // Renamed or changed while it waited: any path with these bytes will do, and none needs no parsing.
        if (alike(state).length === 0 || (await adopt(state))) return;
        if (state.size > limits.maxBytes) {
          return fail(state, limitExceeded("maxBytes", limits.maxBytes, `the file has ${state.size} bytes`).message);
        }
        const source = await readAny(state);
        if (typeof source === "string") return fail(state, source);
        const { record, isTransient } = await parseRecord(source, settings, parse);
        if (isTransient) return fail(state, record.reason ?? "Parsing failed.");
        await store.put(record);
        show(state, record);
      },
      { isUrgent, signal },
    );
  };

  const queue: ParseQueue = {
    adopt,
    parse(state, signal, isUrgent = false) {
      const name = jobName(state);
      const running = jobs.get(name);
      if (running !== undefined && isUrgent) running.wish.isUrgent = true;
      if (running !== undefined) {
        // It may be aborted by its own caller, or have missed this path, which came later.
        return running.settled
          .catch(() => undefined)
          .then(() => {
            const now = table.get(state.path);
            if (now?.hash === state.hash && needsParsing(now)) return queue.parse(now, signal, isUrgent);
          });
      }
      const wish = { isUrgent };
      const job: Job = {
        wish,
        settled: settle(state, signal, () => wish.isUrgent)
          .catch((error: unknown) => {
            signal?.throwIfAborted();
            fail(state, error instanceof Error ? error.message : String(error));
          })
          .finally(() => jobs.delete(name)),
      };
      jobs.set(name, job);
      return job.settled;
    },
  };
  return queue;
}

/** Whether some version of this file still has to be parsed. */
export function needsParsing({ hash, shown, problem, refused }: FileState): boolean {
  return shown?.key.hash !== hash && problem === undefined && refused === undefined;
}
