import type { ParserEntry } from "@runningtab/parsed-cache";
import type { Config } from "./config.ts";

/** The config's parsers, tried first, and the built-in ones. */
export async function parsersOf(config: Config): Promise<readonly ParserEntry[]> {
  const { builtInParsers } = await import("@runningtab/parsed-cache");
  return [...(config.parsers ?? []), ...builtInParsers()];
}
