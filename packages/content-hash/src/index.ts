export { type ContentHash, isContentHash, parseContentHash } from "./content-hash.ts";
export { ContentHashError, type ContentHashErrorCode } from "./content-hash-error.ts";
export { createFingerprinter, fingerprint, type Fingerprinter } from "./fingerprint.ts";
export { hashFile, type FileHash, type HashFileOptions } from "./hash-file.ts";
export { createHasher, hashBytes, type Hasher } from "./hasher.ts";
