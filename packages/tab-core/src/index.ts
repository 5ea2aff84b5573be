export type * from "./event-store.ts";
export type * from "./events.ts";
export type * from "./ranker.ts";
export type * from "./evidence-policy.ts";
export type * from "./finish-policy.ts";
export type * from "./tab.ts";
export type * from "./state.ts";
export type * from "./switches.ts";
