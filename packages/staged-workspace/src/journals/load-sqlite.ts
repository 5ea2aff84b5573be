import { WorkspaceError } from "../workspace-error.ts";

/**
 * Node's own SQLite. Node warns once that it is experimental; that one warning is kept from the user, who can do nothing
 * about it, and every other warning passes.
 */
export function loadSqlite(): typeof import("node:sqlite") {
  const { emitWarning } = process;
  process.emitWarning = ((...args: Parameters<typeof emitWarning>) => {
    const [warning] = args;
    const text = typeof warning === "string" ? warning : warning.message;
    if (!text.startsWith("SQLite is an experimental feature")) Reflect.apply(emitWarning, process, args);
  }) as typeof emitWarning;
  try {
    return process.getBuiltinModule("node:sqlite");
  } catch (cause) {
    throw new WorkspaceError("JOURNAL_IO", {
      message: `Node ${process.version} has no node:sqlite. Use Node 22.18 or newer, or another Journal.`,
      data: { node: process.version },
      cause,
    });
  } finally {
    process.emitWarning = emitWarning;
  }
}
