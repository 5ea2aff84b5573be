import type { ModelMessage } from "ai";
import { contextView } from "./context-view.ts";
import type { TranscriptItem } from "./transcript.ts";

/**
 * Port: what a model is shown of a run, and when it is asked to sum up. The config's `contextProfile` is one.
 */
export interface ContextProfile {
  readonly specVersion: 1;
  /** Stands in `run.json` and in the run's events. */
  readonly name: string;
  /**
   * Most characters (UTF-16, at least 400) of one tool output, cut in its middle when it comes in: beyond them it reaches
   * neither the log nor the transcript.
   */
  readonly outputCharacters: number;
  /** Part of the context window (0 to 1) beyond which the model sums up what it did; absent: never unless it has to. */
  readonly summariseBeyond?: number;
  /**
   * The messages for the next step, anew from the whole transcript. Pure: equal transcripts give equal messages. Each
   * call in them has its result, and the last results of the transcript are among them. A view that only grows at its end
   * keeps the provider's prompt cache.
   */
  view(transcript: readonly TranscriptItem[]): ModelMessage[];
}

/** The numbers of a profile that is made here. */
export interface ContextNumbers {
  readonly name: string;
  readonly outputCharacters: number;
  /** Tool results that stay whole beside those of the newest step; absent: all. */
  readonly wholeResults?: number;
  readonly summariseBeyond?: number;
}

export function createContextProfile(numbers: ContextNumbers): ContextProfile {
  const { name, outputCharacters, summariseBeyond } = numbers;
  return {
    specVersion: 1,
    name,
    outputCharacters,
    ...(summariseBeyond !== undefined && { summariseBeyond }),
    view: (transcript) => contextView(transcript, numbers),
  };
}

const KIB = 1024;

/** The levels of `--context-level`, by their numbers; each shows less than the one before. */
export const contextLevels: readonly ContextProfile[] = [
  createContextProfile({ name: "0", outputCharacters: Number.MAX_SAFE_INTEGER }),
  createContextProfile({ name: "1", outputCharacters: 50 * KIB }),
  createContextProfile({ name: "2", outputCharacters: 16 * KIB }),
  createContextProfile({ name: "3", outputCharacters: 16 * KIB, wholeResults: 3 }),
  createContextProfile({ name: "4", outputCharacters: 16 * KIB, wholeResults: 3, summariseBeyond: 0.8 }),
];

/** The profile that shows less than this one, for a prompt that did not fit; `undefined`: none does. */
export function smallerProfile({ name }: ContextProfile): ContextProfile | undefined {
  const level = contextLevels.findIndex((one) => one.name === name);
  // Nobody knows how much a profile of the config shows: the first level that leaves results away is tried.
  return level < 0 ? contextLevels[3] : contextLevels[level + 1];
}
