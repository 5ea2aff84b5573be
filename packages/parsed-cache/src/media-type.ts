import { listZipEntries, readZipEntries } from "./bounded-zip.ts";
import { isCompoundFile, openCompoundFile } from "./compound-file.ts";
import type { Limits } from "./document-parser.ts";
import { looksLikeUtf16 } from "./unmarked-utf16.ts";

/** A kind of document, and what decided it: the bytes, or the file's name where the bytes are plain text. */
export interface MediaType {
  readonly type: string;
  readonly decidedBy: "bytes" | "name";
}

const OFFICE = "application/vnd.openxmlformats-officedocument";

/** Types that no signature tells from plain text. */
const TYPE_BY_EXTENSION: ReadonlyMap<string, string> = new Map([
  ["csv", "text/csv"],
  ["tsv", "text/tab-separated-values"],
  ["md", "text/markdown"],
  ["markdown", "text/markdown"],
  ["htm", "text/html"],
  ["html", "text/html"],
  ["xhtml", "text/html"],
  ["eml", "message/rfc822"],
  ["mht", "message/rfc822"],
  ["mhtml", "message/rfc822"],
  ["mbox", "application/mbox"],
  ["json", "application/json"],
  ["jsonl", "application/jsonl"],
  ["ndjson", "application/jsonl"],
  ["ipynb", "application/x-ipynb+json"],
  ["xml", "application/xml"],
  ["yaml", "application/yaml"],
  ["yml", "application/yaml"],
]);

const OPEN_DOCUMENT = "application/vnd.oasis.opendocument";

/** Types whose bytes tell them, by the extension that files of them have. */
const DOCUMENT_TYPES: ReadonlyMap<string, string> = new Map([
  ["pdf", "application/pdf"],
  ["xlsx", `${OFFICE}.spreadsheetml.sheet`],
  ["xls", "application/vnd.ms-excel"],
  ["xlsb", "application/vnd.ms-excel.sheet.binary.macroenabled.12"],
  ["ods", `${OPEN_DOCUMENT}.spreadsheet`],
  ["docx", `${OFFICE}.wordprocessingml.document`],
  ["doc", "application/msword"],
  ["odt", `${OPEN_DOCUMENT}.text`],
  ["pptx", `${OFFICE}.presentationml.presentation`],
  ["ppt", "application/vnd.ms-powerpoint"],
  ["odp", `${OPEN_DOCUMENT}.presentation`],
  ["msg", "application/vnd.ms-outlook"],
  ["rtf", "application/rtf"],
  ["zip", "application/zip"],
]);

/** What no signature tells and is no text. */
const UNKNOWN_BYTES = "application/octet-stream";

const SIGNATURES: readonly (readonly [signature: string, type: string])[] = [
  ["{\\rtf", "application/rtf"],
  ["\x89PNG\r\n", "image/png"],
  ["\xff\xd8\xff", "image/jpeg"],
  ["GIF8", "image/gif"],
  ["BM", "image/bmp"],
  ["II*\0", "image/tiff"],
  ["MM\0*", "image/tiff"],
  ["\x1f\x8b", "application/gzip"],
  ["7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"],
  ["Rar!\x1a\x07", "application/vnd.rar"],
  ["SQLite format 3\0", "application/vnd.sqlite3"],
  ["\x7fELF", "application/x-executable"],
];

/** By the first letters of an extension, where the bytes tell no more than that it is one of these. */
const OFFICE_TYPES: ReadonlyMap<string, string> = new Map([
  ["doc", `${OFFICE}.wordprocessingml.document`],
  ["xls", `${OFFICE}.spreadsheetml.sheet`],
  ["ppt", `${OFFICE}.presentationml.presentation`],
]);

/** What an OLE compound file holds, by the name of a stream in it (UTF-16LE in its directory). */
const COMPOUND_STREAMS: readonly (readonly [stream: string, type: string])[] = [
  ["WordDocument", "application/msword"],
  ["Workbook", "application/vnd.ms-excel"],
  ["Book", "application/vnd.ms-excel"],
  ["PowerPoint Document", "application/vnd.ms-powerpoint"],
  ["__substg1.0_", "application/vnd.ms-outlook"],
];

/** The extension in lower case without its dot; empty when there is none. */
export function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? "" : name.slice(dot + 1).toLowerCase();
}

/** The type that a path's extension stands for where the bytes are plain text; default `text/plain`. */
export function textTypeOf(path: string): string {
  return TYPE_BY_EXTENSION.get(extensionOf(path)) ?? "text/plain";
}

/** What the bytes of a file of this extension are, where bytes tell; `undefined` of plain text and unknown ones. */
export function documentTypeOf(extension: string): string | undefined {
  return DOCUMENT_TYPES.get(extension);
}

