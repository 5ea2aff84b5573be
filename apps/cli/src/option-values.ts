import { InvalidArgumentError } from "commander";

/** A whole number of at least 1, for commander. */
export function parseCount(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1)
    throw new InvalidArgumentError("It has to be a whole number of at least 1.");
  return value;
}

/** A whole number of at least 0, for commander. */
export function parseOffset(text: string): number {
  return text === "0" ? 0 : parseCount(text);
}

/** Text with something in it, for commander: an empty query is a script's unset variable more often than a question. */
export function parseWords(text: string): string {
  if (text.trim() === "") throw new InvalidArgumentError("It is empty.");
  return text;
}
