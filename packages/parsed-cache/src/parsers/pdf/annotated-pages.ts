import { decodeStream } from "./stream-filters.ts";

const KEY = "/Annots";
/** A page's dictionary is shorter than this before it names its notes. */
const MAX_BEFORE_KEY = 16 * 1024;
const MAX_DICTIONARY_BYTES = 2048;

/**
 * The numbers of the objects that name notes, links or fields: pages without are most, and asking each takes a twentieth of
 * the time of reading its text. May hold numbers of other objects. `undefined` where the file does not tell: any page may
 * have some.
 */
export function annotatedObjects(bytes: Uint8Array): ReadonlySet<number> | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const numbers = new Set<number>();
  for (let at = file.indexOf(KEY); at >= 0; at = file.indexOf(KEY, at + KEY.length)) {
    const before = file.toString("latin1", Math.max(0, at - MAX_BEFORE_KEY), at);
    const number = /(\d+)\s+\d+\s+$/.exec(before.slice(0, Math.max(0, before.lastIndexOf("obj"))).slice(-32))?.[1];
    if (number === undefined) return undefined;
    numbers.add(Number(number));
  }
  const isEncrypted = file.includes("/Encrypt");
  for (let at = file.indexOf("/ObjStm"); at >= 0; at = file.indexOf("/ObjStm", at + 1)) {
    const found = isEncrypted ? undefined : inObjectStream(file, at);
    if (found === undefined) return undefined;
    for (const number of found) numbers.add(number);
  }
  return numbers;
}

/** Such a stream begins with pairs of numbers, of each object its own and its place behind `First`. */
function inObjectStream(file: Buffer, typeAt: number): readonly number[] | undefined {
  const keyword = file.indexOf("stream", typeAt);
  const head = file.toString("latin1", Math.max(0, typeAt - MAX_DICTIONARY_BYTES), keyword);
  const dictionary = head.slice(Math.max(0, head.lastIndexOf(" obj")));
  const first = /\/First\s+(\d+)(?!\s+\d+\s+R)/.exec(dictionary)?.[1];
  const start = keyword + "stream".length + (file[keyword + "stream".length] === 0x0d ? 2 : 1);
  const end = file.indexOf("endstream", start);
  if (keyword < 0 || end < 0 || first === undefined || dictionary.includes("/Predictor")) return undefined;
  const filters = (dictionary.match(/\/(?:\w+Decode|Fl|A85|AHx|LZW)\b/g) ?? []).map((name) => name.slice(1));
  const content = decodeStream(file.subarray(start, end), filters);
  if (content === undefined) return undefined;
  if (!content.includes(KEY)) return [];
  const pairs = content.toString("latin1", 0, Number(first)).trim().split(/\s+/).map(Number);
  const objects = pairs.flatMap((number, index) => (index % 2 === 0 ? [{ number, at: pairs[index + 1] ?? 0 }] : []));
  const numbers: number[] = [];
  for (let at = content.indexOf(KEY); at >= 0; at = content.indexOf(KEY, at + KEY.length)) {
    const place = at - Number(first);
    const holder = objects.filter((object) => object.at <= place).toSorted((a, b) => b.at - a.at)[0];
    if (holder === undefined || !Number.isSafeInteger(holder.number)) return undefined;
    numbers.push(holder.number);
  }
  return numbers;
}
