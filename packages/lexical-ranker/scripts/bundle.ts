import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "tsup";

/**
 * One script for hosts without modules and without Node, minified, from this package's sources and their dependencies: what
 * the file `entry` (from the package's folder) exports is in the global `name`.
 */
export async function bundle(entry: string, name: string): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), "lexical-ranker-bundle-"));
  try {
    await build({
      entry: [fileURLToPath(new URL(`../${entry}`, import.meta.url))],
      outDir,
      config: false,
      silent: true,
      format: "iife",
      globalName: name,
      platform: "browser",
      target: "es2023",
      minify: true,
      noExternal: [/./],
      esbuildOptions(options) {
        options.conditions = ["@runningtab/source", "import"];
      },
    });
    const [file] = readdirSync(outDir).filter((each) => each.endsWith(".js"));
    return readFileSync(join(outDir, file!), "utf8");
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}
