import type { ParserEntry } from "./document-parser.ts";
import { ownModule } from "./jail/launch.ts";
import { PARSER_TABLE } from "./parser-table.ts";

/** The parsers of this package, in the order in which they are asked. */
export function builtInParsers(): readonly ParserEntry[] {
  return PARSER_TABLE.map((parser) => ({
    ...parser,
    module: ownModule(`parsers/${parser.id}.ts`, `@runningtab/parsed-cache/parsers/${parser.id}`),
  }));
}
