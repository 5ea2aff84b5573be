import { TabError } from "../tab-error.ts";

/**
 * Node's own SQLite. Node warns once that it is experimental; that one warning is kept from the user, who can do nothing
 * about it, and every other warning passes.
 */
export function loadSqlite(): typeof import("node:sqlite") {
  const emitWarning = process.emitWarning;
  process.emitWarning = ((...args: Parameters<typeof emitWarning>) => {
    const [warning] = args;
    const text = typeof warning === "string" ? warning : warning.message;
    if (!text.startsWith("SQLite is an experimental feature")) Reflect.apply(emitWarning, process, args);
  }) as typeof emitWarning;
  try {
    return process.getBuiltinModule("node:sqlite");
  } catch (cause) {
    throw new TabError("STORE_IO", {
      message: `Node ${process.version} has no node:sqlite. Use Node 22.18 or newer, or another EventStore.`,
      data: { node: process.version },
      cause,
    });
  } finally {
    process.emitWarning = emitWarning;
  }
}
