/** Deeper values are left to the text format: nobody nests so deep by hand, and every level costs a call. */
const MAX_DEPTH = 200;
/** Numbers with more digits are kept as they are written, since they may not fit a double. */
const EXACT_DIGITS = 15;

export type JsonObject = { [key: string]: unknown };

/** Context source and raw values are in every Node this runs on, but not yet in the types. */
const json = JSON as unknown as {
  parse(text: string, revive: (key: string, value: unknown, context: { readonly source?: string }) => unknown): unknown;
  rawJSON(text: string): unknown;
  isRawJSON(value: unknown): boolean;
};

/** The value of a JSON text, long numbers exact. Throws a `SyntaxError`, and a `RangeError` where it is nested too deep. */
export function parseJson(text: string): unknown {
  const value = json.parse(text, (_key, part, { source }) => {
    const isLong = typeof part === "number" && (source?.match(/\d/g)?.length ?? 0) > EXACT_DIGITS;
    return isLong && source !== undefined ? json.rawJSON(source) : part;
  });
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) throw new RangeError(`the JSON is nested deeper than ${MAX_DEPTH}`);
    level = level.flatMap((part) => (Array.isArray(part) ? part : isJsonObject(part) ? Object.values(part) : []));
  }
  return value;
}

/** A number that is kept as it is written; `undefined` for what JSON does not take for a number. */
export function createRawNumber(source: string): unknown {
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(source) ? json.rawJSON(source) : undefined;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !json.isRawJSON(value);
}

/** As a change shows it. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}

/** Equal for equal values: the order of keys does not count. One for each comparison, since it remembers parts. */
export function createCanonicalText(): (value: unknown) => string {
  const known = new WeakMap<object, string>();
  const canonical = (value: unknown): string => {
    if (!Array.isArray(value) && !isJsonObject(value)) return JSON.stringify(value);
    const remembered = known.get(value);
    if (remembered !== undefined) return remembered;
    const text = Array.isArray(value)
      ? `[${value.map(canonical).join()}]`
      : `{${Object.keys(value)
          .toSorted()
          .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`)
          .join()}}`;
    known.set(value, text);
    return text;
  };
  return canonical;
}

export type JsonPath = readonly (string | number)[];

/** `path=/items/3/price`: a JSON pointer (RFC 6901), its names percent-encoded; the whole value is `path=`. */
export function pathAddress(path: JsonPath): string {
  const names = path.map((name) => String(name).replaceAll("~", "~0").replaceAll("/", "~1"));
  return `path=${names.map((name) => `/${encodeURIComponent(name)}`).join("")}`;
}

export function readPathAddress(address: string): readonly string[] {
  return address
    .slice("path=".length)
    .split("/")
    .slice(1)
    .map((name) => decodeURIComponent(name).replaceAll("~1", "/").replaceAll("~0", "~"));
}
