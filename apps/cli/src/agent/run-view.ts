import type { Environment } from "../environment.ts";
import { createProgress } from "../progress.ts";
import type { Settings } from "../settings.ts";
import { createLiveView, createLiveViews, type LiveView } from "./live-view.ts";
import { createEventView, type RunStarted } from "./run-events.ts";
import type { RunOptions } from "./run-options.ts";

/** Whoever watches a run: the person on stderr as `--quiet` and `--verbose` want it, and programs with `--json`. */
export interface RunView extends LiveView {
  /** The run begins, or is taken up again after `afterTurn`. */
  begun(run: RunStarted, afterTurn?: number): void;
  /** Documents that are parsed before the first step. */
  preparing(done: number, total: number, path: string): void;
  /** They are. */
  prepared(): void;
}

export function createRunView(
  { quiet, verbose }: Pick<RunOptions, "quiet" | "verbose">,
  { terminal, json }: Pick<Settings, "terminal" | "json">,
  environment: Pick<Environment, "now">,
): RunView {
  const events = createEventView((event) => terminal.printJson(event), environment.now);
  const verbosity = quiet ? "quiet" : verbose ? "verbose" : "normal";
  const person = createLiveView(terminal, environment.now, { verbosity });
  const view = createLiveViews(json ? [person, events] : [person]);
  const progress = createProgress(terminal, environment, "Parsing");
  return {
    ...view,
    begun(run, afterTurn) {
      if (json) events.started(run);
      if (run.resumed === undefined) return;
      const { changed } = run.resumed;
      const found =
        changed.length === 0 ? "the folder is as the run left it" : `changed meanwhile: ${changed.join(", ")}`;
      view.note(`Going on with ${run.runId} after turn ${afterTurn ?? 0}; ${found}.`);
    },
    preparing(done, total, path) {
      if (!quiet) progress.update(done, total, path);
      if (json) events.parsing(done, total, path);
    },
    prepared: () => progress.end(),
  };
}
