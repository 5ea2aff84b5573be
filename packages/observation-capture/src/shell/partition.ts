import type { WorkspacePaths } from "../workspace-paths.ts";
import { byteLength, offsetAfterBytes, offsetBeforeBytes } from "../text/byte-offsets.ts";
import { countLines, isBlank, linesOf, type Line } from "../text/lines.ts";
import { parseListing } from "../text/listing-lines.ts";
import { parseSearchText } from "../text/search-lines.ts";
import { sourcesOf, type OwnPiece, type Piece } from "./pieces.ts";

/** A stretch of the output and the pieces that printed it: one, or several where nothing tells them apart. */
export interface Region {
  readonly start: number;
  readonly end: number;
  readonly pieces: readonly Piece[];
}

/**
 * Finds where each piece stands in the output. Text that the command itself prints (`echo "== a.md"`) anchors the rest;
 * between two anchors, files shown byte for byte are cut by their sizes, searches and listings by the form of their
 * lines, windows of lines by their counts. What remains together is one region of several pieces: never a guess.
 */
export function partition(
  text: string,
  start: number,
  end: number,
  given: readonly Piece[],
  paths: WorkspacePaths,
): readonly Region[] {
  // With a terminal's line breaks the files' sizes tell nothing.
  const isTerminal =
    given.length + (given[0] === undefined ? 0 : sourcesOf(given[0]).length) > 2 &&
    onlyTerminalBreaks(text, start, end);
  const pieces = given
    .map((piece) => (isTerminal && piece.type === "content" && piece.verbatim ? { ...piece, verbatim: false } : piece))
    .flatMap(oneSourceEach);
  const regions: Region[] = [];
  let pending: Piece[] = [];
  let position = start;
  const flush = (until: number): void => {
    regions.push(...settle(text, position, until, pending, paths));
    pending = [];
  };
  const remaining = new Map<string, number>();
  for (const piece of pieces) {
    if (piece.type === "own" && piece.text !== undefined)
      remaining.set(piece.text, (remaining.get(piece.text) ?? 0) + 1);
  }
  for (const piece of pieces) {
    if (piece.type !== "own" || piece.text === undefined) {
      pending.push(piece);
      continue;
    }
    const found = locate(text, position, end, piece, pending, remaining.get(piece.text)!, paths);
    remaining.set(piece.text, remaining.get(piece.text)! - 1);
    if (found === undefined) continue;
    flush(found.start);
    regions.push({ ...found, pieces: [piece] });
    position = found.end;
  }
  flush(end);
  return regions;
}

function onlyTerminalBreaks(text: string, start: number, end: number): boolean {
  let isSeen = false;
  for (let at = text.indexOf("\n", start); at >= 0 && at < end; at = text.indexOf("\n", at + 1)) {
    if (text[at - 1] !== "\r") return false;
    isSeen = true;
  }
  return isSeen;
}

/** More files than this in one command are not told apart. */
const MOST_PARTS = 1000;

/** `cat a b` as `cat a; cat b`; a region that holds both joins them again. */
function oneSourceEach(piece: Piece): readonly Piece[] {
  if (
    piece.type !== "content" ||
    !piece.verbatim ||
    !piece.certain ||
    piece.sources.length < 2 ||
    piece.sources.length > MOST_PARTS
  )
    return [piece];
  return piece.sources.map((source) => ({
    ...piece,
    sources: [source],
    ...(piece.numbered === undefined && { firstLine: 1 }),
  }));
}

function sizeOf(piece: Piece, paths: WorkspacePaths): number | undefined {
  if (piece.type !== "content" || !piece.verbatim || piece.numbered === true || piece.sources.length !== 1)
    return undefined;
  if (piece.sources[0]!.via === "derived") return undefined;
  return paths.fact(piece.sources[0]!.path)?.size;
}

/** Shows nothing, whatever the command does with it. */
function isEmpty(piece: Piece, paths: WorkspacePaths): boolean {
  return (
    piece.type === "content" &&
    piece.sources.length > 0 &&
    piece.sources.every((source) => source.via === undefined && paths.fact(source.path)?.size === 0)
  );
}

