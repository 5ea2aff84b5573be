import { createHash } from "node:crypto";
import { describeBytes } from "../texts/describe-bytes.ts";
import { type ArchiveBudget, MAX_ENTRIES, refuseEntries } from "./archive-budget.ts";
import type { Content } from "./compare-contents.ts";

const BLOCK = 512;

/** Whether bytes are a TAR archive, by the mark that all programs write since 1988. */
export function isTar(bytes: Uint8Array): boolean {
  return bytes.byteLength >= BLOCK && ascii(bytes, 257, 262) === "ustar";
}

/**
 * The files of a TAR archive (POSIX ustar and pax, GNU long names), without folders; a link is a file that holds where it
 * leads. Throws an `Error` for an archive that ends inside a file.
 */
export async function readTar(bytes: Uint8Array, budget: ArchiveBudget): Promise<readonly Content[]> {
  const contents: Content[] = [];
  let nextName: string | undefined;
  for (let at = 0; at + BLOCK <= bytes.byteLength;) {
    await budget.pace();
    const head = bytes.subarray(at, at + BLOCK);
    if (head.every((byte) => byte === 0)) break;
    const size = Number.parseInt(ascii(head, 124, 136).trim() || "0", 8);
    const end = at + BLOCK + size;
    if (!(size >= 0) || end > bytes.byteLength) throw new Error("the archive ends inside a file");
    const body = bytes.subarray(at + BLOCK, end);
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
    const type = ascii(head, 156, 157);
    if (type === "L") nextName = text(body);
    else if (type === "x") nextName = paxPath(body) ?? nextName;
    if (type === "L" || type === "x" || type === "g" || type === "K") continue;
    const [prefix, own] = [
      ascii(head, 257, 262) === "ustar" ? text(head.subarray(345, 500)) : "",
      text(head.subarray(0, 100)),
    ];
    const name = nextName ?? (prefix === "" ? own : `${prefix}/${own}`);
    nextName = undefined;
    if (type === "5") continue;
    const isLink = type === "1" || type === "2";
    const held = isLink ? head.subarray(157, 257) : body;
    const identity = `${isLink ? "link " : ""}${createHash("sha256").update(held).digest("hex")}`;
    const description = isLink ? `link to ${text(held)}` : describeBytes(body);
    contents.push({ name, identity, description, ...(isLink ? { isLink: true as const } : { bytes: body }) });
    if (contents.length > MAX_ENTRIES) refuseEntries(contents.length);
  }
  return contents;
}

/** Of an extended head, `17 path=a/b.txt` a line. */
function paxPath(body: Uint8Array): string | undefined {
  return /^\d+ path=(.*)$/m.exec(text(body))?.[1];
}

function ascii(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.subarray(start, end)).toString("latin1").replace(/\0.*$/s, "");
}

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).replace(/\0.*$/s, "");
}
