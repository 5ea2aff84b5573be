import { createHash } from "node:crypto";
import type { Change } from "./file-diff.ts";

/** Hexadecimal digits of SHA-256 in an id: 48 bits, so that 10,000 changes have ids of their own. */
const DIGITS = 12;

/**
 * Gives each change of one diff an id such as `changed:cell:3f9a2b7c61d0`, made of what changed and of the names in its
 * address, but of no number in it: a row or paragraph that came earlier moves the places of all that follow, and none of
 * their ids. `content` stands for what changed where the change itself does not hold it. Changes that are the same but for their place are told apart by their order (`…#2`).
 */
export function createChangeIds(): (change: Omit<Change, "id">, content?: string) => string {
  const timesUsed = new Map<string, number>();
  return ({ kind, subject, address, before, after }, content) => {
    const parts = [address.replace(/\d+/g, ""), ...(content === undefined ? [before, after] : [content])];
    const digest = createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, DIGITS);
    const id = `${kind}:${subject}:${digest}`;
    const times = (timesUsed.get(id) ?? 0) + 1;
    timesUsed.set(id, times);
    return times === 1 ? id : `${id}#${times}`;
  };
}
