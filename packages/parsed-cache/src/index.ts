export type * from "./parts.ts";
export type * from "./document-parser.ts";
export type * from "./answers.ts";
export type * from "./page-index.ts";
