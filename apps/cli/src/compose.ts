import { join } from "node:path";
import type { RankEngine } from "@runningtab/lexical-ranker";
import type { EventStore, Ranker, Switches, Tab } from "@runningtab/tab-core";
import type { CaptureOptions, CaptureStrategy } from "@runningtab/observation-capture";
import type { Documents } from "@runningtab/parsed-cache";
import type { DiffInput, FileDiff } from "@runningtab/review-diff";
import type { StagedWorkspace, Workspace } from "@runningtab/staged-workspace";
import { misuse } from "./cli-error.ts";
import type { Config } from "./config.ts";
import type { OpenVectors } from "./embedding/open-vectors.ts";
import { isRankEngine } from "./is-rank-engine.ts";
import { parsersOf } from "./parsers-of.ts";
import type { Settings } from "./settings.ts";

type Ground = Pick<Settings, "root" | "stateFolder" | "config"> & Partial<Pick<Settings, "terminal">>;

/** The tabs of a workspace's tasks, in its state folder. */
export async function openTabStore({ stateFolder }: Pick<Settings, "stateFolder">): Promise<EventStore> {
  const { createSqliteStore } = await import("@runningtab/tab-core/stores/sqlite");
  return createSqliteStore({ file: join(stateFolder, "tab.sqlite") });
}

/** One task's tab with the ranker and the evidence policy of the config. */
export async function createTaskTab(options: {
  readonly store: EventStore;
  readonly task: string;
  readonly config: Config;
  readonly switches?: Partial<Switches>;
  readonly actor?: string;
  /** How often a stop may be sent back; default once. */
  readonly finishChecks?: number;
}): Promise<Tab> {
  const { store, task, config, switches, actor, finishChecks } = options;
  const { createAtMostPolicy, createTab } = await import("@runningtab/tab-core");
  return createTab({
    store,
    task,
    ranker: await createTextRanker(),
    ...(config.evidence && { evidence: config.evidence }),
    ...(switches && { switches }),
    ...(actor !== undefined && { actor }),
    ...(finishChecks !== undefined && { finish: createAtMostPolicy(finishChecks) }),
  });
}

/** Ranks the tab's excerpts and paths, with the analyzer of the page index. */
export async function createTextRanker(): Promise<Ranker> {
  const { createSmallRanker } = await import("@runningtab/lexical-ranker");
  return createSmallRanker();
}

/** The engine over the pages of documents: the config's, or the built-in one with the fields that pages have. */
async function createPageEngine(config: Config): Promise<RankEngine> {
  if (config.ranker !== undefined) {
    const made: unknown = await config.ranker();
    if (isRankEngine(made)) return made;
    throw misuse("The config's ranker made no rank engine: it needs add, remove, search and specVersion 1.");
  }
  const { createWasmEngine } = await import("@runningtab/lexical-ranker/engines/wasm");
  const { PAGE_RANKING } = await import("@runningtab/parsed-cache");
  return createWasmEngine(PAGE_RANKING);
}

/**
 * The folder itself, scanned. `stateFolder` decides the baseline: a new one takes the folder as it is now, with copies of
 * the first versions for later diffs unless `keepFirstVersions` is false.
 */
export async function openWorkspace(
  { root }: Pick<Settings, "root">,
  stateFolder: string,
  { keepFirstVersions = true, signal }: { readonly keepFirstVersions?: boolean; readonly signal?: AbortSignal } = {},
): Promise<Workspace> {
  const { createWorkspace } = await import("@runningtab/staged-workspace");
  const workspace = await createWorkspace({
    root,
    stateFolder,
    ...(!keepFirstVersions && { baselineLimits: { maxTotalBytes: 0 } }),
    ...(signal && { signal }),
  });
  await workspace.scan({ ...(signal && { signal }) });
  return workspace;
}

/**
 * The folder with its journal: `staged` is worked on in a private folder, `in-place` in the folder itself. All runs of a
 * workspace share the journal, so that what one leaves staged the next one goes on with. Promotions are tried with the
 * checks of documents and those of the config.
 */
