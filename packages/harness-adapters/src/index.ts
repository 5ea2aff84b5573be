export * from "./tab-session.ts";
