import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import { misuse } from "./cli-error.ts";

/**
 * Makes the file that `--output` names, readable by its owner alone, since it holds what documents say. An existing file is
 * refused: it may be the only copy of something else.
 */
export async function writeNewFile(
  path: string,
  chunks: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
): Promise<void> {
  let file: number;
  try {
    file = openSync(path, "wx", 0o600);
  } catch (cause) {
    throw misuse(`--output ${path} cannot be made: ${(cause as Error).message}. Name a file that is not there yet.`);
  }
  try {
    for await (const chunk of chunks) writeSync(file, typeof chunk === "string" ? Buffer.from(chunk) : chunk);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
