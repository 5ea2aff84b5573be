import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTabSession, type DocumentsPort } from "@runningtab/harness-adapters";
import type { Documents } from "@runningtab/parsed-cache";
import type { Workspace } from "@runningtab/staged-workspace";
import type { PresetName } from "@runningtab/tab-core";
import type { Arm } from "./arm.ts";
import { type Budgets, DEFAULT_BUDGETS } from "./budgets.ts";
import {
  composeCapture,
  createFileDiffer,
  createTaskTab,
  openDocuments,
  openStagedWorkspace,
  openTabStore,
} from "../compose.ts";
import { openVectors } from "../embedding/open-vectors.ts";
import type { Environment } from "../environment.ts";
import { commandCheck } from "../judging/document-checks.ts";
import { contextWindowOf } from "../models/context-window.ts";
import { modelOfRun } from "../models/model-of-run.ts";
import { requestOptions } from "../models/request-options.ts";
import { requireReachable } from "../models/require-reachable.ts";
import type { Settings } from "../settings.ts";
import { createTextLines } from "../text-lines.ts";
import { openCommandRoom } from "./command-room.ts";
import { contextLevels, type ContextProfile } from "./context-profile.ts";
import { handOver } from "./hand-over.ts";
import { missingFiles } from "./named-files.ts";
import type { LiveCounts, LiveView } from "./live-view.ts";
import type { RecordedRun } from "./recorded-run.ts";
import { lostFinishChecks, resumeRun } from "./resume-run.ts";
import { createPromotionTrial } from "./promotion-trial.ts";
import { runAgent } from "./run-agent.ts";
import type { RunOptions } from "./run-options.ts";
import { openRunRecord } from "./run-record.ts";
import { openRawLibrary, type RawLibrary } from "./raw-library.ts";
import { outdatedEvidence } from "./outdated-evidence.ts";
import { noteMissing, noteOutdated, noteShared, printReport, type RunSummary, summaryOf } from "./run-report.ts";
import { switchesOf } from "./run-switches.ts";
import { createRunView } from "./run-view.ts";
import type { ToolContext } from "./tool-context.ts";
import { createChecksAtStop } from "./told-of-checks.ts";
import { toolsOf } from "./tool-set.ts";
import { withWebReads } from "./web/web-reads.ts";
import { createWebTools } from "./web/web-tools.ts";
import { filesOfRuns, whoseEdits } from "./whose-edits.ts";

/** A batch waits for its record this long in our own loop: here a slow disk is worth waiting for. */
const RECORD_DELAY_MS = 120_000;

/**
 * Runs one task from an open workspace to its report, or goes on with one that was interrupted. Throws only for misuse and
 * for what failed before the first step.
 */
