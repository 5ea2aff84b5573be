import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createTabSession, type Sandbox } from "@runningtab/harness-adapters";
import type { Documents } from "@runningtab/parsed-cache";
import type { Workspace } from "@runningtab/staged-workspace";
import type { PresetName } from "@runningtab/tab-core";
import type { RunOptions } from "../commands/run.ts";
import { type Budgets, DEFAULT_BUDGETS } from "./budgets.ts";
import {
  composeCapture,
  createFileDiffer,
  createSandbox,
  createTaskTab,
  openDocuments,
  openStagedWorkspace,
  openTabStore,
} from "../compose.ts";
import { openVectors } from "../embedding/open-vectors.ts";
import type { Environment } from "../environment.ts";
import { commandCheck } from "../judging/document-checks.ts";
import { createProgress } from "../progress.ts";
import { modelOfRun } from "../models/model-of-run.ts";
import { requireReachable } from "../models/require-reachable.ts";
import type { Settings } from "../settings.ts";
import { createTextLines } from "../text-lines.ts";
import { type ContextLevel, OUTPUT_LIMITS } from "./context-view.ts";
import { handOver } from "./hand-over.ts";
import { missingFiles } from "./named-files.ts";
import { createLiveView, type LiveCounts } from "./live-view.ts";
import { runAgent } from "./run-agent.ts";
import { markRun } from "./run-mark.ts";
import { createRunFolder } from "./run-folder.ts";
import { noteMissing, printReport, type RunSummary, summaryOf } from "./run-report.ts";
import { switchesOf } from "./run-switches.ts";
import type { ToolContext } from "./tool-context.ts";
import { type Arm, toolsOf } from "./tool-set.ts";

/** A batch waits for its record this long in our own loop: here a slow disk is worth waiting for. */
const RECORD_DELAY_MS = 120_000;

