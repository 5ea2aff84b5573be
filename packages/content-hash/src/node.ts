export { hashBytesSync } from "./hash-bytes-sync.ts";
export { hashOpenFile, type OpenFileHash } from "./hash-file.ts";
export { hashFileSync, hashOpenFileSync } from "./hash-file-sync.ts";
