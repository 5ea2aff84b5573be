import { expect, it } from "vitest";
import { compileModule, hashSources, isCompilerInstalled } from "../../assembly/compiler/compile.ts";
import { instantiate, compile } from "../wasm/web-assembly.ts";
import { wasmModuleBase64, wasmSourcesHash } from "./wasm-module.ts";

it("was compiled from the sources in assembly/", () => {
  expect(wasmSourcesHash, "Run `pnpm run build:wasm` and commit the result.").toBe(hashSources());
});

it.skipIf(!isCompilerInstalled())("is what the compiler makes of them", { timeout: 120_000 }, async () => {
  expect(Buffer.from(await compileModule()).toString("base64")).toBe(wasmModuleBase64);
});

it("needs nothing of its host", () => {
  expect(instantiate(compile(Buffer.from(wasmModuleBase64, "base64")))).toHaveProperty("memory");
});
