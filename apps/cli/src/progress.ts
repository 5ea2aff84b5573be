import type { Environment } from "./environment.ts";
import type { Terminal } from "./terminal.ts";

/** Work shorter than this stays silent. */
const QUIET_MS = 1_000;
/** A terminal is redrawn at most this often; elsewhere a line is written this seldom. */
const REDRAW_MS = 100;
const PLAIN_LINE_MS = 10_000;

/** How far long work has come: count, rate and time left, on stderr, once it takes longer than a second. */
export interface Progress {
  update(done: number, total: number, detail?: string): void;
  /** Removes the line. */
  end(): void;
}

export function createProgress(terminal: Terminal, environment: Pick<Environment, "now">, verb: string): Progress {
  const started = environment.now();
  let shownAt = started;
  return {
    update(done, total, detail = "") {
      const now = environment.now();
      const elapsed = now - started;
      if (elapsed < QUIET_MS || now - shownAt < (terminal.isInteractive ? REDRAW_MS : PLAIN_LINE_MS)) return;
      shownAt = now;
      const perSecond = done / (elapsed / 1000);
      const left = Math.ceil((total - done) / perSecond);
      const line = `${verb} ${done}/${total}, ${perSecond.toFixed(1)} a second, ${left} s left`;
      if (terminal.isInteractive) terminal.progress(`${line}  ${detail}`);
      else terminal.note(line);
    },
    end: () => terminal.progress(""),
  };
}
