import { childOf, type CompoundEntry } from "../../compound-file.ts";
import { ParsedCacheError } from "../../parsed-cache-error.ts";
import { passwordNeeded, passwordWrong } from "../office/password.ts";
import { createRc4Key, type Rc4Key } from "../office/rc4.ts";
import { type PptRecord, RECORD, recordAt } from "./records.ts";

/** The objects of a presentation by their number: the newest save of each. */
export interface PresentationObjects {
  readonly document: PptRecord;
  object(number: number): PptRecord | undefined;
}

const ENCRYPTED = 0xf3d1c4df;
/** Saves on top of each other that are followed back. */
const MAX_EDITS = 10_000;
const EDIT_WITH_ENCRYPTION_BYTES = 32;

/**
 * Every save appends what changed and a directory of it; `Current User` points to the last. Going back from there, the
 * first place found for an object counts. Throws a `ParsedCacheError` `damaged`, `password-needed` or `password-wrong`.
 */
export function readObjects(root: CompoundEntry, password: string | undefined): PresentationObjects {
  const stream = Buffer.from(childOf(root, "PowerPoint Document")?.read() ?? []);
  const user = recordAt(Buffer.from(childOf(root, "Current User")?.read() ?? []), 0)?.content;
  if (user === undefined || user.length < 12) throw damaged("it does not say where its last save is");
  const places = new Map<number, number>();
  let documentNumber: number | undefined;
  let sessionNumber: number | undefined;
  const seen = new Set<number>();
  let at = user.readUInt32LE(8);
  while (!seen.has(at) && seen.size < MAX_EDITS) {
    seen.add(at);
    const edit = recordAt(stream, at);
    if (edit?.type !== RECORD.userEdit || edit.content.length < 20) break;
    documentNumber ??= edit.content.readUInt32LE(16);
    if (edit.content.length >= EDIT_WITH_ENCRYPTION_BYTES) sessionNumber ??= edit.content.readUInt32LE(28);
    addPlaces(recordAt(stream, edit.content.readUInt32LE(12)), places);
    at = edit.content.readUInt32LE(8);
    if (at === 0) break;
  }
  const isEncrypted = user.readUInt32LE(4) === ENCRYPTED || sessionNumber !== undefined;
  const key = isEncrypted ? openSession(stream, places.get(sessionNumber ?? -1), password) : undefined;
  const object = (number: number): PptRecord | undefined => {
    const place = places.get(number);
    if (place === undefined) return undefined;
    return key === undefined ? recordAt(stream, place) : decrypted(stream, place, key, number);
  };
  const document = documentNumber === undefined ? undefined : object(documentNumber);
  if (document?.type !== RECORD.document) throw damaged("its last save holds no document");
  return { document, object };
}

/** A directory is runs of places: the first number (20 bits) and how many follow (12 bits). */
function addPlaces(directory: PptRecord | undefined, places: Map<number, number>): void {
  if (directory?.type !== RECORD.persistDirectory) return;
  const { content } = directory;
  let at = 0;
  while (at + 4 <= content.length) {
    const head = content.readUInt32LE(at);
    at += 4;
    for (let index = 0; index < head >>> 20 && at + 4 <= content.length; index++, at += 4) {
      const number = (head & 0xf_ffff) + index;
      if (!places.has(number)) places.set(number, content.readUInt32LE(at));
    }
  }
}

function openSession(stream: Buffer, place: number | undefined, password: string | undefined): Rc4Key {
  const session = place === undefined ? undefined : recordAt(stream, place);
  if (session?.type !== RECORD.cryptSession) throw damaged("it is encrypted and does not say how");
  if (password === undefined) throw passwordNeeded();
  const key = createRc4Key(session.content, password);
  if (key === undefined) throw passwordWrong();
  return key;
}

/** Each object is encrypted by itself, head and all, under its number. */
function decrypted(stream: Buffer, place: number, key: Rc4Key, number: number): PptRecord | undefined {
  const head = key.decrypt(number, stream.subarray(place, place + 8));
  if (head.length < 8) return undefined;
  return recordAt(key.decrypt(number, stream.subarray(place, place + 8 + head.readUInt32LE(4))), 0);
}

function damaged(found: string): ParsedCacheError {
  return new ParsedCacheError({ code: "damaged", message: `Damaged presentation: ${found}.` });
}
