import type { ParsedPart } from "./parts.ts";

/** Characters of text in a part: what `maxOutputCharacters` counts. */
export function textLength(part: ParsedPart): number {
  switch (part.type) {
    case "page":
      return part.text.length;
    case "block":
      return part.runs.reduce((sum, run) => sum + run.text.length, 0);
    case "sheet":
      return part.cells.reduce((sum, cell) => sum + cell.shown.length + (cell.formula?.length ?? 0), 0);
    case "loss":
      return part.detail?.length ?? 0;
    case "metadata":
      return JSON.stringify(part.values).length;
    default:
      return part satisfies never;
  }
}
