import { ParsedCacheError } from "../../parsed-cache-error.ts";
import type { JsonValue } from "../../parts.ts";
import { decryptPackage } from "./decrypt.ts";
import { isEncryptedPackage } from "./package.ts";

/** Excel encrypts a workbook that is only protected against editing with this password, known to every reader. */
const PASSWORD_OF_EVERY_READER = "VelvetSweatshop";

/** The option `{ "password": "…" }` of a parser; anything else says none. */
export function passwordOf(options: JsonValue): string | undefined {
  if (typeof options !== "object" || options === null || Array.isArray(options)) return undefined;
  const password = (options as { readonly [key: string]: JsonValue })["password"];
  return typeof password === "string" ? password : undefined;
}

/**
 * The bytes themselves, or the package in them when they are encrypted. Throws a `ParsedCacheError`
 * `password-needed` or `password-wrong`, and what `decryptPackage` throws.
 */
export async function openEncrypted(bytes: Uint8Array, password: string | undefined): Promise<Uint8Array> {
  if (!isEncryptedPackage(bytes)) return bytes;
  const opened = await decryptPackage(bytes, password ?? PASSWORD_OF_EVERY_READER);
  if (opened !== undefined) return opened;
  throw password === undefined ? passwordNeeded() : passwordWrong();
}

export function passwordNeeded(): ParsedCacheError {
  return new ParsedCacheError({
    code: "password-needed",
    message: "The file is encrypted with a password. Save a copy without one, or parse it alone with its password.",
  });
}

export function passwordWrong(cause?: unknown): ParsedCacheError {
  return new ParsedCacheError({
    code: "password-wrong",
    message: "The file is encrypted, and the password given does not open it.",
    cause,
  });
}
