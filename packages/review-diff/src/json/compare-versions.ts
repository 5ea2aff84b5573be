import type { ChangeList } from "../change-list.ts";
import type { Pace } from "../pace.ts";
import { compareJson } from "./compare-json.ts";
import { jsonText } from "./json-value.ts";

/** The value of a file; a file that does not exist is none. */
export interface Version {
  readonly value: unknown;
}

/** Adds what changed between the values of two files; a file that came or went is one value. */
export async function compareVersions(
  before: Version | undefined,
  after: Version | undefined,
  list: ChangeList,
  pace: Pace,
): Promise<void> {
  if (before !== undefined && after !== undefined) return compareJson(before.value, after.value, list, pace);
  const place = { subject: "value", address: "path=" };
  if (after !== undefined) list.add({ ...place, kind: "added", after: jsonText(after.value) });
  else if (before !== undefined) list.add({ ...place, kind: "removed", before: jsonText(before.value) });
}
