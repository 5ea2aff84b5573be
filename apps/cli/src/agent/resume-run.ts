import type { Operation, StagedWorkspace } from "@runningtab/staged-workspace";
import type { StoredEvent, Tab } from "@runningtab/tab-core";
import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { CallJournal } from "./call-journal.ts";
import { forAnotherModel, type RecordedRun } from "./recorded-run.ts";
import { callsOf } from "./requested-calls.ts";
import type { EarlierRun } from "./run-agent.ts";
import { advance, noProgress } from "./run-progress.ts";
import { sinceRunBegan } from "./since-run-began.ts";
import type { TranscriptItem } from "./transcript.ts";

/** What a run that is taken up again finds. */
export interface Resumption {
  readonly earlier: EarlierRun;
  /** The workspace, with Δ against the files as they were when the run began. */
  readonly workspace: StagedWorkspace;
  /** Files that the run made or changed: their text is its own. */
  readonly own: readonly string[];
  /** The number of the session's next turn. */
  readonly firstTurn: number;
  /** Files that somebody else changed since the run last wrote down what it did. */
  readonly changedMeanwhile: readonly string[];
}

const NAMED_PATHS = 20;

/** Compares what the run last knew with what is there, after the workspace was opened and scanned. */
export async function resumeRun(options: {
  readonly run: RecordedRun;
  readonly workspace: StagedWorkspace;
  readonly calls: Pick<CallJournal, "earlier">;
  readonly tab: Pick<Tab, "state" | "sourceChanged">;
  readonly model: Pick<LanguageModelV4, "provider" | "modelId">;
}): Promise<Resumption> {
  const { run, workspace, calls, tab, model } = options;
  const all = await workspace.operations();
  const operations = run.journalSeq === undefined ? [] : all.filter(({ seq }) => seq > run.journalSeq!);
  const written = writtenPaths(run.transcript, calls);
  const found = operations.filter(({ at, patch }) => at >= run.lastWroteMs && !patch.startsWith(`${run.runId}/`));
  const changedMeanwhile = pathsOf(found.filter(({ actor, edit }) => actor === "person" && !written.has(edit.path)));
  await noteSourceChanges(tab, found, written);

  const isSameModel = run.provider === model.provider && run.model === model.modelId;
  const transcript = isSameModel ? run.transcript : forAnotherModel(run.transcript);
  const note = noteFor(changedMeanwhile);
  const own = operations.filter(({ actor }) => actor !== "person").map(({ edit }) => edit.path);
  return {
    earlier: { transcript, changed: new Set(pathsOf(found)), ...(note !== undefined && { note }) },
    workspace: run.journalSeq === undefined ? workspace : sinceRunBegan(workspace, operations, written),
    own: [...new Set([...own, ...written])],
    firstTurn: transcript.reduce(advance, noProgress).batches + 1,
    changedMeanwhile,
  };
}

/** Finish checks that were counted and that the model never saw, since the process died in between. */
export function lostFinishChecks(events: readonly StoredEvent[], transcript: readonly TranscriptItem[]): number {
  const counted = events.filter(({ event }) => event.type === "finish.checked" && event.sentBack).length;
  return Math.max(0, counted - transcript.reduce(advance, noProgress).finishChecks);
}

/** Files that `write` and `edit` calls are known to have written, or may have written when the process died. */
function writtenPaths(
  transcript: readonly TranscriptItem[],
  { earlier }: Pick<CallJournal, "earlier">,
): ReadonlySet<string> {
  const paths = new Set<string>();
  const failed = new Set<string>();
  for (const item of transcript) {
    if (item.type !== "results") continue;
    for (const { callId, isError } of item.results) if (isError) failed.add(callId);
  }
  const answered = new Set(transcript.flatMap((item) => (item.type === "results" ? [item.turn] : [])));
  for (const item of transcript) {
    if (item.type !== "assistant") continue;
    for (const [index, { tool, args }] of callsOf(item.message, item.problems).entries()) {
      const callId = `t${item.turn}c${index + 1}`;
      const isDone = answered.has(item.turn) ? !failed.has(callId) : earlier.has(callId);
      const path = (args as { readonly path?: unknown } | null)?.path;
      if ((tool === "write" || tool === "edit") && isDone && typeof path === "string") {
        paths.add(path.replace(/^\.\//, ""));
      }
    }
  }
  return paths;
}

/** The tab learns at the next batch what a batch changed; what happened in between it has to be told. */
async function noteSourceChanges(
  tab: Pick<Tab, "state" | "sourceChanged">,
  operations: readonly Operation[],
  written: ReadonlySet<string>,
): Promise<void> {
  const { candidates, log } = await tab.state();
  const met = new Set([...candidates.map(({ path }) => path), ...log.flatMap(({ paths }) => paths)]);
  for (const { edit, actor } of operations) {
    if (edit.kind === "mode" || !met.has(edit.path)) continue;
    await tab.sourceChanged({
      path: edit.path,
      ...("before" in edit && { before: edit.before.hash }),
      ...("after" in edit && { after: edit.after.hash }),
      byAgent: actor !== "person" || written.has(edit.path),
    });
  }
}

function noteFor(changed: readonly string[]): string | undefined {
  if (changed.length === 0) return undefined;
  const named = changed.slice(0, NAMED_PATHS).join(", ");
  const more = changed.length > NAMED_PATHS ? ` and ${changed.length - NAMED_PATHS} more` : "";
  return `The run was interrupted and goes on now. These files changed in the folder meanwhile: ${named}${more}. What you read of them before may no longer hold; view them again where it matters.`;
}

function pathsOf(operations: readonly Operation[]): readonly string[] {
  return [
    ...new Set(operations.flatMap(({ edit }) => (edit.kind === "move" ? [edit.from, edit.path] : [edit.path]))),
  ].toSorted();
}
