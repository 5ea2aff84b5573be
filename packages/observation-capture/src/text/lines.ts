/** A line of a text: offsets of its characters, the line break not included. `next` is where the following line begins. */
export interface Line {
  readonly start: number;
  readonly end: number;
  readonly next: number;
}

/** The lines of `text` between two offsets. A last line without a line break counts; an empty rest does not. */
export function linesOf(text: string, start = 0, end = text.length): Line[] {
  const lines: Line[] = [];
  let from = start;
  while (from < end) {
    const found = text.indexOf("\n", from);
    const stop = found < 0 || found >= end ? end : found;
    lines.push({
      start: from,
      end: stop > from && text[stop - 1] === "\r" ? stop - 1 : stop,
      next: Math.min(stop + 1, end),
    });
    from = stop + 1;
  }
  return lines;
}

/** How many lines `linesOf` would give. */
export function countLines(text: string, start = 0, end = text.length): number {
  let count = 0;
  for (let from = start; from < end; count++) {
    const found = text.indexOf("\n", from);
    if (found < 0 || found >= end) return count + 1;
    from = found + 1;
  }
  return count;
}

export function isBlank(text: string, start: number, end: number): boolean {
  for (let index = start; index < end; index++) if (!/\s/.test(text[index]!)) return false;
  return true;
}
