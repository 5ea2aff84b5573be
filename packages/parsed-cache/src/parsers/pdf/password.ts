import { ParsedCacheError } from "../../parsed-cache-error.ts";

/** The error for an encrypted PDF: `password-needed` where none was given, else `password-wrong`. */
export function refusedPassword(password: string | undefined, cause?: unknown): ParsedCacheError {
  if (password !== undefined) {
    return new ParsedCacheError({
      code: "password-wrong",
      message: "The password given does not open the PDF.",
      cause,
    });
  }
  return new ParsedCacheError({
    code: "password-needed",
    message: "The PDF is encrypted with a password. Save a copy without one, or parse it alone with its password.",
    cause,
  });
}
