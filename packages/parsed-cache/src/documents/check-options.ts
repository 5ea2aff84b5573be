import { ParsedCacheError } from "../parsed-cache-error.ts";

/** Throws `argument-invalid` for an option that is there and no whole number of at least `least`, nor without bound. */
export function checkCounts(options: Readonly<Record<string, number | undefined>>, least = 1): void {
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || value === Number.POSITIVE_INFINITY) continue;
    if (Number.isSafeInteger(value) && value >= least) continue;
    throw new ParsedCacheError({
      code: "argument-invalid",
      message: `${name} must be a whole number of at least ${least}, not ${String(value)}.`,
      data: { name, value },
    });
  }
}
