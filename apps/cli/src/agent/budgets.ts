/** What a run may spend. */
export interface Budgets {
  /** Model steps; default 300. */
  readonly maxTurns: number;
  /** Tool calls; default without end. */
  readonly maxToolCalls: number;
  /** Milliseconds of wall-clock time; default one hour. */
  readonly timeLimitMs: number;
}

export const DEFAULT_BUDGETS: Budgets = { maxTurns: 300, maxToolCalls: Infinity, timeLimitMs: 3_600_000 };

/** Which budget is used up, in plain words; `undefined` while there is some left of each. */
export function spentBudget(
  budgets: Budgets,
  spent: { readonly turns: number; readonly toolCalls: number; readonly elapsedMs: number },
): string | undefined {
  if (spent.turns >= budgets.maxTurns) return `${budgets.maxTurns} turns (--max-turns)`;
  if (spent.toolCalls >= budgets.maxToolCalls) return `${budgets.maxToolCalls} tool calls (--max-tool-calls)`;
  if (spent.elapsedMs >= budgets.timeLimitMs) return `${budgets.timeLimitMs / 1000} seconds (--time-limit)`;
  return undefined;
}

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

/** Milliseconds of `90s`, `15m`, `1h`, `1.5h`; `undefined` for anything else. */
export function parseDuration(text: string): number | undefined {
  const [, number, unit] = /^(\d+(?:\.\d+)?)([smh])$/.exec(text) ?? [];
  const milliseconds = Number(number) * (UNITS[unit ?? ""] ?? Number.NaN);
  return milliseconds > 0 ? milliseconds : undefined;
}