/** Why a file of this type is not read, where no parser reads the type: also whether its name promises another one. */
export function whyUnread(type: string, path: string): string {
  const extension = extensionOf(path);
  if (!isMisnamed(type, path)) return `No parser for ${type} yet.`;
  const found = type === UNKNOWN_BYTES ? "bytes of no known kind" : type;
  return `The content is no ${extension.toUpperCase()} document, whatever its name says, but ${found}.`;
}

/** Whether a name promises a document and the bytes, which no parser reads, are none of that kind. */
export function isMisnamed(type: string, path: string): boolean {
  const promised = documentTypeOf(extensionOf(path));
  return promised !== undefined && promised !== type;
}

/** A file without a byte whose name promises a document: something went wrong with it, where a text may just be empty. */
export function isEmptyDocument({ path, size }: { readonly path: string; readonly size: number }): boolean {
  return size === 0 && documentTypeOf(extensionOf(path)) !== undefined;
}

/**
 * Decides what kind of document `bytes` are: by signature, by the members of a ZIP archive, and only for plain text by
 * the name. Of an archive nothing is inflated but its list of content types. Bytes of no known kind are `application/octet-stream`.
 */
export async function detectMediaType(
  bytes: Uint8Array,
  path: string,
  limits: Pick<Limits, "maxEntries" | "maxDepth">,
): Promise<MediaType> {
  const head = latin1(bytes, 0, 1024);
  const byBytes = (type: string): MediaType => ({ type, decidedBy: "bytes" });
  // Readers accept a PDF whose header comes after some other bytes.
  if (head.includes("%PDF-")) return byBytes("application/pdf");
  if (head.startsWith("PK\x03\x04") || head.startsWith("PK\x05\x06"))
    return byBytes(await archiveType(bytes, path, limits));
  if (isCompoundFile(bytes)) return byBytes(compoundType(bytes, path, limits));
  if (head.startsWith("\xdb\xa5\x2d\0")) return byBytes("application/msword");
  // A single mail is saved with such a line too, and its name says that it is one.
  if (isMailbox(head) && extensionOf(path) !== "eml") return byBytes("application/mbox");
  if (isBareWorkbook(bytes)) return byBytes("application/vnd.ms-excel");
  for (const [signature, type] of SIGNATURES) if (head.startsWith(signature)) return byBytes(type);
  if (head.startsWith("RIFF") && head.startsWith("WEBP", 8)) return byBytes("image/webp");
  if (isLikelyText(bytes, path)) return { type: textTypeOf(path), decidedBy: "name" };
  return byBytes(UNKNOWN_BYTES);
}

async function archiveType(
  bytes: Uint8Array,
  path: string,
  limits: Pick<Limits, "maxEntries" | "maxDepth">,
): Promise<string> {
  // OpenDocument and EPUB name themselves in a first member, stored as it is.
  const declared = /^mimetype(application\/[\w.+-]+)/.exec(latin1(bytes, 30, 128))?.[1];
  if (declared !== undefined) return declared.replace(/PK$/, "");
  let names: readonly string[];
  let isListed = true;
  try {
    names = await listZipEntries(bytes, limits);
  } catch {
    // Too large or damaged to list: local headers still tell a workbook from a bomb in disguise.
    names = localHeaderNames(bytes);
    isListed = false;
  }
  const has = (name: string): boolean => names.includes(name);
  const hasUnder = (folder: string): boolean => names.some((name) => name.startsWith(folder));
  if (has("xl/workbook.bin")) return "application/vnd.ms-excel.sheet.binary.macroenabled.12";
  const declaredOffice = has(CONTENT_TYPES) ? await officeTypeInside(bytes, limits) : undefined;
  if (declaredOffice !== undefined) return declaredOffice;
  if (hasUnder("xl/")) return `${OFFICE}.spreadsheetml.sheet`;
  if (hasUnder("word/")) return `${OFFICE}.wordprocessingml.document`;
  if (hasUnder("ppt/")) return `${OFFICE}.presentationml.presentation`;
  if (has("META-INF/container.xml")) return "application/epub+zip";
  if (has("content.xml") && has("META-INF/manifest.xml")) return openDocumentTypeByName(path);
  // A damaged workbook is told so by the parser of workbooks.
  return (isListed ? undefined : officeTypeByName(path)) ?? "application/zip";
}

