import { createHash } from "node:crypto";
import { sniffType } from "./sniff-type.ts";

/** Hexadecimal digits of SHA-256 that are shown: enough to tell versions apart by eye. */
const SHOWN_DIGITS = 12;

/** Size, type and hash of a file that is compared by its bytes. */
export function describeBytes(bytes: Uint8Array): string {
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, SHOWN_DIGITS);
  return `${bytes.byteLength} bytes, ${sniffType(bytes) ?? "file of unknown type"}, sha256 ${hash}…`;
}
