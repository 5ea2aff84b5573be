import { basename } from "node:path";
import type { ViewAnswer } from "@runningtab/parsed-cache";
import type { Workspace } from "@runningtab/staged-workspace";

/** How `diff` names a value of a JSON or YAML file: a JSON pointer (RFC 6901), its names percent-encoded. */
const VALUE = /^path=((?:\/[^/]*)*)$/;

/** Whether an address names a value inside a JSON or YAML file, as the comparison of such files does. */
export function isValueAddress(address: string): boolean {
  return VALUE.test(address.slice(address.indexOf("#") + 1)) && address.includes("#");
}

/**
 * The value at such an address, as JSON. `file` is the file as it is now; without it, or without such a value, the answer
 * shows nothing and says why.
 */
export async function viewValue(address: string, file: Awaited<ReturnType<Workspace["read"]>>): Promise<ViewAnswer> {
  const { parseAddress } = await import("@runningtab/parsed-cache");
  const { path, place = "" } = parseAddress(address);
  const nothing = { path, addresses: [], text: "", source: "record", losses: [] } as const;
  if (file === undefined)
    return { ...nothing, freshness: { state: "missing" }, shown: "nothing shown: there is no such file" };
  const { bytes, hash } = file;
  const freshness = { state: "current", recordHash: hash, sourceHash: hash } as const;
  const whole = await wholeValue(path, bytes);
  if (whole === undefined)
    return { ...nothing, freshness, shown: "nothing shown: it is no JSON or YAML that can be read" };
  const found = namesIn(place).reduce<{ readonly value: unknown } | undefined>(
    (at, name) => at && memberOf(at.value, name),
    { value: whole.value },
  );
  if (found === undefined) return { ...nothing, freshness, shown: `nothing shown: there is no ${place}` };
  const text = JSON.stringify(found.value, undefined, 2);
  return { ...nothing, addresses: [address], text, freshness, shown: `the value at ${place} shown` };
}

/** The whole value, by the reader of the comparison: of a file that comes, it is the one change. */
async function wholeValue(path: string, bytes: Uint8Array): Promise<{ readonly value: unknown } | undefined> {
  const { diff } = await import("@runningtab/review-diff");
  const name = basename(path);
  const { changes } = await diff({ path: name }, { path: name, bytes });
  const text = changes.find((change) => change.address === "path=")?.after;
  return typeof text === "string" ? { value: JSON.parse(text, exactNumbers) } : undefined;
}

/** Numbers as they are written where a double could not hold them. */
function exactNumbers(_key: string, value: unknown, { source = "" }: { readonly source?: string } = {}): unknown {
  const isLong = typeof value === "number" && source.length > 15;
  // In every Node this runs on, but not yet in the types.
  return isLong ? (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(source) : value;
}

function namesIn(place: string): readonly string[] {
  const names = VALUE.exec(place)?.[1]?.split("/").slice(1) ?? [];
  return names.map((name) => decodeURIComponent(name).replaceAll("~1", "/").replaceAll("~0", "~"));
}

function memberOf(value: unknown, name: string): { readonly value: unknown } | undefined {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return { value: (value as Readonly<Record<string, unknown>>)[name] };
}
