export { type ContentHash, isContentHash } from "./content-hash.ts";
