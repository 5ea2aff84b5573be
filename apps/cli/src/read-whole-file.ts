import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { CliError, messageOf, misuse } from "./cli-error.ts";

/** All bytes of a file that the user named. A name that leads to no regular file (a device would never end) is misuse. */
export function readWholeFile(path: string, cwd: string): Uint8Array {
  const file = resolve(cwd, path);
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat === undefined) throw misuse(`${path} does not exist.`);
  if (stat.isDirectory()) throw misuse(`${path} is a folder. Name a file.`);
  if (!stat.isFile()) throw misuse(`${path} is no regular file.`);
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new CliError(3, `${path} cannot be read: ${messageOf(cause)}`, { cause });
  }
}
