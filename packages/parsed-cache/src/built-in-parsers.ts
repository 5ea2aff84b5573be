import type { ParserEntry } from "./document-parser.ts";
import { ownModule } from "./jail/launch.ts";
import type { JsonValue } from "./parts.ts";

function entry(id: string, version: string, accepts: readonly string[], options: JsonValue = {}): ParserEntry {
  const module = ownModule(`parsers/${id}.ts`, `@runningtab/parsed-cache/parsers/${id}`);
  return { id, version, module, options, accepts };
}

const PLAIN_TEXT = ["text/plain", "application/json", "application/jsonl", "application/xml", "application/yaml"];

/** The parsers of this package, in the order in which they are asked. Raise a version whenever a parser's parts change. */
export function builtInParsers(): readonly ParserEntry[] {
  return [
    entry("pdf", "1", ["application/pdf"]),
    entry("spreadsheet", "1", [
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "application/vnd.ms-excel.sheet.binary.macroenabled.12",
      "application/vnd.ms-excel",
      "application/vnd.oasis.opendocument.spreadsheet",
      "application/vnd.oasis.opendocument.spreadsheet-template",
    ]),
    entry("word", "1", ["application/vnd.openxmlformats-officedocument.wordprocessingml.document"]),
    entry("presentation", "1", ["application/vnd.openxmlformats-officedocument.presentationml.presentation"]),
    entry("csv", "1", ["text/csv"]),
    entry("csv", "1", ["text/tab-separated-values"], { delimiter: "\t" }),
    entry("markdown", "1", ["text/markdown"]),
    entry("text", "1", PLAIN_TEXT),
    entry("text", "1", ["text/html"], { structure: "HTML" }),
    entry("text", "1", ["message/rfc822"], { structure: "mail" }),
    entry("text", "1", ["application/mbox"], { structure: "mailbox" }),
    entry("text", "1", ["application/x-ipynb+json"], { structure: "notebook" }),
    entry("text", "1", ["application/rtf"], { structure: "RTF" }),
  ];
}
