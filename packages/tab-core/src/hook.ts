/**
 * What a process needs that a harness starts for one call: the tab and its store. As published it is two files with the
 * path analyzer in them, because each file that is resolved costs such a process about a millisecond; what
 * ranks and judges is loaded when it is asked for.
 */
export type * from "./tab.ts";
export { createTab } from "./create-tab.ts";
export { createSqliteStore, type SqliteStoreOptions } from "./stores/sqlite.ts";
export { TabError, type TabErrorCode } from "./tab-error.ts";
