/** The part of the host's WebAssembly that is used here: its types come with those of the DOM only. */
interface HostWebAssembly {
  readonly Module: new (bytes: Uint8Array) => WebAssembly.Module;
  readonly Instance: new (module: WebAssembly.Module) => { readonly exports: unknown };
}

const host = (globalThis as unknown as { readonly WebAssembly: HostWebAssembly }).WebAssembly;

export function compile(bytes: Uint8Array): WebAssembly.Module {
  return new host.Module(bytes);
}

/** The exports of a new instance of a module that imports nothing. */
export function instantiate(module: WebAssembly.Module): unknown {
  return new host.Instance(module).exports;
}
