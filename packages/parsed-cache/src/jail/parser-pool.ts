import { withLimits } from "../limits.ts";
import type { Limits, ParserEntry } from "../document-parser.ts";
import { limitExceeded, ParsedCacheError } from "../parsed-cache-error.ts";
import type { ParsedPart } from "../parts.ts";
import { findBubblewrap } from "./bubblewrap.ts";
import { childLaunch } from "./launch.ts";
import { type ParserProcess, startParserProcess } from "./parser-process.ts";

export interface ParserPoolOptions {
  /** Every parser that may be asked for: its code is what the children may read. */
  readonly parsers: readonly ParserEntry[];
  /** Children at most, from 1; default 2. They start when first needed. */
  readonly size?: number;
  readonly limits?: Partial<Limits>;
  /** `auto` (default) takes bubblewrap where it works, and the permission model alone elsewhere. */
  readonly jail?: "auto" | "permission";
  /** A child is replaced after this many documents; default 500: a start costs as much as some hundred small files. */
  readonly maxDocumentsPerChild?: number;
  /** A child is replaced once it holds this much memory after a document, in bytes; default 300 MB. */
  readonly recycleAtBytes?: number;
}

/** What became of one document. Never a rejection: a document that cannot be read is an outcome. */
export type ParseOutcome =
  | { readonly status: "parsed"; readonly parts: readonly ParsedPart[]; readonly jail: string }
  | {
      readonly status: "failed";
      readonly error: ParsedCacheError;
      readonly jail: string;
      /** No child could be started: nothing is known about the document. */
      readonly isTransient: boolean;
    };

export type ParseDocument = (bytes: Uint8Array, parser: ParserEntry) => Promise<ParseOutcome>;

