export { hashBytesSync } from "./hash-bytes-sync.ts";
export { hashFileSync, hashOpenFileSync, type OpenFileHash } from "./hash-file-sync.ts";
