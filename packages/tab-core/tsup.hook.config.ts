import { readFileSync } from "node:fs";
import { defineConfig } from "tsup";

const license = readFileSync(new URL("../terms/node_modules/stemmer/license", import.meta.url), "utf8");

/** The entry for processes that live for one call, with what it depends on in it. After the shared build, which empties `dist`. */
export default defineConfig({
  entry: { hook: "src/hook.ts" },
  format: ["esm"],
  target: "node22",
  platform: "node",
  noExternal: [/^@runningtab\//, "stemmer"],
  banner: { js: `/*! With stemmer in it:\n${license.trim()}\n*/` },
  dts: true,
  sourcemap: true,
  splitting: true,
  treeshake: true,
});
