import type { ParserEntry } from "./document-parser.ts";
import { ownModule } from "./jail/launch.ts";
import { PARSER_TABLE } from "./parser-table.ts";

export interface BuiltInParserOptions {
  /**
   * Default `pdf-parse`. `pdftotext` is the program of poppler where it is installed: several times as fast, and it tells
   * less (see the losses of its records). It needs bubblewrap; all children of the pool may then start programs.
   */
  readonly pdfEngine?: "pdf-parse" | "pdftotext";
}

/** The parsers of this package, in the order in which they are asked. */
export function builtInParsers({ pdfEngine = "pdf-parse" }: BuiltInParserOptions = {}): readonly ParserEntry[] {
  return PARSER_TABLE.map((parser) => ({
    ...parser,
    module: ownModule(`parsers/${parser.id}.ts`, `@runningtab/parsed-cache/parsers/${parser.id}`),
    ...(parser.id === "pdf" &&
      pdfEngine === "pdftotext" && { options: { engine: pdfEngine }, needs: { programs: true } }),
  }));
}
