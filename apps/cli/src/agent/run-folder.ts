import { randomBytes } from "node:crypto";
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, renameSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { makePrivateFolder } from "../state-folder.ts";
import { type CallJournal, openCallJournal } from "./call-journal.ts";
import type { TranscriptItem } from "./transcript.ts";

/** A search as it was answered, for replay: `docs/formats/run-folder.md`. */
export interface RetrievalTrace {
  readonly turn: number;
  readonly tool: string;
  readonly query: string;
  readonly hits: readonly { readonly address: string; readonly freshness: string; readonly score?: number }[];
  readonly searched: number;
  readonly skipped: number;
}

/** The folder of one run; every file 0600, the folder 0700. Lines are durable when a call returns. */
export interface RunFolder {
  readonly path: string;
  /** Names the run and its task in the tab store. */
  readonly runId: string;
  /** Of the batch of tool calls under way. */
  readonly calls: CallJournal;
  appendTranscript(item: TranscriptItem): void;
  appendTrace(trace: RetrievalTrace): void;
  /** Writes a whole JSON file, such as `run.json` or `summary.json`; whoever reads meets the one before or this one. */
  writeJson(name: string, value: unknown): void;
  close(): void;
}

/** The runs whose folders are below `<state>/runs/`, the oldest first: ids sort by time. */
export function runIdsOf(stateFolder: string): readonly string[] {
  const folder = join(stateFolder, "runs");
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, "run.json")))
    .toSorted();
}

/** Makes the run's folder under `<state>/runs/`. Ids sort by time. */
export function createRunFolder(stateFolder: string, startedAtMs: number): RunFolder {
  const stamp = new Date(startedAtMs).toISOString().replaceAll(/[-:]/g, "").replace(/\..*/, "");
  const runId = `run-${stamp}-${randomBytes(3).toString("hex")}`;
  makePrivateFolder(join(stateFolder, "runs"));
  makePrivateFolder(join(stateFolder, "runs", runId));
  return openRunFolder(stateFolder, runId);
}

/** The folder of a run that is there, to go on with. */
export function openRunFolder(stateFolder: string, runId: string): RunFolder {
  const path = join(stateFolder, "runs", runId);
  const transcript = openSync(join(path, "transcript.jsonl"), "a", 0o600);
  const traces = openSync(join(path, "retrieval.jsonl"), "a", 0o600);
  const calls = openCallJournal(join(path, "calls.jsonl"));
  const append = (file: number, value: unknown): void => {
    writeSync(file, `${JSON.stringify(value)}\n`);
    fsyncSync(file);
  };
  return {
    path,
    runId,
    calls,
    appendTranscript: (item) => append(transcript, item),
    appendTrace: (trace) => append(traces, trace),
    writeJson(name, value) {
      const unfinished = join(path, `${name}.unfinished`);
      writeFileSync(unfinished, `${JSON.stringify(value, undefined, 2)}\n`, { mode: 0o600 });
      renameSync(unfinished, join(path, name));
    },
    close: () => {
      closeSync(transcript);
      closeSync(traces);
      calls.close();
    },
  };
}
