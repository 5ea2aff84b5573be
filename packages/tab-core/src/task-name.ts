import { TabError } from "./tab-error.ts";

/** Throws `INVALID_ARGUMENT` unless the text can name a task. */
export function requireTaskName(task: string): void {
  if (/^[A-Za-z0-9._-]{1,128}$/.test(task)) return;
  throw new TabError("INVALID_ARGUMENT", {
    message: `A task is named by 1 to 128 letters, digits, "-", "_" and ".", not ${JSON.stringify(task)}.`,
    data: { task },
  });
}
