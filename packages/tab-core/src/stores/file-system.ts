/**
 * Node's file system and paths, not by `import`: that builds a namespace with every name in it, which loads parts that
 * nothing here uses and costs a hook's process a tenth of what starting Node costs.
 */
export const fs = process.getBuiltinModule("node:fs");
export const path = process.getBuiltinModule("node:path");
