/** Path inside `files/` → content. Text is UTF-8. */
export type StoryFiles = Readonly<Record<string, string | Uint8Array>>;

/** Lines with a line feed after each. */
export function text(...lines: readonly string[]): string {
  return `${lines.join("\n")}\n`;
}

/** A table of comma- or tab-separated values; cells are quoted where they must be. */
export function separated(separator: "," | "\t", ...rows: readonly (readonly (string | number)[])[]): string {
  const cell = (value: string | number): string => {
    const written = String(value);
    return written.includes(separator) || written.includes('"') ? `"${written.replaceAll('"', '""')}"` : written;
  };
  return text(...rows.map((row) => row.map(cell).join(separator)));
}

export function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
