import { type CaptureContext, redactSecrets } from "@runningtab/observation-capture";
import { type ContentsPort, type LogId, neutralise } from "@runningtab/tab-core";
import { changesBetween } from "./changes-between.ts";
import { clampOutput } from "./clamp.ts";
import { subjectPath } from "./describe-call.ts";
import { deliverablePaths, deliverableTexts } from "./deliverables.ts";
import { factsFromDisk, factsFromManifest, linksAmong } from "./facts.ts";
import { HarnessError } from "./harness-error.ts";
import { mayWriteByDefault } from "./known-readers.ts";
import { observationRecord } from "./observation-record.ts";
import { recordIncomplete } from "./record-incomplete.ts";
import { SYSTEM_BLOCK } from "./system-block.ts";
import type { DocumentsPort, TabSession, TabSessionOptions, ToolOutcome, WorkspacePort } from "./tab-session.ts";
import { createSessionTools, isTabTool, messageOf } from "./tab-tools.ts";

const DEFAULT_MAX_OUTPUT_CHARACTERS = 50_000;
const DEFAULT_MAX_DELAY_MS = 2_000;

/** Composes a tab, a capture and, where given, a workspace and documents into what every harness needs. */
export function createTabSession(options: TabSessionOptions): TabSession {
  const { tab, capture, workspace, documents } = options;
  const root = options.root ?? workspace?.root;
  if (root === undefined) {
    throw new HarnessError("NO_ROOT", {
      message: "createTabSession needs a workspace or the root of one: pass either.",
    });
  }
  const redact = options.redact ?? redactSecrets;
  const maxOutputCharacters = options.maxOutputCharacters ?? DEFAULT_MAX_OUTPUT_CHARACTERS;
  const maxDelayMs = options.maxDelayMs ?? DEFAULT_MAX_DELAY_MS;
  const mayWrite = options.mayWrite ?? mayWriteByDefault;
  const stat = workspace ? (path: string) => factsFromManifest(workspace.manifest)(path) : factsFromDisk(root);

  if (documents !== undefined) tab.contentsFrom(contentsOf(documents));

  /** The manifest and an object that stands for its state: another one once a scan found changes. */
  let revision = { manifest: workspace?.manifest };

  /** The manifest as of the last look at it here. A tool of the host's may scan too, and is then told what it found alone. */
  let seen = workspace?.manifest;

  let turn = options.firstTurn ?? 1;
  let gapAdmitted = false;
  const gaps: string[] = [];
  /** Files that the agent made or changed: their text is its own, and they are no candidates. */
  const own = new Set(options.own);
  const entries = new Map<string, readonly LogId[]>();
  /** Everything that touches the store goes through here, one after the other, in the order it happened. */
  let queue: Promise<unknown> = Promise.resolve();

  function inOrder<T>(work: () => Promise<T>): Promise<T> {
    const result = queue.then(work);
    queue = result.catch(() => undefined);
    return result;
  }

  let unreadAtSync = JSON.stringify(workspace?.unread ?? []);

  /** Runs a step whose failure must not reach the host. */
  async function admitting<T>(what: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (cause) {
      gaps.push(`${what}: ${messageOf(cause)}`);
      return undefined;
    }
  }

  /** What a batch changed is the agent's doing; what is found changed at a stop came from outside. */
  async function followWrites(signal: AbortSignal | undefined, byAgent: boolean): Promise<void> {
    if (workspace === undefined) return;
    const atScan = workspace.manifest;
    const before = seen ?? atScan;
    const { changes: found } = await workspace.scan(signal && { signal });
    seen = workspace.manifest;
    const changes = before === atScan ? found : changesBetween(before, seen);
    for (const change of changes) if (change.kind !== "delete" && change.kind !== "mode") own.add(change.path);
    if (changes.length > 0) {
      revision = { manifest: workspace.manifest };
      await noteSourceChanges(changes, byAgent);
    }
    // A new link changes no file, and is yet something that searches have to name.
    const unread = JSON.stringify(workspace.unread ?? []);
    if (documents === undefined || (changes.length === 0 && unread === unreadAtSync)) return;
    unreadAtSync = unread;
    await documents.sync(workspace.manifest.values(), { ...skippedOf(workspace), ...(signal && { signal }) });
  }

  /** Only paths that the tab has met matter to it: unpacking ten thousand files must not write ten thousand events. */
  async function noteSourceChanges(
    changes: Awaited<ReturnType<NonNullable<typeof workspace>["scan"]>>["changes"],
    byAgent: boolean,
  ): Promise<void> {
    const state = await tab.state();
    const met = new Set([...state.candidates.map((one) => one.path), ...state.log.flatMap((entry) => entry.paths)]);
    for (const { kind, path, from, before, after } of changes) {
      if (kind === "mode") continue;
      const hashes = { ...(before && { before: before.hash }), ...(after && { after: after.hash }) };
      if (met.has(path)) await tab.sourceChanged({ path, ...hashes, byAgent });
      if (from !== undefined && met.has(from)) {
        await tab.sourceChanged({ path: from, ...(before && { before: before.hash }), byAgent });
      }
    }
  }

  let linksOf: WorkspacePort["unread"];
  let links: ReadonlyMap<string, string> = new Map();
  /** Looked up once a scan, which gives a new list. */
  function linksNow(): ReadonlyMap<string, string> {
    const unread = workspace?.unread;
    if (unread !== linksOf) links = linksAmong(root!, unread ?? []);
    linksOf = unread;
    return links;
  }

  function captureContext(signal: AbortSignal | undefined): CaptureContext {
    if (workspace === undefined) return { root: root!, stat, ...(signal && { signal }) };
    // A tool of the host's may have scanned: the map is another one then.
    if (revision.manifest !== workspace.manifest) revision = { manifest: workspace.manifest };
    const { textLines, companionVersion } = options;
    return {
      root: root!,
      stat,
      paths: () => workspace.manifest.keys(),
      revision,
      links: linksNow(),
      ...(textLines && { textLines }),
      ...(companionVersion && { companionVersion }),
      ...(signal && { signal }),
    };
  }

  async function recordOutcome(
    outcome: ToolOutcome,
    clamped: string,
    shown: string,
    ofTurn: number,
    signal?: AbortSignal,
  ): Promise<void> {
    if (entries.has(outcome.callId) || outcome.isError) return;
    const result = await capture.capture(
      { ...outcome, output: shown, turn: ofTurn },
      {
        ...captureContext(signal),
        ...(outcome.opened && { opened: outcome.opened }),
      },
    );
    if (workspace === undefined) for (const path of result.writes) own.add(path);
    const record = observationRecord({ outcome, shown, clamped, result, turn: ofTurn, own, redact });
    const recorded = await tab.record(record);
    entries.set(outcome.callId, recorded.entries);
  }

  async function recordBatch(
    batch: readonly Shown[],
    ofTurn: number,
    signal?: AbortSignal,
  ): Promise<string | undefined> {
    const byAgent = batch.some(({ outcome }) => mayWrite(outcome.tool, outcome.args));
    if (byAgent || workspace?.manifest !== seen) {
      await admitting("changed files", () => followWrites(signal, byAgent));
    }
    for (const { outcome, clamped, shown } of batch) {
      await admitting(`turn ${ofTurn}, ${outcome.tool}`, () => recordOutcome(outcome, clamped, shown, ofTurn, signal));
    }
    const line = batch.length > 0 ? await admitting("status line", () => tab.statusLine(ofTurn)) : undefined;
    const checkpoint = batch.length > 0 ? await admitting("checkpoint", () => checkpointAt(ofTurn)) : undefined;
    await admitting("end of turn", () => tab.endTurn(ofTurn));
    const said = [line, checkpoint].filter((one) => one !== undefined);
    return said.length === 0 ? undefined : said.join("\n");
  }

  async function checkpointAt(ofTurn: number): Promise<string | undefined> {
    if (!tab.switches.checkpoints) return undefined;
    const taskText = (await tab.state()).taskText ?? "";
    const writesDeliverable = workspace !== undefined && deliverablePaths(workspace, taskText).length > 0;
    return tab.checkpoint({
      turn: ofTurn,
      writesDeliverable,
      ...(options.budgetUsed && { budgetUsed: options.budgetUsed() }),
    });
  }

  return {
    systemBlock: SYSTEM_BLOCK,
    tools: createSessionTools(tab, () => turn),
    gaps,
    get turn() {
      return turn;
    },
    entriesOf: (callId) => entries.get(callId) ?? [],

    async observe(batch, observeOptions = {}) {
      const ofTurn = turn++;
      const observed = batch
        .filter((outcome) => !isTabTool(outcome.tool))
        .map((outcome): Shown => {
          const clamped = clampOutput(outcome.output, maxOutputCharacters);
          return { outcome, clamped, shown: redact(clamped, subjectPath(outcome.args)).text };
        });
      const line = await atMost(
        maxDelayMs,
        inOrder(() => recordBatch(observed, ofTurn, observeOptions.signal)),
      );
      const texts = new Map(observed.map(({ outcome, shown }) => [outcome, neutralise(shown)]));
      const last = observed.at(-1)?.outcome;
      return batch.map((outcome) => {
        const text = texts.get(outcome) ?? outcome.output;
        return outcome === last && line !== undefined ? withStatusLine(text, line) : text;
      });
    },

    async onStop({ finalMessage }) {
      if (options.switches?.finishCheck === false) return undefined;
      if (options.interactive === true && asksSomething(finalMessage)) return undefined;
      const check = await inOrder(async () => {
        await admitting("changed files", () => followWrites(undefined, false));
        await admitting("documents", async () =>
          documents?.sync(workspace?.manifest.values() ?? [], { ...skippedOf(workspace), wait: true }),
        );
        return admitting("finish check", async () => {
          const taskText = (await tab.state()).taskText ?? "";
          const deliverables = workspace && (await deliverableTexts(workspace, documents, taskText));
          return tab.finishCheck({ turn, finalMessage, ...(deliverables && { deliverables }) });
        });
      });
      if (gaps.length === 0 || (gapAdmitted && check === undefined)) return check?.text;
      gapAdmitted = true;
      return recordIncomplete(check?.text, gaps);
    },

    async onCompact() {
      if (!tab.switches.reinjection) return "";
      const review = await inOrder(() => admitting("review", () => tab.reinjection()));
      return review ?? "[tab] The review could not be read. Call tab_list with kind requirements.";
    },

    async deliverables() {
      if (workspace === undefined) return [];
      return deliverablePaths(workspace, (await tab.state()).taskText ?? "");
    },
  };
}