const CONTENT_TYPES = "[Content_Types].xml";
const MAX_CONTENT_TYPES_BYTES = 1024 * 1024;
/** What the main part of an office file is declared as, whatever its folder is called. */
const MAIN_PARTS: readonly (readonly [declared: RegExp, type: string])[] = [
  [
    /["']application\/[\w.-]*(?:wordprocessingml|ms-word)\.[\w.-]*main\+xml["']/i,
    `${OFFICE}.wordprocessingml.document`,
  ],
  [
    /["']application\/[\w.-]*(?:presentationml|ms-powerpoint)\.[\w.-]*main\+xml["']/i,
    `${OFFICE}.presentationml.presentation`,
  ],
  [/["']application\/[\w.-]*(?:spreadsheetml|ms-excel)\.[\w.-]*main\+xml["']/i, `${OFFICE}.spreadsheetml.sheet`],
];

async function officeTypeInside(
  bytes: Uint8Array,
  limits: Pick<Limits, "maxEntries" | "maxDepth">,
): Promise<string | undefined> {
  try {
    const bounds = { ...limits, maxInflatedBytes: MAX_CONTENT_TYPES_BYTES };
    const members = await readZipEntries(bytes, bounds, (name) => name === CONTENT_TYPES);
    const declared = new TextDecoder().decode(members.get(CONTENT_TYPES));
    return MAIN_PARTS.find(([pattern]) => pattern.test(declared))?.[1];
  } catch {
    // Damaged or too large: the folders still tell.
    return undefined;
  }
}

/** Names in the first few local headers, read without the directory. */
function localHeaderNames(bytes: Uint8Array): string[] {
  const names: string[] = [];
  const text = latin1(bytes, 0, 64 * 1024);
  for (let at = text.indexOf("PK\x03\x04"); at >= 0; at = text.indexOf("PK\x03\x04", at + 4)) {
    const length = text.charCodeAt(at + 26) | (text.charCodeAt(at + 27) << 8);
    names.push(text.slice(at + 30, at + 30 + length));
  }
  return names;
}

function officeTypeByName(path: string): string | undefined {
  return OFFICE_TYPES.get(extensionOf(path).slice(0, 3));
}

/** Of a package that does not begin with its own type, as some programs write it. */
function openDocumentTypeByName(path: string): string {
  const kind = { p: "presentation", s: "spreadsheet", g: "graphics" }[extensionOf(path)[2] ?? ""] ?? "text";
  return `application/vnd.oasis.opendocument.${kind}`;
}

/** Several mails in one file: a line `From sender date` before the head of the first. */
function isMailbox(head: string): boolean {
  return /^From \S[^\r\n]*\b(?:19|20)\d\d\b[^\r\n]*\r?\n>?[\w-]+:? /.test(head);
}

/** By the streams at the top, since a mail holds the streams of its attachments too; in a damaged file by any name. */
function compoundType(bytes: Uint8Array, path: string, limits: Pick<Limits, "maxEntries">): string {
  let names: readonly string[] = [];
  try {
    names = openCompoundFile(bytes, { ...limits, maxInflatedBytes: 0 }).children.map(({ name }) => name);
  } catch {
    // Judged by its bytes below.
  }
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const holds = (stream: string): boolean =>
    names.length > 0 ? names.some((name) => name.startsWith(stream)) : view.includes(Buffer.from(stream, "utf16le"));
  if (holds("EncryptedPackage")) {
    // What an encrypted package holds shows only once it is open, so the name decides who opens it.
    return officeTypeByName(path) ?? "application/x-encrypted-office";
  }
  return COMPOUND_STREAMS.find(([stream]) => holds(stream))?.[1] ?? "application/x-ole-storage";
}

/** Excel up to version 4 wrote its records without a container: the first begins the sheet, of one of four versions. */
function isBareWorkbook(bytes: Uint8Array): boolean {
  const [record, version, length, lengthHigh] = bytes;
  return record === 0x09 && [0, 2, 4, 8].includes(version!) && [4, 6, 8, 16].includes(length!) && lengthHigh === 0;
}

/** Parts of the bytes that may be control characters: in any file, and in one whose name says that it is text. */
const MAX_CONTROLS = 0.01;
const MAX_CONTROLS_IN_NAMED_TEXT = 0.1;
const NAMED_TEXT = new Set([...TYPE_BY_EXTENSION.keys(), "txt", "log", "text", "ini", "conf", "sql", "srt"]);

/** Text in some encoding: UTF-16 or UTF-32, or few control characters, a stray NUL among them. Judged by the first 64 KB. */
function isLikelyText(bytes: Uint8Array, path: string): boolean {
  const sample = bytes.subarray(0, 64 * 1024);
  if (hasUtf16Mark(sample)) return true;
  let controls = 0;
  let zeros = 0;
  for (const byte of sample) {
    if (byte === 0) zeros += 1;
    else if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0c && byte !== 0x0d && byte !== 0x1b)
      controls += 1;
  }
  if (zeros > 0 && looksLikeUtf16(sample) !== undefined) return true;
  const isNamed = NAMED_TEXT.has(extensionOf(path));
  const share = isNamed ? MAX_CONTROLS_IN_NAMED_TEXT : MAX_CONTROLS;
  return controls + zeros <= sample.byteLength * share + (isNamed ? 1 : 0);
}

function hasUtf16Mark(bytes: Uint8Array): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff) || isUtf32Be(bytes);
}

function isUtf32Be(bytes: Uint8Array): boolean {
  return bytes[0] === 0 && bytes[1] === 0 && bytes[2] === 0xfe && bytes[3] === 0xff;
}

function latin1(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1", start, end);
}
