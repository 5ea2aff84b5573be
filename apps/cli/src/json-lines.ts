import type { Readable } from "node:stream";
import { CliError } from "./cli-error.ts";

export type JsonObject = { readonly [key: string]: unknown };

/** One object a line from a stream; empty lines are passed over. Throws a `CliError` that names the line that is none. */
export async function* readJsonLines(
  stream: Readable,
): AsyncGenerator<{ readonly line: number; readonly value: JsonObject }> {
  let line = 0;
  for await (const text of linesOf(stream)) {
    line++;
    if (text.trim() === "") continue;
    yield { line, value: parseObject(text, line) };
  }
}

/** Only a line feed ends a line of JSON: `node:readline` would also split at U+2028, which may stand inside a string. */
export async function* linesOf(stream: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of stream as AsyncIterable<Uint8Array | string>) {
    const lines = (rest + (typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true }))).split("\n");
    rest = lines.pop()!;
    yield* lines;
  }
  rest += decoder.decode();
  if (rest !== "") yield rest;
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
