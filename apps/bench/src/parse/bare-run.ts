import type { PdfEngine } from "./pdf-engine.ts";

/** All files read by so many processes of a bare engine at once. */
export interface BareRun {
  readonly processes: number;
  /** CPU time of all of them, loading included. */
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
}

/** What the machine itself allows: processes that share nothing but the list of files. */
export async function measureBareRun(engine: PdfEngine, files: readonly string[], processes: number): Promise<BareRun> {
  const started = performance.now();
  const left = files.values();
  const readAll = async (): Promise<number> => {
    const running = await engine.start();
    let seconds = running.loadSeconds;
    for (const file of left) seconds += (await running.read(file)).seconds;
    await running.close();
    return seconds;
  };
  const each = await Promise.all(Array.from({ length: processes }, readAll));
  const cpuSeconds = each.reduce((sum, seconds) => sum + seconds, 0);
  return { processes, cpuSeconds, wallSeconds: (performance.now() - started) / 1000 };
}
