import { defineConfig, type Options } from "tsup";

/**
 * The build every published package shares: one ESM file and one declaration file an entry, no bundled dependencies.
 * `entry` maps the name of an output file to its source, in step with `publishConfig.exports`.
 * `inlineTypes` names packages that are needed for their types alone: their declarations are copied into ours.
 */
export function packageBuild(
  entry: Record<string, string>,
  inlineTypes: readonly string[] = [],
): ReturnType<typeof defineConfig> {
  const options: Options = {
    entry,
    format: ["esm"],
    target: "node22",
    platform: "node",
    dts: inlineTypes.length > 0 ? { compilerOptions: { paths: sourcesOf(inlineTypes) } } : true,
    clean: true,
    sourcemap: true,
    splitting: true,
    treeshake: true,
  };
  return defineConfig(options);
}

/** A path is no external package, so what it leads to is copied, from the source and without a build before ours. */
function sourcesOf(packageNames: readonly string[]): Record<string, string[]> {
  return Object.fromEntries(packageNames.map((name) => [name, [`../${name.replace(/^.*\//, "")}/src/index.ts`]]));
}
