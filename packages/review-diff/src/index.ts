export type * from "./file-diff.ts";
