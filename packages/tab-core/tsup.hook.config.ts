import { defineConfig } from "tsup";

/** The entry for processes that live for one call, with what it depends on in it. After the shared build, which empties `dist`. */
export default defineConfig({
  entry: { hook: "src/hook.ts" },
  format: ["esm"],
  target: "node22",
  platform: "node",
  noExternal: [/^@runningtab\//, "stemmer"],
  dts: true,
  sourcemap: true,
  splitting: true,
  treeshake: true,
});
