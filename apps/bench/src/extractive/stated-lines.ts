/** What a deliverable says about one ask: the statement itself, and all lines and rows that name the ask. */
export interface Stated {
  /** The value with what stands beside it, without quote and address. */
  readonly value: string;
  /** Whole text of every line and row about the ask. */
  readonly text: string;
  /** Of every line and row about the ask, in order. */
  readonly addresses: readonly string[];
}

/** `- ask: **value** — “quote” [address]`, or rows of asked, value, source, words. `undefined` when it states nothing. */
export function statedOf(text: string, ask: string): Stated | undefined {
  let value: string | undefined;
  const lines: string[] = [];
  const addresses: string[] = [];
  for (const line of text.split("\n")) {
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    const column = cells.indexOf(ask);
    if (column >= 0 && cells.length > column + 2) {
      if (cells[column + 1] === "" || cells[column + 2] === "") continue;
      value ??= cells[column + 1]!;
      addresses.push(...cells[column + 2]!.split(/\s*;\s+/));
      lines.push(line);
      continue;
    }
    const at = line.indexOf(`${ask.replace(/[\s:：]+$/, "")}: `);
    if (at < 0) continue;
    const cited = [...line.matchAll(/\[`?([^[\]`]+\.[A-Za-z0-9]{1,8}(?:#[^[\]`]+)?)`?\]/g)].map(
      ([, address]) => address!,
    );
    if (cited.length === 0) continue;
    value ??= line
      .slice(at + ask.length + 2)
      .split(/ — /)[0]!
      .replace(/(?:\s*\[`?[^[\]`]+`?\])+\s*$/, "")
      .replaceAll("*", "");
    addresses.push(...cited);
    lines.push(line);
  }
  return value === undefined ? undefined : { value, text: lines.join("\n"), addresses };
}
