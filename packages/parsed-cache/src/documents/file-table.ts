import { type ContentHash, isContentHash } from "@runningtab/content-hash";
import type { Freshness } from "../answers.ts";
import type { RecordKey } from "../parsed-record.ts";
import { workspacePath } from "./workspace-path.ts";

/** A file of the manifest: what `sync` is told. */
export interface SourceFile {
  /** Workspace-relative, POSIX. */
  readonly path: string;
  /** A content hash. */
  readonly hash: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modifiedAtMs: number;
}

/** A path that is there and whose content is out of reach: a link, a closed folder (ends with `/`), a special file. */
export interface SkippedSource {
  readonly path: string;
  /** For people: a few lower-case words. */
  readonly reason: string;
}

/** The record that a path shows now; of an older version until the new one is parsed. */
export interface ShownRecord {
  readonly key: RecordKey;
  readonly status: "ok" | "failed";
  readonly reason?: string;
  readonly parsedAt: string;
  /** What the bytes are. */
  readonly mediaType: string;
}

export interface FileState {
  readonly path: string;
  readonly hash: ContentHash;
  readonly size: number;
  readonly modifiedAtMs: number;
  readonly shown?: ShownRecord;
  /** Why its content must not be read; such a file is never parsed and shows nothing. */
  readonly refused?: string;
  /** Why there is no record of this version although it was tried, when that says nothing lasting about the bytes. */
  readonly problem?: string;
}

/** What is known of each path. States are replaced, never changed, so that a reader sees one version throughout. */
export interface FileTable {
  get(path: string): FileState | undefined;
  /** In order of path. */
  all(): readonly FileState[];
  /** The files with these bytes. */
  withHash(hash: ContentHash): readonly FileState[];
  /** What the last manifest could not hold, in the order given. */
  readonly skipped: readonly SkippedSource[];
  /** Takes a whole manifest: keeps what is equal, carries the shown record of a changed path on, forgets the rest. */
  replace(files: Iterable<SourceFile>, skipped: readonly SkippedSource[]): void;
  update(path: string, change: Partial<Pick<FileState, "shown" | "problem">>): void;
  freshness(path: string): Freshness;
}

/** `refuse` says of a path why its content must not be read; `undefined` where it may. */
export function createFileTable(refuse: (path: string) => string | undefined = () => undefined): FileTable {
  let states = new Map<string, FileState>();
  let paths: readonly string[] = [];
  let pathsByHash = new Map<ContentHash, readonly string[]>();
  /** Hash of the last record of paths that are gone. */
  const gone = new Map<string, ContentHash>();
  let skipped: readonly SkippedSource[] = [];

  return {
    get: (path) => states.get(path),
    all: () => paths.map((path) => states.get(path)!),
    withHash: (hash) => (pathsByHash.get(hash) ?? []).map((path) => states.get(path)!),
    get skipped() {
      return skipped;
    },
    replace(files, passedOver) {
      const next = new Map<string, FileState>();
      for (const { path, hash, size, modifiedAtMs } of files) {
        if (!isContentHash(hash)) throw new TypeError(`File ${path} has no content hash but ${JSON.stringify(hash)}.`);
        const name = workspacePath(path);
        const refused = refuse(name);
        const kept = refused === undefined ? { shown: states.get(name)?.shown } : { refused };
        next.set(name, { path: name, hash, size, modifiedAtMs, ...kept });
      }
      for (const [path, { shown }] of states)
        if (shown !== undefined && !next.has(path)) gone.set(path, shown.key.hash);
      for (const path of next.keys()) gone.delete(path);
      states = next;
      skipped = passedOver;
      paths = [...next.keys()].toSorted();
      pathsByHash = Map.groupBy(paths, (path) => next.get(path)!.hash);
    },
    update(path, change) {
      const state = states.get(path);
      if (state === undefined) return;
      states.set(path, { ...state, ...change });
    },
    freshness(path) {
      const state = states.get(path);
      if (state !== undefined) return freshnessOf(state);
      const skip = skipOf(path, skipped);
      if (skip !== undefined) return { state: "failed", reason: skip };
      const recordHash = gone.get(path);
      return { state: "missing", ...(recordHash !== undefined && { recordHash }) };
    },
  };
}

/** Why a path was passed over: by itself, or with a folder above it. */
function skipOf(path: string, skipped: readonly SkippedSource[]): string | undefined {
  const skip = skipped.find((one) => one.path === path || one.path === `${path}/`);
  if (skip !== undefined) return skip.reason;
  const above = skipped.find((one) => one.path.endsWith("/") && path.startsWith(one.path));
  return above && `in ${above.path}: ${above.reason}`;
}

export function freshnessOf({ hash, shown, problem, refused }: FileState): Freshness {
  if (refused !== undefined) return { state: "failed", sourceHash: hash, reason: refused };
  const hashes = { sourceHash: hash, ...(shown?.status === "ok" && { recordHash: shown.key.hash }) };
  if (shown?.key.hash === hash) {
    if (shown.status === "ok") return { state: "current", ...hashes };
    return { state: "failed", ...hashes, ...(shown.reason !== undefined && { reason: shown.reason }) };
  }
  const reason = problem === undefined ? {} : { reason: problem };
  if (shown?.status === "ok") return { state: "stale", ...hashes, ...reason };
  return { state: problem === undefined ? "pending" : "failed", ...hashes, ...reason };
}
