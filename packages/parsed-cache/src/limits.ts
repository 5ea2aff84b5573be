import type { Limits } from "./document-parser.ts";

const MEGABYTE = 1024 * 1024;

/** What one parse may use unless the caller says otherwise. */
export const DEFAULT_LIMITS: Limits = {
  maxBytes: 256 * MEGABYTE,
  maxInflatedBytes: 256 * MEGABYTE,
  maxEntries: 10_000,
  maxDepth: 100,
  maxCells: 2_000_000,
  maxPages: 10_000,
  maxOutputCharacters: 20_000_000,
  deadlineMs: 60_000,
  maxMemoryBytes: 512 * MEGABYTE,
};

/** `DEFAULT_LIMITS` with some of them changed. Throws a `RangeError` for a limit that is no whole number above 0. */
export function withLimits(changes: Partial<Limits> = {}): Limits {
  const limits = { ...DEFAULT_LIMITS, ...changes };
  for (const [name, value] of Object.entries(limits)) {
    if (!Number.isSafeInteger(value) || value < 1) {
      throw new RangeError(`Limit ${name} must be a whole number above 0, not ${String(value)}.`);
    }
  }
  return limits;
}
