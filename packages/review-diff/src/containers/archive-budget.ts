import type { Pace } from "../pace.ts";

/** Entries of an archive that are read at most. */
export const MAX_ENTRIES = 100_000;
/** Bytes that all entries of one archive inflate to at most. */
export const MAX_INFLATED = 256 * 1024 * 1024;

/** What reading an archive may use, and what it found on the way. */
export interface ArchiveBudget {
  /** Bytes that may still be inflated. */
  left: number;
  readonly pace: Pace;
  /** An entry that could not be read, and why. */
  unread(name: string, reason: string): void;
}

export function refuseEntries(count: number): never {
  throw new RangeError(`the archive has ${count} entries, more than ${MAX_ENTRIES}`);
}
