import type { Change } from "../file-diff.ts";
import { wordSpans } from "./word-spans.ts";

/** A change of one text; the missing side makes it an addition or a removal. */
export function textChange(
  subject: string,
  address: string,
  before: string | undefined,
  after: string | undefined,
): Omit<Change, "id"> {
  if (before === undefined) return { kind: "added", subject, address, ...(after !== undefined && { after }) };
  if (after === undefined) return { kind: "removed", subject, address, before };
  const spans = wordSpans(before, after);
  return { kind: "changed", subject, address, before, after, ...(spans !== undefined && { spans }) };
}
