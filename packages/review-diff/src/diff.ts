import type { DiffFormat, DiffInput, DiffOptions, FileDiff, FormatOptions, Inside } from "./file-diff.ts";
import { createArchiveFormat } from "./formats/archive.ts";
import { createBinaryFormat } from "./formats/binary.ts";
import { createBlocksFormat } from "./formats/blocks.ts";
import { createImageFormat } from "./formats/image.ts";
import { createJsonFormat } from "./formats/json.ts";
import { createNotebookFormat } from "./formats/notebook.ts";
import { createSlidesFormat } from "./formats/slides.ts";
import { createSpreadsheetFormat } from "./formats/spreadsheet.ts";
import { createHtmlFormat } from "./formats/html.ts";
import { createMailFormat } from "./formats/mail.ts";
import { createMarkdownFormat } from "./formats/markdown.ts";
import { createYamlFormat } from "./formats/yaml.ts";
import { createTextFormat } from "./formats/text.ts";
import { decodeText } from "./texts/decode-text.ts";
import { ReviewDiffError } from "./review-diff-error.ts";

export const DEFAULT_MAX_CHANGES = 10_000;
/** How deep documents in documents are compared: a table in an archive in a mail is the third. */
const MAX_NESTING = 3;

/** The formats that `diff` knows, in the order in which they are asked; the last one takes everything. */
export function builtInFormats(): readonly DiffFormat[] {
  return [
    createMailFormat(),
    createArchiveFormat(),
    createImageFormat(),
    createSpreadsheetFormat(),
    createSlidesFormat(),
    createNotebookFormat(),
    createJsonFormat(),
    createYamlFormat(),
    createMarkdownFormat(),
    createHtmlFormat(),
    createTextFormat(),
    createBlocksFormat(),
    createBinaryFormat(),
  ];
}

/**
 * What changed from `before` to `after`, in the terms of the first format that accepts the two. A format that fails,
 * for a damaged file or by its own fault, is replaced by the comparison of text, or of bytes where they are no text, and a
 * note says why.
 *
 * Rejects only when `options.signal` aborts, with its reason, and with a `ReviewDiffError` `option-invalid`.
 */
export async function diff(before: DiffInput, after: DiffInput, options: DiffOptions = {}): Promise<FileDiff> {
  const { maxChanges = DEFAULT_MAX_CHANGES } = options;
  if (!Number.isSafeInteger(maxChanges) || maxChanges < 1) {
    throw new ReviewDiffError({
      code: "option-invalid",
      message: `maxChanges must be a whole number from 1, not ${String(maxChanges)}.`,
      data: { maxChanges },
    });
  }
  return diffAt(0, before, after, { ...options, maxChanges });
}

/** `depth` is in how many other documents these two lie. */
async function diffAt(
  depth: number,
  before: DiffInput,
  after: DiffInput,
  options: DiffOptions & Pick<FormatOptions, "maxChanges">,
): Promise<FileDiff> {
  const { maxChanges, keys, signal, recursive, formats = [], open } = options;
  const openInside = async ({ path, bytes }: Inside): Promise<DiffInput> =>
    (await open?.(path, bytes)) ?? { path, bytes };
  const formatOptions: FormatOptions = {
    maxChanges,
    ...(keys !== undefined && { keys }),
    ...(signal !== undefined && { signal }),
    ...(recursive !== undefined && { recursive }),
    ...(depth < MAX_NESTING && {
      compareInside: async (was, is) => diffAt(depth + 1, await openInside(was), await openInside(is), options),
    }),
  };
  const reasons: string[] = [];
  for (const format of [...formats, ...builtInFormats()]) {
    signal?.throwIfAborted();
    try {
      if (!format.accepts(before, after)) continue;
      const result = await format.diff(before, after, formatOptions);
      const notes = [...reasons, ...bytesNote(result, before, after), ...storageNotes(result, before, after)];
      // A format from elsewhere may leave out what only the caller knows; every renderer shows it.
      return withNotes({ ...result, path: result.path ?? after.path }, notes);
    } catch (error) {
      signal?.throwIfAborted();
      const reason = error instanceof Error ? error.message : String(error);
      reasons.push(`The ${format.name} comparison was not possible (${reason}).`);
      break;
    }
  }
  const text = createTextFormat();
  const isText = text.accepts(before, after);
  const fallback = await (isText ? text : createBinaryFormat()).diff(before, after, formatOptions);
  return withNotes(fallback, [...reasons, `Compared as ${isText ? "text" : "bytes"} instead.`]);
}

/** Equal content in different bytes is worth a word: office programs rewrite files without changing them. */
function bytesNote({ equal }: FileDiff, before: DiffInput, after: DiffInput): readonly string[] {
  if (!equal || before.bytes === undefined || after.bytes === undefined) return [];
  if (Buffer.compare(before.bytes, after.bytes) === 0) return [];
  return ["The bytes differ, but nothing that this comparison looks at."];
}

const TEXT_FILE = /\.(?:csv|tsv|json|geojson|ya?ml|ipynb)$/i;
/** These tell how a text is stored as changes. */
const TELL_FORM: ReadonlySet<string> = new Set(["text", "markdown", "html", "binary"]);

/** Tables and values of text are compared without how the text is stored; programs that read them do mind. */
function storageNotes({ format }: FileDiff, before: DiffInput, after: DiffInput): readonly string[] {
  if (TELL_FORM.has(format) || before.bytes === undefined || after.bytes === undefined) return [];
  if (!TEXT_FILE.test(before.path) || !TEXT_FILE.test(after.path)) return [];
  const [was, is] = [decodeText(before.bytes), decodeText(after.bytes)];
  const [newlineBefore, newlineAfter] = [was, is].map(({ hasFinalNewline }) =>
    hasFinalNewline ? "present" : "absent",
  );
  return [
    ...(was.encoding === is.encoding ? [] : [`Encoding: ${was.encoding} before, ${is.encoding} after.`]),
    ...(was.lineEnding === is.lineEnding ? [] : [`Line endings: ${was.lineEnding} before, ${is.lineEnding} after.`]),
    ...(newlineBefore === newlineAfter ? [] : [`Newline at the end: ${newlineBefore} before, ${newlineAfter} after.`]),
  ];
}

function withNotes(result: FileDiff, notes: readonly string[]): FileDiff {
  return notes.length === 0 ? result : { ...result, notes: [...notes, ...result.notes] };
}