export async function startRun(start: {
  readonly task: string;
  readonly options: RunOptions;
  /** The run to be taken up again; `task` and `options` are its own, but for what was given anew. */
  readonly resumed?: RecordedRun;
  readonly settings: Settings;
  readonly environment: Environment;
}): Promise<RunSummary> {
  const { task, options, resumed, settings, environment } = start;
  const { terminal, stateFolder, config } = settings;
  // Everything that can be refused is refused before anything is made.
  const switches = switchesOf(options.preset as PresetName, options.off ?? []);
  const { variables } = environment;
  const { model, baseUrl } = await modelOfRun({ model: options.model, baseUrl: options.baseUrl, config, variables });
  const prices = config.prices?.[options.model ?? ""] ?? config.prices?.[model.modelId];
  const profile = profileOf(options, config.contextProfile);
  const mode = options.inPlace === true ? "in-place" : "staged";
  const interrupt = followInterrupts(environment, (text) => terminal.note(text));
  try {
    if (baseUrl !== undefined) await requireReachable(baseUrl, interrupt.requested);
    return await runToReport();
  } finally {
    interrupt.stopFollowing();
  }

  async function runToReport(): Promise<RunSummary> {
    const startedAtMs = environment.now();
    const record = openRunRecord({
      task,
      options,
      resumed,
      settings,
      model,
      switches,
      contextProfile: profile.name,
      startedAtMs,
    });
    const { folder } = record;
    const ended = new AbortController();
    const store = await openTabStore(settings);
    let workspace: Workspace | undefined;
    let documents: Documents | undefined;
    let raw: RawLibrary | undefined;
    try {
      const opened = await openStagedWorkspace(settings, { mode, signal: interrupt.requested });
      workspace = opened;
      const beganAfter = resumed?.journalSeq ?? (await opened.operations()).at(-1)?.seq ?? 0;
      record.beganAt(beganAfter);
      const placed = { ...settings, root: opened.root };
      const embedding = { model: config.embedding?.model, baseUrl: config.embedding?.baseUrl };
      const vectors = await openVectors({ ...embedding, variables: environment.variables }, stateFolder);
      documents = await openDocuments(placed, vectors);
      const unreadBefore = new Set(opened.unread.map(({ path }) => path));
      const lost = resumed && lostFinishChecks(await store.read(folder.runId, 0), resumed.transcript);
      const tab = await createTaskTab({
        store,
        task: folder.runId,
        config,
        switches,
        ...(lost !== undefined && { finishChecks: 1 + lost }),
      });
      await tab.open(task);
      const resumption =
        resumed && (await resumeRun({ run: resumed, workspace: opened, calls: folder.calls, tab, model }));
      const work = resumption?.workspace ?? opened;
      const view = createRunView(options, settings, environment);
      view.begun(
        {
          runId: folder.runId,
          runDir: folder.path,
          task,
          provider: model.provider,
          model: model.modelId,
          contextProfile: profile.name,
          mode,
          ...(resumption && { resumed: { changed: resumption.changedMeanwhile } }),
        },
        resumed?.transcript.at(-1)?.turn,
      );
      await documents.sync(opened.manifest.values(), {
        skipped: opened.unread,
        wait: true,
        signal: interrupt.requested,
        onProgress: ({ done, total, path }) => view.preparing(done, total, path),
      });
      view.prepared();
      const room = await openCommandRoom({
        options,
        settings: placed,
        workspace: opened,
        documents,
        copiesFolder: join(folder.path, "parsed-copies"),
        // The extractive model calls no command.
        isUsed: model.provider !== "runningtab",
        ended: ended.signal,
      });
      if (options.arm === "artifact-only") raw = openRawLibrary({ workspace: work, documents });
      const checks = options.check === undefined ? [] : [await commandCheck(options.check, config)];
      const trial = createPromotionTrial(opened, checks);
      const session = createTabSession({
        tab,
        capture: withWebReads(await composeCapture(config)),
        workspace: work,
        documents: toldOfParsing(documents, view),
        textLines: createTextLines(work, documents, ended.signal),
        companionVersion: room.companionVersion,
        switches,
        maxOutputCharacters: profile.outputCharacters,
        maxDelayMs: RECORD_DELAY_MS,
        ...(resumption && { own: resumption.own, firstTurn: resumption.firstTurn }),
      });
      const context: ToolContext = {
        workspace: work,
        documents: raw ?? documents,
        sandbox: room.sandbox,
        sandboxHolds: room.holds,
        webTools: createWebTools(config.web, environment.now),
        ownFiles: async () => filesOfRuns(await opened.operations()),
        whiteboard: fileWhiteboard(join(folder.path, "whiteboard.md")),
        ...(await createFileDiffer(work, documents, config)),
        findings: trial.findings,
        trace: folder.appendTrace,
      };
      const counts = async (): Promise<LiveCounts> => {
        const { requirements, log, candidates } = await tab.state();
        const open = requirements.filter((one) => one.status === "open").length;
        return { open, resolved: requirements.length - open, readLog: log.length, candidates: candidates.length };
      };
      const result = await runAgent({
        task,
        model,
        session,
        tools: toolsOf(options.arm as Arm, context),
        profile,
        budgets: budgetsOf(options),
        contextWindow: contextWindowOf(model, config.contextWindow),
        requestOptions: requestOptions(folder.runId),
        ...(prices && { prices }),
        folder,
        journal: folder.calls,
        checksAtStop: createChecksAtStop(trial),
        ...(resumption && {
          earlier: {
            ...resumption.earlier,
            isProfileAnew: options.contextLevel !== resumed?.options.contextLevel,
          },
        }),
        view,
        onTurn: (turn) => opened.attribute({ actor: "agent", turn, patch: `${folder.runId}/turn-${turn}` }),
        counts,
        now: environment.now,
        sleep: environment.sleep,
        random: Math.random,
        isInterrupted: () => interrupt.requested.aborted,
        signal: interrupt.forced,
      });
      view.end();

      await work.scan();
      const state = await tab.state();
      const missing = missingFiles(task, work.manifest.keys());
      const edits = whoseEdits(await opened.operations(), { runId: folder.runId, beganAfter });
      // What the run changed itself it knows; in place, its changes cannot be told from those of a person.
      const known = mode === "staged" ? edits.ofRun : new Set<string>();
      const outdated = outdatedEvidence(state, work.manifest).filter(({ path }) => !known.has(path));
      const deliverables = (await session.deliverables()).filter((path) => !edits.ofPersonAlone.has(path));
      const {
        staged,
        checks: results,
        failure,
      } = await handOver({
        workspace: opened,
        when: options.promote ?? "new",
        checks,
        runFolder: folder.path,
        terminal,
        environment,
      });
      const summary = summaryOf(
        result,
        state,
        {
          deliverables,
          missing,
          staged,
          checks: results,
          outdated,
          ...(failure !== undefined && { notPromoted: failure }),
        },
        folder.path,
      );
      folder.writeJson("tab-events.json", await tab.events());
      folder.writeJson("summary.json", {
        version: 1,
        ...summary,
        usage: result.usage,
        toolCalls: result.toolCalls,
        modelMs: result.modelMs,
        toolMs: result.toolMs,
        gaps: session.gaps,
        elapsedMs: environment.now() - startedAtMs,
      });
      if (settings.json) terminal.printJson(summary);
      else {
        const unread = work.unread.filter(({ path }) => !unreadBefore.has(path));
        printReport(terminal, { result, summary, tab: state, changes: work.changesSinceBaseline(), unread });
      }
      for (const path of deliverables) noteShared(terminal, path, edits.alsoByRuns.get(path));
      noteMissing(terminal, summary, result);
      noteOutdated(terminal, summary);
      return summary;
    } finally {
      ended.abort();
      record.close();
      await raw?.close();
      await documents?.close();
      await workspace?.close();
      await store.close();
    }
  }
}

