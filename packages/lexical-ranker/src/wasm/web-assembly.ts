/** A compiled module: a `WebAssembly.Module`, whose type comes with those of the DOM only. */
export type CompiledModule = object;

/** The part of the host's WebAssembly that is used here: its types come with those of the DOM only. */
interface HostWebAssembly {
  readonly Module: new (bytes: Uint8Array) => CompiledModule;
  readonly Instance: new (module: CompiledModule) => { readonly exports: unknown };
}

const host = (globalThis as unknown as { readonly WebAssembly: HostWebAssembly }).WebAssembly;

export function compile(bytes: Uint8Array): CompiledModule {
  return new host.Module(bytes);
}

/** The exports of a new instance of a module that imports nothing. */
export function instantiate(module: CompiledModule): unknown {
  return new host.Instance(module).exports;
}
