import { existsSync, readFileSync } from "node:fs";
import type { TranscriptItem } from "./transcript.ts";

/**
 * The items of a transcript, up to the last line that is whole: a process that was killed may have left half of one.
 * `undefined` where there is no transcript.
 */
export function readTranscript(file: string): readonly TranscriptItem[] | undefined {
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, "utf8").split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line) as TranscriptItem);
}
