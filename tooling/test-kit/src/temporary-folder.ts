import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A new empty folder, resolved through links, removed when the running test ends. */
export function temporaryFolder(label = "test"): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `runningtab-${label}-`)));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
