export type * from "./capture-strategy.ts";