/** Runs one task from an open workspace to its report. Throws only for misuse and for what failed before the first step. */
export async function startRun(start: {
  readonly task: string;
  readonly options: RunOptions;
  readonly settings: Settings;
  readonly environment: Environment;
}): Promise<RunSummary> {
  const { task, options, settings, environment } = start;
  const { terminal, root, stateFolder, config } = settings;
  // Everything that can be refused is refused before anything is made.
  const switches = switchesOf(options.preset as PresetName, options.off ?? []);
  const { variables } = environment;
  const { model, baseUrl } = await modelOfRun({ model: options.model, baseUrl: options.baseUrl, config, variables });
  const level = Number(options.contextLevel) as ContextLevel;
  const interrupt = followInterrupts(environment, (text) => terminal.note(text));
  try {
    if (baseUrl !== undefined) await requireReachable(baseUrl, interrupt.requested);
    return await runToReport();
  } finally {
    interrupt.stopFollowing();
  }

  async function runToReport(): Promise<RunSummary> {
    if (options.sandbox === "none") terminal.note("bash and python run without a sandbox, with your own rights.");
    const startedAtMs = environment.now();
    const folder = createRunFolder(stateFolder, startedAtMs);
    const about = { version: 1, runId: folder.runId, task, root, startedAt: new Date(startedAtMs).toISOString() };
    folder.writeJson("run.json", {
      ...about,
      model: model.modelId,
      provider: model.provider,
      switches,
      contextLevel: level,
      arm: options.arm,
    });

    const mark = markRun(join(stateFolder, "running"));
    if (mark.others.length > 0) {
      terminal.note(
        `Another run works on this workspace (process ${mark.others.join(", ")}), in the same files: what it changes may be taken for this run's.`,
      );
    }
    const ended = new AbortController();
    const store = await openTabStore(settings);
    let workspace: Workspace | undefined;
    let documents: Documents | undefined;
    try {
      const opened = await openStagedWorkspace(settings, {
        mode: options.inPlace === true ? "in-place" : "staged",
        signal: interrupt.requested,
      });
      workspace = opened;
      const placed = { ...settings, root: opened.root };
      const embedding = { model: config.embedding?.model, baseUrl: config.embedding?.baseUrl };
      const vectors = await openVectors({ ...embedding, variables: environment.variables }, stateFolder);
      documents = await openDocuments(placed, vectors);
      const unreadBefore = new Set(workspace.unread.map(({ path }) => path));
      const tab = await createTaskTab({ store, task: folder.runId, config, switches });
      await tab.open(task);
      const progress = createProgress(terminal, environment, "Parsing");
      await documents.sync(workspace.manifest.values(), {
        skipped: workspace.unread,
        wait: true,
        signal: interrupt.requested,
        onProgress: ({ done, total, path }) => progress.update(done, total, path),
      });
      progress.end();
      const session = createTabSession({
        tab,
        capture: await composeCapture(config),
        workspace,
        documents,
        textLines: createTextLines(workspace, documents, ended.signal),
        switches,
        maxOutputCharacters: OUTPUT_LIMITS[level],
        maxDelayMs: RECORD_DELAY_MS,
      });
      const context: ToolContext = {
        workspace,
        documents,
        sandbox: await sandboxOf({ options, settings: placed }),
        whiteboard: fileWhiteboard(join(folder.path, "whiteboard.md")),
        ...(await createFileDiffer(workspace, documents, config)),
        trace: folder.appendTrace,
      };
      const counts = async (): Promise<LiveCounts> => {
        const { requirements, log, candidates } = await tab.state();
        const open = requirements.filter((one) => one.status === "open").length;
        return { open, resolved: requirements.length - open, readLog: log.length, candidates: candidates.length };
      };
      const view = createLiveView(terminal, environment.now);
      const result = await runAgent({
        task,
        model,
        session,
        tools: toolsOf(options.arm as Arm, context),
        level,
        budgets: budgetsOf(options),
        folder,
        view,
        onTurn: (turn) => opened.attribute({ actor: "agent", turn, patch: `${folder.runId}/turn-${turn}` }),
        counts,
        now: environment.now,
        sleep: (milliseconds, signal) => delay(milliseconds, undefined, { signal }),
        random: Math.random,
        isInterrupted: () => interrupt.requested.aborted,
        signal: interrupt.forced,
      });
      view.end();

      await workspace.scan();
      const state = await tab.state();
      const missing = missingFiles(task, workspace.manifest.keys());
      const deliverables = await session.deliverables();
      const { staged, checks } = await handOver({
        workspace: opened,
        when: options.promote ?? "new",
        checks: options.check === undefined ? [] : [await commandCheck(options.check, config)],
        runFolder: folder.path,
        terminal,
        environment,
      });
      const summary = summaryOf(result, state, { deliverables, missing, staged, checks }, folder.path);
      folder.writeJson("tab-events.json", await tab.events());
      folder.writeJson("summary.json", {
        version: 1,
        ...summary,
        usage: result.usage,
        toolCalls: result.toolCalls,
        gaps: session.gaps,
        elapsedMs: environment.now() - startedAtMs,
      });
      if (settings.json) terminal.printJson(summary);
      else {
        const unread = workspace.unread.filter(({ path }) => !unreadBefore.has(path));
        printReport(terminal, { result, summary, tab: state, changes: workspace.changesSinceBaseline(), unread });
      }
      noteMissing(terminal, summary, result);
      return summary;
    } finally {
      ended.abort();
      mark.remove();
      folder.close();
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

/** The budgets that the options ask for. */
function budgetsOf(options: RunOptions): Budgets {
  return {
    maxTurns: options.maxTurns,
    maxToolCalls: options.maxToolCalls ?? DEFAULT_BUDGETS.maxToolCalls,
    timeLimitMs: options.timeLimit,
  };
}

/** The sandbox that the options ask for; what of it cannot be had is said at once, not after the first command. */
async function sandboxOf({
  options,
  settings,
}: {
  readonly options: RunOptions;
  readonly settings: Settings;
}): Promise<Sandbox> {
  const name = options.sandbox === "none" ? "none" : "bubblewrap";
  const traceFiles = options.traceFiles === true;
  const sandbox = await createSandbox(settings, name, { traceFiles });
  if (!traceFiles) return sandbox;
  const said = (await sandbox.probe()).details.find((detail) => detail.startsWith("file tracing: "));
  if (said !== "file tracing: works")
    settings.terminal.note(said ?? "file tracing: not available in this sandbox; commands run untraced.");
  return sandbox;
}
