import type { ParserEntry } from "./document-parser.ts";
import type { JsonValue } from "./parts.ts";

function row(
  id: string,
  version: string,
  accepts: readonly string[],
  options: JsonValue = {},
): Omit<ParserEntry, "module"> {
  return { id, version, options, accepts };
}

const OFFICE = "application/vnd.openxmlformats-officedocument";
const OPEN_DOCUMENT = "application/vnd.oasis.opendocument";
const PLAIN_TEXT = ["text/plain", "application/json", "application/jsonl", "application/xml", "application/yaml"];

/**
 * The parsers of this package, in the order in which they are asked; each lies in `parsers/` under its id. Raise a
 * version whenever a parser's parts change.
 */
export const PARSER_TABLE: readonly Omit<ParserEntry, "module">[] = [
  row("pdf", "7", ["application/pdf"]),
  row("spreadsheet", "5", [
    `${OFFICE}.spreadsheetml.sheet`,
    "application/vnd.ms-excel.sheet.binary.macroenabled.12",
    "application/vnd.ms-excel",
    `${OPEN_DOCUMENT}.spreadsheet`,
    `${OPEN_DOCUMENT}.spreadsheet-template`,
  ]),
  row("word", "6", [`${OFFICE}.wordprocessingml.document`]),
  row("presentation", "5", [`${OFFICE}.presentationml.presentation`]),
  row("opendocument", "6", [
    `${OPEN_DOCUMENT}.text`,
    `${OPEN_DOCUMENT}.text-template`,
    `${OPEN_DOCUMENT}.text-master`,
    `${OPEN_DOCUMENT}.presentation`,
    `${OPEN_DOCUMENT}.presentation-template`,
    `${OPEN_DOCUMENT}.graphics`,
  ]),
  row("word-97", "3", ["application/msword"]),
  row("presentation-97", "2", ["application/vnd.ms-powerpoint"]),
  row("rtf", "4", ["application/rtf"]),
  row("epub", "4", ["application/epub+zip"]),
  row("html", "4", ["text/html"]),
  row("mail", "6", ["message/rfc822"]),
  row("mailbox", "5", ["application/mbox"]),
  row("outlook", "5", ["application/vnd.ms-outlook"]),
  row("notebook", "3", ["application/x-ipynb+json"]),
  row("archive", "5", ["application/zip"]),
  row("image", "1", ["image/png", "image/jpeg", "image/gif", "image/bmp", "image/tiff", "image/webp"]),
  row("csv", "4", ["text/csv"]),
  row("csv", "4", ["text/tab-separated-values"], { delimiter: "\t" }),
  row("markdown", "4", ["text/markdown"]),
  row("text", "3", PLAIN_TEXT),
];
