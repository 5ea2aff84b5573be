import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { CliError } from "./cli-error.ts";

export type JsonObject = { readonly [key: string]: unknown };

/** One object a line from a stream; empty lines are passed over. Throws a `CliError` that names the line that is none. */
export async function* readJsonLines(
  stream: Readable,
): AsyncGenerator<{ readonly line: number; readonly value: JsonObject }> {
  let line = 0;
  for await (const text of createInterface({ input: stream, crlfDelay: Infinity })) {
    line++;
    if (text.trim() === "") continue;
    yield { line, value: parseObject(text, line) };
  }
}

function parseObject(text: string, line: number): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new CliError(2, `Line ${line} of the input is no JSON: ${(cause as Error).message}`, { cause });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new CliError(2, `Line ${line} of the input is no JSON object.`);
  }
  return value as JsonObject;
}
