import type { ContentHash } from "@runningtab/content-hash";
import { DEFAULT_BASELINE_LIMITS, keepCopies, readCopy } from "./baseline-copies.ts";
import { diffManifests } from "./diff-manifests.ts";
import { createIgnoreRules } from "./ignore-rules.ts";
import type { KnownFile } from "./known-file.ts";
import { baselineFile, loadManifest, saveManifest, scanFile, type StoredManifest } from "./manifest-file.ts";
import type { FileChange, Manifest, ManifestEntry, ScanResult, SkippedPath } from "./manifest.ts";
import { pathSegments } from "./path-rules.ts";
import { createQueue } from "./queue.ts";
import { notAFile, readFileInside } from "./read-file.ts";
import { locate, resolveRoot } from "./resolve-inside.ts";
import { type FolderScan, scanFolder } from "./scan.ts";
import { openStateFolder } from "./state-folder.ts";
import { WorkspaceError } from "./workspace-error.ts";
import type { Workspace, WorkspaceOptions } from "./workspace.ts";
import { writeFileInside } from "./write-file.ts";

/**
 * Opens a folder as a workspace. The first time with a state folder, the folder is scanned and its files' contents are
 * kept: that is the baseline. Later openings read the state folder alone; call `scan` to see what happened since.
 *
 * Rejects with `ROOT_MISSING`, `STATE_REFUSED`, `STATE_CORRUPT`, or when the first scan does.
 */
export async function createWorkspace(options: WorkspaceOptions): Promise<Workspace> {
  const root = resolveRoot(options.root);
  const stateFolder = openStateFolder(options.stateFolder, root);
  const isIgnored = createIgnoreRules(options.ignore ?? []);
  const now = options.now ?? Date.now;
  const scanNow = (known: ReadonlyMap<string, KnownFile>, signal?: AbortSignal): Promise<FolderScan> =>
    scanFolder({ realRoot: root, known, isIgnored, now, ...(signal && { signal }) });
  const markRewrites = createRewriteMarker(options.sameContent, bytesOf);
  const inTurn = createQueue();

  const atOpening = loadManifest(stateFolder, baselineFile, root) ?? (await makeBaseline());
  const baseline = manifestOf(atOpening.files);
  let known = loadLastScan(stateFolder, root)?.files ?? atOpening.files;
  let manifest = manifestOf(known);
  let sinceBaseline = await markRewrites(diffManifests(baseline, manifest));
  let unread: readonly SkippedPath[] = [];
  let isClosed = false;

  async function makeBaseline(): Promise<StoredManifest> {
    const { files } = await scanNow(new Map(), options.signal);
    const limits = { ...DEFAULT_BASELINE_LIMITS, ...options.baselineLimits };
    const gaps = await keepCopies(stateFolder, root, manifestOf(files).values(), limits, options.signal);
    const made: StoredManifest = { root, files, gaps };
    // Written last, so that a baseline on disk has its copies. Of several processes, the first one decides.
    if (saveManifest(stateFolder, baselineFile, made, { exclusive: true })) return made;
    return loadManifest(stateFolder, baselineFile, root) ?? made;
  }

  async function scan(signal?: AbortSignal): Promise<ScanResult> {
    const { files, skipped, hashed, ...found } = await scanNow(known, signal);
    const scanned = manifestOf(files);
    const changes = await markRewrites(diffManifests(manifest, scanned));
    const all = await markRewrites(diffManifests(baseline, scanned));
    if (hashed > 0 || changes.length > 0) saveManifest(stateFolder, scanFile, { root, files, gaps: [] });
    // Nothing above has changed this workspace: a scan that fails half-way is one that did not happen.
    known = files;
    manifest = scanned;
    sinceBaseline = all;
    unread = found.unread;
    return { manifest, changes, skipped };
  }

  /** Of a first version, or of the file as it stands. */
  async function bytesOf(hash: ContentHash, path: string): Promise<Uint8Array | undefined> {
    const kept = readCopy(stateFolder, hash);
    if (kept !== undefined) return kept;
    const file = await readFileInside(root, pathSegments(path));
    return file?.hash === hash ? file.bytes : undefined;
  }

  function requireOpen(): void {
    if (!isClosed) return;
    throw new WorkspaceError("CLOSED", { message: `The workspace ${root} was closed. Open it anew.`, data: { root } });
  }

  /** The path of a file, links resolved. */
  function locateFile(path: string): readonly string[] {
    const segments = locate(root, path);
    if (segments.length === 0) throw notAFile("");
    return segments;
  }

  return {
    root,
    get manifest() {
      return manifest;
    },
    get unread() {
      return unread;
    },
    baseline,
    baselineGaps: atOpening.gaps,
    async scan({ signal } = {}) {
      requireOpen();
      return inTurn(() => scan(signal));
    },
    changesSinceBaseline() {
      requireOpen();
      return sinceBaseline;
    },
    async baselineBytes(path) {
      requireOpen();
      const entry = findEntry(baseline, pathSegments(path).join("/"));
      return entry && readCopy(stateFolder, entry.hash);
    },
    async read(path) {
      requireOpen();
      return readFileInside(root, locateFile(path));
    },
    async write(path, bytes, writeOptions = {}) {
      requireOpen();
      return inTurn(async () => writeFileInside(root, locateFile(path), bytes, writeOptions));
    },
    async close() {
      isClosed = true;
      await inTurn(async () => {});
    },
  };
}

/**
 * The scan file only saves work: when it is damaged, the baseline takes its place and the next scan reports all changes
 * since then, more than it had to and none too few.
 */
function loadLastScan(stateFolder: string, root: string): StoredManifest | undefined {
  try {
    return loadManifest(stateFolder, scanFile, root);
  } catch (error) {
    if (WorkspaceError.isInstance(error) && error.code === "STATE_CORRUPT") return undefined;
    throw error;
  }
}

function manifestOf(files: ReadonlyMap<string, KnownFile>): Manifest {
  return new Map(Array.from(files, ([path, { entry }]) => [path, entry]));
}

/** By its own spelling, or by the one that differs in Unicode normalisation alone. */
function findEntry(manifest: Manifest, path: string): ManifestEntry | undefined {
  const exact = manifest.get(path);
  if (exact !== undefined || /^[\x20-\x7e]*$/.test(path)) return exact;
  const wanted = path.normalize("NFC");
  return manifest.values().find((entry) => entry.path.normalize("NFC") === wanted);
}

/** Marks modifications that `sameContent` calls none, and remembers its answers: a pair of hashes never changes. */
function createRewriteMarker(
  sameContent: WorkspaceOptions["sameContent"],
  bytesOf: (hash: ContentHash, path: string) => Promise<Uint8Array | undefined>,
): (changes: readonly FileChange[]) => Promise<readonly FileChange[]> {
  if (sameContent === undefined) return async (changes) => changes;
  const answers = new Map<string, boolean>();
  const isSame = async (before: ContentHash, after: ContentHash, path: string): Promise<boolean> => {
    const pair = `${before} ${after}`;
    const answer = answers.get(pair) ?? (await sameContent(before, after, (hash) => bytesOf(hash, path)));
    answers.set(pair, answer);
    return answer;
  };
  return async (changes) => {
    const marked: FileChange[] = [];
    for (const change of changes) {
      const isRewrite = change.kind === "modify" && (await isSame(change.before.hash, change.after.hash, change.path));
      marked.push(isRewrite ? { ...change, containerOnly: true } : change);
    }
    return marked;
  };
}