export async function openStagedWorkspace(
  { root, stateFolder, config }: Ground,
  { mode, signal }: { readonly mode: StagedWorkspace["mode"]; readonly signal?: AbortSignal },
): Promise<StagedWorkspace> {
  const { createStagedWorkspace } = await import("@runningtab/staged-workspace");
  const { documentChecks } = await import("./judging/document-checks.ts");
  const { createSameContent } = await import("./judging/same-document.ts");
  const { createVersionReader } = await import("./judging/version-reader.ts");
  const reader = createVersionReader(config);
  const workspace = await createStagedWorkspace({
    root,
    stateFolder: join(stateFolder, "staging"),
    mode,
    branch: { name: mode === "staged" ? "main" : "in-place" },
    checks: [...(await documentChecks(reader)), ...(config.checks ?? [])],
    ...(config.acceptance && { acceptance: config.acceptance }),
    sameContent: createSameContent(reader),
    ...(signal && { signal }),
  }).catch(async (error: unknown) => {
    await reader.close();
    throw error;
  });
  const { close } = workspace;
  // The same object, since some of its members are read anew each time.
  return Object.assign(workspace, {
    async close() {
      await close();
      await reader.close();
    },
  });
}

/**
 * The parsed documents of a workspace: records and the index of their pages in its state folder, pages ranked by the
 * config's engine, and by meaning where vectors are handed in. Not yet synced. Closes its store and the vectors with it.
 */
export async function openDocuments(
  { root, stateFolder, config, terminal }: Ground,
  vectors?: OpenVectors,
): Promise<Documents> {
  const { createDocuments } = await import("@runningtab/parsed-cache");
  const { isSecretPath } = await import("@runningtab/staged-workspace");
  const { openRecordStore } = await import("./open-record-store.ts");
  const store = await openRecordStore({ stateFolder });
  const documents = createDocuments({
    root,
    store,
    index: await createPageEngine(config),
    // Nobody knows whether an engine of the config ranks fields.
    ...(config.ranker === undefined && { pageFields: ["heading", "title"] }),
    ...(vectors && { vectors: vectors.engine }),
    indexFile: join(stateFolder, "pages.index"),
    onNote: (text) => terminal?.note(text),
    parsers: await parsersOf(config),
    // Their text would lie in the record store, beyond the reach of whoever deletes the file.
    refuse: (path) => (isSecretPath(path) ? "secret by name" : undefined),
  });
  return {
    ...documents,
    async close() {
      await documents.close();
      await store.close();
      vectors?.close();
    },
  };
}

/** What tells reads and listings from outputs; the config's strategy is asked before the built-in ones. */
export async function composeCapture(
  config: Config,
  options: Pick<CaptureOptions, "contentMatch"> = {},
): Promise<CaptureStrategy> {
  const { createCapture } = await import("@runningtab/observation-capture");
  return createCapture({ ...options, ...(config.capture && { strategies: [config.capture] }) });
}

/** Δ of single files: the version at the workspace's opening against the one now, from parsed parts where there are any. */
export async function createFileDiffer(
  workspace: Workspace,
  documents: Documents,
  config: Config,
): Promise<{ diffFile(path: string): Promise<FileDiff | undefined>; renderDiff(diff: FileDiff): string }> {
  const { diff, renderDiff } = await import("@runningtab/review-diff");

  async function inputBefore(path: string): Promise<DiffInput> {
    const bytes = await workspace.baselineBytes(path);
    const hash = workspace.baseline.get(path)?.hash;
    // The record of the first version is kept by content, so it outlives the file's change.
    const isRead = hash !== undefined && (await hasParts(documents.parts(path, { hash })));
    return { path, ...(bytes && { bytes }), ...(isRead && { parts: () => documents.parts(path, { hash }) }) };
  }

  async function inputAfter(path: string): Promise<DiffInput> {
    const file = await workspace.read(path);
    const isRead = file !== undefined && (await hasParts(documents.parts(path)));
    return { path, ...(file && { bytes: file.bytes }), ...(isRead && { parts: () => documents.parts(path) }) };
  }

  return {
    async diffFile(path) {
      await workspace.scan();
      await documents.sync(workspace.manifest.values(), { skipped: workspace.unread });
      const change = workspace.changesSinceBaseline().find((one) => one.path === path);
      if (change === undefined) return undefined;
      const before = await inputBefore(change.kind === "move" ? change.from : path);
      return diff(before, await inputAfter(path), { ...(config.formats && { formats: config.formats }) });
    },
    renderDiff: (result) => renderDiff(result, "markdown"),
  };
}

/** Whether a version has a record: asked before a comparison, which would otherwise fall back to bytes half-way. */
async function hasParts(parts: AsyncIterable<unknown>): Promise<boolean> {
  try {
    for await (const _part of parts) break;
    return true;
  } catch {
    return false;
  }
}
