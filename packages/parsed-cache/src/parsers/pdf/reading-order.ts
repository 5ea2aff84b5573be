import type { Segment, TextLine } from "./text-item.ts";

/**
 * Puts columns of prose into reading order and leaves tables alone.
 *
 * A run of lines is cut at a gutter when an upright strip stays free of text over the whole run and both sides read as
 * prose. A table has such strips too, but its cells are figures and short labels, so its rows stay whole. Each side is
 * looked at again, for pages of three columns. Greedy from the top: a line that crosses every strip ends the run.
 */
export function inReadingOrder(lines: readonly TextLine[]): TextLine[] {
  const ordered: TextLine[] = [];
  // Asked for each place that a run may start at, so looked up once.
  const tableRows = lines.map(isTableRow);
  let start = 0;
  while (start < lines.length) {
    const run = findColumnRun(lines, tableRows, start);
    if (run === undefined) {
      ordered.push(lines[start]!);
      start += 1;
      continue;
    }
    const inRun = lines.slice(start, run.end);
    ordered.push(...inReadingOrder(side(inRun, (segment) => segment.right <= run.gutter)));
    ordered.push(...inReadingOrder(side(inRun, (segment) => segment.left >= run.gutter)));
    start = run.end;
  }
  return ordered;
}

const MIN_RUN_LINES = 6;
const MIN_LINES_EACH_SIDE = 3;
const MIN_PROSE_SHARE = 0.6;

interface Strip {
  readonly left: number;
  readonly right: number;
}

function findColumnRun(
  lines: readonly TextLine[],
  tableRows: readonly boolean[],
  start: number,
): { end: number; gutter: number } | undefined {
  // A run that ends within its least length needs no strips to be ruled out.
  const nextTableRow = tableRows.indexOf(true, start);
  const most = nextTableRow < 0 ? lines.length : nextTableRow;
  if (most - start < MIN_RUN_LINES) return undefined;
  let strips: readonly Strip[] = [{ left: -Infinity, right: Infinity }];
  let left = Infinity;
  let right = -Infinity;
  let end = start;
  while (end < most) {
    const { segments } = lines[end]!;
    const remaining = freeStrips(strips, lines[end]!);
    left = Math.min(left, segments[0]?.left ?? Infinity);
    right = Math.max(right, segments.at(-1)?.right ?? -Infinity);
    if (end - start > 1 && !remaining.some((strip) => strip.left > left && strip.right < right)) break;
    strips = remaining;
    end += 1;
  }
  if (end - start < MIN_RUN_LINES) return undefined;
  const run = lines.slice(start, end);
  const gutter = strips
    .map((strip) => (strip.left + strip.right) / 2)
    .find((x) => Number.isFinite(x) && divides(run, x));
  return gutter === undefined ? undefined : { end, gutter };
}

/** What `line` leaves free of `strips`. */
function freeStrips(strips: readonly Strip[], line: TextLine): readonly Strip[] {
  const minWidth = line.size * 0.8;
  let free = strips;
  for (const { left, right } of line.segments) {
    const next: Strip[] = [];
    for (const strip of free) {
      const before = Math.min(strip.right, left);
      const after = Math.max(strip.left, right);
      if (before - strip.left >= minWidth) next.push({ left: strip.left, right: before });
      if (strip.right - after >= minWidth) next.push({ left: after, right: strip.right });
    }
    free = next;
  }
  return free;
}

function divides(run: readonly TextLine[], gutter: number): boolean {
  return (
    readsAsColumn(run, (segment) => segment.right <= gutter) && readsAsColumn(run, (segment) => segment.left >= gutter)
  );
}

/** Whether enough lines have segments inside, and these are prose for the most part, by their characters. */
function readsAsColumn(run: readonly TextLine[], isInside: (segment: Segment) => boolean): boolean {
  let [lines, prose, all] = [0, 0, 0];
  for (const { segments } of run) {
    let isOnSide = false;
    for (const segment of segments) {
      if (!isInside(segment)) continue;
      isOnSide = true;
      all += segment.text.length;
      if (isProse(segment)) prose += segment.text.length;
    }
    if (isOnSide) lines += 1;
  }
  return lines >= MIN_LINES_EACH_SIDE && all > 0 && prose / all >= MIN_PROSE_SHARE;
}

function side(lines: readonly TextLine[], isInside: (segment: Segment) => boolean): TextLine[] {
  return lines
    .map((line) => ({ ...line, segments: line.segments.filter(isInside) }))
    .filter((line) => line.segments.length > 0);
}

/** Of eight letters of a script without spaces; four words take more. */
const MIN_PROSE_LENGTH = 8;
/** Judged once a segment: each gutter that a run may have asks again. */
const judged = new WeakMap<Segment, boolean>();

function isProse(segment: Segment): boolean {
  if (segment.text.length < MIN_PROSE_LENGTH) return false;
  let answer = judged.get(segment);
  if (answer === undefined) judged.set(segment, (answer = readsAsProse(segment.text)));
  return answer;
}

/** At least four words, or as many letters of a script that does not space them, and few digits. */
function readsAsProse(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const words = text.match(/\p{L}{2,}/gu)?.length ?? 0;
  const ideographs =
    text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0;
  return letters >= text.length * 0.6 && (words >= 4 || ideographs >= 8) && !/\.{4,}|(?:\. ){4,}/.test(text);
}

const FIGURE = /^[\s\d.,()%$€£¥+*/*–—-]+[a-z]?\/?$/i;

/** Two figures in cells of their own make a row of a table. */
function isTableRow({ segments }: TextLine): boolean {
  let figures = 0;
  for (const { text } of segments) {
    if (FIGURE.test(text) && /\d/.test(text) && ++figures === 2) return true;
  }
  return false;
}
