import type { Terminal } from "../terminal.ts";

/** Tells the person on stderr what the run is doing: one line redrawn on a terminal, one line a turn elsewhere. */
export interface LiveView {
  turnStarted(turn: number): void;
  toolsStarted(turn: number, commands: readonly string[]): void;
  turnEnded(turn: number, counts: LiveCounts): void;
  textCame(delta: string): void;
  note(text: string): void;
  end(): void;
}

export interface LiveCounts {
  readonly open: number;
  readonly resolved: number;
  readonly readLog: number;
  readonly candidates: number;
}

export function createLiveView(terminal: Terminal, now: () => number): LiveView {
  const startedAt = now();
  let counts: LiveCounts = { open: 0, resolved: 0, readLog: 0, candidates: 0 };
  let doing = "";
  let written = 0;
  const line = (turn: number): string => {
    const { open, resolved, readLog, candidates } = counts;
    const seconds = Math.round((now() - startedAt) / 1_000);
    return `turn ${turn} · ${seconds} s · ${open} open, ${resolved} resolved · ${readLog} read, ${candidates} unopened · ${doing}`;
  };
  let turnNow = 0;
  return {
    turnStarted(turn) {
      turnNow = turn;
      written = 0;
      doing = "thinking";
      terminal.progress(line(turn));
    },
    textCame(delta) {
      written += delta.length;
      doing = `writing (${written} characters)`;
      terminal.progress(line(turnNow));
    },
    toolsStarted(turn, commands) {
      doing = commands.join(" | ").replaceAll(/\s+/g, " ").slice(0, 120);
      terminal.progress(line(turn));
    },
    turnEnded(turn, newCounts) {
      counts = newCounts;
      if (!terminal.isInteractive) terminal.note(line(turn));
    },
    note: (text) => terminal.note(text),
    end: () => terminal.progress(""),
  };
}
