interface NodeProcess {
  getBuiltinModule?<Name extends "node:crypto" | "node:fs">(name: Name): NodeModules[Name] | undefined;
}
interface NodeModules {
  "node:crypto": typeof import("node:crypto");
  "node:fs": typeof import("node:fs");
}

/**
 * A module of Node's own, or `undefined` in a runtime that has none. Asked for at the moment of use, so that bundlers
 * for browsers find no `node:` import here and loading this package does nothing.
 */
export function nodeModule<Name extends keyof NodeModules>(name: Name): NodeModules[Name] | undefined {
  const { process } = globalThis as { process?: NodeProcess };
  return process?.getBuiltinModule?.(name);
}
