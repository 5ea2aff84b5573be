import { hash } from "node:crypto";
import type { JournalVerification } from "../journal/journal.ts";

/**
 * The hash chain over the journal, so that an entry that was edited, moved, put in or left out is found:
 *
 *   link(0)   = sha256("runningtab journal 1")
 *   link(seq) = sha256(JSON [link(seq - 1), seq, key, body])
 *
 * `body` is the entry as the JSON text that is stored. Digests are hexadecimal. Who rewrites all of it can compute it anew:
 * only a head kept elsewhere tells.
 */
export const chainStart = hash("sha256", "runningtab journal 1");

export function chainLink(previous: string, seq: number, key: string, body: string): string {
  return hash("sha256", JSON.stringify([previous, seq, key, body]));
}

export interface ChainedRow {
  readonly seq: number;
  readonly key: string;
  readonly body: string;
  readonly chain: string;
}

/** `head` is what the journal itself says about its end, so that entries cut off there are missed. */
export function verifyChain(
  rows: Iterable<ChainedRow>,
  head: { readonly seq: number; readonly chain: string },
): JournalVerification {
  let [seq, link] = [0, chainStart];
  for (const row of rows) {
    const expected = seq + 1;
    if (row.seq !== expected) {
      return { entries: seq, damage: { seq: expected, found: `entry ${expected} is missing` } };
    }
    link = chainLink(link, row.seq, row.key, row.body);
    if (link !== row.chain) {
      return { entries: seq, damage: { seq: expected, found: `entry ${expected} is not what was written` } };
    }
    seq = expected;
  }
  if (seq === head.seq && link === head.chain) return { entries: seq };
  return { entries: seq, damage: { seq: seq + 1, found: `the journal should end with entry ${head.seq}, not ${seq}` } };
}