/** Where an own text stands, given what is still to be placed before it. */
function locate(
  text: string,
  position: number,
  end: number,
  own: OwnPiece,
  pending: readonly Piece[],
  needed: number,
  paths: WorkspacePaths,
): { start: number; end: number } | undefined {
  const endsLine = own.text!.endsWith("\n");
  const body = endsLine ? own.text!.replace(/\n+$/, "") : own.text!;
  const at = (offset: number): { start: number; end: number } | undefined => {
    if (offset > end || !text.startsWith(body, offset)) return undefined;
    const after = offset + body.length;
    if (after > end || (endsLine && after < end && text[after] !== "\n" && text[after] !== "\r")) return undefined;
    return { start: offset, end: endsLine ? Math.min(end, after + (text[after] === "\r" ? 2 : 1)) : after };
  };
  if (pending.length === 0) return at(position);
  const sizes = pending.map((piece) => sizeOf(piece, paths));
  if (sizes.every((size) => size !== undefined)) {
    const total = sizes.reduce((sum, size) => sum + size!, 0);
    const offset = offsetAfterBytes(text, position, end, total);
    const exact = offset === undefined ? undefined : at(offset);
    if (exact !== undefined) return exact;
  }
  // A blank line is found by sizes alone: there are too many of them.
  if (body.trim() === "") return undefined;
  const places: { start: number; end: number }[] = [];
  const anywhere: { start: number; end: number }[] = [];
  for (
    let offset = text.indexOf(body, position);
    offset >= 0 && offset < end && anywhere.length <= 1000;
    offset = text.indexOf(body, offset + 1)
  ) {
    const place = at(offset);
    if (place === undefined) continue;
    anywhere.push(place);
    if (offset === position || text[offset - 1] === "\n") places.push(place);
  }
  if (places.length === needed) return places[0];
  // Fewer: a loop ended early, or the output was cut. A distinctive text is still no coincidence.
  if (places.length > 0 && places.length < needed && /[\p{L}\p{N}].{4,}/u.test(body)) return places[0];
  return places.length === 0 && anywhere.length === needed && body.length >= 3 ? anywhere[0] : undefined;
}

/** Shares a stretch without anchors out among its pieces. */
function settle(
  text: string,
  start: number,
  end: number,
  given: readonly Piece[],
  paths: WorkspacePaths,
): readonly Region[] {
  let pieces = given;
  if (pieces.length === 0) return isBlank(text, start, end) ? [] : [{ start, end, pieces: [] }];
  if (isBlank(text, start, end)) return pieces.map((piece) => ({ start, end: start, pieces: [piece] }));
  if (pieces.length > 1) pieces = withoutIdle(pieces);
  const empty = pieces.length > 1 ? pieces.filter((piece) => isEmpty(piece, paths)) : [];
  if (empty.length > 0 && empty.length < pieces.length) {
    const rest = pieces.filter((piece) => !empty.includes(piece));
    return [
      ...empty.map((piece) => ({ start, end: start, pieces: [piece] })),
      ...settle(text, start, end, rest, paths),
    ];
  }
  if (pieces.length === 1) return [{ start, end, pieces }];
  if (
    pieces.every((piece) => piece.type === "content" && piece.endsEarly === true && sizeOf(piece, paths) !== undefined)
  )
    return untilEnded(text, start, end, pieces, paths);
  const sizes = pieces.map((piece) => sizeOf(piece, paths));
  const exact = sizes.every((size) => size !== undefined);
  if (exact) {
    const excess = sizes.reduce((sum, size) => sum + size!, 0) - byteLength(text, start, end);
    // A harness may trim the last line break; anything else is another text than these files.
    if (excess < 0 || excess > 2) return [{ start, end, pieces }];
  }
  const front: Region[] = [];
  const back: Region[] = [];
  let from = start;
  let until = end;
  while (pieces.length > 1) {
    const cut = frontEnd(text, from, until, pieces[0]!, pieces[1]!, exact, paths);
    if (cut === undefined) break;
    front.push({ start: from, end: cut, pieces: [pieces[0]!] });
    from = cut;
    pieces = pieces.slice(1);
  }
  while (pieces.length > 1) {
    const cut = backStart(text, from, until, pieces.at(-1)!, pieces.at(-2)!, paths);
    if (cut === undefined) break;
    back.unshift({ start: cut, end: until, pieces: [pieces.at(-1)!] });
    until = cut;
    pieces = pieces.slice(0, -1);
  }
  return [...front, ...byLineCounts(text, from, until, pieces), ...back];
}

/** `cat a b | head -50`: each file has its size until the text ends; what comes after was not shown. */
function untilEnded(
  text: string,
  start: number,
  end: number,
  pieces: readonly Piece[],
  paths: WorkspacePaths,
): readonly Region[] {
  const regions: Region[] = [];
  let from = start;
  for (const piece of pieces) {
    if (from >= end) break;
    const cut = offsetAfterBytes(text, from, end, sizeOf(piece, paths)!) ?? end;
    regions.push({ start: from, end: cut, pieces: [piece] });
    from = cut;
  }
  return regions;
}

/** What may not have run, and would not be a file's text if it had, gives way to what did run. */
function withoutIdle(pieces: readonly Piece[]): readonly Piece[] {
  const likely = pieces.filter(
    (piece) => piece.optional !== true || (piece.type !== "own" && piece.type !== "unknown"),
  );
  return likely.length > 0 ? likely : pieces;
}

