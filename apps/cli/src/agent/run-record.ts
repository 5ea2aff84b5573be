import { join } from "node:path";
import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { Switches } from "@runningtab/tab-core";
import { misuse } from "../cli-error.ts";
import type { Settings } from "../settings.ts";
import type { RecordedOptions, RecordedRun } from "./recorded-run.ts";
import { createRunFolder, openRunFolder, type RunFolder } from "./run-folder.ts";
import { markRun } from "./run-mark.ts";
import type { RunOptions } from "./run-options.ts";

/** A run's folder while the run is at work. */
export interface RunRecord {
  readonly folder: RunFolder;
  /** Writes down where in the journal the run began, which only an open workspace tells. */
  beganAt(journalSeq: number): void;
  close(): void;
}

/**
 * Makes a run's folder with its `run.json`, or opens that of the run to be taken up again. Says when other runs work on
 * the same files. Throws a `CliError` when this very run is at work in another process.
 */
export function openRunRecord(run: {
  readonly task: string;
  readonly options: RunOptions;
  readonly resumed: RecordedRun | undefined;
  readonly settings: Pick<Settings, "root" | "stateFolder" | "terminal">;
  readonly model: Pick<LanguageModelV4, "provider" | "modelId">;
  readonly switches: Switches;
  readonly contextProfile: string;
  readonly startedAtMs: number;
}): RunRecord {
  const { task, options, resumed, settings, model, switches, contextProfile, startedAtMs } = run;
  const { root, stateFolder, terminal } = settings;
  const folder =
    resumed === undefined ? createRunFolder(stateFolder, startedAtMs) : openRunFolder(stateFolder, resumed.runId);
  const { runId } = folder;
  const mark = markRun(join(stateFolder, "running"), runId);
  const close = (): void => {
    mark.remove();
    folder.close();
  };
  const twin = mark.others.find((other) => other.runId === runId);
  if (twin !== undefined) {
    close();
    throw misuse(`--resume ${runId}: it is still at work (process ${twin.processId}). Wait for it, or end it.`);
  }
  if (mark.others.length > 0) {
    terminal.note(
      `Another run works on this workspace (process ${mark.others.map(({ processId }) => processId).join(", ")}), in the same files: what it changes may be taken for this run's.`,
    );
  }
  const about = {
    version: 1,
    runId,
    task,
    root,
    startedAt: resumed?.startedAt ?? new Date(startedAtMs).toISOString(),
    model: model.modelId,
    provider: model.provider,
    switches,
    contextProfile,
    arm: options.arm,
    options: recordedOptions(options),
  };
  if (resumed === undefined) folder.writeJson("run.json", about);
  return { folder, beganAt: (journalSeq) => folder.writeJson("run.json", { ...about, journalSeq }), close };
}

/** Without those of one call: where things lie, and how much is said. */
function recordedOptions(options: RunOptions): RecordedOptions {
  const { workspace: _workspace, state: _state, config: _config, json: _json, color: _color, ...rest } = options;
  const { resume: _resume, quiet: _quiet, verbose: _verbose, ...recorded } = rest;
  return recorded;
}
