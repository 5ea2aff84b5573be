export type * from "./rank-engine.ts";
