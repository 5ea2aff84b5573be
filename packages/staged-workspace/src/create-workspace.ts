import type { ContentHash } from "@runningtab/content-hash";
import { DEFAULT_BASELINE_LIMITS, keepCopies, readCopy } from "./baseline-copies.ts";
import { createFolderWatch } from "./folder-watch.ts";
import { createIgnoreRules } from "./ignore-rules.ts";
import type { KnownFile } from "./known-file.ts";
import { compareFolders, filesOf, foldersOf, type KnownFolders, listedAnew } from "./known-folder.ts";
import { baselineFile, loadManifest, saveManifest, type StoredManifest } from "./manifest-file.ts";
import { changesOf, createManifestDelta } from "./manifest-delta.ts";
import type { FileChange, Manifest, ManifestEntry, ScanResult, SkippedPath } from "./manifest.ts";
import { pathSegments } from "./path-rules.ts";
import { createQueue } from "./queue.ts";
import { notAFile, readFileInside } from "./read-file.ts";
import { locate, resolveRoot } from "./resolve-inside.ts";
import { openScanRecord } from "./scan-record.ts";
import { type FolderScan, scanFolder } from "./scan.ts";
import { createMapVersion } from "./sorted-map.ts";
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
  const rules = createIgnoreRules(options.ignore ?? []);
  const now = options.now ?? Date.now;
  /** Until the first scan that looks at what another process found with other rules. */
  let hasNewRules = false;
  const scanNow = (known: KnownFolders, signal?: AbortSignal, only?: ReadonlySet<string>): Promise<FolderScan> =>
    scanFolder({ realRoot: root, known, rules, hasNewRules, now, ...(only && { only }), ...(signal && { signal }) });
  const watch = options.watch === true ? createFolderWatch(root, now) : undefined;
  const markRewrites = createRewriteMarker(options.sameContent, bytesOf);
  const inTurn = createQueue();

  /** By this process, at its first opening. */
  let listed: KnownFolders | undefined;
  const atOpening = loadManifest(stateFolder, baselineFile, root) ?? (await makeBaseline());
  const baseline = manifestOf(atOpening.files);
  const record = openScanRecord(stateFolder, root, atOpening, rules.patterns);
  hasNewRules = record.hasOtherRules;
  let known = listed ?? foldersOf(record.files.values(), record.folders);
  let manifest = createMapVersion(record.files === atOpening.files ? baseline : manifestOf(record.files));
  let delta = createManifestDelta(baseline, manifest.read());
  let sinceBaseline = await markRewrites(delta.changes());
  let unread: readonly SkippedPath[] = [];
  let isClosed = false;

  async function makeBaseline(): Promise<StoredManifest> {
    const { folders } = await scanNow(new Map(), options.signal);
    const files = filesOf(folders);
    const limits = { ...DEFAULT_BASELINE_LIMITS, ...options.baselineLimits };
    const gaps = await keepCopies(stateFolder, root, manifestOf(files).values(), limits, options.signal);
    // Written last, so that a baseline on disk has its copies. Of several processes, the first one decides.
    const hash = saveManifest(
      stateFolder,
      baselineFile,
      { root, ignored: rules.patterns, files, folders, gaps },
      { exclusive: true },
    );
    if (hash === undefined) return loadManifest(stateFolder, baselineFile, root) ?? makeBaseline();
    listed = folders;
    return { root, ignored: rules.patterns, files, folders, gaps, hash };
  }

  async function scan(signal?: AbortSignal): Promise<ScanResult> {
    const { folders, skipped, collisions, ...found } = await scanNow(known, signal, await watch?.changed());
    const sights = compareFolders(known, folders);
    const changes = await markRewrites(changesOf(sights));
    const nextManifest = manifest.with(new Map(sights.map(({ path, after }) => [path, after?.entry])));
    const nextDelta = delta.with(sights);
    const all = changes.length === 0 ? sinceBaseline : await markRewrites(nextDelta.changes());
    record.save(sights, listedAnew(known, folders), folders);
    // Nothing above has changed this workspace: a scan that fails half-way is one that did not happen.
    known = folders;
    hasNewRules = false;
    watch?.settle(folders);
    [manifest, delta] = [nextManifest, nextDelta];
    sinceBaseline = all;
    unread = found.unread;
    return {
      get manifest() {
        return nextManifest.read();
      },
      changes,
      skipped,
      ...(collisions.length > 0 && { collisions }),
    };
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
      return manifest.read();
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
      await inTurn(async () => watch?.close());
    },
  };
}

function manifestOf(files: ReadonlyMap<string, KnownFile>): Manifest {
  const manifest = new Map<string, ManifestEntry>();
  for (const [path, { entry }] of files) manifest.set(path, entry);
  return manifest;
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
