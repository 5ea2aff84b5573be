import { hashBytesSync } from "@runningtab/content-hash/node";
import type { ContentHash } from "@runningtab/content-hash";
import { open } from "node:fs/promises";
import { formatAddress } from "./address.ts";
import { builtInParsers } from "./built-in-parsers.ts";
import type { Limits, ParserEntry } from "./document-parser.ts";
import { createParserPool, type ParserPool } from "./jail/parser-pool.ts";
import { withLimits } from "./limits.ts";
import { parseRecord } from "./parse-record.ts";
import { limitExceeded } from "./parsed-cache-error.ts";
import { type Loss, lossesOf, metadataOf } from "./parsed-record.ts";
import type { JsonValue } from "./parts.ts";
import { renderParts } from "./render-parts.ts";
import type { EarlierLine } from "./rendered-page.ts";

export interface ParseFileOptions {
  /** Opens an encrypted document. Never stored. */
  readonly password?: string;
  /** Default `DEFAULT_LIMITS`. */
  readonly limits?: Partial<Limits>;
  /** Default the parsers of this package. */
  readonly parsers?: readonly ParserEntry[];
  /** Children to use; by default one is started for this call and ended after it. */
  readonly pool?: ParserPool;
  readonly signal?: AbortSignal;
}

/** One document read: the shape that `runningtab parse --json` prints. */
export interface ParsedFile {
  readonly path: string;
  readonly hash: ContentHash;
  readonly parser: { readonly id: string; readonly version: string };
  readonly status: "ok" | "failed";
  /** Why it failed. */
  readonly reason?: string;
  /** In document order, with whole addresses: `report.pdf#page=3`. Empty when it failed. */
  readonly pages: readonly {
    readonly address: string;
    readonly text: string;
    /** As in `RenderedPage`: its addresses are places in the document. */
    readonly earlier?: readonly EarlierLine[];
  }[];
  /** What the text leaves out or had to decide. */
  readonly losses: readonly Loss[];
  readonly metadata: Readonly<Record<string, JsonValue>>;
  /** What held the parser, such as `bubblewrap+permission`. */
  readonly jail: string;
}

/**
 * Reads one document in a jailed child process. A document that cannot be read is an answer with `status: "failed"` and
 * a reason; rejects when the file itself cannot be read (the system's error), when a device or a pipe gives more than
 * `maxBytes` (`limit-exceeded`), and when `signal` aborts.
 */
export async function parseFile(path: string, options: ParseFileOptions = {}): Promise<ParsedFile> {
  const { maxBytes } = withLimits(options.limits);
  return parseBytes(await readSource(path, maxBytes, options.signal), { ...options, path });
}

/** The bytes of a file; of what is none, such as a pipe, no more than may be parsed, since it may have no end. */
async function readSource(path: string, maxBytes: number, signal: AbortSignal | undefined): Promise<Uint8Array> {
  const handle = await open(path);
  try {
    const stat = await handle.stat();
    if (stat.isFile() || stat.isDirectory()) return await handle.readFile({ signal });
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of handle.createReadStream({ signal, autoClose: false })) {
      chunks.push(chunk as Buffer);
      size += (chunk as Buffer).length;
      if (size > maxBytes) throw limitExceeded("maxBytes", maxBytes, `${path} is no regular file and gives more`);
    }
    return Buffer.concat(chunks);
  } finally {
    await handle.close();
  }
}

/** As `parseFile`, of bytes at hand. `path` serves addresses and tells kinds of plain text apart; default empty. */
export async function parseBytes(
  bytes: Uint8Array,
  {
    path = "",
    password,
    parsers = builtInParsers(),
    pool,
    signal,
    ...options
  }: ParseFileOptions & { readonly path?: string } = {},
): Promise<ParsedFile> {
  const limits = withLimits(options.limits);
  const ownPool = pool === undefined ? createParserPool({ parsers, size: 1, limits }) : undefined;
  try {
    const subject = { bytes, hash: hashBytesSync(bytes), path };
    const { record } = await (pool ?? ownPool!).schedule(
      (parse) => parseRecord(subject, { parsers, limits, now: Date.now }, parse, password),
      { isUrgent: () => true, signal },
    );
    return {
      path,
      hash: subject.hash,
      parser: { id: record.key.parserId, version: record.key.parserVersion },
      status: record.status,
      ...(record.reason !== undefined && { reason: record.reason }),
      pages: renderParts(record.parts).map(({ address, text, earlier }) => ({
        address: formatAddress(path, address),
        text,
        ...(earlier !== undefined && { earlier }),
      })),
      losses: lossesOf(record.parts),
      metadata: metadataOf(record.parts),
      jail: record.jail,
    };
  } finally {
    await ownPool?.close();
  }
}
