import type { PageLine } from "./page-lines.ts";
import type { Statement } from "./statement.ts";

interface RecordEntry {
  readonly line: PageLine;
  readonly key: string;
  readonly value: string;
  /** The keys that it lies under, nearest first. */
  readonly parents: readonly string[];
  /** Same for the entries of one object. */
  readonly object: string;
}

const entryPattern = /^(?:-\s+)?"?(?<key>[^":{}[\]]{1,80})"?\s*:\s*(?<value>.*)$/u;

/**
 * What JSON and YAML state, line by line: a key names its value, and the keys above it and its neighbours in the same
 * object say whose value it is. Reads lines instead of the whole value, since a page may hold a part of the file.
 */
export function readRecord(lines: readonly PageLine[]): readonly Statement[] {
  const entries = recordEntries(lines);
  const neighbours = Map.groupBy(
    entries.filter(({ value }) => value.length <= 60 && /\p{L}/u.test(value)),
    ({ object }) => object,
  );
  return entries.map(({ line, key, value, parents, object }) => ({
    type: "label",
    quote: line.text,
    label: key,
    value,
    address: line.address,
    headings: [
      ...parents,
      ...(neighbours.get(object) ?? [])
        .filter((other) => other.line !== line)
        .map((other) => `${other.key} ${other.value}`),
    ],
    isQuoted: false,
  }));
}

function recordEntries(lines: readonly PageLine[]): readonly RecordEntry[] {
  const entries: RecordEntry[] = [];
  let open: { readonly indent: number; readonly key: string }[] = [];
  let item = 0;
  for (const line of lines) {
    const dash = /^-\s+/.exec(line.text)?.[0].length ?? 0;
    if (dash > 0 || /^[[{,\s]*\{$/.test(line.text)) item++;
    const indent = line.indent + dash;
    const match = entryPattern.exec(line.text)?.groups;
    if (match === undefined) continue;
    open = open.filter((parent) => parent.indent < indent);
    const key = match["key"]!.trim();
    const value = match["value"]!.replace(/,$/, "").trim();
    if (/^[[{]?$/.test(value)) {
      open.push({ indent, key });
      continue;
    }
    const parents = open.toReversed().map((parent) => parent.key);
    const object = `${item}/${indent}/${parents.join("/")}`;
    entries.push({ line, key, value: value.replace(/^(["'])(.*)\1$/, "$2"), parents, object });
  }
  return entries;
}
