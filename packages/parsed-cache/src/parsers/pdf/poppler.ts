import { spawnSync } from "node:child_process";
import type { Limits } from "../../document-parser.ts";
import { limitExceeded, ParsedCacheError } from "../../parsed-cache-error.ts";
import type { JsonValue, ParsedPart } from "../../parts.ts";
import { createPartOutput } from "../office/part-output.ts";
import { INFO_NAMES } from "./metadata.ts";
import { refusedPassword } from "./password.ts";
import { prescan } from "./prescan.ts";

/** Where systems keep programs; the jailed child has no environment. */
const PROGRAM_FOLDERS = "/usr/local/bin:/usr/bin:/bin";
const NOT_FOUND = 127;
const BEFORE_TEXT = "\n<pre>\n";
const AFTER_TEXT = "</pre>\n";
const MEGABYTE = 1024 * 1024;

/**
 * The text of a PDF by poppler's `pdftotext -layout`, several times as fast as the default engine, for those who ask for
 * it. The program reads the bytes from a pipe, inside the jail, with its memory bounded.
 *
 * It tells less than the default engine, and says so: `beside-text-not-read` (comments, fields, links, outline, attached
 * files, whether it is tagged), `hidden-text-unchecked` (text drawn invisibly is not told apart where there may be some).
 */
export function parseWithPoppler(
  bytes: Uint8Array,
  password: string | undefined,
  emit: (part: ParsedPart) => void,
  limits: Limits,
): void {
  if (process.permission !== undefined && !process.permission.has("child")) {
    throw new ParsedCacheError({
      code: "unsupported",
      message:
        "The pdftotext engine runs only where bubblewrap holds the parser. Install bubblewrap, or use the default engine.",
    });
  }
  const secret = password === undefined ? [] : ["-upw", password];
  const run = (program: string, args: readonly string[]): string => runProgram(program, args, bytes, password, limits);
  const last = String(limits.maxPages);
  // One program a file: what the document says of itself stands before its text, in HTML that escapes only that.
  const found = run("pdftotext", ["-layout", "-htmlmeta", "-enc", "UTF-8", "-l", last, ...secret, "-", "-"]);
  const textAt = found.indexOf(BEFORE_TEXT);
  const text = found.slice(textAt + BEFORE_TEXT.length, found.lastIndexOf(AFTER_TEXT));

  const hints = prescan(bytes);
  const output = createPartOutput(emit, limits);
  // Each page ends with a form feed, the last one too.
  const pages = text.split("\f").slice(0, -1);
  let withoutText = 0;
  for (const [index, raw] of pages.entries()) {
    const page = pageLines(raw);
    const filled = hints.isScanWithTextLayer ? "partial" : "text";
    const coverage = page !== "" ? filled : hints.largeImages > 0 ? "image" : "blank";
    if (coverage === "image") withoutText += 1;
    if (!output.put({ type: "page", address: `page=${index + 1}`, text: page, coverage })) break;
  }
  output.loss(
    "page-without-text",
    withoutText,
    "pages without text in a document with images: their text was not read",
  );
  const overImage = hints.isScanWithTextLayer ? pages.length - withoutText : 0;
  output.loss("text-over-image", overImage, "pages with a text layer over an image: the layer may be partial");
  const mayHide = hints.mayHideText && !hints.isScanWithTextLayer;
  output.loss("hidden-text-unchecked", mayHide ? 1 : 0, "text drawn invisibly is not told apart by this engine");
  output.loss(
    "beside-text-not-read",
    1,
    "comments, fields, links, outline and attached files: not given by this engine",
  );
  const mayGoOn = pages.length >= limits.maxPages;
  const pageCount = mayGoOn ? countOfPages(run("pdfinfo", [...secret, "-"])) : pages.length;
  output.loss("truncated", Math.max(0, pageCount - limits.maxPages), `pages beyond the first ${limits.maxPages}`);
  const values = { ...documentValues(found.slice(0, textAt)), ...(hints.namesForm && { form: "AcroForm" }) };
  output.put({ type: "metadata", values: { pages: pageCount, ...values } });
}

function runProgram(
  program: string,
  args: readonly string[],
  bytes: Uint8Array,
  password: string | undefined,
  { maxMemoryBytes, maxOutputCharacters, deadlineMs }: Limits,
): string {
  // The shell bounds the memory of the program that takes its place.
  const memory = String(Math.floor(maxMemoryBytes / 1024));
  const script = 'ulimit -v "$1"; shift; exec "$@"';
  const { status, stdout, stderr, error, signal } = spawnSync(
    "/bin/sh",
    ["-c", script, "sh", memory, program, ...args],
    {
      input: bytes,
      env: { PATH: PROGRAM_FOLDERS },
      maxBuffer: maxOutputCharacters * 4 + MEGABYTE,
      timeout: deadlineMs,
      killSignal: "SIGKILL",
    },
  );
  if (status === 0) return stdout.toString("utf8");
  const said = stderr?.toString("utf8").trim() ?? "";
  if (status === NOT_FOUND) {
    throw new ParsedCacheError({
      code: "unsupported",
      message: `${program} is not installed. Install poppler (apt install poppler-utils), or use the default engine.`,
    });
  }
  if (/incorrect password/i.test(said)) throw refusedPassword(password);
  if (error !== undefined && "code" in error && error.code === "ENOBUFS") {
    throw limitExceeded("maxOutputCharacters", maxOutputCharacters, "the document holds more text");
  }
  if (signal !== null) throw limitExceeded("deadlineMs", deadlineMs, `${program} did not end`);
  const found = said.split("\n").at(-1) ?? "";
  throw new ParsedCacheError({ code: "damaged", message: `Damaged PDF: ${program} says ${JSON.stringify(found)}.` });
}

/** Lines without the margin; gaps as two spaces, as the default engine writes them. */
function pageLines(raw: string): string {
  const lines = raw.split("\n").map((line) => line.trim().replaceAll(/ {3,}/g, "  "));
  return lines
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .replaceAll(/^\n+|\n+$/g, "");
}

/** From `<title>` and `<meta>` of the head, of which each stands on a line of its own. */
function documentValues(head: string): Record<string, JsonValue> {
  const values: Record<string, JsonValue> = {};
  for (const [, title, key = "Title", content = title] of head.matchAll(DOCUMENT_VALUE)) {
    const name = INFO_NAMES.get(key);
    const value = plainText(content ?? "").trim();
    if (name !== undefined && value !== "") values[name] = value;
  }
  return values;
}

const DOCUMENT_VALUE = /^<(?:title>(.*)<\/title|meta name="(\w+)" content="(.*)"\/)>$/gm;
const ESCAPED: Readonly<Record<string, string>> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&" };

function plainText(html: string): string {
  return html.replaceAll(/&(?:lt|gt|quot|amp);/g, (sign) => ESCAPED[sign] ?? sign);
}

function countOfPages(info: string): number {
  return Number(/^Pages:\s+(\d+)$/m.exec(info)?.[1] ?? 0);
}
