import { TabError } from "./tab-error.ts";

/** Throws `INVALID_ARGUMENT` unless the text can name a task; also a folder, so `.` and `..` cannot. */
export function requireTaskName(task: unknown): void {
  if (typeof task === "string" && /^(?!\.{1,2}$)[A-Za-z0-9._-]{1,128}$/.test(task)) return;
  throw new TabError("INVALID_ARGUMENT", {
    message: `A task is named by 1 to 128 letters, digits, "-", "_" and ".", other than "." and "..", not ${JSON.stringify(task)}.`,
    data: { task },
  });
}
