import { type CompiledModule, compile } from "../wasm/web-assembly.ts";
import { wasmModuleBase64 } from "./wasm-module.ts";
import { createSlimWasmEngine, type WasmEngine, type WasmEngineOptions } from "./wasm-slim.ts";

export type { WasmEngine, WasmEngineOptions } from "./wasm-slim.ts";

let compiled: CompiledModule | undefined;

/** The slim engine with the module that this package carries, which is compiled once, at the first call. */
export function createWasmEngine(options: WasmEngineOptions = {}): WasmEngine {
  const module = compiled ?? compile(Uint8Array.from(atob(wasmModuleBase64), (character) => character.charCodeAt(0)));
  compiled = module;
  return createSlimWasmEngine(module, options);
}
