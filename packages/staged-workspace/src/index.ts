export type * from "./manifest.ts";
export type * from "./workspace.ts";
