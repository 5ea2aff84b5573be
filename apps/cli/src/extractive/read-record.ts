import type { PageLine } from "./page-lines.ts";
import type { Statement } from "./statement.ts";

interface RecordEntry {
  readonly line: PageLine;
  readonly key: string;
  readonly value: string;
  /** The keys that it lies under, nearest first. */
  readonly parents: readonly string[];
  /** The object it belongs to, then those around that. */
  readonly objects: readonly string[];
}

const entryPattern = /^(?:-\s+|[[{,\s]+)?"?(?<key>[^":{}[\]]{1,80})"?\s*:\s*(?<value>.*)$/u;

/**
 * What JSON and YAML state, line by line: a key names its value, and the keys above it and its neighbours in the same
 * object and in those around it say whose value it is. Reads lines instead of the whole value, since a page may hold a
 * part of the file.
 */
export function readRecord(lines: readonly PageLine[]): readonly Statement[] {
  const entries = recordEntries(lines);
  const naming = Map.groupBy(
    entries.filter(({ value }) => value.length <= 60 && /\p{L}/u.test(value)),
    ({ objects }) => objects[0]!,
  );
  return entries.map((entry) => ({
    type: "label",
    quote: entry.line.text,
    label: entry.key,
    value: entry.value,
    address: entry.line.address,
    headings: [
      ...entry.parents,
      ...entry.objects
        .flatMap((object) => naming.get(object) ?? [])
        .filter((other) => other !== entry)
        .map((other) => `${other.key} ${other.value}`),
    ],
    isQuoted: false,
  }));
}

function recordEntries(lines: readonly PageLine[]): readonly RecordEntry[] {
  const entries: RecordEntry[] = [];
  let open: { readonly indent: number; readonly key: string; readonly object: string }[] = [];
  let item = 0;
  for (const line of lines) {
    const dash = /^-\s+/.exec(line.text)?.[0].length ?? 0;
    if (dash > 0 || /^[[{,\s]*\{/.test(line.text)) item++;
    const indent = line.indent + dash;
    open = open.filter((parent) => parent.indent < indent);
    const parents = open.toReversed().map((parent) => parent.key);
    // An item of a list is an object of its own; without lists the keys above tell objects apart.
    const object = `${item}/${parents.join("/")}`;
    const objects = [object, ...open.toReversed().map((parent) => parent.object)];
    const inline = inlineObject(line.text);
    if (inline !== undefined) {
      for (const { key, value, parents: inner } of inline) {
        const inside = [...inner, ...parents];
        const own = inner.length === 0 ? [] : [`${item}/${inside.join("/")}`];
        entries.push({ line, key, value, parents: inside, objects: [...own, ...objects] });
      }
      continue;
    }
    const match = entryPattern.exec(line.text)?.groups;
    if (match === undefined) continue;
    const key = match["key"]!.trim();
    const value = match["value"]!.replace(/,$/, "").trim();
    if (/^[[{]?$/.test(value)) open.push({ indent, key, object });
    else entries.push({ line, key, value: value.replace(/^(["'])(.*)\1$/, "$2"), parents, objects });
  }
  return entries;
}

/** The plain values of an object that stands on one line: `{"city": "Bergen", "employees": 41},`, with the keys above each. */
function inlineObject(text: string): readonly InlineValue[] | undefined {
  const written = /\{.*\}/.exec(text)?.[0];
  if (written === undefined) return undefined;
  try {
    return plainValues(JSON.parse(written), []);
  } catch {
    return undefined;
  }
}

interface InlineValue {
  readonly key: string;
  readonly value: string;
  readonly parents: readonly string[];
}

function plainValues(value: unknown, parents: readonly string[]): readonly InlineValue[] | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return Object.entries(value).flatMap(([key, one]) => {
    if (typeof one !== "object" || one === null) return [{ key, value: String(one), parents }];
    return plainValues(one, [key, ...parents]) ?? [];
  });
}
