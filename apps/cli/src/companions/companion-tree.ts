import { rmSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { type ContentHash, isContentHash } from "@runningtab/content-hash";
import type { Documents } from "@runningtab/parsed-cache";
import type { ManifestEntry, Workspace } from "@runningtab/staged-workspace";
import { companionDocument } from "./companion-document.ts";
import { companionFiles, type CompanionPages, unreadFile } from "./companion-files.ts";
import {
  type CompanionFolder,
  companionFolderOf,
  earlierCompanionFolders,
  isBinary,
  removeCompanionFolder,
  writeCompanionFolder,
} from "./companion-folder.ts";

/** How much is copied at most. A document that would exceed it gets a copy that says so. */
export interface CompanionLimits {
  /** Pages of all documents; default 20,000. */
  readonly pages: number;
  /** Characters of all pages; default 200 million. */
  readonly characters: number;
  /** Copies that are sealed at most; beyond it none is, since mounting them would take too long. Default 100. */
  readonly sealed: number;
  /** Milliseconds that a command waits for changed documents to be parsed; default 10,000. */
  readonly patienceMs: number;
}

export const DEFAULT_COMPANION_LIMITS: CompanionLimits = {
  pages: 20_000,
  characters: 200_000_000,
  sealed: 100,
  patienceMs: 10_000,
};

/**
 * Parsed copies of a workspace's documents, beside them (`report.pdf_parsed/page_3.md`), so that commands can search what
 * they cannot read. They are no files of the workspace: scans ignore them, and nobody's changes in them count.
 */
export interface CompanionTree {
  /**
   * Brings the copies in step with the documents. To be called before each command; costs next to nothing while no file
   * has changed. Documents that are still being parsed after some waiting keep their older copy, labelled so, or have none.
   */
  refresh(signal?: AbortSignal): Promise<void>;
  /** For the capture: the version that a path inside a copy shows; `undefined` of what is no copy, or not as it was made. */
  versionAt(path: string): ContentHash | undefined;
  /** Absolute paths of the copies that are to be mounted read-only, within the limit. */
  sealed(): readonly string[];
  /** Takes all copies away, so that they are in nobody's way between runs. */
  remove(): void;
  /** The document that a path is a copy of, or would be; `undefined` of all other paths. */
  documentOf(path: string): string | undefined;
}

interface Copy {
  readonly version: ContentHash;
  readonly folder: CompanionFolder;
  /** What it was made of; another one by now means that it is to be made anew. */
  readonly state: string;
  readonly pages: number;
  readonly characters: number;
}

export function createCompanionTree(options: {
  readonly workspace: Pick<Workspace, "root" | "manifest">;
  readonly documents: Pick<Documents, "freshness" | "record" | "text">;
  /** Folder in which copies of all documents stand, plain text included, in place of the files; default: beside them. */
  readonly instead?: string;
  readonly limits?: Partial<CompanionLimits>;
}): CompanionTree {
  const { workspace, documents, instead } = options;
  const place = instead ?? workspace.root;
  const limits = { ...DEFAULT_COMPANION_LIMITS, ...options.limits };
  const copies = new Map<string, Copy>();
  /** By content: whether commands need a copy. */
  const binary = new Map<string, boolean>();
  let used = { pages: 0, characters: 0 };
  let settled: Workspace["manifest"] | undefined;
  let isFirst = true;

  const documentOf = (path: string): string | undefined => companionDocument(path, workspace.manifest);

  const needsCopy = ({ path, hash }: ManifestEntry): boolean => {
    if (instead !== undefined) return true;
    const known = binary.get(hash);
    if (known !== undefined) return known;
    const found = isBinary(workspace.root, path);
    if (found !== undefined) binary.set(hash, found);
    return found === true;
  };

  /** What a copy of this file is made of just now. */
  const stateOf = ({ path, hash }: ManifestEntry): string => {
    const { state, recordHash } = documents.freshness(path);
    return `${hash} ${recordHash ?? ""} ${state}`;
  };

  /** Whether its present version is still to be parsed, or not even known to the documents yet. */
  const isPending = ({ path, hash }: ManifestEntry): boolean => {
    const { state, reason, sourceHash } = documents.freshness(path);
    return sourceHash !== hash || state === "pending" || (state === "stale" && reason === undefined);
  };

  async function waitFor(files: readonly ManifestEntry[], signal: AbortSignal | undefined): Promise<void> {
    const pending = files.filter(isPending);
    if (pending.length === 0) return;
    const enough = new AbortController();
    const stop = AbortSignal.any([enough.signal, ...(signal ? [signal] : [])]);
    // Why one cannot be read is said in its copy.
    const parsing = Promise.allSettled(pending.map(({ path }) => documents.text(path, { signal: stop })));
    await Promise.race([parsing, delay(limits.patienceMs, undefined, { signal: stop }).catch(() => undefined)]);
    enough.abort();
    signal?.throwIfAborted();
  }

  function forget(path: string): void {
    const copy = copies.get(path);
    if (copy === undefined) return;
    removeCompanionFolder(copy.folder);
    copies.delete(path);
    used = { pages: used.pages - copy.pages, characters: used.characters - copy.characters };
  }

  async function make(file: ManifestEntry): Promise<void> {
    const { path, hash } = file;
    const state = stateOf(file);
    forget(path);
    const record = await documents.record(path);
    const found = record && isContentHash(hash) ? companionFiles(path, record, hash) : undefined;
    if (found === undefined) return;
    const { version, files } = withinLimits(path, found);
    const folder = writeCompanionFolder(place, path, files, { makeFolders: instead !== undefined });
    if (folder === undefined) return;
    const [pages, characters] = [files.length, charactersOf(files)];
    copies.set(path, { version, folder, state, pages, characters });
    used = { pages: used.pages + pages, characters: used.characters + characters };
  }

  function withinLimits(path: string, { version, files }: CompanionPages): CompanionPages {
    const fits =
      used.pages + files.length <= limits.pages && used.characters + charactersOf(files) <= limits.characters;
    const reason = "the copies have reached their limit; use view, grep and search";
    return { version, files: fits ? files : [unreadFile(path, version, reason)] };
  }

  return {
    async refresh(signal) {
      const { manifest } = workspace;
      if (isFirst) for (const earlier of earlierCompanionFolders(place)) rmSync(earlier, { recursive: true });
      isFirst = false;
      const isQuiet = manifest === settled && copies.values().every(({ folder }) => folder.isComplete());
      if (isQuiet) return;
      for (const path of copies.keys()) if (!manifest.has(path)) forget(path);
      const files = [...manifest.values()].filter(
        (file) => !manifest.has(companionFolderOf(file.path)) && needsCopy(file),
      );
      await waitFor(files, signal);
      let isSettled = true;
      for (const file of files) {
        signal?.throwIfAborted();
        if (isPending(file)) isSettled = false;
        const copy = copies.get(file.path);
        if (copy?.state !== stateOf(file) || !copy.folder.isComplete()) await make(file);
      }
      settled = isSettled ? manifest : undefined;
    },

    versionAt(path) {
      const document = documentOf(path);
      const copy = document === undefined ? undefined : copies.get(document);
      const name = path.slice((document?.length ?? 0) + "_parsed/".length);
      if (copy === undefined) return undefined;
      if (copy.folder.isWhole(name)) return copy.version;
      // It is made anew before the next command.
      settled = undefined;
      copies.set(document!, { ...copy, state: "changed by somebody" });
      return undefined;
    },

    sealed() {
      if (copies.size > limits.sealed) return [];
      return copies
        .values()
        .map(({ folder }) => folder.place)
        .toArray();
    },

    remove() {
      for (const path of copies.keys()) forget(path);
      settled = undefined;
    },

    documentOf,
  };
}

function charactersOf(files: CompanionPages["files"]): number {
  return files.reduce((sum, { text }) => sum + text.length, 0);
}
