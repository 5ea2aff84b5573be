import type { DocumentParser, Limits } from "../document-parser.ts";
import { detectMediaType, whyUnread } from "../media-type.ts";
import { ParsedCacheError } from "../parsed-cache-error.ts";
import { PARSER_TABLE } from "../parser-table.ts";
import type { Address, JsonValue, ParsedPart } from "../parts.ts";
import { createPartOutput, type PartOutput } from "./office/part-output.ts";

/** How deep documents in documents are read: a table in an archive in a mail is the third. */
const MAX_NESTING = 3;
/** Of one document that holds others: how many of them are read, and how many bytes of them. */
const MAX_DOCUMENTS = 100;
const MAX_DOCUMENT_BYTES = 32 * 1024 * 1024;
/** What a document inside may use of what the outer one may. */
const SHARE_OF_LIMITS = 4;

/** By id; each is loaded when a document needs it. */
const PARSERS: Readonly<Record<string, () => Promise<{ readonly parser: DocumentParser }>>> = {
  pdf: () => import("./pdf.ts"),
  spreadsheet: () => import("./spreadsheet.ts"),
  word: () => import("./word.ts"),
  presentation: () => import("./presentation.ts"),
  html: () => import("./html.ts"),
  notebook: () => import("./notebook.ts"),
  archive: () => import("./archive.ts"),
  image: () => import("./image.ts"),
  mail: () => import("./mail.ts"),
  outlook: () => import("./outlook.ts"),
  mailbox: () => import("./mailbox.ts"),
  rtf: () => import("./rtf.ts"),
  opendocument: () => import("./opendocument.ts"),
  epub: () => import("./epub.ts"),
  "word-97": () => import("./word-97.ts"),
  "presentation-97": () => import("./presentation-97.ts"),
  csv: () => import("./csv.ts"),
  markdown: () => import("./markdown.ts"),
  text: () => import("./text.ts"),
};

export interface NestedDocument {
  /** `attachment=2`: its parts get places such as `attachment=2&page=1`. */
  readonly place: Address;
  readonly name: string;
  readonly bytes: Uint8Array;
  /** What the outer document says it is; believed where the bytes are only plain text. */
  readonly declaredType?: string;
}

export interface NestedOutcome {
  /** Decided as for a file of its own. */
  readonly mediaType: string;
  /** Why it was not read; absent when it was. */
  readonly reason?: string;
}

/** A document inside that the outer one's parser reads itself, since it has no bytes of its own. */
export interface OwnDocument {
  readonly place: Address;
  readonly name: string;
  /** Bytes that it takes of what may be read. */
  readonly size: number;
  readonly mediaType: string;
}

export interface NestedReader {
  /** Puts the parts of a document; one that cannot be read is an outcome with a reason, never an error. */
  read(document: NestedDocument): Promise<NestedOutcome>;
  /** The same for a document that `put` puts; what it puts gets places below the document's. */
  readBy(
    document: OwnDocument,
    put: (output: PartOutput, nested: NestedReader) => Promise<void>,
  ): Promise<NestedOutcome>;
}

/** How many documents of one document are read, and how many bytes of them. */
export interface NestingBounds {
  readonly maxDocuments: number;
  readonly maxBytes: number;
}

/** How deep the parser itself stands in other documents: its option `nesting`, 0 for a file. */
export function nestingOf(options: JsonValue): number {
  if (typeof options !== "object" || options === null || !("nesting" in options)) return 0;
  return Number(options.nesting);
}

/**
 * Reads documents inside a document, in the same process and under a share of the same limits. Losses name the document
 * they are of.
 */
export function createNestedReader(
  nesting: number,
  output: PartOutput,
  limits: Limits,
  { maxDocuments, maxBytes }: NestingBounds = { maxDocuments: MAX_DOCUMENTS, maxBytes: MAX_DOCUMENT_BYTES },
): NestedReader {
  const share = (limit: number): number => Math.ceil(limit / SHARE_OF_LIMITS);
  const ownLimits: Limits = {
    ...limits,
    maxInflatedBytes: share(limits.maxInflatedBytes),
    maxCells: share(limits.maxCells),
    maxPages: share(limits.maxPages),
  };
  let documents = 0;
  let bytesLeft = maxBytes;

  /** Why another document of this size is not read; `undefined` when it may be, and is then counted. */
  function refuse(size: number): string | undefined {
    if (nesting >= MAX_NESTING) return `more than ${MAX_NESTING} documents in one another`;
    if (documents >= maxDocuments) return `only the first ${maxDocuments} documents are read`;
    if (size > bytesLeft) return `only ${maxBytes} bytes are read`;
    documents += 1;
    bytesLeft -= size;
    return undefined;
  }

  /** Runs a parser whose parts get places below `place`, and answers why it failed, if it did. */
  async function run(
    { place, name }: Pick<NestedDocument, "place" | "name">,
    parse: (put: (part: ParsedPart) => void) => Promise<void>,
  ): Promise<string | undefined> {
    const put = (part: ParsedPart): void => {
      if (part.type === "loss") output.loss(part.kind, part.count, `${name}: ${part.detail ?? "inside this document"}`);
      else if (part.type !== "metadata") output.put({ ...part, address: `${place}&${part.address}` });
    };
    try {
      await parse(put);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return ParsedCacheError.isInstance(error) ? reason : `cannot be read: ${reason}`;
    }
    return undefined;
  }

  return {
    async read({ place, name, bytes, declaredType }) {
      const detected = await detectMediaType(bytes, name, limits);
      const isPlain = detected.type === "text/plain" && declaredType !== undefined;
      const mediaType = isPlain && entryFor(declaredType) !== undefined ? declaredType : detected.type;
      const entry = entryFor(mediaType);
      if (entry === undefined) return { mediaType, reason: unread(mediaType, name) };
      const refusal = refuse(bytes.byteLength);
      if (refusal !== undefined) return { mediaType, reason: refusal };
      const { parser } = await PARSERS[entry.id]!();
      const options = { ...(entry.options as { readonly [key: string]: JsonValue }), nesting: nesting + 1 };
      return outcome(mediaType, await run({ place, name }, (put) => parser.parse(bytes, options, put, ownLimits)));
    },
    async readBy({ place, name, size, mediaType }, putDocument) {
      const refusal = refuse(size);
      if (refusal !== undefined) return { mediaType, reason: refusal };
      const reason = await run({ place, name }, async (put) => {
        const inner = createPartOutput(put, ownLimits);
        await putDocument(inner, createNestedReader(nesting + 1, inner, ownLimits));
      });
      return outcome(mediaType, reason);
    },
  };
}

/** Goes on in a list of reasons. */
function unread(mediaType: string, name: string): string {
  const reason = whyUnread(mediaType, name);
  return reason[0]!.toLowerCase() + reason.slice(1).replace(/\.$/, "");
}

function outcome(mediaType: string, reason: string | undefined): NestedOutcome {
  return reason === undefined ? { mediaType } : { mediaType, reason };
}

function entryFor(mediaType: string): (typeof PARSER_TABLE)[number] | undefined {
  return PARSER_TABLE.find(({ accepts }) => accepts.includes(mediaType));
}
