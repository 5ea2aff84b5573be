import type { AskedFact } from "../asked-fact.ts";

/** A small folder written by hand, for what a generator does not think of: prose, corrections, traps. */
export interface HandMadeFolder {
  readonly name: string;
  /** Path → content. */
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  /** Sentences before the list of asks; name `answers.md`. */
  readonly order: string;
  /** Asks in the order of the task. A value counts when it is stated without much around it. */
  readonly facts: readonly AskedFact[];
}

/** An ask that the folder answers; `path` is the file, or several that state the same. */
export function fact(ask: string, value: string, ...paths: readonly [string, ...string[]]): AskedFact {
  const [address, ...alsoAcceptable] = paths;
  return { ask, value, address, alsoAcceptable };
}

/** An ask that the folder does not answer, however near it comes. */
export function nothing(ask: string): AskedFact {
  return { ask, value: undefined, address: undefined };
}
