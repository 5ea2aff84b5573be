import { existsSync, readFileSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { misuse } from "../cli-error.ts";
import { readTranscript } from "./read-transcript.ts";
import { runIdsOf } from "./run-folder.ts";
import type { RunOptions } from "./run-options.ts";
import type { TranscriptItem } from "./transcript.ts";

/** The options of a run that hold for all of it, also when it is taken up again. */
export type RecordedOptions = Omit<
  RunOptions,
  "workspace" | "state" | "config" | "json" | "color" | "resume" | "quiet" | "verbose"
>;

/** A run as its folder holds it. */
export interface RecordedRun {
  readonly runId: string;
  readonly task: string;
  /** The language model that it was begun with. */
  readonly provider: string;
  readonly model: string;
  readonly startedAt: string;
  readonly options: RecordedOptions;
  /** Operations of the journal up to this number were there before the run; absent when it never came to its first step. */
  readonly journalSeq?: number;
  readonly transcript: readonly TranscriptItem[];
  /** Milliseconds since the epoch: when the run last wrote into its transcript. */
  readonly lastWroteMs: number;
}

/**
 * The run to be taken up again: by its id, or `last`. What a killed process left half-written at the end of the transcript
 * is cut off. Throws a `CliError` that names the runs there are when it is none, or has finished.
 */
export function readRecordedRun(stateFolder: string, wanted: string): RecordedRun {
  const runs = join(stateFolder, "runs");
  const known = runIdsOf(stateFolder);
  const runId = wanted === "last" ? known.at(-1) : known.find((name) => name === wanted);
  const open = known.filter((name) => !isFinished(join(runs, name)));
  const others = `Runs of this workspace that can be taken up: ${open.join(", ") || "none"}.`;
  if (runId === undefined) {
    throw misuse(
      wanted === "last"
        ? `--resume last: there is no run of this workspace.`
        : `--resume ${wanted}: there is no such run. ${others}`,
    );
  }
  if (!open.includes(runId)) throw misuse(`--resume ${wanted}: ${runId} has finished. ${others}`);
  const folder = join(runs, runId);
  const about = JSON.parse(readFileSync(join(folder, "run.json"), "utf8")) as Omit<
    RecordedRun,
    "transcript" | "lastWroteMs"
  >;
  if ((about.options as RecordedOptions | undefined) === undefined)
    throw misuse(`--resume ${wanted}: ${runId} was made by an earlier version, which kept too little to go on from.`);
  const file = join(folder, "transcript.jsonl");
  const lastWroteMs = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  cutOffHalfLine(file);
  return { ...about, runId, transcript: readTranscript(file) ?? [], lastWroteMs };
}

function isFinished(folder: string): boolean {
  const file = join(folder, "summary.json");
  if (!existsSync(file)) return false;
  const { status } = JSON.parse(readFileSync(file, "utf8")) as { readonly status?: unknown };
  return status === "finished";
}

/** The next line would be glued to half a one. */
function cutOffHalfLine(file: string): void {
  if (!existsSync(file)) return;
  const bytes = readFileSync(file);
  const end = bytes.lastIndexOf(10) + 1;
  if (end < bytes.length) truncateSync(file, end);
}

/**
 * A transcript for another model than the one that made it: without reasoning and without what providers said for
 * themselves, which only their own models take back.
 */
export function forAnotherModel(transcript: readonly TranscriptItem[]): readonly TranscriptItem[] {
  return transcript.map((item) => {
    if (item.type !== "assistant" || typeof item.message.content === "string") return item;
    const content = item.message.content
      .filter(({ type }) => type !== "reasoning")
      .map((part) => {
        if (!("providerOptions" in part)) return part;
        const { providerOptions: _own, ...rest } = part;
        return rest;
      });
    return { ...item, message: { role: "assistant", content } };
  });
}
