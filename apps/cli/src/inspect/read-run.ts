import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readTranscript } from "../agent/read-transcript.ts";
import { runIdsOf } from "../agent/run-folder.ts";
import { CliError, misuse } from "../cli-error.ts";
import { openTabStore } from "../compose.ts";
import { compareEdit } from "../compare-edit.ts";
import type { Settings } from "../settings.ts";
import { buildReplay, type Replay, type ReplayEdit, type RunHeader } from "./replay.ts";

/** Reads a run of this workspace from its folder, its tab and the journal. `named`: a run's id, the end of one, or `last`. */
export async function readRun(named: string, settings: Settings): Promise<Replay> {
  const runId = findRun(named, settings);
  const folder = join(settings.stateFolder, "runs", runId);
  const summary = readJson(join(folder, "summary.json")) as { readonly status?: string } | undefined;
  const { foldEvents } = await import("@runningtab/tab-core");
  const store = await openTabStore(settings);
  try {
    return buildReplay({
      run: readJson(join(folder, "run.json")) as RunHeader,
      items: readTranscript(join(folder, "transcript.jsonl")) ?? [],
      events: await store.read(runId, 0),
      edits: await readEdits(runId, settings),
      ...(summary?.status !== undefined && { status: summary.status }),
      fold: foldEvents,
    });
  } finally {
    await store.close();
  }
}

function findRun(named: string, { stateFolder, root }: Settings): string {
  const runs = runIdsOf(stateFolder);
  if (runs.length === 0) throw new CliError(1, `No run has been made in ${root}.`);
  if (named === "last") return runs.at(-1)!;
  const matching = runs.filter((run) => run === named || run.endsWith(named));
  if (matching.length === 1) return matching[0]!;
  const newest = runs.slice(-5).toReversed().join(", ");
  throw misuse(
    matching.length === 0
      ? `There is no run ${named}. The newest: ${newest}.`
      : `${named} is the end of ${matching.length} runs: ${matching.slice(-5).join(", ")}.`,
  );
}

function readJson(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}

/** The run's edits in the journal, by turn: each turn is a patch that carries the run's name. */
async function readEdits(runId: string, settings: Settings): Promise<ReadonlyMap<number, readonly ReplayEdit[]>> {
  const edits = new Map<number, ReplayEdit[]>();
  const folder = join(settings.stateFolder, "staging");
  if (!existsSync(join(folder, "journal.db"))) return edits;
  const { createSqliteJournal } = await import("@runningtab/staged-workspace/journals/sqlite");
  const { renderDiff } = await import("@runningtab/review-diff");
  const { createFileBlobStore } = await import("@runningtab/staged-workspace/blobs/file");
  const journal = createSqliteJournal({ file: join(folder, "journal.db") });
  try {
    const blobs = createFileBlobStore({ folder: join(folder, "blobs") });
    for (const { entry } of await journal.read(0)) {
      if (entry.type !== "operation.recorded" || !entry.patch.startsWith(`${runId}/`)) continue;
      const { edit, actor, turn = 0 } = entry;
      const compared = await compareEdit(edit, (hash) => blobs.get(hash), settings.config);
      const ofTurn = edits.get(turn) ?? [];
      edits.set(turn, [...ofTurn, { edit, actor, ...(compared && { diff: renderDiff(compared, "markdown") }) }]);
    }
    return edits;
  } finally {
    await journal.close();
  }
}
