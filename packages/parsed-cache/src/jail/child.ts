/**
 * The jailed child: parses what arrives on stdin and writes parts to stdout, one document after another. Started with
 * an empty environment under Node's permission model, on Linux inside bubblewrap without network where that works.
 * It has no access to the documents: their bytes come through the pipe.
 */
import { writeSync } from "node:fs";
import { networkInterfaces } from "node:os";
import type { DocumentParser, Limits } from "../document-parser.ts";
import { limitExceeded, ParsedCacheError } from "../parsed-cache-error.ts";
import type { ParsedPart } from "../parts.ts";
import { textLength } from "../text-length.ts";
import { decodePart } from "./decode-message.ts";
import { createFrameReader, encodeFrame, type Frame } from "./framing.ts";
import { type ChildMessage, type JailReport, type ParseRequest, SERVE_ARGUMENT } from "./messages.ts";

const STDOUT = 1;
/** The request's length is the host's business, which refuses files beyond `maxBytes` before it sends them. */
const MAX_REQUEST_BYTES = 0xffff_ffff;

/** Parts go out in bundles of so many bytes: each write wakes the host. */
const BUNDLE_BYTES = 64 * 1024;
let bundle: Uint8Array[] = [];
let bundleBytes = 0;

function send(message: ChildMessage): void {
  const frame = encodeFrame(message);
  bundle.push(frame);
  bundleBytes += frame.byteLength;
  if (message.type === "part" && bundleBytes < BUNDLE_BYTES) return;
  let rest: Uint8Array = bundle.length === 1 ? frame : Buffer.concat(bundle);
  bundle = [];
  bundleBytes = 0;
  while (rest.byteLength > 0) {
    try {
      rest = rest.subarray(writeSync(STDOUT, rest));
    } catch (error) {
      // A full pipe that the host is about to drain.
      if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) throw error;
    }
  }
}

/** What engines print would break the framing; their warnings are no part of a record. */
function silenceOutput(): void {
  for (const method of ["log", "info", "warn", "error", "debug", "trace", "dir", "table"] as const) {
    console[method] = () => undefined;
  }
  process.stdout.write = () => true;
}

function inspectJail(): JailReport {
  const { permission } = process;
  const permits = (scope: string, reference?: string): boolean => permission?.has(scope, reference) ?? true;
  return {
    permission:
      !permits("fs.read", "/etc/passwd") && !permits("fs.write", "/tmp") && !permits("child") && !permits("worker"),
    withoutNetwork: Object.values(networkInterfaces()).every((addresses) =>
      (addresses ?? []).every((address) => address.internal),
    ),
  };
}

async function loadParser(request: ParseRequest): Promise<DocumentParser> {
  const name = request.parser.export ?? "parser";
  const loaded = (await import(request.parser.module)) as Record<string, DocumentParser | undefined>;
  const parser = loaded[name];
  if (typeof parser?.parse !== "function") {
    const message = `Parser module ${request.parser.module} exports no DocumentParser named ${name}.`;
    throw new ParsedCacheError({ code: "unsupported", message });
  }
  return parser;
}

/** An `emit` that counts, and that keeps refusing once the limit was hit, whatever the parser makes of the first error. */
function countingEmit(limits: Limits): { emit: (part: ParsedPart) => void; check: () => void } {
  let characters = 0;
  const check = (): void => {
    if (characters <= limits.maxOutputCharacters) return;
    throw limitExceeded("maxOutputCharacters", limits.maxOutputCharacters, "the document holds more text");
  };
  const emit = (part: ParsedPart): void => {
    characters += lengthOf(part);
    check();
    try {
      send({ type: "part", part });
    } catch (cause) {
      // What JSON cannot hold.
      throw brokenProtocol(cause);
    }
  };
  return { emit, check };
}

/** The host checks every part; here only one that has no length is, so that the limit of text is not blamed for it. */
function lengthOf(part: ParsedPart): number {
  let length: unknown;
  let reason: unknown = new TypeError("a part whose text has no length");
  try {
    length = textLength(part);
  } catch (error) {
    reason = error;
  }
  if (Number.isSafeInteger(length)) return length as number;
  try {
    decodePart(part);
  } catch (cause) {
    throw brokenProtocol(cause);
  }
  throw brokenProtocol(reason);
}

function brokenProtocol(cause: unknown): ParsedCacheError {
  const message = `The parser broke the protocol: ${messageOf(cause)}.`;
  return new ParsedCacheError({ code: "parser-crashed", message, cause });
}

async function answer(frame: Frame): Promise<void> {
  const request = frame.header as ParseRequest;
  try {
    const parser = await loadParser(request);
    const { emit, check } = countingEmit(request.limits);
    await parser.parse(frame.body, request.parser.options, emit, request.limits);
    check();
    if (Reflect.ownKeys(Object.prototype).length !== prototypeKeys) {
      throw new ParsedCacheError({ code: "damaged", message: "The document added a key to Object.prototype." });
    }
    send({ type: "done" });
  } catch (error) {
    send(failure(error));
  }
}

function failure(error: unknown): ChildMessage {
  if (ParsedCacheError.isInstance(error)) {
    return { type: "failed", code: error.code, message: error.message, data: error.data };
  }
  return { type: "failed", code: "damaged", message: messageOf(error), data: {} };
}

function messageOf(error: unknown): string {
  return error instanceof Error && error.message !== "" ? error.message : String(error);
}

/** Of an error that no promise of the parser carried, such as one in a timer, nothing but its message would be lost. */
function failAndExit(error: unknown): void {
  const message = `The parser threw outside of what it promised: ${messageOf(error)}`;
  send({ type: "failed", code: "parser-crashed", message, data: {} });
  process.exit(1);
}

const prototypeKeys = Reflect.ownKeys(Object.prototype).length;

function serve(): void {
  silenceOutput();
  process.on("uncaughtException", failAndExit);
  const readFrames = createFrameReader(MAX_REQUEST_BYTES);
  let answered: Promise<void> = Promise.resolve();
  process.stdin.on("data", (chunk: Uint8Array) => {
    for (const frame of readFrames(chunk)) answered = answered.then(() => answer(frame));
  });
  // The host is gone or has no more work.
  process.stdin.on("end", () => process.exit(0));
  send({ type: "ready", jail: inspectJail() });
}

// The subpath exists so that the host finds this file; importing it must do nothing.
if (process.argv[2] === SERVE_ARGUMENT) serve();