export interface ScheduleOptions {
  /** Asked whenever a child is free: urgent tasks go first. */
  readonly isUrgent?: () => boolean;
  /** Ends the waiting and the parsing; the task's promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Jailed children that parse documents, at most `size` at a time. A child that fails is replaced; the pool lives on. */
export interface ParserPool {
  readonly size: number;
  /** Runs `task` once a child is free, so that bytes are read only when they can be parsed. */
  schedule<T>(task: (parse: ParseDocument) => Promise<T>, options?: ScheduleOptions): Promise<T>;
  /** Ends all children. Later tasks reject. */
  close(): Promise<void>;
}

interface Slot {
  child?: ParserProcess;
  documents: number;
  idleTimer?: NodeJS.Timeout;
}

interface Waiting {
  readonly isUrgent: () => boolean;
  readonly start: (slot: Slot) => void;
  readonly refuse: () => void;
}

const MEGABYTE = 1024 * 1024;
/** An idle child is worth its start-up time for a while, not its memory for hours. */
const IDLE_MS = 60_000;

export function createParserPool(options: ParserPoolOptions): ParserPool {
  const { parsers, size = 2, jail = "auto", maxDocumentsPerChild = 500, recycleAtBytes = 300 * MEGABYTE } = options;
  if (!Number.isSafeInteger(size) || size < 1)
    throw new RangeError(`Pool size must be a whole number above 0, not ${size}.`);
  const limits = withLimits(options.limits);
  const free: Slot[] = Array.from({ length: size }, () => ({ documents: 0 }));
  const busy = new Set<Slot>();
  const waiting: Waiting[] = [];
  let bubblewrap = jail === "auto" ? findBubblewrap() : undefined;
  let isClosed = false;

  const startChild = async (): Promise<ParserProcess> => {
    if (bubblewrap !== undefined) {
      try {
        return await startParserProcess(childLaunch({ bubblewrap }, parsers, limits.maxMemoryBytes), "bubblewrap");
      } catch {
        // Installed but not allowed here (no user namespaces): the records will say `permission`.
        bubblewrap = undefined;
      }
    }
    return startParserProcess(childLaunch(undefined, parsers, limits.maxMemoryBytes), "permission");
  };

  const parseIn = async (
    slot: Slot,
    bytes: Uint8Array,
    parser: ParserEntry,
    signal?: AbortSignal,
  ): Promise<ParseOutcome> => {
    if (slot.child?.isAlive() === false) retire(slot);
    try {
      slot.child ??= await startChild();
      // Closed while it started: nobody else knows of it.
      if (isClosed) retire(slot);
    } catch (error) {
      return { status: "failed", error: startFailure(asError(error), limits), jail: "none", isTransient: true };
    }
    const { child } = slot;
    if (child === undefined) return { status: "failed", error: closed(), jail: "none", isTransient: true };
    try {
      const parts = await child.parse({ bytes, parser, limits, signal });
      slot.documents += 1;
      if (slot.documents >= maxDocumentsPerChild || (child.residentBytes() ?? 0) > recycleAtBytes) retire(slot);
      return { status: "parsed", parts, jail: child.jail };
    } catch (error) {
      retire(slot);
      signal?.throwIfAborted();
      return { status: "failed", error: asError(error), jail: child.jail, isTransient: isClosed };
    }
  };

  const next = (): void => {
    if (waiting.length === 0 || free.length === 0) return;
    const urgent = waiting.findIndex((task) => task.isUrgent());
    // A slot with a warm child first.
    const slotIndex = Math.max(
      0,
      free.findIndex((slot) => slot.child !== undefined),
    );
    const slot = free.splice(slotIndex, 1)[0]!;
    clearTimeout(slot.idleTimer);
    busy.add(slot);
    waiting.splice(Math.max(0, urgent), 1)[0]!.start(slot);
  };

  const release = (slot: Slot): void => {
    busy.delete(slot);
    free.push(slot);
    if (isClosed) return retire(slot);
    slot.idleTimer = setTimeout(() => retire(slot), IDLE_MS).unref();
    next();
  };

  return {
    size,
    schedule: (task, { isUrgent = () => false, signal } = {}) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(closed());
        if (signal?.aborted === true) return reject(signal.reason);
        const entry: Waiting = {
          isUrgent,
          refuse: () => reject(closed()),
          start: (slot) => {
            signal?.removeEventListener("abort", abandon);
            task((bytes, parser) => parseIn(slot, bytes, parser, signal))
              .finally(() => release(slot))
              .then(resolve, reject);
          },
        };
        const abandon = (): void => {
          const index = waiting.indexOf(entry);
          if (index >= 0) waiting.splice(index, 1);
          reject(signal?.reason);
        };
        signal?.addEventListener("abort", abandon, { once: true });
        waiting.push(entry);
        next();
      }),
    close: async () => {
      isClosed = true;
      for (const slot of [...free, ...busy]) retire(slot);
      for (const task of waiting.splice(0)) task.refuse();
    },
  };
}

function retire(slot: Slot): void {
  clearTimeout(slot.idleTimer);
  slot.child?.kill();
  slot.child = undefined;
  slot.documents = 0;
}

/** Below this Node itself has no room, and dies of whatever it needs first. */
const LEAST_MEMORY_BYTES = 64 * MEGABYTE;

function startFailure(error: ParsedCacheError, { maxMemoryBytes }: Limits): ParsedCacheError {
  const wasEnded = error.data["heap"] === true || typeof error.data["signal"] === "string";
  if (!wasEnded || maxMemoryBytes >= LEAST_MEMORY_BYTES) return error;
  return limitExceeded("maxMemoryBytes", maxMemoryBytes, "a parsing process cannot even start with so little");
}

function closed(): ParsedCacheError {
  return new ParsedCacheError({ code: "closed", message: "The parser pool is closed; make a new one." });
}

function asError(error: unknown): ParsedCacheError {
  if (ParsedCacheError.isInstance(error)) return error;
  return new ParsedCacheError({ code: "parser-crashed", message: `Parsing failed: ${String(error)}.`, cause: error });
}