function frontEnd(
  text: string,
  start: number,
  end: number,
  piece: Piece,
  next: Piece,
  exact: boolean,
  paths: WorkspacePaths,
): number | undefined {
  const size = sizeOf(piece, paths);
  if (size !== undefined) {
    const cut = offsetAfterBytes(text, start, end, size);
    return cut !== undefined && (exact || cut === start || text[cut - 1] === "\n") ? cut : undefined;
  }
  if (piece.type === "own" && piece.maxLines === 1) return linesOf(text, start, end)[0]?.next;
  if (piece.type === "computed" && piece.maxLines !== undefined && piece.maxLines < MOST_PARTS)
    return linesOf(text, start, end)[piece.maxLines - 1]?.next;
  if (piece.type === "search" && next.type !== "search") {
    let cut: number | undefined;
    for (const run of parseSearchText(text, start, end, { cwd: piece.cwd }, paths).runs) {
      if (!isBlank(text, cut ?? start, run.start)) break;
      cut = afterBreak(text, run.end, end);
    }
    return cut;
  }
  if (piece.type === "listing" && next.type !== "listing") {
    let cut: number | undefined;
    for (const line of linesOf(text, start, end)) {
      if (line.end === line.start || !isEntry(text, line, piece.folders, paths)) break;
      cut = line.next;
    }
    return cut;
  }
  return undefined;
}

/** Whether a line stands as one of a listing: a name, a line of `ls -l`, its total. */
function isEntry(text: string, line: Line, folders: readonly string[], paths: WorkspacePaths): boolean {
  return (
    /^total \d|^[-dl][-rwxsStT]{9}/.test(text.slice(line.start, line.start + 12)) ||
    isEntryName(text, line.start, line.end, folders, paths)
  );
}

function isEntryName(
  text: string,
  start: number,
  end: number,
  folders: readonly string[],
  paths: WorkspacePaths,
): boolean {
  if (end - start > 1024) return false;
  if (parseListing(text, start, end, folders, paths).length > 0) return true;
  const name = text.slice(start, end).replace(/[:/]$/, "");
  return folders.some((folder) => {
    const absolute = paths.absolute(name, folder);
    const below = absolute === undefined ? undefined : paths.below(absolute);
    return below !== undefined && (paths.isFolder(below) || paths.operand(below, paths.root) !== undefined);
  });
}

function afterBreak(text: string, at: number, end: number): number {
  if (at < end && text[at] === "\r") at++;
  return at < end && text[at] === "\n" ? at + 1 : at;
}

function backStart(
  text: string,
  start: number,
  end: number,
  piece: Piece,
  before: Piece,
  paths: WorkspacePaths,
): number | undefined {
  if (piece.type === "listing" && before.type !== "listing") {
    let cut: number | undefined;
    for (const line of linesOf(text, start, end).toReversed()) {
      if (line.end > line.start && !isEntry(text, line, piece.folders, paths)) break;
      if (line.end > line.start) cut = line.start;
    }
    return cut;
  }
  if (piece.type === "search" && before.type !== "search") {
    let cut: number | undefined;
    for (const run of parseSearchText(text, start, end, { cwd: piece.cwd }, paths).runs.toReversed()) {
      if (!isBlank(text, run.end, cut ?? end)) break;
      cut = run.start;
    }
    return cut;
  }
  const size = sizeOf(piece, paths);
  if (size === undefined || size === 0) {
    if (piece.type === "own" && piece.maxLines === 1) return linesOf(text, start, end).at(-1)?.start;
    return piece.type === "computed" && piece.maxLines !== undefined
      ? linesOf(text, start, end).at(-piece.maxLines)?.start
      : undefined;
  }
  for (const trimmed of text[end - 1] === "\n" ? [0] : [1, 0]) {
    const cut = offsetBeforeBytes(text, start, end, size - trimmed);
    if (cut !== undefined && (cut === start || text[cut - 1] === "\n")) return cut;
  }
  return undefined;
}

/** `head -5 a; head -5 b` with ten lines shown: each had its five. */
function byLineCounts(text: string, start: number, end: number, pieces: readonly Piece[]): readonly Region[] {
  if (pieces.length < 2) return [{ start, end, pieces }];
  const counts = pieces.map((piece) =>
    piece.type === "content" || piece.type === "computed" || piece.type === "own" ? piece.maxLines : undefined,
  );
  const total = counts.reduce<number>((sum, count) => sum + (count ?? Infinity), 0);
  if (total !== countLines(text, start, end)) return [{ start, end, pieces }];
  const lines = linesOf(text, start, end);
  let at = 0;
  return pieces.map((piece, index) => {
    const first = lines[at]!;
    at += counts[index]!;
    return { start: first.start, end: lines[at - 1]!.next, pieces: [piece] };
  });
}
