import type { DocumentParser, JsonValue, Limits, ParsedPart } from "@runningtab/parsed-cache";
import { DEFAULT_LIMITS } from "@runningtab/parsed-cache";

/** Runs a parser in this process, which tests of trusted input may. */
export async function partsOf(
  parser: DocumentParser,
  bytes: Uint8Array | string,
  options: JsonValue = {},
  limits: Partial<Limits> = {},
): Promise<ParsedPart[]> {
  const parts: ParsedPart[] = [];
  const input = typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes;
  await parser.parse(input, options, (part) => void parts.push(part), { ...DEFAULT_LIMITS, ...limits });
  return parts;
}

/** Only the parts of one type. */
export function ofType<T extends ParsedPart["type"]>(
  parts: readonly ParsedPart[],
  type: T,
): Extract<ParsedPart, { type: T }>[] {
  return parts.filter((part): part is Extract<ParsedPart, { type: T }> => part.type === type);
}
