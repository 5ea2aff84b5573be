import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { describe } from "vitest";

const projectRoot = fileURLToPath(new URL("../../../", import.meta.url));

/**
 * The folder of real documents that tests may read and never copy: `RUNNINGTAB_DATA`, by default `../shared/data`
 * beside the project. `undefined` when it is not there.
 */
export function dataFolder(): string | undefined {
  const folder = resolve(projectRoot, process.env["RUNNINGTAB_DATA"] ?? "../shared/data");
  return existsSync(join(folder, "README.md")) ? folder : undefined;
}

/**
 * A suite over real documents. Without the data it is skipped, visibly; with `CI=true` a missing folder fails, so that
 * a green run never means that nothing was tried.
 */
export function describeWithData(title: string, suite: (folder: string) => void): void {
  const folder = dataFolder();
  if (folder !== undefined) return void describe(title, () => suite(folder));
  if (process.env["CI"] === "true") throw new Error(`${title}: CI needs the data folder; set RUNNINGTAB_DATA to it.`);
  describe.skip(`${title} (skipped: no data folder, set RUNNINGTAB_DATA)`, () => suite(""));
}