function skippedOf(workspace: WorkspacePort | undefined): { readonly skipped?: NonNullable<WorkspacePort["unread"]> } {
  return workspace?.unread === undefined ? {} : { skipped: workspace.unread };
}

/** The tab's view of the files' texts. */
function contentsOf(documents: DocumentsPort): ContentsPort {
  const search = documents.search?.bind(documents);
  return {
    currentText: async (path) => (await documents.text(path)).text,
    ...(search && {
      search: async (query, limit) =>
        (await search(query, { limit })).hits.map(({ path, text }) => ({ path, line: text })),
    }),
  };
}

interface Shown {
  readonly outcome: ToolOutcome;
  readonly clamped: string;
  readonly shown: string;
}

/** Whether the last line ends with a question mark of any script, whatever closes it. */
function asksSomething(message: string): boolean {
  return /[?？؟՞]["'”’»」』)\]*_\s]*$/u.test(message.trimEnd());
}

/** Inside the result, after a blank line: a message of its own would break prompt caches and cost a turn. */
function withStatusLine(text: string, line: string): string {
  return `${text}${text.endsWith("\n") ? "\n" : "\n\n"}${line}`;
}

/** The value of `work`, or `undefined` when it takes longer; the work goes on. */
async function atMost<T>(milliseconds: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
