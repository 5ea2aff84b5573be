import { InvalidArgumentError } from "commander";

/** A whole number of at least 1, for commander. */
export function parseCount(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1)
    throw new InvalidArgumentError("It has to be a whole number of at least 1.");
  return value;
}
