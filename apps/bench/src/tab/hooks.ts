import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createTab } from "@runningtab/tab-core";
import { createSqliteStore } from "@runningtab/tab-core/stores/sqlite";
import { fillStore, type TabSize } from "./fill-store.ts";
import { observation } from "./observation.ts";

/** Milliseconds of processes: `wall` from start to end, `cpu` as each tells itself when its work is done. */
export interface ProcessTimes {
  readonly wall: readonly number[];
  readonly cpu: readonly number[];
}

export interface HookTimes {
  readonly bare: ProcessTimes;
  readonly hook: ProcessTimes;
  /** What ran: the package as it is published, or its sources with their types stripped. */
  readonly code: "built" | "source";
}

const nothing = fileURLToPath(new URL("nothing.mjs", import.meta.url));
const hook = fileURLToPath(new URL("hook.mjs", import.meta.url));
const built = fileURLToPath(new URL("../../../../packages/tab-core/dist/hook.js", import.meta.url));

/** Starts Node with nothing to do and with a hook's work, in turn, so that a busy moment of the machine hits both. */
export async function timeHooks(folder: string, size: TabSize, rounds: number): Promise<HookTimes> {
  const file = join(folder, `hook-${size.logEntries}-${size.candidates}.sqlite`);
  const store = createSqliteStore({ file });
  await fillStore(store, "bench", size);
  // Leaves the state, as the hooks before this one would have.
  await createTab({ store, task: "bench" }).record(observation("first", 2));
  await store.close();

  const code = existsSync(built) ? "built" : "source";
  const conditions = code === "built" ? [] : ["--conditions=@runningtab/source"];
  const run = (args: readonly string[]): { readonly wall: number; readonly cpu: number } => {
    const wallBefore = performance.now();
    const { status, stderr } = spawnSync(process.execPath, [...conditions, ...args], {
      encoding: "utf8",
      // As a hook that is installed: what V8 compiled is kept between calls.
      env: { ...process.env, NODE_COMPILE_CACHE: join(folder, "compile-cache") },
    });
    if (status !== 0) throw new Error(`${args[0]} ended with ${status}: ${stderr}`);
    return { wall: performance.now() - wallBefore, cpu: Number(/cpu ([\d.]+)/.exec(stderr)?.[1]) };
  };
  const [bareRuns, hookRuns] = [[run([nothing])], [run([hook, file, "bench", "warm-up", "2"])]];
  for (let round = 0; round < rounds; round++) {
    bareRuns.push(run([nothing]));
    hookRuns.push(run([hook, file, "bench", `hook-${round}`, "2"]));
  }
  const times = (runs: readonly { wall: number; cpu: number }[]): ProcessTimes => {
    // The first fills the compile cache and the disk's.
    const counted = runs.slice(1);
    return { wall: counted.map(({ wall }) => wall), cpu: counted.map(({ cpu }) => cpu) };
  };
  return { bare: times(bareRuns), hook: times(hookRuns), code };
}