/** The first Ctrl-C lets the step end (or ends the parsing before it), the second ends it at once. */
function followInterrupts(environment: Environment, say: (text: string) => void) {
  const first = new AbortController();
  const second = new AbortController();
  const stopFollowing = environment.onInterrupt(() => {
    if (first.signal.aborted) return second.abort(new Error("interrupted"));
    say("Stopping after this step; press Ctrl-C again to stop at once.");
    first.abort(
      new Error("Interrupted before the first step. What was parsed is kept; no file of the workspace was changed."),
    );
  });
  return { requested: first.signal, forced: second.signal, stopFollowing };
}

function fileWhiteboard(path: string): ToolContext["whiteboard"] {
  return {
    read: () =>
      readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return "";
        throw error;
      }),
    write: (text) => writeFile(path, text, { mode: 0o600 }),
  };
}

/** The level that was asked for, else the config's profile, else level 3. */
function profileOf({ contextLevel }: RunOptions, ofConfig: ContextProfile | undefined): ContextProfile {
  if (contextLevel === undefined && ofConfig !== undefined) return ofConfig;
  return contextLevels[Number(contextLevel ?? 3)]!;
}

/** The session's documents, with whoever watches told of what is parsed. */
function toldOfParsing(documents: Documents, view: LiveView): DocumentsPort {
  return {
    ...documents,
    sync: (files, options) =>
      documents.sync(files as Parameters<Documents["sync"]>[0], {
        ...options,
        onProgress: ({ done, total, path }) => view.parsing(done, total, path),
      }),
  };
}

/** The budgets that the options ask for. */
function budgetsOf(options: RunOptions): Budgets {
  return {
    maxTurns: options.maxTurns,
    maxToolCalls: options.maxToolCalls ?? DEFAULT_BUDGETS.maxToolCalls,
    timeLimitMs: options.timeLimit,
  };
}
