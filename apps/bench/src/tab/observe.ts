import { join } from "node:path";
import { createTab, type EventStore } from "@runningtab/tab-core";
import { createSqliteStore } from "@runningtab/tab-core/stores/sqlite";
import { ownCpuMs } from "../cpu-time.ts";
import { fillStore, type TabSize } from "./fill-store.ts";
import { observation } from "./observation.ts";

/** Milliseconds of one observation. */
export interface Sample {
  /** CPU time of recording (decide, append, fold) and of the status line, without the store's append. */
  readonly cpu: number;
  /** CPU time inside the store's append: serialising, hashing, inserting, committing. */
  readonly commitCpu: number;
  /** Wall time inside the store's append, waiting for the disk included. */
  readonly commitWall: number;
}

/** Observations on a task of a given size, in a fresh store. */
export async function observe(folder: string, size: TabSize, count: number): Promise<readonly Sample[]> {
  const store = createSqliteStore({ file: join(folder, `tab-${size.logEntries}-${size.candidates}.sqlite`) });
  await fillStore(store, "bench", size);
  const append = { cpu: 0, wall: 0 };
  const tab = createTab({ store: timed(store, append), task: "bench" });
  // The first folds the history, and keeps the state; code is warm after some.
  const warmUp = 30;
  const samples: Sample[] = [];
  for (let index = 0; index < warmUp + count; index++) {
    [append.cpu, append.wall] = [0, 0];
    const cpuBefore = ownCpuMs();
    await tab.record(observation(`call-${index}`, 2));
    await tab.statusLine(2);
    const cpu = ownCpuMs() - cpuBefore;
    if (index >= warmUp) samples.push({ cpu: cpu - append.cpu, commitCpu: append.cpu, commitWall: append.wall });
  }
  await store.close();
  return samples;
}

function timed(store: EventStore, spent: { cpu: number; wall: number }): EventStore {
  return {
    ...store,
    async append(task, batch) {
      const [cpuBefore, wallBefore] = [ownCpuMs(), performance.now()];
      const result = await store.append(task, batch);
      spent.cpu += ownCpuMs() - cpuBefore;
      spent.wall += performance.now() - wallBefore;
      return result;
    },
  };
}
