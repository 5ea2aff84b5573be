export type { Analyzer } from "./analyzer.ts";
export type { Quantity } from "./quantity.ts";
